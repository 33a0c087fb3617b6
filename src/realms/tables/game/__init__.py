"""The game at a table: how it goes, what is undone, who noticed what, and thinking time."""
