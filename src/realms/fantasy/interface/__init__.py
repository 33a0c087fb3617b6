"""The typed outside of Fantasy Realms: moves, events, views, log and notation."""
