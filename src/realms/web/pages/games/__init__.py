"""A player's own games, and the deal of the day."""
