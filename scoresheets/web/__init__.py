"""What is served: the board for the room, and the pages of the phones that tell the table what happens."""
