"""What a game is written with: asks, the hand, the score, the game itself, and what all games share."""
