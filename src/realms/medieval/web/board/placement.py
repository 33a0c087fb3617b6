"""Placing leaders: a stepper for every square and land, and what it would yield. [MR-18]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from realms.kernel.errors import RealmsError
from realms.kernel.text import say
from realms.medieval.content import effects as does
from realms.medieval.interface.moves import Place
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.last_round import LastRound, last_round
from realms.medieval.web.board.lexicon import LeaderWords, ResourceWords
from realms.web.pages.table.table_page import TablePage

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
    label: str
    """The land in words: what it gives, and who held it in the last round."""
    was: int | None
    """Who held it in the last round."""
    stood: tuple[tuple[int, str], ...]
    """Who else stood there then: a seat and a sort of leader for each."""


class ToPlace(Struct, frozen=True):
    """Leaders of one sort: how many there are, and how many still have no place."""

    leader: LeaderWords
    number: int
    left: int


class Yield(Struct, frozen=True):
    """What a placement would bring of a resource: for sure, and from lands if unopposed."""

    resource: ResourceWords
    held: int
    sure: int
    hoped: int
    base: int
    """What comes wherever the leaders stand: cards in play, and the goods of step 4."""


class Placing(Struct, frozen=True):
    """The form by which a seat places its leaders."""

    seat: int

    squares: tuple[SquareToFill, ...]
    lands: tuple[LandToTake, ...]
    leaders: tuple[ToPlace, ...]
    yields: tuple[Yield, ...]
    last: str
    """The placement of the last round as fields, in JSON; empty where it cannot be again."""
    clash: bool
    """Whether decoys stand beside one's own leaders. [MR-22]"""
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
    seat, before = reading.me or 0, last_round(reading)
    lands = tuple(_lands(reading, owned, there, before))
    leaders = tuple(_to_place(reading, owned, there))
    again = _count_placed(before.placements[seat]) if before.placements else Counter[str]()
    return Placing(
        seat=seat,
        last=msgspec.json.encode(again).decode() if _fits(again, owned) else "",
        clash=any(_clashes(land) for land in lands),
        squares=squares,
        lands=lands,
        leaders=leaders,
        yields=tuple(_yields(reading, squares, lands)),
        is_ready=mine.ready,
        is_whole=not any(sort.left for sort in leaders),
        apart=mine.decoys > 0,
    )


def refusal(error: RealmsError, page: TablePage) -> str:
    """Of a placement that is not whole, what is still to be placed. [MR-21]"""
    made = placing(BoardReader(page)) if error.code == "move/not_all_placed" else None
    left = [one for one in made.leaders if one.left > 0] if made else []
    if not left:
        return ""
    leaders = ", ".join(f"{one.left} {one.leader.counted(one.left)}" for one in left)
    return say("web.medieval.place.missing", page.language, leaders=leaders)


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


def _fits(placed: Counter[str], owned: Mapping[str, int]) -> bool:
    """Whether one still has leaders for a placement, and it is one."""
    counts = {sort: _number(placed, sort) for sort in owned}
    return bool(placed) and all(counts[sort] <= number for sort, number in owned.items())


def _number(placed: Counter[str], sort: str) -> int:
    return sum(n for name, n in placed.items() if name.startswith(f"{FIELDS[sort]}."))


def _clashes(land: LandToTake) -> bool:
    """Whether a decoy stands beside one's own military leaders. [MR-22]"""
    sorts = {stepper.sort for stepper in land.steppers if stepper.value}
    return "decoy" in sorts and len(sorts) > 1


def _lands(
    reading: BoardReader, owned: Mapping[str, int], there: Counter[str], before: LastRound
) -> Iterable[LandToTake]:
    words = reading.lexicon
    sorts = [sort for sort in SORTS if owned[sort]]
    for land in reading.view.lands:
        reward = words.rewards[land]
        yield LandToTake(
            number=land,
            reward=tuple((words.resources[id_], n) for id_, n in reward.items()),
            reward_json=msgspec.json.encode(reward).decode(),
            label=_land_label(reading, land, before),
            was=before.holders.get(land),
            stood=tuple(one for one in before.stood(land) if one[0] != reading.me),
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


def _land_label(reading: BoardReader, land: int, before: LastRound) -> str:
    """A land in words: what it gives, and who held it in the last round."""
    reward = reading.lexicon.tokens(reading.lexicon.rewards[land])
    label = reading.say("board.land", n=land, reward=reward)
    holder = before.holders.get(land)
    if holder is not None:
        label += " " + reading.say("board.was_held", seat=reading.names[holder])
    return label


def _to_place(
    reading: BoardReader, owned: Mapping[str, int], there: Counter[str]
) -> Iterable[ToPlace]:
    for sort, number in owned.items():
        if number:
            yield ToPlace(reading.lexicon.leaders[sort], number, number - _number(there, sort))


# --- What it would yield ---


def _yields(
    reading: BoardReader, squares: Iterable[SquareToFill], lands: Iterable[LandToTake]
) -> Iterable[Yield]:
    """What comes for sure, and what from lands that nobody else fights for. [MR-23]"""
    base, mine = certain_income(reading), reading.mine
    assert mine is not None
    sure, hoped = Counter(base), Counter[str]()
    for square in squares:
        for id_, each in msgspec.json.decode(square.stepper.yields, type=dict[str, int]).items():
            sure[id_] += each * square.stepper.value
    for land in lands:
        if any(stepper.value for stepper in land.steppers if stepper.sort != "decoy"):
            hoped.update({resource.id: number for resource, number in land.reward})
    for id_, resource in reading.lexicon.resources.items():
        yield Yield(resource, mine.tokens[id_], sure[id_], hoped[id_], base[id_])


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
