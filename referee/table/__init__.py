"""A game while it is played: hands, rulings, late reports, and what may be reported next."""
