"""What a table plays by: a rule, the options of a game, and the custom rules of a house."""
