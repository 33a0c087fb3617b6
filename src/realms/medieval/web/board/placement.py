"""Placing leaders: a stepper for every square and land, and what it would yield. [MR-18]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from realms.medieval.content import effects as does
from realms.medieval.interface.moves import Place
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.lexicon import LeaderWords, ResourceWords

SORTS = ("general", "admiral", "decoy")
"""What stands on the map."""
FIELDS = {"mayor": "mayors", "general": "general", "admiral": "admiral", "decoy": "decoy"}
"""How the fields of the form begin."""


class Stepper(Struct, frozen=True):
    """A number field with a step up and a step down."""

    name: str
    sort: str
    label: str
    value: int
    most: int
    yields: str = ""
    """What each leader here would make, as JSON for the steps."""


class SquareToFill(Struct, frozen=True):
    """A square of the zone: mayors make its resource. [MR-19]"""

    resource: ResourceWords
    held: int
    stepper: Stepper


class LandToTake(Struct, frozen=True):
    """A land of the map, its reward, and a stepper for each sort. [MR-20] [MR-22]"""

    number: int
    reward: tuple[tuple[ResourceWords, int], ...]
    reward_json: str
    steppers: tuple[Stepper, ...]


class ToPlace(Struct, frozen=True):
    """Leaders of one sort: how many there are, and how many still have no place."""

    leader: LeaderWords
    number: int
    left: int


class Yield(Struct, frozen=True):
    """What a placement would bring of a resource: for sure, and from lands if unopposed."""

    resource: ResourceWords
    sure: int
    hoped: int
    base: int
    """What comes wherever the leaders stand: cards in play, and the goods of step 4."""


class Placing(Struct, frozen=True):
    """The form behind the screen."""

    squares: tuple[SquareToFill, ...]
    lands: tuple[LandToTake, ...]
    leaders: tuple[ToPlace, ...]
    yields: tuple[Yield, ...]
    is_ready: bool
    """Whether a placement stands that may be changed until all are ready. [MR-18]"""
    is_whole: bool
    """Whether every leader has a place."""
    apart: bool
    """Whether there are decoys, which must not stand beside one's own. [MR-22]"""


def placing(reading: BoardReader) -> Placing | None:
    """The form of whoever may place leaders now; None for others."""
    mine = reading.mine
    if mine is None or not reading.may_place:
        return None
    owned = {"mayor": mine.leaders["mayor"]} | {sort: mine.leaders.get(sort, 0) for sort in SORTS}
    owned["decoy"] = mine.decoys
    there = _count_typed(reading.page.typed) or _count_placed(mine.placement)
    squares = tuple(_squares(reading, owned, there))
    lands = tuple(_lands(reading, owned, there))
    leaders = tuple(_to_place(reading, owned, there))
    return Placing(
        squares=squares,
        lands=lands,
        leaders=leaders,
        yields=tuple(_yields(reading, squares, lands)),
        is_ready=mine.ready,
        is_whole=not any(sort.left for sort in leaders),
        apart=mine.decoys > 0,
    )


def _count_placed(placement: Place | None) -> Counter[str]:
    """The placement that stands, as the fields of the form have it."""
    if placement is None:
        return Counter()
    there = Counter({f"mayors.{id_}": n for id_, n in (placement.mayors or {}).items()})
    lands = zip(SORTS, (placement.generals, placement.admirals, placement.decoys), strict=True)
    for sort, numbers in lands:
        there.update(f"{sort}.{land}" for land in numbers)
    return there


def _count_typed(typed: Mapping[str, str]) -> Counter[str]:
    """What was typed into the form that was refused."""
    fields = tuple(f"{field}." for field in FIELDS.values())
    found: Counter[str] = Counter()
    for name, value in typed.items():
        if name.startswith(fields) and value.isdecimal():
            found[name] = int(value[:2])
    return found


