"""A game is its record: options, seats, seed and moves. Everything else follows by replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs, to_builtins

from realms.kernel.chance import commitment
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.game import Game, Outcome, State

HIDDEN_SEED = "?"


class Played(Struct, frozen=True):
    """One move of a record: who, what, what chance answered, a remark, where it stands."""

    seat: int | None
    move: Any
    answer: str | None = None
    remark: str = ""
    line: int = 0
    column: int = 0


class Record(Struct, frozen=True):
    """The whole of a game, or what one seat may know of it."""

    rules: str
    options: Any
    seats: tuple[str, ...]
    seed: str
    moves: tuple[Played, ...] = ()
    result: str = ""
    commitment: str = ""
    viewer: str = ""
    """The seat it was redacted for; empty for a whole record."""
    dealt: str = ""
    """What that seat was dealt."""

    @property
    def is_redacted(self) -> bool:
        """Whether something was left out that its reader may not know."""
        return bool(self.viewer)


class Moment(Struct, frozen=True):
    """A point of a replay: the state after a move, and what happened in it."""

    number: int
    played: Played | None
    before: State
    state: State
    events: list[Any]


class BrokenRecord(Unreadable):
    """A record that does not hold, with the place where it breaks."""

    def __init__(
        self, code: str, line: int = 0, column: int = 0, *, paragraph: str = "", **fields: Any
    ) -> None:
        self.line, self.column = line, column
        super().__init__(code, paragraph=paragraph, **fields)

    def sentence(self, language: str) -> str:
        """What is wrong, and where."""
        from realms.kernel.text import say  # noqa: PLC0415  (errors and text are neighbours)

        text = super().sentence(language)
        if not self.line:
            return text
        return say("error.record.at", language, line=self.line, column=self.column, reason=text)

    def __reduce__(self) -> Any:
        return _broken, (self.code, self.line, self.column, self.paragraph, self.fields)

    @classmethod
    def at(cls, error: RealmsError, line: int, column: int) -> BrokenRecord:
        """Another error, with its place in the record."""
        return cls(error.code, line, column, paragraph=error.paragraph, **error.fields)


def _broken(code: str, line: int, column: int, paragraph: str, fields: Any) -> BrokenRecord:
    return BrokenRecord(code, line, column, paragraph=paragraph, **fields)


def new_record(game: Game, options: Any, seats: Sequence[str], seed: str) -> Record:
    """The record of a game that begins."""
    return Record(
        rules=game.rules,
        options=options,
        seats=tuple(seats),
        seed=seed,
        commitment=commitment(seed),
    )


def replay(game: Game, record: Record) -> Iterator[Moment]:
    """Play a record again, checking every move and every answer of chance.

    The first moment is the deal; after that one moment a move.
    """
    if record.is_redacted:
        raise BrokenRecord("record/hidden")
    state = game.start(record.options, record.seed)
    yield Moment(0, None, state, state, [])
    for number, played in enumerate(record.moves, 1):
        before = state
        try:
            state, events = game.play_again(before, played.seat, played.move)
        except RealmsError as error:
            raise BrokenRecord.at(error, played.line, played.column) from error
        answer = game.revealed(events, "all")
        if played.answer is not None and played.answer != answer:
            raise BrokenRecord(
                "record/answer",
                played.line,
                played.column,
                actual=answer or "—",
                written=played.answer,
            )
        yield Moment(number, played, before, state, events)


def final_state(game: Game, record: Record) -> State:
    """The state at the end of a record."""
    state = None
    for moment in replay(game, record):
        state = moment.state
    return state  # type: ignore[return-value]  # replay gives at least the deal


def written_result(record: Record, outcome: Outcome | None) -> str:
    """The result as the head of a record tells it: names, scores, a star for winners."""
    if outcome is None:
        return ""
    return ", ".join(
        f"{name} {score}{'*' if seat in outcome.winners else ''}"
        for seat, (name, score) in enumerate(zip(record.seats, outcome.scores, strict=True))
    )


def completed(game: Game, record: Record) -> Record:
    """The record with chance's answers, the commitment and the result filled in."""
    moves, state = [], None
    for moment in replay(game, record):
        state = moment.state
        if moment.played:
            answer = game.revealed(moment.events, "all")
            moves.append(structs.replace(moment.played, answer=answer))
    outcome = game.outcome(state) if state is not None else None
    return structs.replace(
        record,
        moves=tuple(moves),
        result=written_result(record, outcome),
        commitment=commitment(record.seed),
    )


def verify(game: Game, record: Record) -> Outcome | None:
    """Hold a record to itself: commitment, moves, answers, result; the outcome if over."""
    if record.is_redacted:
        raise BrokenRecord("record/hidden")
    if record.commitment and record.commitment != commitment(record.seed):
        raise BrokenRecord("record/seed")
    outcome = game.outcome(final_state(game, record))
    actual = written_result(record, outcome)
    if record.result and record.result != actual:
        raise BrokenRecord("record/result", actual=actual or "—", written=record.result)
    return outcome


def redacted(game: Game, record: Record, viewer: int | None) -> Record:
    """The record as one seat, or a spectator, may know it; whole once the game is over."""
    moments = list(replay(game, record))
    if game.outcome(moments[-1].state) is not None:
        return completed(game, record)
    moves: list[Played] = []
    last: dict[int | None, int] = {}
    for moment in moments[1:]:
        played: Any = moment.played
        now = moments[-1].state
        move = game.redact_move(moment.before, played.seat, played.move, viewer, now)
        if played.seat != viewer and played.seat in game.may_change(moment.before):
            # Others never learn that a move was changed, nor what it was before.
            if move is not None:
                moves[last[played.seat]] = structs.replace(moves[last[played.seat]], move=move)
        elif move is not None:
            answer = game.revealed(moment.events, viewer)
            remark = played.remark if played.seat == viewer else ""
            last[played.seat] = len(moves)
            moves.append(Played(played.seat, move, answer, remark))
        elif game.view(moment.before, viewer) != game.view(moment.state, viewer):
            # It shows that something happened; whose act it was, only where all knew the turn.
            turn = game.awaiting(moment.before)
            moves.append(Played(played.seat if len(turn) == 1 else None, None))
    return structs.replace(
        record,
        seed=HIDDEN_SEED,
        moves=tuple(moves),
        result="",
        commitment=commitment(record.seed),
        viewer="-" if viewer is None else record.seats[viewer],
        dealt=game.dealt_to(moments[0].state, viewer),
    )


def exported(game: Game, record: Record) -> dict[str, Any]:
    """The record as data for other programs, the deck in the order of the deal included."""
    outcome = verify(game, record)
    options = record.options.resolved()
    order, deck = game.deal_order(game.start(record.options, record.seed))
    return {
        "game": game.name,
        "rules": record.rules,
        "options": to_builtins(options),
        "seats": list(record.seats),
        "seed": record.seed,
        "order": order,
        "deck": deck,
        "moves": [{"seat": p.seat, "move": to_builtins(p.move)} for p in record.moves],
        "result": outcome and {"scores": list(outcome.scores), "winners": list(outcome.winners)},
        **game.told_besides(replay(game, record)),
    }


__all__ = [
    "BrokenRecord",
    "Moment",
    "Played",
    "RealmsError",
    "Record",
    "completed",
    "exported",
    "final_state",
    "new_record",
    "redacted",
    "replay",
    "verify",
    "written_result",
]
