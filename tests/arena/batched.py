"""Tables for the tests of batches: every game, variant and number of players."""

from __future__ import annotations

from typing import Any

from realms import fantasy, medieval
from realms.kernel.game import Game
from realms.medieval import effects as does
from tests.medieval.dealing import content_with

GETTING = content_with("market", immediate=(does.GetCard(1),))
"""A content in which a card gets another, which none of ours does."""

TABLES: dict[str, tuple[Game, Any]] = {
    **{f"fantasy-{n}": (fantasy.game, fantasy.Options(players=n)) for n in (3, 4, 5, 6)},
    "fantasy-declare": (fantasy.game, fantasy.Options(players=4, declare=True)),
    "duel": (fantasy.game, fantasy.Options(players=2, variant="duel")),
    "duel-declare": (fantasy.game, fantasy.Options(players=2, variant="duel", declare=True)),
    **{
        f"chaos-{n}": (fantasy.game, fantasy.Options(players=n, variant="chaos", rounds=3))
        for n in (3, 5, 7)
    },
    "chaos-declare": (
        fantasy.game,
        fantasy.Options(players=4, variant="chaos", declare=True, rounds=3),
    ),
    **{f"medieval-{n}": (medieval.game, medieval.Options(players=n)) for n in (2, 3, 4, 5)},
    "medieval-es": (medieval.game, medieval.Options(players=3, edition="es")),
    "medieval-get": (medieval.game, medieval.Options(players=2, content=GETTING)),
}
