"""Goofspiel, a game of simultaneous bids, as a package beside realms."""
