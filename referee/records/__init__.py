"""Record files: their lines, and the checks in them."""
