"""Declared games: a score sheet that somebody wrote down in a file, judged by its sums; the play isn't."""
