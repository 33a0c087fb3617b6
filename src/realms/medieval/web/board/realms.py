"""Realms: the manor, the leaders, the hand and the cards in play of every seat. [MR-8]"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from realms.medieval.interface import events as e
from realms.medieval.interface.log import placement_text
from realms.medieval.interface.moves import Play
from realms.medieval.interface.view import MedievalSeat
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.lexicon import CardFace, ResourceWords
from realms.medieval.web.board.motion_names import Flips
from realms.medieval.web.board.open_counts import Refusals
from realms.medieval.web.board.panel import Action, Why, move_json, reason

MARKS = {"ready": "ready", "waiting": "behind_screen", "bidding": "auction", "passed": "passed"}
"""The icons of marks."""


DEEDS = (
    e.TookCard, e.Activated, e.Opened, e.Raised, e.LeftAuction, e.Won, e.CardPlayed, e.GotCard,
    e.PassedRound, e.Drafted,
)  # fmt: skip
"""Events that somebody brought about."""


class Tokens(Struct, frozen=True):
    """The tokens of one resource in a manor, and how many just came or went."""

    resource: ResourceWords
    number: int
    change: int = 0


class LeadersShown(Struct, frozen=True):
    """The leaders of one sort that a seat has."""

    id: str
    name: str
    number: int


class HandCard(Struct, frozen=True):
    """A card in a hand, and whether it can be played."""

    card: CardFace
    flip: str
    action: Action | None = None
    why: Why | None = None


class InPlay(Struct, frozen=True):
    """Cards in play that are alike."""

    card: CardFace
    number: int
    flip: str


class Mark(Struct, frozen=True):
    """Something to know about a seat at this moment."""

    kind: str
    """`turn`, `passed`, `ready`, `waiting` or `bidding`."""
    text: str
    icon: str = ""


class Realm(Struct, frozen=True):
    """All that everybody may see of one seat."""

    seat: int
    name: str
    is_me: bool
    place: int
    """In turn order, from 1."""
    turn: str
    """The same in words, or what is to be known of it now."""
    last_move: str
    """What it did last this round."""
    points: int
    """On the track; when the game is over, all of them."""
    to_milestone: int
    """Points to the next milestone. [MR-55]"""
    tokens: tuple[Tokens, ...]
    leaders: tuple[LeadersShown, ...]
    hand: tuple[HandCard, ...]
    in_play: tuple[InPlay, ...]
    cards: int
    marks: tuple[Mark, ...]
    placement: str
    """Where its leaders stand this round, where that is known."""

    @property
    def can_play(self) -> bool:
        """Whether a card of the hand can be played now. [MR-48]"""
        return any(card.action is not None for card in self.hand)


def realms(reading: BoardReader, flips: Flips) -> tuple[Realm, ...]:
    """Every realm, in turn order; copies of cards are counted by seat, which never changes."""
    changes, order = changed_tokens(reading), reading.view.order
    by_seat = [
        _realm(reading, order.index(seat) + 1, seat, changes[seat], flips)
        for seat in range(len(order))
    ]
    return tuple(by_seat[seat] for seat in order)


def _realm(
    reading: BoardReader, place: int, seat: int, changes: Counter[str], flips: Flips
) -> Realm:
    shown, words = reading.view.seats[seat], reading.lexicon
    milestone = words.content.board.milestone
    in_play, outcome = Counter(shown.realm), reading.page.table.outcome
    return Realm(
        seat=seat,
        name=reading.names[seat],
        is_me=seat == reading.me,
        place=place,
        turn=reading.say(f"board.place.{place}"),
        last_move=last_move(reading, seat),
        points=shown.points if outcome is None else outcome.scores[seat],
        to_milestone=milestone - shown.points % milestone,
        tokens=tuple(
            Tokens(words.resources[id_], number, changes[id_])
            for id_, number in shown.tokens.items()
        ),
        leaders=_leaders(reading, shown),
        in_play=tuple(
            InPlay(words.cards[id_], number, [flips.next(id_) for _ in range(number)][-1])
            for id_, number in in_play.items()
        ),
        hand=_hand(reading, seat, shown, flips),
        cards=len(shown.realm),
        marks=tuple(_marks(reading, seat, shown)),
        placement=""
        if shown.placement is None
        else placement_text(shown.placement, reading.language, words.content),
    )


def _leaders(reading: BoardReader, shown: MedievalSeat) -> tuple[LeadersShown, ...]:
    known = reading.lexicon.leaders
    counts = shown.leaders | ({"decoy": shown.decoys} if shown.decoys else {})
    return tuple(LeadersShown(id_, known[id_].counted(n), n) for id_, n in counts.items())


def _hand(
    reading: BoardReader, seat: int, shown: MedievalSeat, flips: Flips
) -> tuple[HandCard, ...]:
    """The hand; one's own with what can be played now. [MR-48]"""
    acts = reading.acts and seat == reading.me and reading.view.phase == "acting"
    refusals = Refusals(reading.view, reading.options, seat) if acts and shown.hand else None
    hand = []
    for slot, id_ in enumerate(shown.hand):
        card, flip = reading.card(id_), flips.next(id_)
        refused = refusals.slot(slot) if refusals else None
        if refusals is None:
            hand.append(HandCard(card, flip))
        elif refused is None:
            label = reading.say("board.play", card=card.title)
            hand.append(HandCard(card, flip, Action(move_json(Play(id_)), label, str(slot + 1))))
        else:
            hand.append(HandCard(card, flip, why=reason(reading, refused, card)))
    return tuple(hand)


