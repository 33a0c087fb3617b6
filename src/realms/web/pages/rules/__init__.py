"""The rulebooks and all cards, searchable."""
