"""What a card costs and does, as values, and where each figure of the content comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Number = Annotated[int, Meta(ge=1, le=999)]
"""A number of tokens, points, cards or leaders: at least one."""
ByPlayers = dict[int, Annotated[int, Meta(ge=0, le=999)]]
"""A number for each number of players, 2 to 5."""


# --- Provenance ---

Source = Literal["rulebook", "public", "reconstructed"]
APART = ("id", "en", "es", "public", "reconstructed")
"""The fields that are no figures: what a thing is called, and its marks."""


class Sourced(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing whose figures are of the rulebook, but for those it lists otherwise. [MR-6]"""

    public: tuple[str, ...] = ()
    reconstructed: tuple[str, ...] = ()

    @property
    def figures(self) -> tuple[str, ...]:
        """Its figures: a field, or a field and what the cost or the effects in it tell."""
        paths: list[str] = []
        for field in (field for field in self.__struct_fields__ if field not in APART):
            value = getattr(self, field)
            parts = value if isinstance(value, tuple) else (value,)
            if all(isinstance(part, Struct) for part in parts):
                paths += [f"{field}.{name}" for part in parts for name in part.__struct_fields__]
            else:
                paths.append(field)
        return tuple(dict.fromkeys(paths))

    def source(self, figure: str) -> Source:
        """Where a figure comes from: `count`, `cost.amount`, `end.colour`."""
        if figure not in self.figures:
            raise KeyError(figure)
        if figure in self.reconstructed:
            return "reconstructed"
        return "public" if figure in self.public else "rulebook"


def every_field(thing: Struct) -> Iterator[tuple[str, Any]]:
    """Every field of a thing, and of the costs, effects and conditions inside it."""
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        yield field, value
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Struct):
                yield from every_field(part)


# --- Costs ---


class Cost(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does"):
    """What a card asks of whoever would put it in play; `does` is its verb. [MR-6]"""


class Pay(Cost, frozen=True, tag="pay"):
    """Tokens of one resource, paid from the manor. [MR-48]"""

    resource: str
    amount: Number


class PayByPlayers(Cost, frozen=True, tag="pay_by_players"):
    """Tokens of one resource, fewer or more by the number of players. [MR-64]"""

    resource: str
    amounts: ByPlayers


class WinningBid(Cost, frozen=True, tag="bid"):
    """Tokens of one resource, as many as win the auction. [MR-43]"""

    resource: str


class Own(Cost, frozen=True, tag="own"):
    """A leader owned for each card of a kind in play, this one included. [MR-63]"""

    leader: str
    kind: str


class GiveUp(Cost, frozen=True, tag="give_up"):
    """A leader owned, which is given up. [MR-63]"""

    leader: str


AnyCost = Pay | PayByPlayers | WinningBid | Own | GiveUp


# --- Conditions ---


class Condition(Struct, frozen=True, forbid_unknown_fields=True, tag_field="counts"):
    """Holds when what it counts in the realm of the owner is `at_least` so many. [MR-63]"""

    at_least: Number


class Cards(Condition, frozen=True, tag="cards"):
    """Counts the cards in play of some colours together. [MR-72]"""

    colours: tuple[str, ...]


class DifferentColours(Condition, frozen=True, tag="different_colours"):
    """Counts the different colours in play. [MR-72]"""


class GreatPersons(Condition, frozen=True, tag="great_persons"):
    """Counts the cards in play with the mark of a Great Person. [MR-72]"""


class Leaders(Condition, frozen=True, tag="leaders"):
    """Counts the leaders of one kind; decoys are none of them. [MR-73]"""

    leader: str


class CombatValue(Condition, frozen=True, tag="combat_value"):
    """Adds up the combat value of the military leaders. [MR-5]"""


AnyCondition = Cards | DifferentColours | GreatPersons | Leaders | CombatValue


# --- Effects ---


class MedievalEffect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does"):
    """One thing a card does; `does` is its verb, the card says when. [MR-7]"""


class GainPoints(MedievalEffect, frozen=True, tag="gain_points"):
    """Victory points. [MR-55]"""

    points: Number


class GainTokens(MedievalEffect, frozen=True, tag="gain_tokens"):
    """Tokens of one resource. [MR-58] [MR-62]"""

    resource: str
    amount: Number


class ChooseTokens(MedievalEffect, frozen=True, tag="choose_tokens"):
    """Tokens of one resource the owner chooses, but for those it excludes. [MR-68]"""

    amount: Number
    excluding: tuple[str, ...] = ()


class GainLeader(MedievalEffect, frozen=True, tag="gain_leader"):
    """Leaders of one kind, placed from the next round on. [MR-60] [MR-69] [MR-70]"""

    leader: str
    amount: Number


class GetCard(MedievalEffect, frozen=True, tag="get_card"):
    """Cards of the current panel into the hand, free of goods; no card does it yet. [MR-71]"""

    amount: Number


class Trigger(MedievalEffect, frozen=True, tag="trigger"):
    """Tokens and points when the owner puts another card of a colour in play. [MR-61]"""

    colour: str
    resource: str
    amount: Number
    points: Number


class GainTokensPerLeader(MedievalEffect, frozen=True, tag="gain_tokens_per_leader"):
    """Tokens of one resource for each leader of one kind. [MR-66]"""

    resource: str
    amount: Number
    leader: str


class GainTokensPerMayorOnSquare(
    MedievalEffect, frozen=True, tag="gain_tokens_per_mayor_on_square"
):
    """Tokens of one resource for each mayor placed on its square of the zone. [MR-66]"""

    resource: str
    amount: Number


class PointsPerLeader(MedievalEffect, frozen=True, tag="points_per_leader"):
    """Points for each leader of one kind. [MR-61]"""

    points: Number
    leader: str


class PointsPerCombatValue(MedievalEffect, frozen=True, tag="points_per_combat_value"):
    """Points for the combat value of the military leaders, added up. [MR-58]"""

    points: Number


class PointsPerDifferentColour(MedievalEffect, frozen=True, tag="points_per_different_colour"):
    """Points for each different colour in play, its own included. [MR-59]"""

    points: Number


class PointsPerCard(MedievalEffect, frozen=True, tag="points_per_card"):
    """Points for each card of a colour in play, itself included. [MR-65]"""

    points: Number
    colour: str


class PointsIf(MedievalEffect, frozen=True, tag="points_if"):
    """Points if a condition holds. [MR-63]"""

    points: Number
    condition: AnyCondition


Immediate = GainPoints | GainTokens | ChooseTokens | GainLeader | GetCard
"""When the card enters play. [MR-7]"""
Repetitive = Trigger
"""Every time the owner plays a card of the named colour. [MR-7]"""
Production = GainTokens | GainTokensPerLeader | GainTokensPerMayorOnSquare
"""Every round, when resources come in. [MR-23]"""
End = PointsPerLeader | PointsPerCombatValue | PointsPerDifferentColour | PointsPerCard | PointsIf
"""At final scoring. [MR-75]"""
