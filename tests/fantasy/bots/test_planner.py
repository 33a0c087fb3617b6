from __future__ import annotations

import numpy as np
import pytest

from realms import fantasy
from realms.bots.budget import Budget
from realms.fantasy.arena.games import play_batch
from realms.fantasy.bots.greedy import unchosen_points
from realms.fantasy.bots.hand_value import (
    estimate_values,
    exact_value,
    list_swaps,
    raised_value,
    score_listed,
)
from realms.fantasy.bots.planner import expected_gain, planner_code, unseen_cards, weigh_moves
from realms.fantasy.bots.players import NUMBERS, PLAYERS, new_workspace, weigh
from realms.fantasy.bots.workspace import list_hand
from realms.fantasy.content.cards import NUMBER
from realms.fantasy.content.tables import ALL_CARDS, CHOICE_CARDS
from realms.fantasy.rules.codes import DISCARD, PASS, TO_ALL, offer_code
from realms.fantasy.rules.state import DISCARDING
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import best_choices, new_choices
from realms.kernel.bits.sets import bits_of, count, members
from realms.kernel.chance import rng_state_from

GAME = fantasy.game


def cards(*names: str) -> int:
    return bits_of(NUMBER[name] for name in names)


def chosen(state: object, seat: int, **settings: str) -> int:
    budget = Budget(settings=tuple(settings.items()))
    return PLAYERS["planner"](state, seat, rng_state_from("planner"), budget)[0]


def test_exact_values_are_remembered() -> None:
    workspace, choice_workspace = new_workspace(), (new_scoring_hand(), new_choices())
    hand = cards("mirage", "king", "queen", "knights", "rangers", "candle", "forge")
    best = best_choices(*choice_workspace, hand, 0, False)
    assert [exact_value(hand, workspace, *choice_workspace) for _ in range(2)] == [best, best]


def test_the_necromancer_counts_with_what_lies_open() -> None:
    hand = cards("necromancer", "king", "queen", "knights", "rangers", "candle", "forge")
    workspace, lying = new_workspace(), cards("light_cavalry", "forest")
    assert raised_value(workspace, hand, 0) == 0
    assert raised_value(workspace, hand, lying) >= 17  # its strength at least


def test_hands_on_the_desk_are_scored_as_anywhere() -> None:
    workspace, random = new_workspace(), np.random.default_rng(5)
    hands = np.array([bits_of(random.choice(54, 7, replace=False).tolist()) for _ in range(400)])
    points = unchosen_points(hands)
    workspace.hands[:400] = hands
    score_listed(workspace, 400)
    assert (workspace.points[:400] == points).all()


def test_a_glance_is_nearer_than_the_plain_score() -> None:
    """Hands without choice cards are exact; for the others it is off, but by far less."""
    workspace, random = new_workspace(), np.random.default_rng(3)
    hands = np.array([bits_of(random.choice(54, 7, replace=False).tolist()) for _ in range(300)])
    workspace.hands[:300] = hands
    score_listed(workspace, 300)
    plain = workspace.points[:300].copy()
    estimate_values(workspace, 300)
    choice_workspace = (new_scoring_hand(), new_choices())
    exact = np.array([best_choices(*choice_workspace, int(hand), 0, False) for hand in hands])
    off, plain_off = np.abs(workspace.points[:300] - exact), np.abs(plain - exact)
    chooses = hands & CHOICE_CARDS != 0
    assert (off[~chooses] == 0).all()
    assert off[chooses].mean() < 0.75 * plain_off[chooses].mean()


def test_the_expected_gain_is_the_mean_of_the_best_swaps() -> None:
    workspace = new_workspace()
    hand = cards("dragon", "swamp", "king", "knights", "candle", "forge", "bell_tower")
    unseen = cards("beastmaster", "unicorn", "smoke")
    total = 0
    for card in ("beastmaster", "unicorn", "smoke"):
        workspace.hands[0] = hand
        n = list_swaps(workspace, 1, hand, NUMBER[card], 0)
        best = estimate_values(workspace, n)
        total += workspace.points[best] - workspace.points[0]
    assert expected_gain(workspace, hand, unseen) == pytest.approx(total / 3)


def test_unseen_are_the_cards_of_which_one_knows_no_place() -> None:
    state = GAME.start(fantasy.Options(players=3), "unseen")
    seat = GAME.awaiting(state)[0]
    assert count(unseen_cards(state, seat)) == 54 - 7
    assert unseen_cards(state, seat) | int(state.hands[seat]) == ALL_CARDS


