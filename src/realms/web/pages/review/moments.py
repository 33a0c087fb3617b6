"""The moments that a review lists: one's own faults and best moves, and what turned the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from realms.analysis.review import FAULTS, GREAT, GameReview, ReviewedDecision
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import say
from realms.web.pages.replay.replay import Replay
from realms.web.pages.review.address import FEW, ReviewAddress
from realms.web.pages.review.curve import Curve, Spot
from realms.web.pages.review.luck_chart import signed

MARKS = {"best": "★", "good": "✓", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
GREAT_MARK = "!"
MOST_LISTED = 10
"""Moments in the list, at most …"""
MOST_GREAT, MOST_TURNS = 2, 3
"""… of which so many are best moves, and others' moves that turned the game."""
TURN = 0.1
"""The change of somebody's chance from which on a move turned the game."""
FIRST_TIME = 2
"""Moments that are listed for somebody after their first game."""


class MomentShown(Struct, frozen=True):
    """A decision in the list of moments."""

    number: int
    seat: int
    name: str
    verdict: str
    """The verdict, or `great` for a best move far ahead of all others."""
    mark: str
    text: str
    figure: str
    """What it cost, gained, or changed, in percent."""
    tone: str
    path: str
    is_chosen: bool
    is_own: bool
    spot: Spot


def listed_moments(
    review: GameReview, seat: int | None, asked: str, at: int | None
) -> list[ReviewedDecision]:
    """The moments of the list, in order; of a newcomer the two that mattered most."""
    if asked == FEW:
        numbers = [*dict.fromkeys((*_faults(review, seat), *_rest(review, seat)))][:FIRST_TIME]
    else:
        great, turns = _great(review, seat)[:MOST_GREAT], _turns(review, seat)[:MOST_TURNS]
        room = MOST_LISTED - len(great) - len(turns)
        numbers = [*_faults(review, seat)[:room], *great, *turns]
        for number in _rest(review, seat):
            if len(numbers) < MOST_LISTED and number not in numbers:
                numbers.append(number)
    chosen = {*numbers, at}
    return [one for one in review.decisions if one.number in chosen]


def _faults(review: GameReview, seat: int | None) -> list[int]:
    """Faults of a seat, or of all, the largest first."""
    own = [one for one in review.decisions if seat in (None, one.seat) and one.verdict in FAULTS]
    return [one.number for one in sorted(own, key=lambda one: -one.loss)]


def _great(review: GameReview, seat: int | None) -> list[int]:
    """The best moves that were far ahead of all others, the furthest first."""
    own = [one for one in review.decisions if seat in (None, one.seat) and one.ahead >= GREAT]
    return [one.number for one in sorted(own, key=lambda one: -one.ahead)]


def _turns(review: GameReview, seat: int | None) -> list[int]:
    """The moves of others that changed their own chances most."""
    if seat is None:
        return []
    changes = {one.number: change for one, change in turns_of(review) if one.seat != seat}
    kept = [number for number, change in changes.items() if abs(change) >= TURN]
    return sorted(kept, key=lambda number: -abs(changes[number]))


def turns_of(review: GameReview) -> Iterator[tuple[ReviewedDecision, float]]:
    """How each decision, and what came of it, changed the chance of who decided."""
    ends = {one.seat: one.end for one in review.seats}
    after: dict[int, float] = dict(ends)
    for one in reversed(review.decisions):
        yield one, after[one.seat] - one.before[one.seat]
        after[one.seat] = one.before[one.seat]


def _rest(review: GameReview, seat: int | None) -> list[int]:
    """What else mattered: where much was at stake, for the seat first."""
    found = {one.number: one.seat for one in review.decisions}
    return sorted(review.moments, key=lambda number: found.get(number) != seat)


class MomentReader(Struct, frozen=True):
    """Puts moments into the words of a language."""

    replay: Replay
    review: GameReview
    language: str
    own: int | None
    """The seat of who reads."""
    address: ReviewAddress

    def shown(
        self, decisions: Sequence[ReviewedDecision], chosen: int | None, curve: Curve
    ) -> tuple[MomentShown, ...]:
        """Decisions as a list shows them."""
        changes = {one.number: change for one, change in turns_of(self.review)}
        return tuple(
            self._shown(one, one.number == chosen, curve.spots[one.number], changes[one.number])
            for one in decisions
        )

    def _shown(
        self, one: ReviewedDecision, is_chosen: bool, spot: Spot, change: float
    ) -> MomentShown:
        is_great = one.ahead >= GREAT
        figure, tone = _figure(one, is_great, change)
        return MomentShown(
            number=one.number,
            seat=one.seat,
            name=self.name_of(one.seat),
            verdict="great" if is_great else one.verdict,
            mark=GREAT_MARK if is_great else MARKS[one.verdict],
            text=begun(move_text(one.move, self.reader(one))),
            figure=figure,
            tone=tone,
            path=self.address.other(at=one.number),
            is_chosen=is_chosen,
            is_own=one.seat == self.own,
            spot=spot,
        )

    def name_of(self, seat: int) -> str:
        """What a seat is called: "You" for one's own."""
        if seat == self.own:
            return say("web.review.you", self.language)
        return self.replay.names[seat]

    def reader(self, one: ReviewedDecision) -> Reader:
        """What moves of a decision are put into words with."""
        replay = self.replay
        view = replay.game.view(replay.states[one.number - 1], one.seat)
        return Reader(replay.game.name, replay.options, view, replay.names, self.language)


def _figure(one: ReviewedDecision, is_great: bool, change: float) -> tuple[str, str]:
    """What is told of a moment in a figure: what it cost, how far ahead it was, what came of it."""
    if one.verdict in FAULTS:
        return f"{signed(-round(100 * one.loss))} %", "down"
    percent = round(100 * (one.ahead if is_great else change))
    tone = "up" if percent > 0 else "down" if percent < 0 else "none"
    return f"{signed(percent)} %", tone


def begun(text: str) -> str:
    """A text with a capital letter to begin with."""
    return text[:1].upper() + text[1:]
