"""Other worlds: games that went otherwise where one viewer could not have noticed.

Such a world is made from the log of a true one: the cards that the viewer never knew are
dealt otherwise, what others did in secret they do otherwise or not at all, and the log is
replayed. Whatever the viewer was and is told has to be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np

from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import NECROMANCER
from realms.fantasy.rules.ending import CHOOSERS
from realms.fantasy.rules.redeal import known_area, known_hand
from realms.fantasy.rules.state import DECLARING, ENDED, KEEPING
from realms.kernel.bits.sets import members
from realms.kernel.chance import below, rng_state_from, stream_from
from realms.kernel.errors import RealmsError
from realms.kernel.game import Game, State
from realms.medieval.rules.state import PLACING, draw_card, left_in_deck
from realms.tables import entries
from realms.tables.game import progress
from realms.tables.log import LogRow, TableLog
from realms.tables.table import Table
from realms.tables.table_view import table_frame
from realms.tables.terms import Rules, Terms, rules_of

PREFIX = 12
"""Frames before the last that are compared too."""


class Witness:
    """What one viewer could not know so far."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game, self.seat = game, seat
        self.unknown = ~0  # cards of Fantasy Realms that it never knew the place of
        self.dealt = 0  # cards of Medieval Realms that were ever turned up
        self.since = 0  # entries after this one may hold placements that are secret still
        self.past: dict[int, bytes] = {}

    def look(self, table: Table, undone: bool) -> None:
        """Note what can be known after an entry."""
        self.past[table.seq] = table_frame(table, self.seat)
        state = table.state
        if state is None:
            return
        if self.game.name == "fantasy":
            self.unknown &= hidden_cards(state, -1 if self.seat is None else self.seat)
        else:
            self.dealt = max(self.dealt, int(state.dealt))
            if state.phase != PLACING or undone:
                self.since = table.seq


def hidden_cards(state: State, viewer: int) -> int:
    """The cards that a viewer does not know the place of, by the rules. [FR-5] [FR-23b]"""
    if state.phase == ENDED:
        return 0
    known = int(known_area(state, viewer))
    for seat in range(int(state.players)):
        known |= int(known_hand(state, seat, viewer))
    if state.phase == KEEPING and state.turn == viewer:
        known |= 1 << int(state.pair[0]) | 1 << int(state.pair[1])
    return ~known


