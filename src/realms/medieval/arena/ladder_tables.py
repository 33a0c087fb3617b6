"""The tables at which the bots of Medieval Realms are measured."""

from __future__ import annotations

from realms.arena.game_parts import LadderTables

TABLES = LadderTables(
    tables=tuple({"players": players} for players in (2, 3, 4, 5)),
    usual={"players": 4},
    thinkers_games=48,
)
