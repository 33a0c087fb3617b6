"""The content of Fantasy Realms: its cards as data, checked, worded and turned into tables."""
