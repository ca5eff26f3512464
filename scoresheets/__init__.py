"""scoresheets remembers what the referee decided, and shows it."""
