"""Scoring in Fantasy Realms: what is counted, and the sheets that explain it."""
