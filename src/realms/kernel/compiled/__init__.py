"""How rules are compiled: the cache on disk, records as arguments, specialised functions."""
