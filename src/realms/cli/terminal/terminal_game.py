"""A game in the terminal: a person at the first seat, bots at the others, a record on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from realms.bots import Bot, bot_named, is_external
from realms.bots.lighter import is_bot_ready, lighter_bot
from realms.cli.files import write_whole
from realms.cli.terminal.bot_process import BotProcess
from realms.kernel.compiled.progress import go_over_if_prepared
from realms.kernel.game import Event, Game, Outcome
from realms.kernel.notation import write
from realms.kernel.record import Played, Record, replay, written_result

PERSON = 0
"""The seat of the person who plays."""


class TerminalGame:
    """A game in progress; every move is written to its record at once."""

    def __init__(self, game: Game, record: Record, path: Path, bots: Sequence[Bot]) -> None:
        self.game, self.record, self.path = game, record, path
        self.bots = dict(enumerate(bots, PERSON + 1))
        self._others = BotProcess()
        self.log: list[Event] = []
        """What the person saw happen."""
        self.heard = 0
        """How much of the log was there when the person last moved."""
        for moment in replay(game, record):
            self.state = moment.state
            if moment.played is not None and moment.played.seat == PERSON:
                self.heard = len(self.log)
            self._hear(moment.events)

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return self.record.seats

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None while it is played."""
        return self.game.outcome(self.state)

    @property
    def view(self) -> Any:
        """What the person may know."""
        return self.game.view(self.state, PERSON)

    def seat_to_move(self) -> int:
        """The seat whose decision comes next; the person's before the bots' where several do."""
        awaited = self.game.awaiting(self.state)
        return PERSON if PERSON in awaited else awaited[0]

    def bot_move(self, seat: int, bot: Bot | None = None) -> Any:
        """The move of a seat's bot, or of another's: handed a re-deal, never the true state."""
        seed = f"{self.record.seed} {seat} {len(self.record.moves)}"
        position = self.game.redeal(self.state, seat, seed)
        chosen = bot or self.bot_at(seat)
        if is_external(chosen.name, self.game.name):
            return self._others.choose(chosen.name, self.game, position, seat, seed)
        return chosen.choose(self.game, position, seat, seed)

    def bot_at(self, seat: int) -> Bot:
        """The bot of a seat; a lighter one while its rules are not compiled."""
        go_over_if_prepared()
        bot, game = self.bots[seat], self.game.name
        if is_bot_ready(bot.name, game):
            return bot
        return bot_named(lighter_bot(bot.name, game), game)  # type: ignore[no-any-return]

    @property
    def is_lighter(self) -> bool:
        """Whether somebody plays for a bot whose rules are not compiled."""
        return not all(is_bot_ready(bot.name, self.game.name) for bot in self.bots.values())

    def play(self, seat: int, move: Any) -> None:
        """Make a move and keep the record; a move that is refused changes nothing."""
        self.state, events = self.game.play(self.state, seat, move)
        played = Played(seat, move, self.game.revealed(events, "all"))
        result = written_result(self.record, self.outcome)
        moves = (*self.record.moves, played)
        self.record = structs.replace(self.record, moves=moves, result=result)
        if seat == PERSON:
            self.heard = len(self.log)
        self._hear(events)
        self.save()

    def _hear(self, events: Sequence[Event]) -> None:
        seen = (event.seen_by(PERSON) for event in events)
        self.log.extend(event for event in seen if event is not None)

    def close(self) -> None:
        """Let go of what plays beside this program."""
        self._others.close()

    def save(self) -> None:
        """Keep the record, whole or not at all."""
        write_whole(self.path, write(self.game, self.record))