class World:
    """A world that a witness cannot tell from the true one."""

    def __init__(self, true: Table, rows: Sequence[Any], witness: Witness, dice: Any) -> None:
        self.witness, self.dice, self.true = witness, dice, true
        self.cards = self._dealt_otherwise(declared_in(rows))
        self.game = self._other_game()
        self.differs = any(card != place for place, card in enumerate(self.cards))
        self.rows: list[dict[str, Any]] = []
        self.left_out = 0
        with self.rules():
            self.table = Table(true.id, true.terms, true.seed)
        self._replay(rows)

    # --- Another deal ---

    def _dealt_otherwise(self, declared: set[str]) -> list[int]:
        """For Fantasy which card each is; for Medieval where each comes from in the deck."""
        state, witness = self.true.state, self.witness
        size = int(state.cards) if state is not None else 0
        cards = [*range(max(size, len(CARDS)))]
        if state is None:
            return cards
        if witness.game.name == "fantasy":
            free = list(members(witness.unknown & (1 << len(CARDS)) - 1))
            if size < len(CARDS):
                free = [card for card in free if CARDS[card].id != "jester"]
            if state.phase == DECLARING:  # whoever has to choose takes more moves
                choosers = {*map(int, CHOOSERS), NECROMANCER}
                free = [c for c in free if c not in choosers and CARDS[c].id not in declared]
        else:
            free = deck_order(witness.game, self.true)[witness.dealt :]
        for card, other in zip(free, self.dice.sample(free, len(free)), strict=True):
            cards[card] = other
        return cards

    def _other_game(self) -> Game:
        cards, is_fantasy = self.cards, self.witness.game.name == "fantasy"

        class Other(type(self.witness.game)):  # type: ignore[misc]
            def prepare(self, state: State, options: Any) -> None:
                super().prepare(state, options)
                deck = [int(card) for card in state.deck[: state.cards]]
                for place, card in enumerate(deck):
                    state.deck[place] = cards[card] if is_fantasy else deck[cards[place]]

        return Other()

    @contextmanager
    def rules(self) -> Iterator[None]:
        """Tables that are opened meanwhile are of this world."""

        def other(terms: Terms) -> Rules:
            return Rules(self.game, rules_of(terms).options)

        with patch.object(progress, "rules_of", other):
            yield

    # --- Another log ---

    def _replay(self, rows: Sequence[Any]) -> None:
        """The log as it would be here; every frame of the witness stays what it was."""
        for row in rows:
            entry = entries.decode_entry(row["body"])
            other = self._otherwise(entry, row["seq"], rows)
            if other is None:
                self.left_out += 1
                continue
            self.differs = self.differs or other != entry
            try:
                self.table.accept(self.table.consider(other, row["at"]))
            except RealmsError as error:
                raise Impossible(str(error)) from error
            self.rows.append(
                {**row, "seq": self.table.seq, "body": entries.encode_entry(other).decode()}
            )
            events, seat = self.witness.past.get(row["seq"]), self.witness.seat
            if events and row["seq"] > rows[-1]["seq"] - PREFIX:
                same(events, table_frame(self.table, seat), f"the frame after {row['seq']}")

    def _otherwise(self, entry: Any, seq: int, rows: Sequence[Any]) -> Any:
        """An entry as it could have been; None if it could have been left out."""
        if getattr(entry, "seat", None) == self.witness.seat:
            return entry
        if isinstance(entry, entries.ProxyBidSet):
            left_out = entry.most is None or self.dice.random() < 0.5
            return None if left_out else entries.ProxyBidSet(entry.seat, self.dice.randrange(1000))
        if not isinstance(entry, entries.MoveMade):
            return entry
        if self.witness.game.name == "fantasy":
            return entries.MoveMade(entry.seat, self._renamed(entry.move), entry.by)
        if entry.move["type"] == "place" and seq > self.witness.since and entry.seat is not None:
            if self._could_leave_out(entry.seat, seq, rows):
                return None
            assert self.table.state is not None
            legal = self.game.legal(self.table.state, entry.seat)
            move = legal[self.dice.randrange(len(legal))]
            return entries.MoveMade(entry.seat, msgspec.to_builtins(move), entry.by)
        return entry

    def _could_leave_out(self, seat: int, seq: int, rows: Sequence[Any]) -> bool:
        """Whether a seat only changed what it had placed: others never learn of that."""
        later = [entries.decode_entry(row["body"]) for row in rows if row["seq"] > seq]
        if self.dice.random() < 0.3 or any(isinstance(e, entries.MovesUndone) for e in later):
            return False
        assert self.table.state is not None
        return seat in self.game.may_change(self.table.state)

    def _renamed(self, move: dict[str, Any]) -> dict[str, Any]:
        names = {CARDS[card].id: CARDS[other].id for card, other in enumerate(self.cards)}
        return {k: names[v] if k == "card" else v for k, v in move.items()}


def declared_in(rows: Sequence[Any]) -> set[str]:
    """The cards that declarations name."""
    log = [entries.decode_entry(row["body"]) for row in rows]
    return {str(e.move.get("value")) for e in log if isinstance(e, entries.MoveMade)}


def deck_order(game: Game, table: Table) -> list[int]:
    """Where in the laid-out deck the cards come from, in the order they are turned up."""
    state: Any = game.new_state()
    game.prepare(state, table.options)  # type: ignore[attr-defined]
    state.deck[: state.cards] = np.arange(state.cards)
    stream = stream_from(table.seed)
    if stream is None:
        state.chance = rng_state_from(table.seed)
    else:
        stream.shuffle(state.deck[: state.cards])
        state.chance = stream.word()
    for place in range(int(state.players) - 1):  # the turn order is drawn first
        below(state, int(state.players) - place)
    while left_in_deck(state):
        draw_card(state)
    return [int(card) for card in state.deck[: state.cards]]


def same(one: Any, other: Any, what: str) -> None:
    """Two things that somebody is told in two worlds."""
    if one != other:
        raise Leak(f"{what} tells worlds apart:\n{one!r}\n{other!r}")


class Impossible(Exception):
    """What was done could not have been done in the other world."""


class Leak(AssertionError):
    """Somebody could tell what they may not know."""


class Elsewhere(TableLog):
    """The log of another world, over the database of the true one; nothing is written."""

    rows_there: Sequence[Any] | None = None

    async def entries(self, table_id: str, after: int = 0) -> Sequence[Any]:
        if self.rows_there is None:
            return await super().entries(table_id, after)
        return [row for row in self.rows_there if row["seq"] > after]

    async def append(self, row: LogRow, status: str = "") -> None:
        raise AssertionError("nothing is written in another world")
