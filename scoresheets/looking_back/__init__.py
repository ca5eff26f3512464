"""Finished games: standings, histories, what would have been otherwise, and who pays whom."""
