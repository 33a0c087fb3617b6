"""A hint: the best moves as the strongest bot sees them, what they promise, and why."""

from __future__ import annotations

from realms.bots import Advice, bot_named
from realms.bots.advice import margin
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.kernel.presentation import Reader, move_text
from realms.kernel.text import say

ADVISER = "search:0.8s"
"""The bot whose advice is asked, and how long it may think."""
SHOWN = 3
"""Moves that a hint tells of."""


def hints(table: TerminalGame, language: str) -> list[list[str]]:
    """The best moves, best first: the move, what it promises, and a line for every reason."""
    game, seed = table.game, f"hint {len(table.log)}"  # nothing that the seat does not know
    position = game.redeal(table.state, PERSON, seed)
    advice = bot_named(ADVISER, game.name).advise(game, position, PERSON, seed)
    reader = Reader(game.name, table.record.options, table.view, table.names, language)
    return [
        [
            move_text(one.move, reader),
            *promise_lines(one, language),
            *(reason.told(game.name, language) for reason in one.reasons),
        ]
        for one in advice[:SHOWN]
    ]


def promise_lines(advice: Advice, language: str) -> list[str]:
    """What a move promises, as far as the bot can tell."""
    told = []
    if advice.wins:
        wins, error = round(100 * advice.wins[PERSON]), margin(advice.win_error)
        told.append(say("web.table.hint_wins", language, n=wins, error=error))
    if advice.score is not None:
        told.append(say("web.table.hint_score", language, n=round(advice.score)))
    return [", ".join(told)] if told else []
