"""The rules against the plain engine of the tests, move by move and game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import convert, structs, to_builtins
from msgspec.json import decode, encode

from realms.arena.simulate import record_game
from realms.kernel import notation
from realms.kernel.conformance import seat_names
from realms.kernel.errors import RealmsError
from realms.kernel.game import State
from realms.kernel.record import Played, Record, exported, new_record, replay
from realms.medieval import Options, Place, game
from realms.medieval.interface.moves import AnyMove
from tests.medieval import reference
from tests.medieval.reference import RESOURCES, ZONE, Action, Broken, Table, action

OTHERWISE: dict[str, Any] = {
    "hole_requires_cost": True,
    "war_colour": "orange",
    "gallery_cathedral": "hole",
    "gp_end": "distinct",
    "city_trigger": "same",
    "tithe_exclude_religion": False,
    "milestone_final": True,
    "scidev": "on_square",
    "island_consumes": True,
    "auction_min_bid": 0,
    "decoys_count_as_mayors": True,
    "rounds": 8,
    "majority_tie": "activator",
    "island_test": "taken",
}
"""Every switch at the value that the English edition does not have."""

GOLDENS = sorted((Path(__file__).parents[1] / "goldens").glob("medieval-*.realms"))


MILITARY = ("admiral", "general")

Likes = Callable[[Random, Table, int], Action]
"""How a seat chooses among what the reference allows it."""


# --- In step ---


def export_of(record: Record) -> dict[str, Any]:
    """A record as another program reads it."""
    return decode(encode(exported(game, record)))  # type: ignore[no-any-return]


def table_of(record: Record) -> Table:
    order, deck = game.deal_order(game.start(record.options, record.seed))
    return Table(to_builtins(record.options.resolved()), order, deck)


def seen(table: Table) -> dict[str, Any]:
    """The whole open side of a table as the reference has it [MR-8]."""
    auction, choice = table.auction, table.choices[:1]
    keys = ("card", "resource", "bid", "holder", "asked")
    return {
        "phase": {"over": "ended"}.get(table.phase, table.phase),
        "round": table.round,
        "order": tuple(table.order),
        "awaiting": tuple(table.awaiting()),
        "panels": (tuple(table.current), tuple(table.future), len(table.deck)),
        "discards": sorted(table.discards),
        "auction": auction and tuple(auction[key] for key in keys),
        "choice": tuple((who, what, tuple(kinds)) for who, what, kinds in choice),
        "passed": [seat["passed"] for seat in table.seats] if table.turn is not None else None,
        "seats": [
            (
                {resource: seat["tokens"][resource] for resource in RESOURCES},
                seat["points"],
                seat["leaders"],
                seat["decoys"],
                sorted(seat["hand"]),
                sorted(seat["in_play"]),
            )
            for seat in table.seats
        ],
    }


def told_to_all(state: State) -> dict[str, Any]:
    """The same as the rules tell it to a spectator."""
    view = game.view(state, None)
    auction, choice = view.auction, view.choice
    acting = view.phase in {"acting", "bidding", "choosing"}
    return {
        "phase": view.phase,
        "round": view.round,
        "order": view.order,
        "awaiting": view.awaiting,
        "panels": (view.current, view.future, view.deck),
        "discards": sorted(view.discards),
        "auction": auction
        and (auction.card, auction.resource, auction.bid, auction.bidder, auction.asked),
        "choice": ((choice.seat, choice.what, choice.resources),) if choice else (),
        "passed": [seat.passed for seat in view.seats] if acting else None,
        "seats": [
            (
                seat.tokens,
                seat.points,
                seat.leaders,
                seat.decoys,
                sorted(seat.hand),
                sorted(seat.realm),
            )
            for seat in view.seats
        ],
    }


def offered(state: State, seat: int) -> set[Action]:
    legal = game.legal(state, seat)
    found = {action(to_builtins(move)) for move in legal}
    assert len(found) == len(legal), "a move is offered twice"
    return found


def same_point(table: Table, state: State, number: int) -> None:
    """Both engines see the same table and allow the same moves."""
    assert told_to_all(state) == seen(table), number
    assert list(game.may_change(state)) == table.may_change(), number
    for seat in range(table.players):
        if table.phase == "placing":
            assert len(game.legal(state, seat)) == table.placements(seat), number
        else:
            assert offered(state, seat) == table.legal(seat), (number, seat)


def in_step(record: Record) -> None:
    """A record is led through both engines, every point of it compared."""
    table = table_of(record)
    for moment in replay(game, record):
        if moment.played:
            assert moment.played.seat is not None
            table.play(moment.played.seat, to_builtins(moment.played.move))
        same_point(table, moment.state, moment.number)
    reference.replay(export_of(record))


# --- Who plays ---


def some_placement(chance: Random, table: Table, number: int) -> dict[str, Any]:
    """Any placement by the rules; military leaders like company, so that lands are fought for."""
    leaders, decoys = table.seats[number]["leaders"], table.seats[number]["decoys"]
    lands = chance.sample(table.lands, chance.randint(1, len(table.lands)))
    generals = sorted(chance.choices(lands, k=leaders["general"]))
    admirals = sorted(chance.choices(lands, k=leaders["admiral"]))
    free = [land for land in table.lands if land not in generals + admirals]
    mayors = chance.choices(ZONE, k=leaders["mayor"])
    return {
        "type": "place",
        "mayors": {square: mayors.count(square) for square in ZONE if square in mayors},
        "generals": generals,
        "admirals": admirals,
        "decoys": sorted(chance.choices(free, k=decoys)) if free else [],
    }


def spoiled(chance: Random, placement: dict[str, Any]) -> dict[str, Any]:
    """A placement with something changed, mostly against the rules."""
    mayors = dict(placement["mayors"])
    other = {**placement, "mayors": mayors}
    leader = chance.choice(["mayors", "generals", "admirals", "decoys"])
    if leader == "mayors":
        square = chance.choice(RESOURCES)
        mayors[square] = max(0, mayors.get(square, 0) + chance.choice([-1, 1]))
        return {**other, "mayors": {one: n for one, n in mayors.items() if n}}
    lands = list(placement[leader])
    if lands and chance.random() < 0.5:
        lands.pop()
    if chance.random() < 0.8:
        lands.append(chance.randint(1, 10))
    return {**other, leader: sorted(lands)}


def as_move(made: Action) -> dict[str, Any]:
    match made:
        case ("draft", *tokens):
            return {"type": "draft", "tokens": tokens}
        case ("activate", square, bid):
            return {"type": "activate", "square": square} | ({} if bid is None else {"bid": bid})
        case ("bid", amount):
            return {"type": "bid", "amount": amount}
        case ("play", card):
            return {"type": "play", "card": card}
        case ("choose", what, resource):
            return {"type": "choose", "for": what, "resource": resource}
    return {"type": made[0]}


def restless(chance: Random, table: Table, number: int) -> Action:
    """A move of a seat that plays what it can and seldom passes, so that much happens."""
    legal = sorted(table.legal(number), key=repr)
    kinds = sorted({made[0] for made in legal})
    if table.phase == "acting" and chance.random() < 0.93:
        kinds = [kind for kind in kinds if kind != "pass"] or kinds
        kinds = ["play"] if "play" in kinds and chance.random() < 0.7 else kinds
    kind = chance.choice(kinds)
    return chance.choice([made for made in legal if made[0] == kind])


def idle(chance: Random, table: Table, number: int) -> Action:
    """A move of a seat that mostly passes, so that games end level."""
    if table.phase == "acting" and chance.random() < 0.6:
        return ("pass",)
    return restless(chance, table, number)


def warlike(chance: Random, table: Table, number: int) -> Action:
    """A move of the first seat for more admirals and generals; the others let it be."""
    legal = table.legal(number)
    if number and table.phase in {"acting", "bidding"}:
        return ("pass",) if table.phase == "acting" else ("pass_bid",)
    wanted = [
        ("activate", square, 1 if table.cards[card]["type"] == "auction" else None)
        for square, card in enumerate(table.current, 1)
        if card and any(e.get("leader") in MILITARY for e in table.effects([card], "immediate"))
    ]
    for made in [*wanted, *sorted(one for one in legal if one[0] == "play")]:
        if made in legal:
            return made
    return ("pass",) if table.phase == "acting" else chance.choice(sorted(legal))


def led(table: Table, likes: Likes, seed: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The moves of a game that the reference alone allows; it is played as they are told."""
    chance = Random(seed)
    while table.phase != "over":
        number = chance.choice(table.awaiting() + table.may_change())
        if table.phase == "placing":
            made = some_placement(chance, table, number)
        else:
            made = as_move(likes(chance, table, number))
        yield number, made
        table.play(number, made)


