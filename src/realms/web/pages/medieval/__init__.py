"""The table of Medieval Realms as a page shows it: board, realms, and what can be done."""
