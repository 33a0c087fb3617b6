"""What draws did to the chances of each seat: the cards that it saw come, its own and everybody's.

Between two decisions of a seat its chances change. Where nobody else moved and a card came,
all of that change is the card's. Where others moved as well, the position just before the
card came is held against the one just after it, both by the seat's own eyes, over re-deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from realms.analysis.review.decisions import Decision
from realms.analysis.review.game_review import ReviewedDecision
from realms.analysis.review.weigher import Weigher
from realms.kernel.game import Game, State, copy_state
from realms.kernel.record import Moment

REDEALS = 40_000
"""The re-deals of positions around draws are numbered from here on."""
LOOKS = 32
"""Re-deals of a position before a draw, and after it."""
UNKNOWN = "?"
"""What a viewer is shown of a card that it does not see."""


class SeenDraw(Struct, frozen=True):
    """A move by which a seat saw cards come that nobody had seen."""

    moment: Moment
    seat: int


class DrawLuck:
    """Finds what draws did in one game."""

    def __init__(
        self, weigher: Weigher, moments: Sequence[Moment], decisions: Sequence[ReviewedDecision]
    ) -> None:
        self.weigher, self.game = weigher, weigher.game
        self.moments, self.decisions = moments, decisions

    def by_seat(self) -> list[float]:
        """What draws did to each seat."""
        found = [0.0] * self.weigher.players
        mixed: list[SeenDraw] = []
        for seat in range(self.weigher.players):
            own = [one for one in self.decisions if one.seat == seat]
            for one, other in pairwise(own):
                between = self.moments[one.number : other.number]
                draws = [
                    SeenDraw(moment, seat) for moment in between if self._is_draw(moment, seat)
                ]
                if draws and all(_mover(moment) in (seat, None) for moment in between):
                    found[seat] += other.before[seat] - one.after[seat]
                else:
                    mixed += draws
            if own:
                mixed += self._last_draws(seat, own[-1].number)
        for draw, change in zip(mixed, self._changes(mixed), strict=True):
            found[draw.seat] += change
        return found

    def _last_draws(self, seat: int, number: int) -> Iterator[SeenDraw]:
        """The draws that a seat saw after its last decision, the end left out."""
        for moment in self.moments[number:-1]:
            if self._is_draw(moment, seat):
                yield SeenDraw(moment, seat)

    def _is_draw(self, moment: Moment, seat: int) -> bool:
        return is_draw(self.game, moment, seat)

    def _changes(self, draws: Sequence[SeenDraw]) -> list[float]:
        """What each draw changed, by the eyes of its seat."""
        if self.weigher.network is None:  # a few games to the end would tell nothing
            return [0.0] * len(draws)
        changes = []
        for one in draws:
            before, after = (self.weigher.foreseen(states, one.seat) for states in self._sides(one))
            changes.append(float(after.mean() - before.mean()) if len(before) else 0.0)
        return changes

    def _sides(self, one: SeenDraw) -> tuple[list[State], list[State]]:
        """Worlds in which other cards come, and worlds in which these did."""
        moment, seat = one.moment, one.seat
        at = Decision(moment.number, seat, moment.before, None, (), moment.number)
        then = Decision(moment.number, seat, moment.state, None, (), moment.number)
        played: Any = moment.played
        steps = self.game.encode(moment.before, played.seat, played.move)
        before = []
        for world in self.weigher.redeals(at, REDEALS, LOOKS):
            state = copy_state(world)
            refused, _events = self.game.attempt(state, played.seat, steps)
            if refused is None:
                before.append(state)
        return before, self.weigher.redeals(then, REDEALS, LOOKS)


def is_draw(game: Game, moment: Moment, seat: int) -> bool:
    """Whether a seat saw cards come in a move that chance decided."""
    names = moment.state.dtype.names or ()
    if "chance" not in names or moment.before["chance"] == moment.state["chance"]:
        return False
    shown = game.revealed(moment.events, seat)
    return shown is not None and any(part.strip() != UNKNOWN for part in shown.split(","))


def _mover(moment: Moment) -> int | None:
    return moment.played.seat if moment.played is not None else None
