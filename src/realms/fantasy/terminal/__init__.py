"""Fantasy Realms in the terminal: its table, its menus, what a hand is worth."""
