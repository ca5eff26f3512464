"""What a table plays by: rules, the options of a game, and a house's own rules."""
