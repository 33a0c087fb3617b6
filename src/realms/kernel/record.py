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


class Redeal(Struct, frozen=True):
    """A place of a record where all that a seat could not know was dealt anew."""

    after: int
    """The moves before it."""
    seat: int
    seed: str
    """What the new deal follows from."""


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
    begins: int | None = None
    """The first moves that were made in another game, which this one goes on from; None for a
    game that was played from its deal on."""
    redeals: tuple[Redeal, ...] = ()
    """Where hidden cards were dealt anew, in order."""

    @property
    def committed_seed(self) -> str:
        """The seed that the commitment is of: what is hidden follows from it."""
        return self.redeals[-1].seed if self.redeals else self.seed

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

    The first moment is the deal; after that one moment a move. Where hidden cards were dealt
    anew, the moment ends with the new deal, as the game went on.
    """
    if record.is_redacted:
        raise BrokenRecord("record/hidden")
    state = _redealt(game, record, 0, game.start(record.options, record.seed))
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
        state = _redealt(game, record, number, state)
        yield Moment(number, played, before, state, events)


def _redealt(game: Game, record: Record, number: int, state: State) -> State:
    """The state after so many moves, dealt anew where the record says so."""
    for redeal in record.redeals:
        if redeal.after == number:
            state = game.redeal(state, redeal.seat, redeal.seed)
    return state


def final_state(game: Game, record: Record) -> State:
    """The state at the end of a record."""
    state: State | None = None
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
        commitment=commitment(record.committed_seed),
    )


def verify(game: Game, record: Record) -> Outcome | None:
    """Hold a record to itself: commitment, moves, answers, result; the outcome if over."""
    return game.outcome(verified_end(game, record))


def verified_end(game: Game, record: Record) -> State:
    """Hold a record to itself, as `verify` does; the state at its end."""
    if record.is_redacted:
        raise BrokenRecord("record/hidden")
    if record.commitment and record.commitment != commitment(record.committed_seed):
        raise BrokenRecord("record/seed")
    end = final_state(game, record)
    actual = written_result(record, game.outcome(end))
    if record.result and record.result != actual:
        raise BrokenRecord("record/result", actual=actual or "—", written=record.result)
    return end


def redacted(game: Game, record: Record, viewer: int | None) -> Record:
    """The record as one seat, or a spectator, may know it; whole once the game is over."""
    moments = list(replay(game, record))
    if game.outcome(moments[-1].state) is not None:
        return completed(game, record)
    moves: list[Played] = []
    known_moves = [0]  # how many of the first moves are told, by how many there are
    last: dict[int | None, int] = {}
    ends = [_end_of_deal(game, record, moments, moment.number) for moment in moments]
    for moment, now in zip(moments[1:], ends[1:], strict=True):
        played: Any = moment.played
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
        known_moves.append(len(moves))
    return structs.replace(
        record,
        seed=HIDDEN_SEED,
        moves=tuple(moves),
        result="",
        commitment=commitment(record.committed_seed),
        viewer="-" if viewer is None else record.seats[viewer],
        dealt=game.dealt_to(moments[0].state, viewer),
        begins=None if record.begins is None else known_moves[record.begins],
        redeals=tuple(
            Redeal(known_moves[one.after], one.seat, HIDDEN_SEED) for one in record.redeals
        ),
    )


def _end_of_deal(game: Game, record: Record, moments: Sequence[Moment], number: int) -> State:
    """How things stood when what a move was played with was dealt anew, or at last.

    What was secret of a move may be known by then; what was dealt later says nothing of it.
    """
    later = [one.after for one in record.redeals if one.after >= max(number, 1)]
    if not later:
        return moments[-1].state
    last = moments[later[0]]
    played: Any = last.played
    return game.play_again(last.before, played.seat, played.move)[0]


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
        **_origin(record),
        **game.export_fields(replay(game, record)),
    }


def _origin(record: Record) -> dict[str, Any]:
    """Where a game begins that goes on from another; nothing of other games."""
    if record.begins is None:
        return {}
    return {"begins": record.begins, "redeals": [to_builtins(one) for one in record.redeals]}


__all__ = [
    "BrokenRecord",
    "Moment",
    "Played",
    "RealmsError",
    "Record",
    "Redeal",
    "completed",
    "exported",
    "final_state",
    "new_record",
    "redacted",
    "replay",
    "verified_end",
    "verify",
    "written_result",
]
