"""A small game that brings nothing but its rules, to try what every game has.

Everybody is dealt four of twelve cards and lays one aside in secret, all at the same time;
then three tricks are played, the highest card takes each and leads to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest
from msgspec import Meta

from realms.bots import registry
from realms.bots.game_parts import bot_set
from realms.bots.levels import data_of, levels_of
from realms.kernel import packs as packs_found
from realms.kernel.bits.sets import members
from realms.kernel.chance import shuffle
from realms.kernel.game import Event, Game, Move, Options, Outcome, State, View
from realms.kernel.text import catalogue

CARDS, HAND, SEATS, NONE = 12, 4, 3, -1
FIELDS = [
    ("chance", np.uint64),
    ("players", np.int8),
    ("hands", np.int64, SEATS),
    ("aside", np.int8, SEATS),
    ("trick", np.int8, SEATS),
    ("points", np.int8, SEATS),
    ("turn", np.int8),
]
ALL = (1 << CARDS) - 1


class BareOptions(Options, frozen=True):
    """Two or three play."""

    players: Annotated[int, Meta(ge=2, le=SEATS)] = 3


class Lay(Move, frozen=True):
    """Lay a card aside."""

    card: int | None


class Play(Move, frozen=True):
    """Play a card to the trick."""

    card: int


class Laid(Event, frozen=True):
    """A card was laid or played."""

    seat: int
    card: int | None
    secret: bool

    def seen_by(self, viewer: int | None) -> Event | None:
        """What is laid aside is known to its seat."""
        return self if viewer == self.seat or not self.secret else Laid(self.seat, None, True)


class BareView(View, frozen=True):
    """One's own hand, and what lies open."""

    hand: tuple[Annotated[int, Meta(ge=0, lt=CARDS)], ...]
    aside: int | None
    ready: tuple[bool, ...]
    trick: tuple[int, ...]
    points: tuple[Annotated[int, Meta(ge=0, le=HAND)], ...]
    turn: int


