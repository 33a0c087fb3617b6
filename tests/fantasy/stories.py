"""Positions in one line, and moves as records write them.

`position(["Dragon, Swamp", "", ""], area="Candle", deck="Unicorn")` is a game of three in
which Ada holds Dragon and Swamp among her seven cards, the Candle lies in the discard area
and the Unicorn is on top of the deck. `play(state, "Ada +Candle -Dragon")` goes on from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import pytest

from realms.fantasy import Options, game
from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import CHOICE_CARDS, JESTER, NECROMANCER
from realms.fantasy.interface.moves import AnyMove
from realms.fantasy.interface.view import FantasyView, ids
from realms.fantasy.rules.state import HAND, TAKING, TRADING, draw_card
from realms.fantasy.scoring.hand import parse_cards
from realms.kernel.bits.sets import bits_of, members
from realms.kernel.conformance import seat_names
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Event, State

NAMES = seat_names(7)
TABLE = "Table"
SPECTATOR = "spectator"
FEWEST = {"standard": 3, "duel": 2, "chaos": 3}

Variant = Literal["standard", "duel", "chaos"]
Moved = tuple[str, int | None, AnyMove, str | None]


def position(
    hands: Sequence[str] = (),
    area: str = "",
    deck: str = "",
    turn: int = 0,
    variant: Variant = "standard",
    discards: int = 0,
    left: int | None = None,
    **options: Any,
) -> State:
    """A game in which these cards are in these places, and it is a seat's turn.

    Hands are filled up to seven, but in the duel, from cards nobody named: those without a
    choice first; so is the area, up to so many `discards`. `deck` names what is drawn next,
    in order; `left` says how many cards the deck holds, all others lying in the area.
    """
    players = options.pop("players", max(len(hands), FEWEST[variant]))
    state = laid_out(Options(players=players, variant=variant, **options))
    held = [list(members(parse_cards(cards))) for cards in hands]
    held += [[] for _ in range(players - len(held))]
    lying, coming = list(members(parse_cards(area))), in_order(deck)
    named = [*lying, *coming, *(card for cards in held for card in cards)]
    assert len(named) == len(set(named)), "a card is named twice"
    free = unnamed(state, named)
    if variant != "duel":
        for cards in held:
            cards += [free.pop(0) for _ in range(HAND - len(cards))]
    lying += [free.pop(0) for _ in range(discards - len(lying))]
    while left is not None and len(coming) + len(free) > left:
        lying.append(free.pop())
    for seat, cards in enumerate(held):
        state.hands[seat] = bits_of(cards)
    state.area = bits_of(lying)
    stack(state, [*(card for cards in held for card in cards), *lying], coming + free)
    state.phase = TRADING if variant == "chaos" else TAKING
    state.first = state.turn = turn
    assert game.violations(state) == []
    return state


def laid_out(options: Options) -> State:
    """A game before its deal."""
    game.check_options(options)
    state = game.new_state()
    game.prepare(state, options)
    return state


def in_order(names: str) -> list[int]:
    """Cards in the order in which they are named."""
    return [next(members(parse_cards(name))) for name in names.split(",") if name.strip()]


def unnamed(state: State, named: Iterable[int]) -> list[int]:
    """The cards of a game that nobody named, those without a choice first."""
    left = {int(card) for card in state.deck[: state.cards]} - set(named)
    rare = CHOICE_CARDS | 1 << NECROMANCER | 1 << JESTER
    return sorted(left, key=lambda card: (rare >> card & 1, card))


def stack(state: State, dealt: list[int], deck: list[int]) -> None:
    """Put cards into the deck so that chance draws them in this order.

    The deck is shuffled as it is drawn, so a trial draw from numbered places tells where
    each card has to lie.
    """
    state.dealt = len(dealt)
    state.deck[: len(dealt)] = dealt
    trial = state.copy()
    trial.deck[: state.cards] = range(int(state.cards))
    for card in deck:
        state.deck[int(draw_card(trial))] = card


def moves_of(line: str, players: int) -> Iterator[Moved]:
    """The moves of a line: its text, who moves, the move, and what chance answers."""
    name, _, text = line.partition(" ")
    names = seat_names(players)
    seat = None if name == TABLE else names.index(name)
    for _, item, answer in game.read_moves(text, names):
        move = game.read_move(item, names)
        assert move is not None, f"{line} hides a move"
        yield f"{name} {item}", seat, move, answer


def play_lines(state: State, *lines: str) -> tuple[State, list[Event]]:
    """Play lines of notation; the state they lead to, and all that happened."""
    happened: list[Event] = []
    for line in lines:
        for text, seat, move, answer in moves_of(line, int(state.players)):
            state, events = game.play(state, seat, move)
            assert game.violations(state) == [], text
            assert answer in (None, game.revealed(events, "all")), text
            happened += events
    return state, happened


def play(state: State, *lines: str) -> State:
    """The state to which lines of notation lead."""
    return play_lines(state, *lines)[0]


def events(state: State, *lines: str) -> list[Event]:
    """What happens when lines of notation are played."""
    return play_lines(state, *lines)[1]


def refused(state: State, line: str) -> tuple[str, str]:
    """Code and paragraph with which the last move of a line is refused, changing nothing."""
    *before, last = moves_of(line, int(state.players))
    for _, seat, move, _ in before:
        state, _ = game.play(state, seat, move)
    _, seat, move, _ = last
    kept = state.tobytes()
    assert move not in game.legal(state, seat)
    with pytest.raises(IllegalMove) as caught:
        game.play(state, seat, move)
    assert state.tobytes() == kept
    return caught.value.code, caught.value.paragraph


def legal(state: State, name: str) -> list[str]:
    """The legal moves of a seat, as records write them."""
    names = seat_names(int(state.players))
    moves: Iterable[Any] = game.legal(state, seat_of(name))
    return [game.write_move(move, names) for move in moves]


def seat_of(name: str) -> int | None:
    """The seat of a name; the spectator and the table have none."""
    return NAMES.index(name) if name in NAMES else None


def view(state: State, name: str) -> FantasyView:
    """What a seat, or the spectator, may know."""
    seen: FantasyView = game.view(state, seat_of(name))
    return seen


def known(state: State, name: str, of: str) -> set[str]:
    """The cards of one seat's hand that another, or the spectator, knows."""
    return set(view(state, name).seats[NAMES.index(of)].known)


def seen(happened: Iterable[Event], name: str) -> list[Event]:
    """Events as a seat, or the spectator, is told of them."""
    told_of = (event.seen_by(seat_of(name)) for event in happened)
    return [event for event in told_of if event is not None]


def hand_of(state: State, name: str) -> set[str]:
    """The true hand of a seat."""
    return set(ids(int(state.hands[NAMES.index(name)])))


def area_of(state: State) -> set[str]:
    """What truly lies in the discard area; in Chaos, what the Necromancer drew."""
    return set(ids(int(state.area)))


def all_viewers(state: State) -> list[str]:
    """Everybody who may look on."""
    return [*seat_names(int(state.players)), SPECTATOR]


def names_in(text: str) -> set[str]:
    """The cards that a text names, by id or in English."""
    return {
        card.id for card in CARDS if re.search(rf"\b({card.id}|{re.escape(card.name.en)})\b", text)
    }