def together(options: Options, seed: str, likes: Likes = restless) -> Table:
    """Both engines through a game that the reference leads, every point of it compared."""
    record = new_record(game, options, seat_names(options.players), seed)
    table, state, chance = table_of(record), game.start(options, seed), Random(seed)
    moves: list[Played] = []
    for number, made in led(table, likes, seed):
        same_point(table, state, len(moves))
        if table.phase == "placing":
            same_verdict(table, state, number, spoiled(chance, made))
        moves.append(Played(number, convert(made, AnyMove)))
        state, _ = game.play(state, number, moves[-1].move)
    same_point(table, state, len(moves))
    reference.replay(export_of(structs.replace(record, moves=tuple(moves))))
    return table


def same_verdict(table: Table, state: State, number: int, made: dict[str, Any]) -> None:
    """Both engines allow a placement, or neither does."""
    try:
        table.placement(number, made)
        allowed = True
    except Broken:
        allowed = False
    try:
        game.play(state, number, convert(made, Place))
        assert allowed, made
    except RealmsError:
        assert not allowed, made


# --- Tests ---

TABLES = [(players, edition) for players in (2, 3, 4, 5) for edition in ("en", "es")]


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_games_of_bots_go_as_the_reference_says(players: int, edition: Any, bots: str) -> None:
    """Whole games, in both editions [MR-16] [MR-74]."""
    options = Options(players=players, edition=edition)
    for number in range(2 if bots == "random" else 1):
        in_step(record_game(game, options, [bots], "reference", number))


