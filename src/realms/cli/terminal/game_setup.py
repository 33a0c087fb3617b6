"""How a table of a game is set up in the terminal, as far as games differ in it."""

from __future__ import annotations

from typing import Any


class TerminalSetup:
    """What fits most games; a game that needs more brings a class of its own."""

    rehearsal = 2
    """Decisions that use every rule a move needs."""

    def option_pairs(
        self, players: int | None, variant: str | None, settings: tuple[str, ...]
    ) -> list[str]:
        """The options as pairs of the notation; a game without variants refuses one."""
        given = [("variant", variant), ("players", players)]
        return [*(f"{name}={value}" for name, value in given if value is not None), *settings]

    def check(self, options: Any) -> None:
        """Refuse options that cannot be played with in the terminal."""

    def use_view(self, view: Any) -> None:
        """Use the rules that showing a view uses, so that they are compiled."""
