"""Displays: score sheets on a screen, on paper and on the board, and the wording of messages."""
