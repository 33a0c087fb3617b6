"""A game among people: tables, seats, secrets, turns, and a log that survives anything."""
