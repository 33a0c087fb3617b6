"""The kernel knows no game: what a game is, how rules are compiled, chance, records."""
