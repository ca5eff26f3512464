"""Record files: their lines, and what they say is so."""
