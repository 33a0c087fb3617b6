"""A hint: the best moves as the strongest bot sees them, what they promise, and why."""

from __future__ import annotations

from functools import partial

from realms.analysis import ADVISER, Advice, best_moves, promise_of
from realms.bots.lighter import is_bot_ready, light_advice
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.kernel.compiled.progress import go_over_if_prepared
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import say


def hints(table: TerminalGame, language: str) -> list[list[str]]:
    """The best moves, best first: the move, what it promises, and a line for every reason."""
    game, seed = table.game, f"hint {len(table.log)}"  # nothing that the seat does not know
    position = game.redeal(table.state, PERSON, seed)
    go_over_if_prepared()
    is_ready = is_bot_ready(ADVISER, game.name)
    advise = best_moves if is_ready else partial(light_advice, ADVISER)
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
    promises, promise = [], promise_of(advice, PERSON)
    if promise.wins is not None:
        promises.append(say("web.table.hint_wins", language, n=promise.wins, error=promise.error))
    if promise.score is not None:
        promises.append(say("web.table.hint_score", language, n=promise.score))
    return [", ".join(promises)] if promises else []
