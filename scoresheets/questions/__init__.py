"""Questions as people ask them at the table, and their answers: from the position first, then from the rules."""