@pytest.mark.parametrize(("players", "edition"), TABLES)
def test_restless_games_go_as_the_reference_says(players: int, edition: Any) -> None:
    """Full hands, long auctions, placements thought over: where rules meet [MR-38] [MR-45]."""
    together(Options(players=players, edition=edition), f"restless {players} {edition}")


@pytest.mark.parametrize("switch", OTHERWISE)
def test_every_switch_goes_as_the_reference_says(switch: str) -> None:
    """Each at its other value, alone; two players for the switch about decoys."""
    other = {switch: OTHERWISE[switch]}
    together(Options(players=2, **other), switch)
    in_step(record_game(game, Options(players=3, **other), ["greedy"], switch, 0))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_switches_at_once_go_as_the_reference_says(players: int) -> None:
    together(Options(players=players, **OTHERWISE), "all switches")


TIES = [("cards", 5, "7"), ("castles", 5, "231"), ("leaders", 3, "181"), ("order", 5, "31")]


@pytest.mark.parametrize(("decides", "players", "seed"), TIES)
def test_ties_are_broken_as_the_reference_says(decides: str, players: int, seed: str) -> None:
    """[MR-76]; games found by search, one for each step of the comparison."""
    table = together(Options(players=players), seed, idle)
    assert table.scores is not None
    standings = []
    for score, seat in zip(table.scores, table.seats, strict=True):
        castles = seat["in_play"].count("castle")
        leaders = sum(seat["leaders"].values())
        standings.append((score, len(seat["in_play"]), castles, leaders))
    second, first = sorted(standings)[-2:]
    same = [ours == theirs for ours, theirs in zip(first, second, strict=True)]
    assert same[0]
    assert ["score", "cards", "castles", "leaders", "order"][[*same, False].index(False)] == decides


def test_decoys_without_a_land_stay_off_the_map_as_the_reference_says() -> None:
    """[MR-22]; a game found by search, in which one seat's leaders stand on every land."""
    table = together(Options(players=2, rounds=8), "651", warlike)
    assert table.stayed_off


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_goldens_go_as_the_reference_says(path: Path) -> None:
    _, record = notation.read(path.read_text("utf-8"), [game])
    if not record.options.content:
        in_step(record)


def test_the_reference_refuses_what_was_tampered_with() -> None:
    """A reference that accepts everything would prove nothing."""
    export = export_of(record_game(game, Options(players=3), ["greedy"], "reference", 0))
    reference.replay(export)
    (first, second), moves = export["deck"][:2], export["moves"]
    scores = export["result"]["scores"]
    for part in (
        {"deck": [second, first, *export["deck"][2:]]},
        {"moves": moves[:5] + moves[6:]},
        {"moves": moves[:-1]},
        {"result": {**export["result"], "scores": [scores[0] + 1, *scores[1:]]}},
        {"rounds": export["rounds"][1:]},
    ):
        with pytest.raises(Broken):
            reference.replay({**export, **part})
