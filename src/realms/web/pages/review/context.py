"""A review as its page shows it: the game at a glance, lists of moments, and one decision."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from realms.analysis.review import FAULTS, GameReview, ReviewedDecision, ReviewedSeat
from realms.kernel.text import say
from realms.web.game_lookup import board_of
from realms.web.pages.replay.context import practice_path
from realms.web.pages.replay.replay import ALL as ALL_EYES
from realms.web.pages.replay.replay import Replay
from realms.web.pages.review.address import (
    ALL,
    ENDING,
    FEW,
    MOMENTS,
    TURNS,
    ReviewAddress,
    address_of,
)
from realms.web.pages.review.curve import Curve, draw_curve
from realms.web.pages.review.decision import DecisionShown, decision_shown
from realms.web.pages.review.headline import headline_of
from realms.web.pages.review.luck_chart import LuckChart, luck_chart
from realms.web.pages.review.moments import (
    MomentReader,
    MomentShown,
    listed_moments,
)
from realms.web.pages.review.share_link import OPEN, Sharing

PARTS = ("start", "deal", "draws", "hidden", "others", "skill", "end")
"""What the table of all seats tells, in order."""


class SeatShown(Struct, frozen=True):
    """A seat of a reviewed game."""

    seat: int
    name: str
    score: int
    is_winner: bool
    is_chosen: bool
    path: str


class SeatParts(Struct, frozen=True):
    """What became of a seat's chances, in percent."""

    seat: int
    name: str
    accuracy: int
    percents: tuple[int, ...]
    """By the names of `PARTS`."""


class LuckShown(Struct, frozen=True):
    """Luck and skill of the seat that is looked at."""

    name: str
    is_own: bool
    chart: LuckChart
    luck: int
    cost: int
    """What its decisions gave up."""
    good: int
    decisions: int


class TabLink(Struct, frozen=True):
    """A list beside the position."""

    name: str
    path: str
    is_chosen: bool
    count: int
    """Decisions in all."""


class ReviewShown(Struct, frozen=True, kw_only=True):
    """A reviewed game."""

    title: str
    game: str
    address: str
    headline: str
    players: str
    """Who played, in words."""
    seats: tuple[SeatShown, ...]
    chosen: int | None
    everybody: str
    """Where the review is everybody's."""
    curve: Curve
    is_lines: bool
    hills: str
    lines: str
    tab: str
    tabs: tuple[TabLink, ...]
    marked: tuple[MomentShown, ...]
    """The key moments, as the curve marks them."""
    moments: tuple[MomentShown, ...]
    """Those of the list that is shown."""
    decision: DecisionShown | None
    before: str
    """Where the moment before this one is; empty for none."""
    after: str
    is_open: bool
    as_seen: str
    hands_open: str
    luck: LuckShown | None
    parts: tuple[SeatParts, ...]
    names: tuple[str, ...]
    """What the parts are called."""
    ending: Any
    """The game's own picture of how it ended; None where another list is shown."""
    replay: str
    data: str
    """Where the review can be had as data."""
    source: str
    last: int
    same_deal: str
    """Where the same deal can be played again."""
    all_moments: str
    """Where all moments are listed; empty where they are."""
    sharing: Sharing
    """How others come here."""


