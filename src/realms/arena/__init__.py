"""The arena: many games at once, between programs."""
