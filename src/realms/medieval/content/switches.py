"""Editions and switches: what the table agreed on, and the content as that has it.

Where the two rulebooks differ about a card, a switch edits the content, so that the card's
text, its score and its rules follow together; the rules themselves know no edition.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, structs

from realms.kernel.game import Options
from realms.kernel.text import LANGUAGES, Text
from realms.medieval.content import effects as does
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import MedievalCard, MedievalContent


class Switches(Struct, frozen=True):
    """A value for every switch; the default is the English edition."""

    hole_requires_cost: bool = False
    war_colour: Literal["black", "orange"] = "black"
    gallery_cathedral: Literal["majority", "hole"] = "majority"
    gp_end: Literal["colour", "distinct"] = "colour"
    city_trigger: Literal["shown", "same"] = "shown"
    tithe_exclude_religion: bool = True
    milestone_final: bool = False
    scidev: Literal["per_mayor", "on_square"] = "per_mayor"
    island_consumes: bool = False
    auction_min_bid: Literal[0, 1] = 1
    decoys_count_as_mayors: bool = False
    rounds: Literal[7, 8] = 7
    majority_tie: Literal["tied", "activator"] = "tied"
    island_test: Literal["played", "taken"] = "played"


class MedievalOptions(Options, frozen=True):
    """What a table of Medieval Realms agrees on; a switch left at None is the edition's."""

    players: int = 4
    edition: Literal["en", "es"] = "en"
    hole_requires_cost: bool | None = None
    """A hole card may be taken only by who could also pay to play it. [MR-35]"""
    war_colour: Literal["black", "orange"] | None = None
    """The colour of Wars. [MR-64]"""
    gallery_cathedral: Literal["majority", "hole"] | None = None
    """The type of Art Galleries and Cathedrals. [MR-67]"""
    gp_end: Literal["colour", "distinct"] | None = None
    """What Great Persons score at the end. [MR-65]"""
    city_trigger: Literal["shown", "same"] | None = None
    """Which cards Cities answer to. [MR-61]"""
    tithe_exclude_religion: bool | None = None
    """A Tithe may not choose religion. [MR-68]"""
    milestone_final: bool | None = None
    """End-of-game effects pay milestones too. [MR-56]"""
    scidev: Literal["per_mayor", "on_square"] | None = None
    """What Scientific Developments produce for. [MR-66]"""
    island_consumes: bool | None = None
    """Each Island takes one admiral. [MR-63]"""
    auction_min_bid: Literal[0, 1] | None = None
    """The lowest opening bid. [MR-44]"""
    decoys_count_as_mayors: bool | None = None
    """Decoys count as mayors for cards. [MR-73]"""
    rounds: Literal[7, 8] | None = None
    """The number of rounds. [MR-74]"""
    majority_tie: Literal["tied", "activator"] | None = None
    """Whom a tie for a majority card goes to. [MR-39]"""
    island_test: Literal["played", "taken"] | None = None
    """When the admirals of an Island are asked for. [MR-63]"""
    content: str = ""
    """The digest of a content file of one's own; empty for ours."""

    def resolved(self) -> MedievalOptions:
        """The same options with every switch set."""
        return structs.replace(self, **structs.asdict(switches_of(self)))


NAMES = tuple(field.name for field in structs.fields(Switches))
VALUES: dict[str, tuple[Any, ...]] = {switch.id: switch.values for switch in CONTENT.switch}
"""The values of each switch, that of the English edition first."""


def switches_of(options: MedievalOptions) -> Switches:
    """Every switch as the edition has it, or as the table set it."""
    values: dict[str, Any] = {s.id: s.preset(options.edition) for s in CONTENT.switch}
    values |= {name: getattr(options, name) for name in NAMES if getattr(options, name) is not None}
    return Switches(**values)


def edit_content(content: MedievalContent, switches: Switches) -> MedievalContent:
    """The content as some switches have it."""
    cards = tuple(_edit_card(card, switches) for card in content.card)
    board = structs.replace(content.board, rounds=switches.rounds)
    return structs.replace(content, card=cards, board=board)


def _edit_card(card: MedievalCard, switches: Switches) -> MedievalCard:
    """A card as some switches have it."""
    if card.kind == "war" and switches.war_colour == "orange":  # [MR-64]
        return structs.replace(card, colour="orange")
    if card.kind in ("art_gallery", "cathedral") and switches.gallery_cathedral == "hole":
        return structs.replace(card, type="hole")  # [MR-67]
    if card.great_person and switches.gp_end == "distinct":  # [MR-65]
        end = tuple(does.PointsPerDifferentColour(effect.points) for effect in card.end)
        return _keep_marks(structs.replace(card, end=end, name=_plain_name(card.name)))
    if card.repetitive and switches.city_trigger == "same":  # [MR-61]
        answers = tuple(structs.replace(e, colour=card.colour) for e in card.repetitive)
        return structs.replace(card, repetitive=answers, name=_own_colour(card))
    if card.kind == "tithe" and not switches.tithe_exclude_religion:  # [MR-68]
        return structs.replace(card, immediate=tuple(_any_kind(e) for e in card.immediate))
    if card.kind == "scientific_development" and switches.scidev == "on_square":  # [MR-66]
        production = tuple(map(_on_square, card.production))
        return _keep_marks(structs.replace(card, production=production))
    if card.kind == "island" and switches.island_consumes:  # [MR-63]
        return _keep_marks(structs.replace(card, cost=_give_up(card.cost)))
    return card


def _plain_name(name: Text) -> Text:
    """A name without what it shows in parentheses, where that does not count."""
    return Text(*(text.partition(" (")[0] for text in (name.en, name.es)))


def _own_colour(card: MedievalCard) -> Text:
    """The name of a City that answers to its own colour, whatever it shows. [MR-61]"""
    words = {colour.id: colour.name for colour in CONTENT.colour}
    texts = {language: card.name[language] for language in LANGUAGES}
    for effect in card.repetitive:
        for language in LANGUAGES:
            shown = f"({words[effect.colour][language].lower()}:"
            own = f"({words[card.colour][language].lower()}:"
            texts[language] = texts[language].replace(shown, own)
    return Text(**texts)


def _any_kind(effect: does.Immediate) -> does.Immediate:
    is_choice = isinstance(effect, does.ChooseTokens)
    return structs.replace(effect, excluding=()) if is_choice else effect


def _on_square(effect: does.Production) -> does.Production:
    if isinstance(effect, does.GainTokensPerLeader):
        return does.GainTokensPerMayorOnSquare(effect.resource, effect.amount)
    return effect


def _give_up(cost: does.AnyCost) -> does.AnyCost:
    return does.GiveUp(cost.leader) if isinstance(cost, does.Own) else cost


def _keep_marks(card: MedievalCard) -> MedievalCard:
    """A card whose marks of provenance name only figures it still has."""
    known = card.figures
    return structs.replace(
        card,
        public=tuple(figure for figure in card.public if figure in known),
        reconstructed=tuple(figure for figure in card.reconstructed if figure in known),
    )
