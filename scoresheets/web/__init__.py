"""The web server: the board for the room, and the pages for phones."""
