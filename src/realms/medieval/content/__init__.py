"""The content of Medieval Realms: its cards as data, checked, worded and turned into tables."""
