"""Bots for Fantasy Realms, as compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots import BOTS
from realms.fantasy.cards import NUMBER
from realms.fantasy.casting import new_cast
from realms.fantasy.chaos import NO_SLOT, cards_on_offer, open_slot
from realms.fantasy.codes import (
    DISCARD,
    DRAW,
    KEEP,
    MOST_MOVES,
    PASS,
    TAKE,
    TO_ALL,
    WITHDRAW,
    accept_code,
    kind_of,
    offer_code,
)
from realms.fantasy.ending import declare_moves
from realms.fantasy.plain import score_plain
from realms.fantasy.play import legal_moves
from realms.fantasy.state import (
    DISCARDING,
    KEEPING,
    TAKING,
    TRADING,
    bit,
    left_in_deck,
)
from realms.fantasy.tables import CHOICE_CARDS, DECK
from realms.fantasy.turn import is_building, may_discard, must_draw
from realms.fantasy.wilds import new_choices
from realms.kernel.bits import bits_of, count, lowest
from realms.kernel.chance import below
from realms.kernel.picking import nth
from realms.kernel.rule import rule

RANDOM, GREEDY = range(len(BOTS))

# What a choice card adds on average to a hand of seven beyond its plain score, for the
# greedy bot, which counts hands without choices; `measured_worth` gives these figures.
WORTH = np.zeros(DECK, np.int64)
for _card, _points in (
    ("book_of_changes", 28),
    ("doppelganger", 26),
    ("mirage", 21),
    ("shapeshifter", 17),
    ("fountain_of_life", 14),
    ("island", 5),
):
    WORTH[NUMBER[_card]] = _points
LITTLE = 9
"""A card that adds less than this to a hand adds little: the greedy bot trades it away."""

DESK = np.dtype(
    (
        np.record,
        [
            ("chance", np.uint64),
            ("moves", np.int64, MOST_MOVES),
            ("hands", np.int64, 128),
            ("points", np.int64, 128),
        ],
    )
)
"""A bot's desk: its own chance, and room for moves and for hands to compare."""


def new_desk() -> Any:
    """An empty desk."""
    return np.zeros(1, DESK)[0]


@rule
def random_code(s: Any, seat: int, desk: Any, c: Any, made: Any) -> int:
    """A kind of move at random among those possible, then any move of that kind."""
    if s.phase == TAKING:
        draws = left_in_deck(s) > (1 if is_building(s, seat) else 0)
        lying = count(s.area)
        if lying == 0 or must_draw(s):
            return DRAW
        chosen = below(desk, 2 * lying if draws else lying)  # one half of it stands for DRAW
        return DRAW if chosen >= lying else TAKE + nth(s.area, chosen)
    if s.phase == DISCARDING:
        cards = may_discard(s, seat)
        return DISCARD + nth(cards, below(desk, count(cards)))
    return random_listed(desk, legal_moves(s, seat, desk.moves, c, made))


@rule
def random_listed(desk: Any, n: int) -> int:
    """A random kind, then a random move of that kind, of the moves listed on the desk."""
    moves = desk.moves
    kinds = 1
    for i in range(1, n):
        kinds += 1 if kind_of(moves[i]) != kind_of(moves[i - 1]) else 0
    chosen = below(desk, kinds)
    start = 0
    while chosen:
        start += 1
        chosen -= 1 if kind_of(moves[start]) != kind_of(moves[start - 1]) else 0
    end = start + 1
    while end < n and kind_of(moves[end]) == kind_of(moves[start]):
        end += 1
    return moves[start + below(desk, end - start)]


@rule
def best_listed(desk: Any, n: int) -> int:
    """The first of the hands listed on the desk with the highest value.

    Hands are scored plainly, choice cards counted at what they are worth on average.
    """
    hands, points = desk.hands, desk.points
    score_plain(hands[:n], points[:n])
    best = 0
    for i in range(n):
        choosers = hands[i] & CHOICE_CARDS
        while choosers:
            points[i] += WORTH[lowest(choosers)]
            choosers &= choosers - 1
        if points[i] > points[best]:
            best = i
    return best


@rule
def list_hand(desk: Any, n: int, hand: int, code: int) -> int:
    """List a hand on the desk, and the move that leads there."""
    desk.hands[n] = hand
    desk.moves[n] = code
    return n + 1


