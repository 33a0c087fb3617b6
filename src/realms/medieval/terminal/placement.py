"""Placing leaders: in one line as records write it, as last round, or step by step. [MR-18]"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.text import Text

from realms.cli.terminal.menu import BACK, NOTHING, Ask, Item, Menu, back_item, unknown, word_item
from realms.cli.terminal.terminal_game import PERSON
from realms.kernel.errors import IllegalMove
from realms.kernel.names import folded
from realms.medieval.content.rule_tables import RESOURCES
from realms.medieval.interface.log import placement_text
from realms.medieval.interface.moves import Place
from realms.medieval.interface.notation import VERBS, read_placement
from realms.medieval.terminal.action_text import number_in
from realms.medieval.terminal.question import check_move, resource_item
from realms.medieval.terminal.table_view import TerminalView

STEPS = object()
YES = object()


def place(seen: TerminalView, ask: Ask) -> Place:
    """A placement of all leaders."""

    def typed(text: str) -> Any:
        first, _, rest = text.partition(" ")
        written = rest if VERBS.get(folded(first)) == "place" else text
        return check_move(seen, read_placement(written))

    items = [word_item(STEPS, "terminal_medieval.steps", seen.language)]
    before = last_placement(seen)
    if before is not None:
        text = placement_text(before, seen.language, seen.content)
        label = Text(seen.say("as_before"))
        items.append(Item(before, (), label, (Text(text, "dim"),)))
    enter = NOTHING if before is None else before
    menu = Menu(seen.say("place_hint"), items, other=typed, enter=enter, own_numbers=True)
    while True:
        chosen = ask(menu)
        if chosen is STEPS:
            chosen = step_by_step(seen, ask)
        if isinstance(chosen, Place):
            return chosen


def leaders_to_place(seen: TerminalView) -> list[str]:
    """Every leader of the person, one by one, in the order they are placed. [MR-21]"""
    mine = seen.mine
    counts = {sort: mine.leaders[sort] for sort in ("mayor", "general", "admiral")}
    counts["decoy"] = mine.decoys
    return list(Counter(counts).elements())


def last_placement(seen: TerminalView) -> Place | None:
    """The person's last placement, where it still fits. [MR-21]"""
    table = seen.table
    made = [played.move for played in table.record.moves if played.seat == PERSON]
    placements = [move for move in made if isinstance(move, Place)]
    if placements and placements[-1] in table.game.legal(table.state, PERSON):
        return placements[-1]
    return None


def step_by_step(seen: TerminalView, ask: Ask) -> Any:
    """Leader by leader; one may go back at every step. [MR-19] [MR-20] [MR-22]"""
    leaders, chosen = leaders_to_place(seen), list[Any]()
    while True:
        if len(chosen) == len(leaders) or _stay_off(seen, leaders, chosen):
            placement = _placement(leaders, chosen)
            answer = ask(_confirmation(seen, placement))
            if answer is YES:
                return placement
        else:
            answer = ask(_step(seen, leaders, chosen))
        if answer is not BACK:
            chosen.append(answer)
        elif not chosen:
            return BACK
        else:
            chosen.pop()


def _lands_left(seen: TerminalView, leaders: list[str], chosen: list[Any]) -> list[int]:
    """The lands where the next leader may stand; decoys keep apart. [MR-22]"""
    if leaders[len(chosen)] != "decoy":
        return list(seen.view.lands)
    military = ("general", "admiral")
    taken = [land for sort, land in zip(leaders, chosen, strict=False) if sort in military]
    return [land for land in seen.view.lands if land not in taken]


def _stay_off(seen: TerminalView, leaders: list[str], chosen: list[Any]) -> bool:
    """Decoys that find no land stay off the map. [MR-22]"""
    return leaders[len(chosen)] == "decoy" and not _lands_left(seen, leaders, chosen)


def _step(seen: TerminalView, leaders: list[str], chosen: list[Any]) -> Menu:
    """Where the next leader goes."""
    sort = leaders[len(chosen)]
    same = leaders.count(sort)
    number = sum(other == sort for other in leaders[: len(chosen) + 1])
    where = {"leader": _one(seen, sort), "number": number, "of": same}
    if sort == "mayor":
        squares = [resource.id for resource in seen.content.resource if resource.zone]
        items = [resource_item(seen, square, square) for square in squares]
        return Menu(seen.say("step_mayor", **where), [*items, back_item(seen.language, 0)])
    free = _lands_left(seen, leaders, chosen)

    def typed(text: str) -> Any:
        number = number_in(text)
        if number is None:
            return unknown(text)
        near = number in seen.view.lands
        code, paragraph = ("decoy_beside_leaders", "MR-22") if near else ("no_land", "MR-20")
        raise IllegalMove(f"move/{code}", paragraph=paragraph, move=f"{sort} {number}")

    lands = [Item(land, (), Text(seen.reward(land)), number=land) for land in free]
    title = seen.say("step_land", **where)
    return Menu(title, [*lands, back_item(seen.language, 0)], other=typed, own_numbers=True)


def _one(seen: TerminalView, sort: str) -> str:
    return seen.say("decoy") if sort == "decoy" else seen.words.of("leader", sort)


def _placement(leaders: list[str], chosen: list[Any]) -> Place:
    """The steps taken, as one placement."""
    where: dict[str, list[Any]] = {"mayor": [], "general": [], "admiral": [], "decoy": []}
    for sort, place in zip(leaders, chosen, strict=False):
        where[sort].append(place)
    generals, admirals, decoys = (
        tuple(sorted(where[sort])) for sort in ("general", "admiral", "decoy")
    )
    mayors = {id_: where["mayor"].count(id_) for id_ in RESOURCES if id_ in where["mayor"]}
    return Place(mayors, generals, admirals, decoys)


def _confirmation(seen: TerminalView, placement: Place) -> Menu:
    written = placement_text(placement, seen.language, seen.content)
    yes = word_item(YES, "terminal_medieval.confirm", seen.language)
    return Menu(
        seen.say("confirm_hint", placement=written), [yes, back_item(seen.language, 0)], enter=YES
    )
