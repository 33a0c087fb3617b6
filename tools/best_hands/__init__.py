"""The document of the best hands of Fantasy Realms, `best-hands.md`."""
