"""A game in progress: hands, rulings, late reports, and what can be reported next."""
