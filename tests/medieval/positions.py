"""Positions in one call, and moves as records write them.

`position(panel={5: "war"}, hands={"Bob": "market"}, tokens={"Ada": "goods 3"})` is a game of
three in which it is Ada's turn, a War lies on square 5, Bob holds a Market and Ada has three
goods; every other square, hand and manor is empty. `play(state, "Ada activate 5")` goes on
from it. Cards are named by id, and every card is somewhere exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec import structs

from realms.kernel.chance import rng_state_from
from realms.kernel.conformance import seat_names
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Event, State
from realms.medieval import Options, game
from realms.medieval.content.content import CONTENT
from realms.medieval.content.registry import register_content
from realms.medieval.content.rule_tables import DECOY, FUTURE, LEADERS, RESOURCES
from realms.medieval.interface.view import MedievalSeat, MedievalView
from realms.medieval.rules.state import ACTING, draw_card
from realms.medieval.scoring.sheets import MedievalSheet, ScoreLine

NAMES = seat_names(5)
MANY = "goods 40, science 40, culture 40, religion 40, gold 40, raw 40, battle 40"
"""Enough of everything."""

BySeat = Mapping[str, Any]


# --- Positions ---


def position(
    players: int = 3,
    *,
    panel: Mapping[int, str] | None = None,
    future: str | None = None,
    deck: str = "",
    left: int | None = None,
    hands: BySeat | None = None,
    realms: BySeat | None = None,
    tokens: BySeat | None = None,
    points: BySeat | None = None,
    leaders: BySeat | None = None,
    order: str = "",
    turn: str = "",
    passed: str = "",
    round_now: int = 1,
    **options: Any,
) -> State:
    """A game in which these things are in these places, and it is a seat's turn to act.

    Leaders are those of the start unless told. `future` is filled from the deck unless told.
    `deck` names what is drawn next, in order; `left` says how many cards the deck holds, all
    others lying on the discard pile.
    """
    state = laid_out(Options(players=players, **options))
    ids = [card.id for card in game.content(state).card]
    free = [ids[card] for card in state.deck[: state.cards]]
    for square, card in (panel or {}).items():
        state.current[square - 1] = ids.index(taken(free, card))
    coming = [taken(free, card) for card in listed(deck)]
    for seat, name in enumerate(NAMES[:players]):
        for card in listed((hands or {}).get(name, "")):
            state.hands[seat, state.held[seat]] = ids.index(taken(free, card))
            state.held[seat] += 1
        for card in listed((realms or {}).get(name, "")):
            enter(state, name, ids.index(taken(free, card)))
        own(state, name, (tokens or {}).get(name, ""))
        lead(state, name, (leaders or {}).get(name))
        state.points[seat] = (points or {}).get(name, 0)
    shown = [taken(free, card) for card in listed(future or "")]
    if future is None:
        shown = [free.pop() for _ in range(FUTURE)]
    state.coming[: len(shown)] = [ids.index(card) for card in shown]
    away = [] if left is None else [free.pop() for _ in range(len(coming) + len(free) - left)]
    state.discards[: len(away)] = [ids.index(card) for card in away]
    state.swept = len(away)
    stack(state, [ids.index(card) for card in coming + free])
    begin_acting(state, order, turn, passed, round_now)
    assert game.violations(state) == []
    return state


def laid_out(options: Options) -> State:
    """A game before its deal."""
    game.check_options(options)
    state = game.new_state()
    game.prepare(state, options)
    state.chance = rng_state_from("the deck")
    return state


def begin_acting(state: State, order: str, turn: str, passed: str, round_now: int) -> None:
    """Set whose turn it is; the first in turn order who has not passed, unless told."""
    track = order.split() or NAMES[: state.players]
    state.order[: state.players] = [NAMES.index(name) for name in track]
    out = passed.split()
    state.turn = NAMES.index(turn or next(name for name in track if name not in out))
    state.passed = sum(1 << NAMES.index(name) for name in out)
    state.round_now = round_now
    state.forces[: state.players, DECOY, 0] = game.rule_tables(state).decoys
    state.phase = ACTING


def stack(state: State, deck: list[int]) -> None:
    """Make these cards the deck, so that chance draws them in this order.

    The deck is shuffled as it is drawn, so a trial draw from numbered places tells where
    each card has to lie.
    """
    state.dealt = int(state.cards) - len(deck)
    trial = state.copy()
    trial.deck[: state.cards] = range(int(state.cards))
    for card in deck:
        state.deck[int(draw_card(trial))] = card


def taken(free: list[str], card: str) -> str:
    """A card that nobody has named yet."""
    free.remove(card)
    return card


def listed(names: str) -> list[str]:
    """The cards of a list."""
    return [name.strip() for name in names.split(",") if name.strip()]


def counts(text: str) -> dict[str, int]:
    """`goods 3, gold 1` as numbers."""
    pairs = (item.split() for item in listed(text))
    return {name: int(number) for name, number in pairs}


def own(state: State, name: str, text: str) -> None:
    """Put exactly these tokens into a manor."""
    tokens = counts(text)
    state.tokens[NAMES.index(name)] = [tokens.pop(resource, 0) for resource in RESOURCES]
    assert not tokens, tokens


def lead(state: State, name: str, text: str | None) -> None:
    """Give a seat exactly these leaders, or those of the start."""
    start = dict(zip(LEADERS, game.rule_tables(state).leaders.tolist(), strict=True))
    tokens = start if text is None else counts(text)
    state.leaders[NAMES.index(name)] = [tokens.pop(leader, 0) for leader in LEADERS]
    assert not tokens, tokens


def enter(state: State, name: str, card: int) -> None:
    """Put a card in play without any of its effects."""
    state.played[state.entered] = card
    state.owner[state.entered] = NAMES.index(name)
    state.entered += 1


def placing(players: int = 3, **fields: Any) -> State:
    """A game in which everybody is to place leaders: a round after that of the position."""
    state = position(players, **fields)
    return play(state, *(f"{name} pass" for name in in_order(state)))


def started(players: int = 3, seed: str = "a seed", order: str = "", **options: Any) -> State:
    """A game at the start of the draft, in some turn order."""
    state = game.start(Options(players=players, **options), seed)
    if order:
        state.order[:players] = [NAMES.index(name) for name in order.split()]
        state.turn = state.order[players - 1]
    return state


def drafted(players: int = 3, seed: str = "a seed", **options: Any) -> State:
    """A game just after the draft; nobody took goods or battle."""
    state = started(players, seed, **options)
    for pair in ("gold raw", "gold culture", "gold religion", "raw culture", "raw religion"):
        if game.view(state, None).phase != "drafting":
            break
        state = play(state, f"{NAMES[int(state.turn)]} draft {pair}")
    return state


def content_with(id_: str, **changes: Any) -> str:
    """Our content with one card changed; the digest that options name it by."""
    fields: dict[str, Any] = {"public": (), "reconstructed": (), **changes}
    cards = (structs.replace(card, **fields) if card.id == id_ else card for card in CONTENT.card)
    return register_content(structs.replace(CONTENT, card=tuple(cards)))


# --- Moves ---


def play_lines(state: State, *lines: str) -> tuple[State, list[Event]]:
    """Play lines of notation; the state they lead to, and all that happened."""
    happened: list[Event] = []
    for line in lines:
        name, _, text = line.partition(" ")
        move = game.read_move(text, NAMES)
        assert move is not None, line
        state, events = game.play(state, NAMES.index(name), move)
        assert game.violations(state) == [], line
        happened += events
    return state, happened


def play(state: State, *lines: str) -> State:
    """The state to which lines of notation lead."""
    return play_lines(state, *lines)[0]


def events(state: State, *lines: str) -> list[Any]:
    """What happens when lines of notation are played."""
    return play_lines(state, *lines)[1]


def of_type(happened: Iterable[Any], kind: type) -> list[Any]:
    """The events of one type."""
    return [event for event in happened if isinstance(event, kind)]


def refused(state: State, line: str) -> tuple[str, str]:
    """Code and paragraph with which a line is refused, changing nothing."""
    name, _, text = line.partition(" ")
    return refused_move(state, name, game.read_move(text, NAMES))


def refused_move(state: State, name: str, move: Any) -> tuple[str, str]:
    """Code and paragraph with which a move is refused, changing nothing."""
    kept, seat = state.tobytes(), NAMES.index(name)
    assert move not in game.legal(state, seat)
    with pytest.raises(IllegalMove) as caught:
        game.play(state, seat, move)
    assert state.tobytes() == kept
    return caught.value.code, caught.value.paragraph


def legal(state: State, name: str) -> list[str]:
    """The legal moves of a seat, as records write them."""
    moves: Iterable[Any] = game.legal(state, NAMES.index(name))
    return [str(move) for move in moves]


def placement(state: State, name: str, text: str = "") -> str:
    """A placement; what the text leaves out goes on science and, against all others, land 7."""
    told_of, owned = set(text.split()), seat_of(state, name).leaders
    parts = [text]
    if not told_of & set(RESOURCES):
        parts.append(f"science {owned['mayor']}")
    parts += [
        " ".join([leader, *["7"] * owned[leader]])
        for leader in ("general", "admiral")
        if leader not in told_of and owned[leader]
    ]
    if "decoy" not in told_of and seat_of(state, name).decoys:
        parts.append("decoy 8 8")
    return f"{name} place {' '.join(parts)}"


def revealed(state: State, **placements: str) -> tuple[State, list[Any]]:
    """Everybody places, those not named on science and land 7; what that leads to."""
    names = NAMES[: state.players]
    return play_lines(state, *(placement(state, name, placements.get(name, "")) for name in names))


# --- What is to be seen ---


def view(state: State, name: str | None = None) -> MedievalView:
    """What a seat, or the spectator, may know."""
    seen: MedievalView = game.view(state, None if name is None else NAMES.index(name))
    return seen


def seat_of(state: State, name: str) -> MedievalSeat:
    """What everybody sees of a seat."""
    return view(state).seats[NAMES.index(name)]


def has(state: State, name: str) -> dict[str, int]:
    """The tokens in a manor, kinds that are there."""
    return {kind: number for kind, number in seat_of(state, name).tokens.items() if number}


def gains(before: State, after: State, name: str) -> dict[str, int]:
    """How the tokens of a manor changed."""
    old, new = seat_of(before, name).tokens, seat_of(after, name).tokens
    return {kind: new[kind] - old[kind] for kind in new if new[kind] != old[kind]}


def in_order(state: State) -> list[str]:
    """The names on the turn-order track."""
    return [NAMES[seat] for seat in view(state).order]


def turn_of(state: State) -> str:
    """Who is awaited, alone."""
    (seat,) = game.awaiting(state)
    return NAMES[seat]


def sheet(state: State, name: str) -> MedievalSheet:
    """The score sheet of a seat, as if the game ended now."""
    return game.sheets(state)[NAMES.index(name)]


def lines_of(state: State, name: str, why: str) -> list[ScoreLine]:
    """The lines of a score sheet with one reason."""
    return [line for line in sheet(state, name).lines if line.why == why]


def end_points(state: State, name: str) -> dict[str, int]:
    """What each card of a realm scores at the end, by id."""
    return {line.card or "": line.points for line in lines_of(state, name, "end")}
