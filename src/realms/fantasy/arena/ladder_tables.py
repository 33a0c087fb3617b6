"""The tables at which the bots of Fantasy Realms are measured."""

from __future__ import annotations

from realms.arena.game_parts import LadderTables

TABLES = LadderTables(
    tables=(
        {"variant": "duel", "players": 2},
        *({"variant": "standard", "players": players} for players in (3, 4, 5, 6)),
        {"variant": "chaos", "players": 4},
    ),
    usual={"variant": "standard", "players": 4},
)
