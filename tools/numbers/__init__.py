"""Medieval Realms in numbers, `medieval-in-numbers.md`."""
