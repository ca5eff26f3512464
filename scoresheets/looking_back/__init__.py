"""Statistics of finished games: standings, histories, other rules, and settling up."""
