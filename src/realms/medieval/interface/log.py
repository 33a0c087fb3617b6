"""The events of a game as sentences of its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from realms.kernel.game import Event
from realms.kernel.text import listed
from realms.medieval.content.card_text import CardWords
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import MedievalContent
from realms.medieval.interface import events as e
from realms.medieval.interface.moves import LandForce, Place
from realms.medieval.interface.thing_names import card_name, resource_word, token_words

DECOY = "decoy"


def event_text(
    event: Event, names: Sequence[str], language: str, content: MedievalContent = CONTENT
) -> str:
    """An event as a sentence of the log, with its paragraph.

    >>> print(event_text(e.Won(1, "leader-mayor", 3, "gold"), ["Ada", "Bob"], "en"))
    Bob wins Realm Leader: Mayor for 3 gold and puts it in play. [MR-46]
    >>> print(event_text(e.Won(1, "leader-mayor", 3, "gold"), ["Ada", "Bob"], "es"))
    Bob gana la subasta por 3 de oro y pone en juego Líder del Reino: Alcalde. [MR-46]
    """
    return f"{event_sentence(event, names, language, content)} [{event.paragraph}]"


def event_sentence(
    event: Event, names: Sequence[str], language: str, content: MedievalContent = CONTENT
) -> str:
    """An event as a sentence of the log."""
    return EventLog(CardWords(language, content), tuple(names)).sentence(event)


def begun_text(
    order: Sequence[int], names: Sequence[str], language: str, content: MedievalContent = CONTENT
) -> str:
    """How a game begins, with its paragraph. [MR-12]"""
    return f"{begun_sentence(order, names, language, content)} [MR-12]"


def begun_sentence(
    order: Sequence[int], names: Sequence[str], language: str, content: MedievalContent = CONTENT
) -> str:
    """How a game begins: the first turn order. [MR-12]"""
    seats = listed([names[seat] for seat in order], language)
    return CardWords(language, content).say("event.begun", order=seats)


def placement_text(placement: Place, language: str, content: MedievalContent = CONTENT) -> str:
    """Where the leaders of a seat stand. [MR-18]

    >>> placement_text(Place({"science": 2, "gold": 1}, (3,), (1, 1)), "en")
    'mayors on science (2) and gold; general on land 3; admirals on land 1 (2)'
    """
    return EventLog(CardWords(language, content), ()).placement(placement)


class EventLog(Struct, frozen=True):
    """Tells the events of one table in one language."""

    words: CardWords
    names: tuple[str, ...]

    def sentence(self, event: Event) -> str:
        """An event as a sentence."""
        key, fields = self._special(event)
        plain = {field: self._field(field, getattr(event, field)) for field in _plain(event)}
        return self.words.say(f"event.{key or event.__struct_config__.tag}", **plain | fields)

    def _field(self, field: str, value: Any) -> Any:
        """A field of an event as sentences have it."""
        if field in ("seat", "activator") and value is not None:
            return self.names[value]
        if field == "card" and value is not None:
            return self.card(value)
        if field == "tokens":
            return self.tokens(value)
        return value

    def _special(self, event: Event) -> tuple[str, dict[str, Any]]:
        """The message, where it is not that of the event's name, and fields made for it."""
        match event:
            case e.Placed():
                return self._placed(event)
            case e.Revealed(_, placements):
                return "", {"placements": self._revealed(placements)}
            case e.LandFought():
                return self._land(event)
            case e.GoodsGiven(amount):
                return "", {"tokens": self.tokens({"goods": amount})}
            case e.OrderSet(order, goods):
                held = zip(order, goods, strict=True)
                seats = [self._times(self.names[seat], n) for seat, n in held]
                return "", {"order": self.listed(seats)}
            case e.TookCard() | e.Activated():
                return "", {"tokens": self.tokens({"goods": event.price})}
            case e.Received():
                key = "received" if event.seat == event.activator else "passed_on"
                return key, {"tokens": self.tokens({event.resource: event.amount})}
            case e.Opened() | e.Won():
                return "", {"tokens": self.tokens({event.resource: event.bid})}
            case e.LeftAuction(_, had_to):
                return "had_to_leave" if had_to else "left_auction", {}
            case e.CardPlayed(_, _, tokens, leaders):
                key = "paid_and_played" if tokens else "gave_up_and_played" if leaders else ""
                return key, {"leaders": self.listed(self._counted_leaders(leaders))}
            case e.Gained() | e.Answered():
                return "", {"gains": self._gains(event)}
            case e.MilestonesReached(_, number):
                return "", {"n": number}
            case e.Chose():
                key = "chose_milestone" if event.card is None else "chose"
                return key, {"tokens": self.tokens({event.resource: event.amount})}
            case e.Swept(cards) | e.Refilled(cards):
                return "", {"n": len(cards), "cards": self._counted(map(self.card, cards))}
        return "", {}

    # --- Things of the table ---

    def listed(self, things: Sequence[str]) -> str:
        """Several things as a sentence names them."""
        return listed(things, self.words.language)

    def card(self, id_: str) -> str:
        """The name of a card."""
        return card_name(id_, self.words.language, self.words.content)

    def tokens(self, tokens: Mapping[str, int]) -> str:
        """So many tokens of each resource."""
        return self.listed(token_words(self.words, tokens))

    def leaders(self, leaders: Mapping[str, int]) -> str:
        """The leaders of a seat, which need no number where there is one of a kind."""
        return self.listed(
            [
                self.words.say("event.leaders", n=number, leaders=self._leader(leader, number))
                for leader, number in leaders.items()
                if number
            ]
        )

    def _leader(self, leader: str, number: int) -> str:
        if leader == DECOY:
            return self.words.say("event.decoys", n=number)
        return self.words.of("leader", leader, number)

    def _counted_leaders(self, leaders: Mapping[str, int]) -> list[str]:
        return [
            self.words.say("effect.leaders", n=number, leaders=self._leader(leader, number))
            for leader, number in leaders.items()
        ]

    def _gains(self, event: Any) -> str:
        """Tokens, leaders and points that a card gave."""
        gains = token_words(self.words, event.tokens)
        gains += self._counted_leaders(getattr(event, "leaders", {}))
        if event.points:
            gains.append(self.words.say("effect.points", points=event.points))
        return self.listed(gains)

    def _times(self, thing: str, number: int) -> str:
        return self.words.say("event.times", thing=thing, n=number)

    def _counted(self, things: Iterable[str]) -> str:
        """Several things, those that are there more than once with their number."""
        counts = Counter(things)
        return self.listed([t if n == 1 else self._times(t, n) for t, n in counts.items()])

    # --- Placements and lands ---

    def _placed(self, event: e.Placed) -> tuple[str, dict[str, Any]]:
        """Others are told that a seat placed, not where. [MR-18]"""
        if event.placement is None:
            return "placed_hidden", {}
        key = "placed_again" if event.again else "placed"
        return key, {"placement": self.placement(event.placement)}

    def placement(self, placement: Place) -> str:
        """Where the leaders of a seat stand."""
        parts = [self._on_squares(placement.mayors)] if placement.mayors else []
        lands = {"general": placement.generals, "admiral": placement.admirals}
        lands[DECOY] = placement.decoys
        parts += [self._on_lands(leader, there) for leader, there in lands.items() if there]
        return "; ".join(parts)

    def _on_squares(self, mayors: Mapping[str, int]) -> str:
        squares = [resource_word(self.words, id_) for id_, n in mayors.items() for _ in range(n)]
        leaders = self._leader("mayor", len(squares))
        return self.words.say("event.on_squares", leaders=leaders, squares=self._counted(squares))

    def _on_lands(self, leader: str, lands: Sequence[int]) -> str:
        leaders, numbers = self._leader(leader, len(lands)), self._counted(map(str, lands))
        return self.words.say("event.on_lands", n=len(set(lands)), leaders=leaders, lands=numbers)

    def _revealed(self, placements: Sequence[Place]) -> str:
        return " ".join(
            self.words.say("event.stands", seat=name, placement=self.placement(placement))
            for name, placement in zip(self.names, placements, strict=True)
        )

    def _land(self, event: e.LandFought) -> tuple[str, dict[str, Any]]:
        """Who holds a land against whom, or why nobody does. [MR-24] [MR-25] [MR-26]"""
        if event.seat is not None:
            return self._held(event)
        most = max(force.strength for force in event.forces)
        strongest = [force for force in event.forces if force.strength == most]
        weaker = [force for force in event.forces if force.strength < most]
        others = {"n": len(weaker), "others": self._forces(weaker)}
        if all(force.decoys for force in event.forces):
            return "only_decoys", {}
        if len(strongest) > 1:
            return "tied_above" if weaker else "tied", {"tied": self._forces(strongest)} | others
        denying = strongest[0]
        strongest_fields = {"seat": self.names[denying.seat], "strength": most}
        return "denied", others | strongest_fields | {"n": denying.decoys}

    def _held(self, event: e.LandFought) -> tuple[str, dict[str, Any]]:
        mine = next(force for force in event.forces if force.seat == event.seat)
        others = [force for force in event.forces if force.seat != event.seat]
        return "held" if others else "unopposed", {
            "n": mine.generals + mine.admirals,
            "leaders": self.leaders({"general": mine.generals, "admiral": mine.admirals}),
            "strength": mine.strength,
            "others": self._forces(others),
        }

    def _forces(self, forces: Sequence[LandForce]) -> str:
        """Seats on a land with their strengths; where decoys stand, it says so."""
        return self.listed(
            [
                self.words.say(
                    "event.force_decoys" if force.decoys else "event.force",
                    n=force.decoys,
                    seat=self.names[force.seat],
                    strength=force.strength,
                )
                for force in forces
            ]
        )


def _plain(event: Event) -> Iterable[str]:
    """The fields of an event that are words, numbers or tokens."""
    return (f for f in event.__struct_fields__ if not isinstance(getattr(event, f), tuple))