def _marks(reading: BoardReader, seat: int, shown: MedievalSeat) -> list[Mark]:
    """What is to be known of a seat at this moment."""
    view, kinds = reading.view, list[str]()
    if view.phase == "placing":
        kinds.append("ready" if shown.ready else "waiting")
    elif seat in view.awaiting:
        kinds.append("turn")
    elif view.auction is not None and seat in view.auction.inside:
        kinds.append("bidding")
    if shown.passed:
        kinds.append("passed")
    if view.phase == "ended":
        kinds.clear()
    return [Mark(kind, reading.say(f"mark.{kind}"), MARKS.get(kind, "")) for kind in kinds]


# --- What just came and went ---


def last_move(reading: BoardReader, seat: int) -> str:
    """What a seat did last in this round, without its name; empty where that is nothing."""
    for line in reversed(reading.page.story):
        if isinstance(line.event, e.RoundBegan):
            break
        if isinstance(line.event, DEEDS) and line.event.seat == seat:
            sentence = line.text.removeprefix(f"{reading.names[seat]} ")
            return sentence[:1].upper() + sentence[1:]
    return ""


def changed_tokens(reading: BoardReader) -> list[Counter[str]]:
    """The tokens that came to each seat, or went, with the last thing that happened."""
    changes: list[Counter[str]] = [Counter() for _ in reading.view.seats]
    for event in reading.page.table.events:
        note_tokens(changes, event)
    return changes


def note_tokens(changes: list[Counter[str]], event: object) -> None:
    """Note the tokens that an event brings to each seat, or takes."""
    match event:
        case e.GoodsGiven(amount):
            for change in changes:
                change["goods"] += amount
        case e.TookCard() | e.Activated():
            changes[event.seat]["goods"] -= event.price
        case e.Won():
            changes[event.seat][event.resource] -= event.bid
        case e.Chose():
            changes[event.seat][event.resource] += event.amount
        case e.CardPlayed():
            changes[event.seat].subtract(event.tokens)
        case (
            e.Drafted() | e.Produced() | e.LandFought() | e.CardProduced() | e.Gained()
            | e.Answered()
        ) if event.seat is not None:  # fmt: skip
            changes[event.seat].update(event.tokens)
