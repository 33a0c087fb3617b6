"""The page of a table: the room, the board, the story, hints."""
