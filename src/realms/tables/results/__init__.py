"""Finished games, as those who played them keep them; deals of the day, and of rooms."""
