"""How a finished game went: what every realm was worth round by round, and what decided it."""

from __future__ import annotations

from collections import Counter
from functools import reduce

from msgspec import Struct

from realms.medieval.interface import events as e
from realms.medieval.interface.view import MedievalSeat
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.open_counts import worth_of
from realms.medieval.web.board.realms import note_tokens

SHOWN = 5
"""Moments that are told."""
LEAST_GAP = 15
"""Between the names at the ends of two lines, in the pixels of the chart."""
FLOOR, HEIGHT = 218, 208
"""Where the chart has its zero, and how high it is."""


class PointsLine(Struct, frozen=True):
    """What a realm was worth at the start and after each round."""

    seat: int
    name: str
    points: tuple[int, ...]
    label_y: float


class PointsChart(Struct, frozen=True):
    """The lines of all realms, on one scale."""

    rounds: int
    top: int
    step: int
    lines: tuple[PointsLine, ...]


class KeyMoment(Struct, frozen=True):
    """A gain that mattered, and where a replay shows it."""

    round: int
    moment: int
    seat: int
    text: str
    points: int


# --- Points by round ---


class _Realm:
    """What a seat has, counted along by the events of the log."""

    def __init__(self, reading: BoardReader) -> None:
        start = reading.lexicon.content.start
        self.tokens, self.leaders = Counter(start.tokens), Counter(start.leaders)
        self.points, self.cards = 0, list[str]()

    def seat(self, reading: BoardReader) -> MedievalSeat:
        """The same as a view has it."""
        return MedievalSeat(
            tokens={id_: self.tokens[id_] for id_ in reading.lexicon.resources},
            points=self.points, leaders=dict(self.leaders), decoys=0, hand=(),
            realm=tuple(self.cards), ready=False, passed=False, drafted=(), placement=None,
        )  # fmt: skip


def points_chart(reading: BoardReader) -> PointsChart | None:
    """What every realm was worth after each round; None where the log does not tell. [MR-75]"""
    realms = [_Realm(reading) for _ in reading.view.seats]
    worth: list[list[int]] = [[] for _ in realms]
    for line in reading.page.story:
        if isinstance(line.event, e.RoundBegan | e.Finished):
            for seat, realm in enumerate(realms):
                worth[seat].append(worth_of(realm.seat(reading), reading.options))
        elif line.event is not None:
            _count(realms, line.event)
    rounds = len(worth[0]) - 1
    if rounds < 1:
        return None
    most = max(map(max, worth))
    step = 20 if most > 40 else 10
    top = -(-most // step) * step
    names = reading.names
    ends = _spread({seat: FLOOR + 5 - HEIGHT * line[-1] / top for seat, line in enumerate(worth)})
    return PointsChart(
        rounds,
        top,
        step,
        tuple(
            PointsLine(seat, names[seat], tuple(points), round(ends[seat], 1))
            for seat, points in enumerate(worth)
        ),
    )


def _count(realms: list[_Realm], event: object) -> None:
    """Note what an event brings and takes."""
    changes: list[Counter[str]] = [Counter() for _ in realms]
    note_tokens(changes, event)
    for realm, change in zip(realms, changes, strict=True):
        realm.tokens.update(change)
    match event:
        case e.CardPlayed():
            realms[event.seat].cards.append(event.card)
            realms[event.seat].leaders.subtract(event.leaders)
        case e.Won():
            realms[event.seat].cards.append(event.card)
        case e.Gained():
            realms[event.seat].points += event.points
            realms[event.seat].leaders.update(event.leaders)
        case e.Answered():
            realms[event.seat].points += event.points


def _spread(ends: dict[int, float]) -> dict[int, float]:
    """Heights of names that do not cover each other."""

    def below(placed: dict[int, float], seat: int) -> dict[int, float]:
        last = max(placed.values(), default=0.0)
        return placed | {seat: max(ends[seat], last + LEAST_GAP)}

    return reduce(below, sorted(ends, key=ends.__getitem__), dict[int, float]())


# --- Key moments ---


def key_moments(reading: BoardReader) -> tuple[KeyMoment, ...]:
    """The largest gains of everybody on the track, and the dearest auction, as they came."""
    gains, lots, number = list[KeyMoment](), list[KeyMoment](), 0
    for line in reading.page.story:
        match line.event:
            case e.RoundBegan(number):
                pass
            case e.Gained(seat=seat, points=points) | e.Answered(seat=seat, points=points):
                gains.append(KeyMoment(number, line.moment, seat, line.text, points))
            case e.Won(seat=seat, bid=bid):
                lots.append(KeyMoment(number, line.moment, seat, line.text, bid))
    gains.sort(key=_by_points)
    first = [next((one for one in gains if one.seat == seat), None) for seat in reading.view.order]
    dearest = sorted(lots, key=_by_points)[:1]
    found = [one for one in first if one is not None and one.points][: SHOWN - len(dearest)]
    return tuple(sorted((*found, *dearest), key=lambda one: one.moment))


def _by_points(one: KeyMoment) -> int:
    return -one.points
