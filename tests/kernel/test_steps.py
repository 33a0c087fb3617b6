"""Moves that are paths of steps: listed without being written down, and changed in secret.

A placement of Medieval Realms is such a move: one step a leader, known to nobody else until
everybody has placed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec import structs

from realms import medieval
from realms.kernel import notation
from realms.kernel.conformance import Nonconformance, check_game, seat_names
from realms.kernel.errors import IllegalMove
from realms.kernel.game import LegalMoves, State
from realms.kernel.record import Played, Record, new_record, redacted
from realms.medieval import PassRound, Place, game
from realms.medieval.rules.state import PLACING, has
from tests.medieval.positions import drafted, placing

pytestmark = pytest.mark.uncompiled

FIRST = Place({"gold": 4}, (1,), (2,))
OTHER = Place({"raw": 4}, (3,), (4,))

SMALL = [
    (3, "mayor 2, admiral 1", 21 * 8),
    (3, "mayor 1, admiral 2, general 1", 6 * 36 * 8),
    (5, "general 1, admiral 1", 10 * 10),
    (2, "mayor 1, admiral 1", 6 * 8 * 28),
    (2, "general 1, admiral 1", 8 * 28 + 56 * 21),
]
"""Tables, the leaders of the seat that places, and its placements by arithmetic."""


def listed(players: int, leaders: str) -> tuple[State, LegalMoves]:
    """A seat with few leaders, about to place them, and its legal moves."""
    state = placing(players, leaders={"Ada": leaders})
    return state, game.legal(state, 0)


def placed(*moves: Place, players: int = 3) -> State:
    """Ada places, and changes that."""
    state = placing(players)
    for move in moves:
        state, _ = game.play(state, 0, move)
    return state


def stands(state: State, seat: int) -> Place | None:
    """Where the leaders of a seat stand, as it knows; None where none does."""
    placement: Place | None = game.view(state, seat).seats[seat].placement
    return placement


def others(state: State) -> Iterable[int | None]:
    return (None, *range(1, int(state.players)))


# --- The list ---


@pytest.mark.parametrize(("players", "leaders", "ways"), SMALL)
def test_the_list_is_as_long_as_it_says_and_no_move_is_in_it_twice(
    players: int, leaders: str, ways: int
) -> None:
    """[MR-18] [MR-22]"""
    _, moves = listed(players, leaders)
    every = list(moves)
    assert len(moves) == len(every) == ways
    assert len({msgspec.json.encode(move) for move in every}) == ways


@pytest.mark.parametrize(("players", "leaders", "ways"), SMALL)
def test_indexing_agrees_with_iterating(players: int, leaders: str, ways: int) -> None:
    _, moves = listed(players, leaders)
    every = list(moves)
    for place in (*range(0, ways, 29), ways - 1):
        assert moves[place] == every[place]
        assert moves[place - ways] == every[place]
    assert moves[5:40:11] == every[5:40:11]
    assert moves[-2:] == every[-2:]
    for beyond in (ways, -ways - 1):
        with pytest.raises(IndexError):
            moves[beyond]


@pytest.mark.parametrize(("players", "leaders", "ways"), SMALL)
def test_every_listed_move_plays_and_is_known_to_its_list(
    players: int, leaders: str, ways: int
) -> None:
    state, moves = listed(players, leaders)
    for move in moves[:: ways // 40]:
        assert move in moves
        after, _ = game.play(state, 0, move)
        assert stands(after, 0) == move
        assert 0 in game.may_change(after)


def test_leaders_that_are_alike_make_one_placement() -> None:
    """[MR-18]"""
    state, moves = listed(3, "admiral 2")
    lands = [move.admirals for move in moves if isinstance(move, Place)]
    assert (1, 2) in lands
    assert (2, 1) not in lands
    assert Place({}, (), (2, 1)) in moves, "said the other way round, it is the same"
    after, _ = game.play(state, 0, Place({}, (), (2, 1)))
    assert stands(after, 0) == Place({}, (), (1, 2))


@pytest.mark.parametrize(
    "stray",
    [
        Place({"gold": 3}, (1,), (2,)),
        Place({"gold": 4}, (1,), ()),
        Place({"gold": 4}, (1, 1), (2,)),
        Place({"battle": 4}, (1,), (2,)),
        Place({"gold": 4}, (9,), (2,)),
        Place({"gold": 4}, (1,), (2,), (3, 3)),
        Place(None),
        PassRound(),
        "place gold 4",
    ],
)
def test_what_is_no_placement_is_not_in_the_list(stray: Any) -> None:
    assert stray not in game.legal(placing(), 0)


def test_a_list_is_told_by_its_length_and_its_beginning() -> None:
    _, moves = listed(3, "admiral 1")
    lands = ", ".join(f"place admiral {land}" for land in range(1, 9))
    assert repr(moves) == f"<8 legal: {lands}>"
    assert repr(game.legal(placing(), 0)).startswith("<8064 legal: place goods 4 general 1 ad")


def test_asking_for_moves_changes_nothing() -> None:
    state, moves = listed(3, "mayor 2, admiral 1")
    kept = state.tobytes()
    assert moves[3] in list(moves)
    assert state.tobytes() == kept


# --- Changing one's mind ---


def test_a_seat_that_has_placed_may_place_anything_else() -> None:
    """[MR-18]"""
    fresh, ready = placing(), placed(FIRST)
    assert game.awaiting(ready) == (1, 2)
    assert game.may_change(ready) == (0,)
    before, after = game.legal(fresh, 0), game.legal(ready, 0)
    assert len(before) == len(after)
    assert after[4000] == before[4000]
    assert FIRST in after
    assert OTHER in after
    changed = placed(FIRST, OTHER)
    assert stands(changed, 0) == OTHER
    assert game.awaiting(changed) == (1, 2)


def test_a_change_leads_where_placing_so_at_first_leads() -> None:
    assert placed(FIRST, OTHER).tobytes() == placed(OTHER).tobytes()
    assert placed(FIRST, OTHER, FIRST).tobytes() == placed(FIRST).tobytes()


def test_when_the_last_has_placed_nothing_is_changed_any_more() -> None:
    """[MR-18]"""
    state = placed(FIRST)
    for seat in (1, 2):
        state, _ = game.play(state, seat, FIRST)
    assert game.may_change(state) == ()
    for seat in range(3):
        assert OTHER not in game.legal(state, seat)
        with pytest.raises(IllegalMove) as caught:
            game.play(state, seat, OTHER)
        assert (caught.value.code, caught.value.paragraph) == ("move/wrong_step", "MR-16")


# --- What others learn of it ---


def test_others_see_that_a_seat_has_placed_and_not_where() -> None:
    """[MR-8] [MR-18]"""
    one, another = placed(FIRST), placed(OTHER)
    for viewer in others(one):
        assert game.view(one, viewer) == game.view(another, viewer)
        assert game.view(one, viewer).seats[0].ready
        assert game.view(one, viewer).seats[0].placement is None
    assert stands(one, 0) == FIRST


def test_no_other_seat_s_moves_tell_where_leaders_stand() -> None:
    one, another = placed(FIRST), placed(OTHER)
    for seat in (1, 2):
        assert len(game.legal(one, seat)) == len(game.legal(another, seat))
        assert game.legal(one, seat)[77] == game.legal(another, seat)[77]


def test_an_event_tells_others_that_a_seat_has_placed_and_not_where() -> None:
    """[MR-8] [MR-18]"""
    state = placing()
    by_move = [game.play(state, 0, move)[1] for move in (FIRST, OTHER)]
    for viewer in others(state):
        one, another = ([event.seen_by(viewer) for event in events] for events in by_move)
        assert one == another
        assert len(one) == 1
    assert by_move[0][0].seen_by(0).placement == FIRST


def test_nobody_is_told_of_a_change() -> None:
    """[MR-18]"""
    state = placed(FIRST)
    after, events = game.play(state, 0, OTHER)
    for viewer in others(state):
        assert game.view(state, viewer) == game.view(after, viewer)
        assert [event.seen_by(viewer) for event in events if event.seen_by(viewer)] == []
    assert [event.seen_by(0).placement for event in events] == [OTHER]


def recorded(*moves: tuple[int, Any]) -> Record:
    """A record of three in which everybody drafts, and then these moves are made."""
    options, seed = medieval.Options(players=3), "a seed"
    record = new_record(game, options, seat_names(3), seed)
    played, state = [], game.start(options, seed)
    while len(game.awaiting(state)) == 1:
        (seat,) = game.awaiting(state)
        move = game.legal(state, seat)[0]
        state, _ = game.play(state, seat, move)
        played.append(Played(seat, move))
    return structs.replace(record, moves=(*played, *(Played(*move) for move in moves)))


def test_a_redacted_record_tells_that_a_seat_has_placed_and_not_where() -> None:
    """[MR-18]"""
    record = recorded((0, FIRST), (1, OTHER))
    for viewer in (None, 2):
        redaction = redacted(game, record, viewer)
        assert [played.move for played in redaction.moves[3:]] == [Place(None), Place(None)]
        assert notation.write(game, redaction).count("place ?") == 2
    own = redacted(game, record, 0)
    assert [played.move for played in own.moves[3:]] == [FIRST, Place(None)]


def test_a_redacted_record_tells_nobody_of_a_change() -> None:
    """[MR-18]"""
    plain, changed = recorded((0, FIRST)), recorded((0, FIRST), (0, OTHER))
    for viewer in (None, 1, 2):
        assert redacted(game, plain, viewer) == redacted(game, changed, viewer)
    assert [played.move for played in redacted(game, changed, 0).moves[3:]] == [FIRST, OTHER]


def test_what_was_changed_is_told_to_nobody_when_all_is_revealed() -> None:
    """[MR-18] [MR-23]"""
    rest = ((1, FIRST), (2, FIRST))
    changed = recorded((0, FIRST), (0, OTHER), *rest)
    for viewer in (None, 1, 2):
        redaction = redacted(game, changed, viewer)
        of_ada = [played.move for played in redaction.moves[3:] if played.seat == 0]
        assert FIRST not in of_ada
        assert OTHER in of_ada


def test_a_re_deal_places_others_anew() -> None:
    """[MR-8]"""
    state = placed(FIRST)
    seen = {str(stands(game.redeal(state, 1, str(n)), 0)) for n in range(40)}
    assert len(seen) > 20
    assert str(FIRST) not in seen
    for number in range(5):
        other = game.redeal(state, 0, str(number))
        assert stands(other, 0) == FIRST
        assert game.violations(other) == []


def test_a_re_deal_places_nobody_who_has_not_placed() -> None:
    state = placed(FIRST)
    other = game.redeal(state, None, "anew")
    assert game.awaiting(other) == game.awaiting(state) == (1, 2)
    assert stands(other, 1) is None


def test_half_a_placement_is_its_seat_s_secret() -> None:
    """[MR-18]"""
    state = drafted()
    half = state.copy()
    game.advance(half, 0, int(game.codes(half, 0)[2]))
    assert game.midway(half, 0)
    assert 0 in game.awaiting(half)
    for viewer in others(state):
        assert game.view(half, viewer) == game.view(state, viewer)
        other = game.redeal(half, viewer, "anew")
        assert stands(other, 0) is None
    assert stands(game.redeal(half, 0, "anew"), 0) == stands(half, 0)


# --- Broken games ---


class ShowsPlacements(medieval.MedievalRealms):
    def seen_from(self, state: State, seat: int | None) -> Any:
        view = super().seen_from(state, seat)
        shown = [
            structs.replace(one, placement=stands(state, number)) if one.ready else one
            for number, one in enumerate(view.seats)
        ]
        return structs.replace(view, seats=tuple(shown))


class TellsWhoStandsOnTheFirstLand(medieval.MedievalRealms):
    def seen_from(self, state: State, seat: int | None) -> Any:
        there = int(state.forces[:, :, 0].sum()) if state.phase == PLACING else 0
        view = super().seen_from(state, seat)
        return structs.replace(view, deck=view.deck + there)


class CountsMovesByOthers(medieval.MedievalRealms):
    def count(self, state: State, seat: int | None) -> int | None:
        counted = super().count(state, seat)
        return None if counted is None else counted - int(state.zone[:, 0].sum())


class KeepsPlacements(medieval.MedievalRealms):
    def redeal_in_place(self, state: State, seat: int | None, word: np.uint64) -> None:
        kept = {name: state[name].copy() for name in ("zone", "forces", "unplaced")}
        super().redeal_in_place(state, seat, word)
        for name, value in kept.items():
            state[name] = value


class ForgetsWhoHasPlaced(medieval.MedievalRealms):
    def redeal_in_place(self, state: State, seat: int | None, word: np.uint64) -> None:
        ready = state.phase == PLACING and has(state.ready, 0)
        super().redeal_in_place(state, seat, word)
        if ready and seat != 0:
            self.advance(state, 0, int(self.codes(state, 0)[0]))


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (ShowsPlacements, "a re-deal shows"),
        (TellsWhoStandsOnTheFirstLand, "a re-deal shows"),
        (CountsMovesByOthers, "a re-deal shows"),
        (KeepsPlacements, "a re-deal keeps what is hidden"),
        (ForgetsWhoHasPlaced, "a re-deal shows"),
    ],
)
def test_a_game_that_breaks_its_screens_is_found_out(
    broken: type[medieval.MedievalRealms], complaint: str
) -> None:
    """[MR-8] [MR-17]"""
    with pytest.raises(Nonconformance, match=complaint):
        check_game(broken(), medieval.Options(players=3), ["screens"], every=2)