class BareGame(Game):
    """The game."""

    name, title, rules, seats_paragraph = "bare", "A Bare Game", "bare/1", "BG-1"
    state_type = np.dtype((np.record, FIELDS))
    options_type, move_type, code_space = BareOptions, Lay | Play, 2 * CARDS

    def set_up(self, state: State, options: Any, word: np.uint64) -> None:
        """Deal four cards each."""
        state.players, state.chance = options.players, word
        state.aside[:] = state.trick[:] = NONE
        pile = np.arange(CARDS)
        shuffle(state, pile)
        for seat in range(options.players):
            state.hands[seat] = sum(1 << int(card) for card in pile[seat * HAND :][:HAND])

    def awaiting(self, state: State) -> tuple[int, ...]:
        """All who have not laid a card aside; then the one whose turn it is."""
        seats = range(int(state.players))
        secret = tuple(seat for seat in seats if state.aside[seat] == NONE)
        return secret or ((int(state.turn),) if any(state.hands[seat] for seat in seats) else ())

    def refusal(self, state: State, seat: int | None, code: int) -> tuple[str, str] | None:
        """One plays what is in hand, when it is one's turn."""
        if seat is None or seat not in self.awaiting(state) or not 0 <= code < 2 * CARDS:
            return "move/not_your_turn", "BG-1"
        if (code < CARDS) != (state.aside[seat] == NONE):
            return "move/not_your_turn", "BG-1"
        return None if int(state.hands[seat]) >> code % CARDS & 1 else ("move/not_in_hand", "BG-1")

    def encode(self, state: State, seat: int | None, move: Any) -> tuple[int, ...]:
        """A card, and whether it is played."""
        if move.card is None or not 0 <= move.card < CARDS:
            return ()
        return (move.card + CARDS * isinstance(move, Play),)

    def decode(self, state: State, seat: int | None, steps: Sequence[int]) -> Any:
        """The move again."""
        return Lay(steps[0]) if steps[0] < CARDS else Play(steps[0] - CARDS)

    def advance(self, state: State, seat: int | None, code: int) -> list[Any]:
        """Lay a card aside, or play it; a full trick goes to the highest."""
        assert seat is not None
        card, players = code % CARDS, int(state.players)
        state.hands[seat] -= 1 << card
        if code < CARDS:
            state.aside[seat] = card
            return [Laid(seat, card, True)]
        state.trick[seat] = card
        state.turn = (seat + 1) % players
        if (state.trick[:players] != NONE).all():
            state.turn = int(state.trick[:players].argmax())
            state.points[state.turn] += 1
            state.trick[:] = NONE
        return [Laid(seat, card, False)]

    def seen_from(self, state: State, seat: int | None) -> BareView:
        """One's own cards; what lies in the trick, and the points."""
        players = int(state.players)
        own = seat is not None and state.aside[seat] != NONE
        return BareView(
            hand=() if seat is None else tuple(members(int(state.hands[seat]))),
            aside=int(state.aside[seat]) if own else None,
            ready=tuple(bool(card != NONE) for card in state.aside[:players]),
            trick=tuple(state.trick[:players].tolist()),
            points=tuple(state.points[:players].tolist()),
            turn=int(state.turn),
        )

    def redeal_in_place(self, state: State, seat: int | None, word: np.uint64) -> None:
        """Hands of others, and what they laid aside, anew; played cards stay forgotten."""
        state.chance = word
        players = int(state.players)
        open_cards = [int(card) for card in state.trick[:players] if card != NONE]
        if seat is not None:
            open_cards += [*members(int(state.hands[seat])), int(state.aside[seat])]
        pile = np.array([card for card in range(CARDS) if card not in open_cards])
        shuffle(state, pile)
        left = pile.tolist()
        for one in (one for one in range(players) if one != seat):
            hand = [left.pop() for _ in range(int(state.hands[one]).bit_count())]
            state.hands[one] = sum(1 << card for card in hand)
            if state.aside[one] != NONE:
                state.aside[one] = left.pop()

    def outcome(self, state: State) -> Outcome | None:
        """Most tricks win."""
        if self.awaiting(state):
            return None
        scores = tuple(state.points[: int(state.players)].tolist())
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(scores, winners, "played", "BG-1")

    def redact_move(
        self, state: State, seat: int | None, move: Any, viewer: int | None, now: State
    ) -> Any:
        """What was laid aside is known to its seat alone."""
        return Lay(None) if isinstance(move, Lay) and seat != viewer else move

    def violations(self, state: State) -> list[str]:
        """No card is in two hands."""
        hands = state.hands[: int(state.players)].tolist()
        union = 0
        for hand in hands:
            if union & hand:
                return ["a card is in two hands"]
            union |= hand
        return []

    def hidden(self, state: State) -> Any:
        """The hands."""
        return (state.hands.tobytes(),)

    def stray_moves(self) -> list[Any]:
        """Moves that are refused nearly everywhere."""
        return [Lay(None), Lay(0), Lay(99), Play(-1), Play(11), Play(40)]


class BarePack:
    """What every pack must have, and no more."""

    name, title, paragraph_prefix = "bare", "A Bare Game", "BG"
    game = BareGame()
    folder = Path()


PACK = BarePack()


def forget() -> None:
    """Forget which games there are."""
    for known in (packs_found.packs, bot_set, levels_of, data_of, catalogue, registry._names):
        known.cache_clear()


@pytest.fixture
def bare_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[BareGame]:
    """The game, installed beside the others."""
    for language in ("en", "es"):
        (tmp_path / "locale" / language).mkdir(parents=True)
    monkeypatch.setattr(PACK, "folder", tmp_path)
    found = {**packs_found.declared_games(), "bare": f"{__name__}:PACK"}
    monkeypatch.setattr(packs_found, "declared_games", lambda: found)
    forget()
    yield PACK.game
    forget()
