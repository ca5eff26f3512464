"""Questions in everyday words, and their answers: from the position first, then from the rules."""
