"""The commands that make players stronger: `realms tune` and `realms learn`."""
