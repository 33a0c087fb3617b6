"""Medieval Realms in the terminal: its board, its placements and actions, its score."""
