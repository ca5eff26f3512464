"""The book: games by their names, their pages and rules, and the rules of a house."""
