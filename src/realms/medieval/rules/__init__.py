"""The rules of Medieval Realms: functions on the state, one module a step of the game."""
