"""The rules of Fantasy Realms: functions on the state, one module a step of the game."""
