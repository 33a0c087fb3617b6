"""Who would get what: majority cards now, and the lands as the leaders stand. [MR-24] [MR-38]"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from realms.medieval.content.schema import MedievalContent
from realms.medieval.interface.moves import Place
from realms.medieval.interface.view import MedievalSeat, MedievalView
from realms.medieval.rules.state import HAND
from realms.medieval.web.board.lexicon import CardFace, Lexicon


class Candidate(Struct, frozen=True):
    """A seat in the running for a majority card, or why it is not. [MR-38]"""

    seat: int
    amount: int
    bar: str = ""
    """`hand_full`, or `same_colour`."""


class MajorityShown(Struct, frozen=True):
    """Who would get a majority card, most tokens first; the seat is None for nobody."""

    resource: str
    seat: int | None
    candidates: tuple[Candidate, ...]


def majority(
    view: MedievalView,
    lexicon: Lexicon,
    card: CardFace,
    price: int,
    activator: int | None,
    *,
    tie_to_activator: bool,
) -> MajorityShown:
    """Who would get a card if somebody activated it now. [MR-38] to [MR-42]

    Tokens are counted after the price is paid; without an activator, ties go by turn order.
    An activator who is not among the tied gets a tied card only where the switch says so.
    """
    found = []
    for seat in view.order:
        shown = view.seats[seat]
        paid = price if seat == activator and card.asks == "goods" else 0
        amount = shown.tokens[card.asks] - paid
        found.append(Candidate(seat, amount, _bar(shown, lexicon, card)))
    found.sort(key=lambda one: (-one.amount, one.seat != activator, view.order.index(one.seat)))
    free = [one for one in found if not one.bar]
    gets = free[0].seat if free else None
    tied = [one for one in free if one.amount == free[0].amount]
    if tie_to_activator and len(tied) > 1 and activator in [one.seat for one in free]:
        gets = activator
    return MajorityShown(card.asks, gets, tuple(found))


def _bar(seat: MedievalSeat, lexicon: Lexicon, card: CardFace) -> str:
    if len(seat.hand) >= HAND:
        return "hand_full"
    held = [lexicon.cards[id_].colour for id_ in seat.hand]
    return "same_colour" if card.colour in held else ""


# --- Lands ---


class ContestStanding(Struct, frozen=True):
    """Who stands on a land, and how strong. [MR-24]"""

    seat: int
    generals: int
    admirals: int
    decoys: int
    strength: int


class LandHeld(Struct, frozen=True):
    """A land, who stands there, and who holds it; nobody where the seat is None."""

    number: int
    seat: int | None
    forces: tuple[ContestStanding, ...]


def lands_held(view: MedievalView, content: MedievalContent) -> tuple[LandHeld, ...]:
    """The lands as all leaders stand, once the screens are down. [MR-24] [MR-25] [MR-26]"""
    values = {leader.id: leader.combat for leader in content.leader}
    values["decoy"] = content.start.decoy_combat
    standing: dict[int, list[ContestStanding]] = {land: [] for land in view.lands}
    for seat, shown in enumerate(view.seats):
        if shown.placement is not None:
            _stand(standing, seat, shown.placement, values)
    return tuple(_held(land, forces) for land, forces in standing.items())


def _stand(
    standing: dict[int, list[ContestStanding]], seat: int, placement: Place, values: dict[str, int]
) -> None:
    """Put the leaders of a seat on the map."""
    generals, admirals, decoys = map(
        Counter, (placement.generals, placement.admirals, placement.decoys)
    )
    for land in sorted({*generals, *admirals, *decoys}):
        strength = generals[land] * values["general"] + admirals[land] * values["admiral"]
        strength += decoys[land] * values["decoy"]
        force = ContestStanding(seat, generals[land], admirals[land], decoys[land], strength)
        standing[land].append(force)


def _held(land: int, forces: list[ContestStanding]) -> LandHeld:
    """The strongest holds a land, unless tied, or there with decoys alone. [MR-25] [MR-26]"""
    forces.sort(key=lambda force: (-force.strength, force.seat))
    most = [force for force in forces if force.strength == forces[0].strength]
    clear = len(most) == 1 and most[0].strength > 0 and not most[0].decoys
    holder = most[0].seat if clear else None
    return LandHeld(land, holder, tuple(forces))
