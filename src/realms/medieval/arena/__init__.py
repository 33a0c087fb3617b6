"""Many games of Medieval Realms: compiled loops, batches, their actions and observations."""
