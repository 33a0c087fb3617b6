"""The document of the bots, `bots.md`."""
