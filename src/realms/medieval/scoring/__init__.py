"""Scoring in Medieval Realms: what is counted, and the sheets that explain it."""
