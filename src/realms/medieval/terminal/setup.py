"""How a table of Medieval Realms is set up in the terminal."""

from __future__ import annotations

from realms.cli.terminal.game_setup import TerminalSetup


class MedievalSetup(TerminalSetup):
    """What Medieval Realms does its own way."""

    rehearsal = 40
    """The draft, placements and some actions use every rule that a move needs."""
