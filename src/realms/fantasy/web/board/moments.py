"""What mattered in a game that is over, told from its log and the hands that lie open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import Position, mask, scores
from realms.fantasy.web.board.sheets import minus
from realms.kernel.compiled.progress import rules_now
from realms.kernel.game import Outcome
from realms.kernel.text import say
from realms.web.pages.table.table_page import TablePage

MOST = 3
"""Moments that are told."""
WORTH_TELLING = 5
"""Points from which on a card is worth a sentence."""


class TurningPoint(Struct, frozen=True):
    """Something that mattered, and when it happened."""

    text: str
    seat: int | None = None
    moment: int | None = None
    """Moves made by then, where a replay can show it."""


class Find(Struct, frozen=True):
    """A card of a final hand that was taken from the discard area."""

    seat: int
    card: str
    giver: int | None
    """Who had discarded it."""
    moment: int
    worth: int
    """What the hand would lack without it."""


def key_moments(
    page: TablePage, outcome: Outcome, hands: Sequence[Sequence[str]]
) -> tuple[TurningPoint, ...]:
    """The discard that gave the winner most, one's own best find, what was left, who ended it."""
    if page.table.view.variant == "chaos":
        return ()
    return tuple([*_moments(page, outcome, hands)][:MOST])


def _moments(
    page: TablePage, outcome: Outcome, hands: Sequence[Sequence[str]]
) -> Iterator[TurningPoint]:
    finds = find_cards(page, outcome, hands)
    winners = [find for find in finds if find.seat in outcome.winners]
    chosen = [max(winners, key=lambda find: find.worth)] if winners else []
    mine = [find for find in finds if find.seat == page.table.seat and find not in chosen]
    lost = [find for find in finds if find.giver == page.table.seat and find not in chosen]
    for group in (lost, mine):
        chosen += [max(group, key=lambda find: find.worth)] if group else []
    for find in chosen[: MOST - 1]:
        text = _find_text(page, outcome, find, find is chosen[0])
        yield TurningPoint(text, find.seat, find.moment)
    missed = _missed(page, outcome, hands)
    if missed:
        yield missed
    last = next((line for line in reversed(page.story) if isinstance(line.event, ENDING)), None)
    if last is not None and last.event is not None:
        seat = last.event.seat
        place = 1 + sum(score > outcome.scores[seat] for score in outcome.scores)
        fields = {
            "name": page.names[seat],
            "place": say(f"web.fantasy.place.{place}", page.language),
        }
        key = "you_ended" if seat == page.table.seat else "ended"
        yield TurningPoint(
            say(f"web.fantasy.moment.{key}", page.language, **fields), seat, last.moment
        )


ENDING = (m.Discarded, m.Kept)
"""What can lay the last card."""


def find_cards(page: TablePage, outcome: Outcome, hands: Sequence[Sequence[str]]) -> list[Find]:
    """The cards of all final hands that came from the discard area, and who had laid them there."""
    laid: dict[str, int] = {}
    came: dict[str, tuple[int, int | None, int]] = {}
    for line in page.story:
        match line.event:
            case m.Discarded() | m.Kept() as event:
                card = event.card if isinstance(event, m.Discarded) else event.discarded
                laid[card] = event.seat
                came.pop(card, None)
            case m.Took() as event:
                came[event.card] = (event.seat, laid.get(event.card), line.moment)
    found = [
        (card, *came[card])
        for seat, hand in enumerate(hands)
        for card in hand
        if card in came and came[card][0] == seat and came[card][1] != seat
    ]
    area = mask(page.table.view.area)
    left: list[Position] = [(mask(hands[seat]) & ~mask([card]), area) for card, seat, *_ in found]
    points = scores(tuple(left)) if left else ()
    finds = [
        Find(seat, card, giver, moment, outcome.scores[seat] - then)
        for (card, seat, giver, moment), then in zip(found, points, strict=True)
    ]
    return [find for find in finds if find.worth >= WORTH_TELLING]


def _find_text(page: TablePage, outcome: Outcome, find: Find, is_first: bool) -> str:
    mine = page.table.seat
    key = "you_took" if find.seat == mine else "took_yours" if find.giver == mine else "took"
    if find.giver is None:
        key = "you_found" if find.seat == mine else "found"
    others = [score for seat, score in enumerate(outcome.scores) if seat != find.seat]
    margin = outcome.scores[find.seat] - max(others)
    if is_first and find.seat in outcome.winners and 0 < margin < find.worth:
        key += "_won"
    return say(
        f"web.fantasy.moment.{key}",
        page.language,
        name=page.names[find.seat],
        giver=page.names[find.giver] if find.giver is not None else "",
        card=name_of(find.card, page.language),
        points=minus(outcome.scores[find.seat]),
        without=minus(outcome.scores[find.seat] - find.worth),
        n=margin,
    )


def _missed(
    page: TablePage, outcome: Outcome, hands: Sequence[Sequence[str]]
) -> TurningPoint | None:
    """The card that lay there at the end and would have helped the viewer most."""
    view: FantasyView = page.table.view
    seat = page.table.seat
    if seat is None or seat in outcome.winners or rules_now() != "compiled" or not view.area:
        return None
    hand = hands[seat]
    tries = [(card, drop) for card in view.area for drop in hand]
    positions = tuple(
        (
            mask([*(held for held in hand if held != drop), card]),
            mask([*(lies for lies in view.area if lies != card), drop]),
        )
        for card, drop in tries
    )
    points = scores(positions)
    best = max(range(len(tries)), key=points.__getitem__)
    more = points[best] - outcome.scores[seat]
    if more < WORTH_TELLING:
        return None
    card, drop = (name_of(one, page.language) for one in tries[best])
    text = say("web.fantasy.moment.lay", page.language, card=card, drop=drop, n=more)
    return TurningPoint(text, seat)