def _squares(
    reading: BoardReader, owned: Mapping[str, int], there: Counter[str]
) -> Iterable[SquareToFill]:
    extra, mine = _per_mayor(reading), reading.mine
    assert mine is not None
    for resource in reading.lexicon.resources.values():
        if resource.zone:
            name = f"mayors.{resource.id}"
            makes = Counter({resource.id: 1}) + Counter({resource.id: extra[resource.id]})
            stepper = Stepper(
                name=name,
                sort="mayor",
                label=reading.say("stepper.mayors", square=resource.name),
                value=there[name],
                most=owned["mayor"],
                yields=msgspec.json.encode(makes).decode(),
            )
            yield SquareToFill(resource, mine.tokens[resource.id], stepper)


def _lands(
    reading: BoardReader, owned: Mapping[str, int], there: Counter[str]
) -> Iterable[LandToTake]:
    words = reading.lexicon
    sorts = [sort for sort in SORTS if owned[sort]]
    for land in reading.view.lands:
        reward = words.rewards[land]
        yield LandToTake(
            number=land,
            reward=tuple((words.resources[id_], n) for id_, n in reward.items()),
            reward_json=msgspec.json.encode(reward).decode(),
            steppers=tuple(
                Stepper(
                    name=f"{sort}.{land}",
                    sort=sort,
                    label=reading.say(
                        "stepper.land", leaders=words.leaders[sort].other.capitalize(), land=land
                    ),
                    value=there[f"{sort}.{land}"],
                    most=owned[sort],
                )
                for sort in sorts
            ),
        )


def _to_place(
    reading: BoardReader, owned: Mapping[str, int], there: Counter[str]
) -> Iterable[ToPlace]:
    for sort, number in owned.items():
        if number:
            placed = sum(n for name, n in there.items() if name.startswith(f"{FIELDS[sort]}."))
            yield ToPlace(reading.lexicon.leaders[sort], number, number - placed)


# --- What it would yield ---


def _yields(
    reading: BoardReader, squares: Iterable[SquareToFill], lands: Iterable[LandToTake]
) -> Iterable[Yield]:
    """What comes for sure, and what from lands that nobody else fights for. [MR-23]"""
    base = certain_income(reading)
    sure, hoped = Counter(base), Counter[str]()
    for square in squares:
        for id_, each in msgspec.json.decode(square.stepper.yields, type=dict[str, int]).items():
            sure[id_] += each * square.stepper.value
    for land in lands:
        if any(stepper.value for stepper in land.steppers if stepper.sort != "decoy"):
            hoped.update({resource.id: number for resource, number in land.reward})
    for id_, resource in reading.lexicon.resources.items():
        yield Yield(resource, sure[id_], hoped[id_], base[id_])


def certain_income(reading: BoardReader) -> Counter[str]:
    """What comes in wherever leaders stand: cards in play, and step 4. [MR-7] [MR-28]"""
    mine, content = reading.mine, reading.lexicon.content
    assert mine is not None
    income = Counter({"goods": content.board.goods})
    counts = dict(mine.leaders)
    if reading.options.resolved().decoys_count_as_mayors:
        counts["mayor"] += mine.decoys
    for effect in _production(reading):
        match effect:
            case does.GainTokens(resource, amount):
                income[resource] += amount
            case does.GainTokensPerLeader(resource, amount, leader):
                income[resource] += amount * counts[leader]
    return income


def _per_mayor(reading: BoardReader) -> Counter[str]:
    """What cards make besides for each mayor on a square. [MR-66]"""
    extra: Counter[str] = Counter()
    for effect in _production(reading):
        if isinstance(effect, does.GainTokensPerMayorOnSquare):
            extra[effect.resource] += effect.amount
    return extra


def _production(reading: BoardReader) -> Iterable[does.Production]:
    """The production effects of one's cards in play."""
    mine = reading.mine
    assert mine is not None
    cards = {card.id: card for card in reading.lexicon.content.card}
    return (effect for id_ in mine.realm for effect in cards[id_].production)
