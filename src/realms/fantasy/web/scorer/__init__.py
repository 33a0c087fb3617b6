"""The scorer: what a hand is worth, for a real table, and the best hands with its cards."""
