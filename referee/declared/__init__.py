"""Declared games: a score sheet defined in a file. Its sums are judged; the play isn't."""