@rule
def greedy_code(s: Any, seat: int, desk: Any, c: Any, made: Any) -> int:
    """The move to the best hand there is right now; the deck when none is better."""
    if s.phase == TAKING:
        return greedy_take(s, seat, desk)
    if s.phase == TRADING:
        return greedy_trade(s, seat, desk)
    n = 0
    hand = s.hands[seat]
    if s.phase == DISCARDING:
        left = may_discard(s, seat)
        while left:
            card = lowest(left)
            left &= left - 1
            n = list_hand(desk, n, hand & ~bit(card), DISCARD + card)
    elif s.phase == KEEPING:
        for drawn in range(2):
            n = list_hand(desk, n, hand | bit(s.pair[drawn]), KEEP + int(s.pair[drawn]))
    else:
        declare_moves(s, seat, desk.moves, c, made)
        return desk.moves[0]  # the best for all, while nothing else has been declared
    return desk.moves[best_listed(desk, n)]


@rule
def greedy_take(s: Any, seat: int, desk: Any) -> int:
    """Take what makes the hand better than it is; else draw. [FR-4] [FR-21]"""
    hand = s.hands[seat]
    building = is_building(s, seat)
    draws = left_in_deck(s) > (1 if building else 0)
    if s.area == 0 or must_draw(s):
        return DRAW
    n = list_hand(desk, 0, hand, DRAW) if draws else 0
    left = s.area
    while left:
        card = lowest(left)
        left &= left - 1
        if building:
            n = list_hand(desk, n, hand | bit(card), TAKE + card)
            continue
        old = hand
        while old:
            n = list_hand(desk, n, (hand | bit(card)) & ~(old & -old), TAKE + card)
            old &= old - 1
    best = best_listed(desk, n)
    if building and draws and desk.points[best] - desk.points[0] < 2 * LITTLE:
        return DRAW  # two new cards to choose from promise more
    return desk.moves[best]


@rule
def greedy_trade(s: Any, seat: int, desk: Any) -> int:
    """Trade away the card that adds least, where it adds little. [FR-23a]"""
    hand = s.hands[seat]
    n = 0
    left = hand
    while left:
        n = list_hand(desk, n, hand & ~(left & -left), lowest(left))
        left &= left - 1
    best = best_listed(desk, n)
    worst, without = desk.moves[best], desk.points[best]
    best_listed(desk, list_hand(desk, 0, hand, PASS))
    if desk.points[0] - without < LITTLE:
        for other in range(s.players):
            if open_slot(s, other, 0, seat) != NO_SLOT:
                return accept_code(other, 0, worst)
        if not (cards_on_offer(s, seat) >> worst) & 1:
            return offer_code(worst, TO_ALL, 0)
    return busy_code(s, seat) if s.clock else PASS


@rule
def busy_code(s: Any, seat: int) -> int:
    """A move that changes little, where a clock runs and nobody can pass. [FR-23]"""
    free = s.hands[seat] & ~cards_on_offer(s, seat)
    return offer_code(lowest(free), TO_ALL, 0) if free else WITHDRAW


@rule
def code_chosen(bot: int, s: Any, seat: int, desk: Any, c: Any, made: Any) -> int:
    """The move a bot chooses."""
    if bot == GREEDY:
        return greedy_code(s, seat, desk, c, made)
    return random_code(s, seat, desk, c, made)


def choose_steps(bot: int, s: Any, seat: int, word: np.uint64) -> tuple[int, ...]:
    """The move a built-in bot chooses for a seat, as the step the rules see."""
    desk = new_desk()
    desk.chance = word
    return (int(code_chosen(bot, s, seat, desk, new_cast(), new_choices())),)


def measured_worth(hands: int, seed: int) -> dict[int, float]:
    """What each choice card adds on average to random hands of seven that hold it."""
    from realms.fantasy.wilds import best_choices  # noqa: PLC0415  (used by this report only)

    random = np.random.default_rng(seed)
    cast, made = new_cast(), new_choices()
    worth = {}
    for card in range(DECK):
        if not (CHOICE_CARDS >> card) & 1:
            continue
        others = [other for other in range(DECK) if not (CHOICE_CARDS >> other) & 1]
        masks = np.array(
            [bits_of([card, *random.choice(others, 6, replace=False)]) for _ in range(hands)]
        )
        plain = np.zeros(hands, np.int64)
        score_plain(masks, plain)
        best = [best_choices(cast, made, int(mask), 0, False) for mask in masks]
        worth[card] = float(np.mean(np.array(best) - plain))
    return worth
