"""Many games of Fantasy Realms: compiled loops, batches, their actions and observations."""