def test_denial_keeps_a_card_from_the_next_player() -> None:
    """The next player took five Armies in the open: with enough denial a King stays."""
    state = GAME.start(fantasy.Options(players=3), "denial")
    seat = int(state.turn)
    mine = cards("candle", "king", "swamp", "smoke", "forge", "cavern", "hydra", "warhorse")
    theirs = cards("knights", "elven_archers", "light_cavalry", "rangers", "queen")
    theirs |= cards("dwarvish_infantry", "warlord")
    rest = [card for card in range(54) if not ((mine | theirs) >> card) & 1]
    state.hands[seat], state.hands[(seat + 1) % 3] = mine, theirs
    state.hands[(seat + 2) % 3] = bits_of(rest[:7])
    state.shown, state.phase = theirs, DISCARDING
    state.deck[:] = [card for card in range(54) if card not in rest[7:]] + rest[7:]
    state.dealt = 22
    values = []
    for denial in (0.0, 1.0):
        workspace = new_workspace()
        weigh(workspace, "planner", {"hope": 0.0, "draw": 0.0, "denial": denial, "early": 0.0})
        n = weigh_moves(state, seat, workspace, new_scoring_hand(), new_choices())
        listed = dict(zip(workspace.codes[:n].tolist(), workspace.values[:n].tolist(), strict=True))
        values.append(listed)
    king, candle = DISCARD + NUMBER["king"], DISCARD + NUMBER["candle"]
    assert values[0][king] - values[1][king] > 40
    assert values[0][candle] - values[1][candle] < 10


def wins_among_greedy(options: fantasy.Options, seed: str, games: int) -> float:
    """The share that one planner wins against three greedy bots; a quarter would be fair."""
    greedy, planner = NUMBERS["greedy"], NUMBERS["planner"]
    won = 0.0
    for place in range(4):
        bots = [planner if seat == place else greedy for seat in range(4)]
        _, winners, _ = play_batch(options, bots, rng_state_from(seed), 0, games)
        won += sum((int(w) >> place & 1) / int(w).bit_count() for w in winners)
    return won / (4 * games)


def test_it_beats_the_greedy_bot() -> None:
    assert wins_among_greedy(fantasy.Options(players=4), "beats", 100) > 0.28


def test_a_trade_is_worth_what_may_come_for_the_card() -> None:
    """On average over all unseen cards, of what it may lose only a part."""
    state = GAME.start(fantasy.Options(players=4, variant="chaos"), "trades")
    seat, workspace = GAME.awaiting(state)[0], new_workspace()
    hand, unseen = int(state.hands[seat]), unseen_cards(state, seat)
    n = weigh_moves(state, seat, workspace, new_scoring_hand(), new_choices())
    weighed = dict(zip(workspace.codes[:n].tolist(), workspace.values[:n].tolist(), strict=True))
    assert weighed.pop(PASS) == 0.0
    assert len(weighed) == 7
    for card in members(hand):
        hands = [hand, *((hand & ~(1 << card)) | 1 << other for other in members(unseen))]
        for place, one in enumerate(hands):
            list_hand(workspace, place, one, 0)
        estimate_values(workspace, len(hands))
        gains = workspace.points[1 : len(hands)] - workspace.points[0]
        expected = np.where(gains > 0, gains, (1 - workspace.weights.again) * gains).mean()
        assert weighed[offer_code(card, TO_ALL, 0)] == pytest.approx(expected)


def test_it_trades_better_than_the_greedy_bot() -> None:
    chaos = fantasy.Options(players=4, variant="chaos")
    assert wins_among_greedy(chaos, "trades", 300) > 0.27


def test_with_a_temperature_it_does_not_always_take_the_best() -> None:
    state = GAME.start(fantasy.Options(players=3), "warm")
    seat = GAME.awaiting(state)[0]
    state, _ = GAME.play(state, seat, fantasy.Draw())
    best = chosen(state, seat)
    budget = Budget(settings=(("temperature", "30"),))
    play = PLAYERS["planner"]
    drawn = {play(state, seat, np.uint64(word), budget)[0] for word in range(40)}
    assert best in drawn
    assert 1 < len(drawn) <= 8


def test_it_trades_and_declares() -> None:
    options = fantasy.Options(players=3, variant="chaos")
    state = GAME.start(options, "chaos")
    seat = GAME.awaiting(state)[0]
    code = planner_code(state, seat, new_workspace(), new_scoring_hand(), new_choices())
    assert code in GAME.legal(state, seat).codes
