"""Rules in print: games by name, their pages and rules, and house rules."""
