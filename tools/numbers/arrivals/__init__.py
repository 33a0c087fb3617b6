"""When cards come to seats in games between bots, and what becomes of those seats."""
