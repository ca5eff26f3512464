"""How long tests wait for what never comes."""

PATIENCE = 600  # seconds: more than the busiest machine needs, and less than the faulthandler_timeout of pytest