class ReviewReader(Struct, frozen=True):
    """Builds what the page shows of a review, in the words of a language."""

    replay: Replay
    review: GameReview
    language: str
    seat: int | None
    """Whose review it is; None for everybody's."""
    address: ReviewAddress
    own: int | None = None
    """The seat of who reads."""
    usual: str = ALL
    """Whether all moments are listed, or few, where no address asks."""

    def shown(self, data: str, sharing: Sharing = OPEN) -> ReviewShown:
        """The page at a move; at the first moment for a move that is none."""
        replay, review, address = self.replay, self.review, self.address
        asked = address.moments or self.usual
        listed = listed_moments(review, self.seat, asked, address.at)
        chosen = review.decision(address.at or 0) or next(iter(listed), None)
        deciders = {one.number: one.seat for one in review.decisions}
        marked = [one.number for one in listed]
        curve = draw_curve(review.curve, self.seat or 0, deciders, marked, replay.rounds)
        reader = MomentReader(replay, review, self.language, self.own, address)
        number = chosen.number if chosen is not None else None
        shown = self._list(listed)
        row = reader.shown(shown, number, curve)
        steps = [one.number for one in shown]
        moment = reader.shown([chosen], number, curve)[0] if chosen is not None else None
        is_few = asked == FEW and address.tab == MOMENTS
        return ReviewShown(
            title=replay.game.title,
            game=replay.game.name,
            address=str(replace(address, at=number, depth="")),
            headline=headline_of(replay, self.seat, self.own, self.language),
            players=", ".join(replay.names),
            seats=self._seats(),
            chosen=self.seat,
            everybody=address.other(seat="all"),
            curve=curve,
            is_lines=address.is_lines,
            hills=address.other(is_lines=False),
            lines=address.other(is_lines=True),
            tab=address.tab,
            tabs=self._tabs(),
            marked=reader.shown(listed, number, curve),
            moments=row,
            decision=(
                decision_shown(reader, chosen, moment, address.is_open)
                if chosen is not None and moment is not None
                else None
            ),
            before=self._step(steps, number, -1),
            after=self._step(steps, number, 1),
            is_open=address.is_open,
            as_seen=address.other(is_open=False),
            hands_open=address.other(is_open=True),
            luck=self._luck(),
            parts=tuple(self._parts(one) for one in review.seats),
            names=PARTS,
            ending=self._ending() if address.tab == ENDING else None,
            replay=replay.path,
            data=data,
            source=review.source,
            last=replay.last,
            same_deal=practice_path(
                replay, 0, self.own if self.own is not None else self.seat or 0
            ),
            all_moments=address.other(moments=ALL) if is_few else "",
            sharing=sharing,
        )

    def _list(self, listed: list[ReviewedDecision]) -> list[ReviewedDecision]:
        """The decisions of the list that is shown."""
        return [*self.review.decisions] if self.address.tab == TURNS else listed

    def _step(self, steps: list[int], number: int | None, step: int) -> str:
        """Where the moment before or after this one is, in the list that is shown."""
        if number is None:
            return ""
        there = [one for one in steps if one < number] if step < 0 else []
        there = there if step < 0 else [one for one in steps if one > number]
        if not there:
            return ""
        return self.address.other(at=there[-1] if step < 0 else there[0])

    def _tabs(self) -> tuple[TabLink, ...]:
        address, count = self.address, len(self.review.decisions)
        return tuple(
            TabLink(name, address.other(tab=name), address.tab == name, count)
            for name in (MOMENTS, TURNS, ENDING)
        )

    def _seats(self) -> tuple[SeatShown, ...]:
        outcome: Any = self.replay.game.outcome(self.replay.states[-1])
        return tuple(
            SeatShown(
                seat=seat,
                name=self._name(seat),
                score=outcome.scores[seat],
                is_winner=seat in outcome.winners,
                is_chosen=seat == self.seat,
                path=self.address.other(seat=str(seat), at=None, moments=""),
            )
            for seat in range(len(self.replay.names))
        )

    def _name(self, seat: int) -> str:
        you = say("web.review.you", self.language)
        return you if seat == self.own else self.replay.names[seat]

    def _luck(self) -> LuckShown | None:
        if self.seat is None:
            return None
        reviewed = self.review.seats[self.seat]
        own = self.review.of_seat(self.seat)
        return LuckShown(
            name=self._name(self.seat),
            is_own=self.seat == self.own,
            chart=luck_chart(reviewed),
            luck=round(100 * reviewed.luck),
            cost=round(-100 * reviewed.skill),
            good=sum(one.verdict not in FAULTS for one in own),
            decisions=len(own),
        )

    def _parts(self, reviewed: ReviewedSeat) -> SeatParts:
        percents = tuple(round(100 * getattr(reviewed, name)) for name in PARTS)
        accuracy = round(100 * reviewed.accuracy)
        return SeatParts(reviewed.seat, self._name(reviewed.seat), accuracy, percents)

    def _ending(self) -> Any:
        """How the game ended, as its board shows it; drawn by `<game>/ending.html`."""
        replay = self.replay
        page = replay.page(replay.last, ALL_EYES, self.language)
        sheets = tuple(replay.game.sheets(replay.states[-1]))
        return board_of(replay.game.name).board(replace(page, sheets=sheets))


def review_path(replay: Replay, seat: int | None, at: int | None = None) -> str:
    """The address of a seat's review, at a move."""
    return str(address_of(replay, seat="" if seat is None else str(seat), at=at))
