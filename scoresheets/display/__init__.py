"""What is shown: score sheets on a screen, on paper and on the board, and how it is put into words."""
