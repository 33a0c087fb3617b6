"""The typed outside of Medieval Realms: moves, events, views, log and notation."""
