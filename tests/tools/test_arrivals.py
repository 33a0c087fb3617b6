"""When cards come: counted as replays of the same games tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from realms.arena.game_parts import seat_columns
from realms.arena.simulate import record_game, simulate
from realms.kernel.bits.sets import members
from realms.kernel.chance import rng_state_from
from realms.kernel.game import Game, State
from realms.kernel.games import game_named
from realms.kernel.record import replay
from realms.medieval.content.content import CONTENT
from realms.medieval.content.rule_tables import RESOURCES
from realms.medieval.interface import events as e
from tools.numbers.arrivals import medieval
from tools.numbers.arrivals.arrivals import (
    TIMES,
    WHOLE,
    GameEnds,
    amount_tallies,
    card_times,
    count_arrivals,
)
from tools.numbers.what_wins import ARRIVALS

SEED, GAMES = "arrivals", 6
BOTS = {"fantasy": "greedy", "medieval": "greedy"}
TABLES = [
    ("fantasy", {"players": 3}),
    ("fantasy", {"players": 2, "variant": "duel"}),
    ("medieval", {"players": 2}),
]


def sets_of(name: str, state: State, seat: int) -> int:
    """The cards that a seat has."""
    if name == "fantasy":
        return int(state.hands[seat])
    owned = [int(state.played[n]) for n in range(state.entered) if state.owner[n] == seat]
    return sum(1 << card for card in set(owned))


def counted_from_replays(name: str, game: Game, options: Any) -> tuple[Counter[Any], Counter[Any]]:
    """How often each card came when, and how often it stayed, from records of the same games."""
    taken: Counter[Any] = Counter()
    kept: Counter[Any] = Counter()
    for number in range(GAMES):
        record = record_game(game, options, [BOTS[name]], SEED, number)
        moments = list(replay(game, record))
        came: set[tuple[int, int, int]] = set()
        held = [sets_of(name, moments[0].state, seat) for seat in range(options.players)]
        came |= {(seat, 0, card) for seat in range(options.players) for card in members(held[seat])}
        turns = [0] * options.players
        for moment in moments[1:]:
            seats = game.awaiting(moment.state)
            if name == "fantasy":
                seat: Any = moment.played.seat  # type: ignore[union-attr]
                if seats and seats[0] == seat:
                    continue  # it draws first, and has its turn still
                turns[seat] += 1
                time, changed = turns[seat], [seat]
            else:
                time, changed = int(moment.before.round_now), list(range(options.players))
            for seat in changed:
                now = sets_of(name, moment.state, seat)
                came |= {(seat, time, card) for card in members(now & ~held[seat])}
                held[seat] = now
        for seat, time, card in came:
            taken[min(time, TIMES - 1), card] += 1
            kept[min(time, TIMES - 1), card] += (held[seat] >> card) & 1
    return taken, kept


@pytest.mark.parametrize(("name", "settings"), TABLES, ids=["standard", "duel", "medieval"])
def test_cards_come_when_replays_say_so(name: str, settings: dict[str, Any]) -> None:
    game = game_named(name)
    options: Any = game.options_type(**settings)
    counts = count_arrivals(
        ARRIVALS[name].player(options, BOTS[name]), rng_state_from(SEED), GAMES, options.players
    )
    n: Any = counts[0]
    taken, kept = counted_from_replays(name, game, options)
    if name == "medieval":  # a second card of a sort comes to who has one; replays see sets
        assert all(n.taken[place] >= number for place, number in taken.items())
    else:
        assert {
            place: int(n.taken[place]) for place in zip(*n.taken.nonzero(), strict=True)
        } == taken
        assert {place: int(n.kept[place]) for place in zip(*n.kept.nonzero(), strict=True)} == +kept


def test_wins_are_shared_out_whole() -> None:
    """Seven cards are dealt to every seat, so seven times as many wins are theirs as games."""
    options: Any = game_named("fantasy").options_type(players=3)
    counts = count_arrivals(
        ARRIVALS["fantasy"].player(options, "random"), rng_state_from(SEED), GAMES, 3
    )
    assert counts[0].won[0].sum() == GAMES * 7 * WHOLE
    names = [str(card) for card in range(54)]
    times = card_times(counts, names, GAMES * 3)
    assert sum(one.seats[0] for one in times) == GAMES * 3 * 7
    assert sum(one.won[0] for one in times) == pytest.approx(GAMES * 7)


def test_neither_threads_nor_pieces_change_a_count() -> None:
    options: Any = game_named("fantasy").options_type(players=3)
    play = ARRIVALS["fantasy"].player(options, "random")
    one = count_arrivals(play, rng_state_from(SEED), 700, 3, jobs=1)
    two = count_arrivals(play, rng_state_from(SEED), 700, 3, jobs=2)
    assert (one == two).all()


@pytest.mark.parametrize(
    ("name", "bot", "games"),
    [
        ("fantasy", "greedy", 40),
        ("medieval", "greedy", 40),
        *((name, "learned", 3) for name in ("fantasy", "medieval")),
    ],
)
def test_the_games_are_those_of_a_simulation(name: str, bot: str, games: int) -> None:
    game = game_named(name)
    ends: list[GameEnds] = []
    options: Any = game.options_type(players=3)
    play = ARRIVALS[name].player(options, bot)
    count_arrivals(play, rng_state_from(SEED), games, 3, each=ends.append)
    simulated = simulate(game, options, [bot], games, SEED, jobs=1, keep=True).arrays
    assert simulated is not None
    columns: Any = seat_columns(name)
    (column,) = columns.NAMES
    assert (np.concatenate([one.sets for one in ends]) == simulated.columns[column]).all()
    assert (np.concatenate([one.points for one in ends]) == simulated.scores).all()
    assert (np.concatenate([one.winners for one in ends]) == simulated.winners).all()


def opening_facts(placed: Any, lands: list[int]) -> Iterator[tuple[str, str, int]]:
    """What a placement of the first round tells."""
    mayors: dict[str, int] = placed.mayors
    yield from (("mayors", resource, mayors.get(resource, 0)) for resource in RESOURCES[:6])
    stood = [resource for resource in RESOURCES for _ in range(mayors.get(resource, 0))]
    yield "opening", "+".join(stood), 1
    for land in lands:
        strength = 2 * placed.generals.count(land) + placed.admirals.count(land)
        yield "strength", str(land), strength


def facts_from_replays(options: Any) -> Counter[Any]:
    """How much of what each seat had, from the events and states of the same games."""
    game, facts = game_named("medieval"), Counter[Any]()
    for number in range(GAMES):
        held: Counter[Any] = Counter()
        record = record_game(game, options, [BOTS["medieval"]], SEED, number)
        lands = [land.number for land in CONTENT.land if land.players <= options.players]
        for moment in replay(game, record):
            state: Any = moment.state
            for event in moment.events:
                if isinstance(event, e.Won):
                    facts["price", event.card, event.bid] += 1
                elif isinstance(event, e.LandFought) and event.seat is not None:
                    held[event.seat, event.land] += 1
                elif isinstance(event, e.Revealed) and event.number == 1:
                    for placed in event.placements:
                        facts.update(opening_facts(placed, lands))
                elif isinstance(event, e.Drafted):
                    facts["draft", "+".join(event.tokens), 1] += 1
        facts.update(
            ("land", str(land), held[seat, land])
            for seat in range(options.players)
            for land in lands
        )
        order, _ = game.deal_order(game.start(options, record.seed))
        facts.update(("place", str(place + 1), 1) for place, _seat in enumerate(order))
        for seat in range(options.players):
            cards = [
                int(state.played[n]) for n in range(state.entered) if int(state.owner[n]) == seat
            ]
            colours = Counter(CONTENT.card[card].colour for card in cards)
            facts.update(("colour", one.id, colours[one.id]) for one in CONTENT.colour)
            facts["colours", "different", len(colours)] += 1
    return facts


@pytest.mark.parametrize("players", [2, 3])
def test_what_seats_had_is_what_replays_say(players: int) -> None:
    options: Any = game_named("medieval").options_type(players=players)
    play = ARRIVALS["medieval"].player(options, BOTS["medieval"])
    counts = count_arrivals(play, rng_state_from(SEED), GAMES, players)
    counted: Counter[Any] = Counter()
    for one in amount_tallies(counts, medieval.TOPICS, GAMES * players):
        for amount, seats in enumerate(one.seats):
            counted[one.topic, one.item, amount] += seats
    facts = facts_from_replays(options)
    assert {topic for topic, _, _ in facts} == {topic.name for topic in medieval.TOPICS}
    assert +counted == +facts
