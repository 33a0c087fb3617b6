"""A hint: the best moves as the strongest bot sees them, what they promise, and why."""

from __future__ import annotations

from functools import partial

from realms.analysis import ADVISER, Advice, best_moves, promise_of
from realms.bots.lighter import light_advice, needs_speed
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.kernel.compiled.progress import go_over_if_prepared, rules_now
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import say


def hints(table: TerminalGame, language: str) -> list[list[str]]:
    """The best moves, best first: the move, what it promises, and a line for every reason."""
    game, seed = table.game, f"hint {len(table.log)}"  # nothing that the seat does not know
    position = game.redeal(table.state, PERSON, seed)
    go_over_if_prepared()
    is_quick = rules_now() == "compiled" or not needs_speed(ADVISER, game.name)
    advise = best_moves if is_quick else partial(light_advice, ADVISER)
    reader = Reader(game.name, table.record.options, table.view, table.names, language)
    return [
        [
            move_text(one.move, reader),
            *promise_lines(one, language),
            *(reason.text(game.name, language) for reason in one.reasons),
        ]
        for one in advise(game, position, PERSON, seed)
    ]


def promise_lines(advice: Advice, language: str) -> list[str]:
    """What a move promises, as far as the bot can tell."""
    told, promise = [], promise_of(advice, PERSON)
    if promise.wins is not None:
        told.append(say("web.table.hint_wins", language, n=promise.wins, error=promise.error))
    if promise.score is not None:
        told.append(say("web.table.hint_score", language, n=promise.score))
    return [", ".join(told)] if told else []
