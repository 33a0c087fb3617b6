"""How a table of Fantasy Realms is set up in the terminal."""

from __future__ import annotations

from typing import Any

from realms.cli.terminal.game_setup import TerminalSetup
from realms.fantasy.interface.what_if import hand_sheet, without
from realms.kernel.errors import IllegalMove


class FantasySetup(TerminalSetup):
    """What Fantasy Realms does its own way."""

    def option_pairs(
        self, players: int | None, variant: str | None, settings: tuple[str, ...]
    ) -> list[str]:
        """The options as pairs; two players mean the duel, and the duel means two."""
        given = dict(pair.split("=", 1) for pair in settings if "=" in pair)
        variant = variant or given.get("variant", "").strip()
        if not variant and players == 2:
            variant = "duel"
        if variant == "duel" and players is None and "players" not in given:
            players = 2
        return super().option_pairs(players, variant or None, settings)

    def check(self, options: Any) -> None:
        """Without a clock in the terminal, Chaos is played in rounds [FR-25]."""
        if options.clock:
            raise IllegalMove("usage/clock", paragraph="FR-25")

    def use_view(self, view: Any) -> None:
        """Score the hand, as the screen does."""
        hand_sheet(view)
        without(view)
