"""A game in the terminal: one person against bots, all of it in words and colours."""
