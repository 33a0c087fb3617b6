"""Puzzles: one best move by what a seat knows; mined, graded, kept; nothing hidden in them."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from realms.analysis.puzzles import (
    EASIEST,
    HARDEST,
    Hunter,
    HuntingDepth,
    KeptReason,
    Mine,
    MinedGame,
    Puzzle,
    PuzzleSet,
    PuzzleSetHead,
    decoded,
    encoded,
    games_with_puzzles,
    graded,
    id_of,
    level_ratings,
    mine,
    moment_of,
    puzzles_of,
    rating_from,
    usual_player,
)
from realms.analysis.puzzles.hunter import USUAL
from realms.analysis.puzzles.mine import is_worth_solving
from realms.analysis.puzzles.puzzle import ReasonField
from realms.analysis.review.decisions import Decision, decisions_in
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.kernel.game import Game
from realms.kernel.games import all_games, game_named
from realms.kernel.notation import read, write
from realms.kernel.record import Moment, Record, replay
from realms.kernel.text import Text
from tests.analysis.test_review import game_and_record, other
from tests.support.bare_game import bare_game  # noqa: F401  (a fixture)

LENIENT = HuntingDepth(
    first=2,
    second=3,
    deep=4,
    deep_moves=3,
    played_out=2,
    gap=-1.0,
    sure=-100.0,
    likely=2.0,
    undecided=-1.0,
    hopeful=9,
    a_game=3,
    trusted=-1.0,
)
"""Everything is a puzzle to it: what holds of those holds of real ones."""
SHIPPED = games_with_puzzles()
LEAST = 200
"""Puzzles of each game."""


@cache
def moments_of(name: str) -> tuple[Game, Record, list[Moment]]:
    """The first moments of a game between bots."""
    game, record = game_and_record(name)
    return game, record, list(replay(game, record))


class Trusting(Hunter):
    """A hunter that believes its looks, whatever bots make of a position."""

    def _is_easy(self, *_asked: Any) -> bool:
        return False

    def _is_believed(self, *_asked: Any) -> bool:
        return True

    def _is_confirmed(self, *_asked: Any) -> bool:
        return True


class FastMine(Mine, frozen=True):
    """A mine whose finds nobody has to believe, and nobody grades."""

    def mine_game(self, number: int) -> MinedGame | None:
        options, dealt = self.tables[0], deal_rng_state(self.seed, number)
        seats = [self.bot] * options.players
        _state, moves, _seconds = play_out(self.game, options, seats, dealt)
        record = make_record(self.game, options, seats, dealt, moves)
        moments = list(replay(self.game, record))[:20]
        found = hunted(self.game, record, decisions_in(self.game, moments), self.depth)
        return MinedGame(write(self.game, record), tuple(found))


def hunted(
    game: Game, record: Record, decisions: list[Decision], depth: HuntingDepth = LENIENT
) -> list[Puzzle]:
    """What a look finds in some decisions."""
    hunter = Trusting(game, record.options, depth=depth)
    found = (hunter.puzzle_of(record, one) for one in hunter.candidates(decisions))
    return [one for one in found if one is not None]


@cache
def found_in(name: str) -> tuple[list[Decision], list[Puzzle]]:
    """Some decisions of a game, and what a lenient look finds in them."""
    game, record, moments = moments_of(name)
    listed = [
        one
        for one in decisions_in(game, moments)
        if game.count(one.state, one.seat) is None and len(game.codes(one.state, one.seat)) > 3
    ]
    chosen = listed[:12]
    return chosen, hunted(game, record, chosen)


# --- What a seat could know ---


@pytest.mark.parametrize("name", SHIPPED)
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_puzzles(name: str) -> None:
    """To the byte: the moves, what each promises, why, what it is called, how it is graded."""
    game, record, _moments = moments_of(name)
    chosen, found = found_in(name)
    worlds = [other(game, one) for one in chosen]
    assert any(
        game.hidden(here.state) != game.hidden(there.state)
        for here, there in zip(chosen, worlds, strict=True)
    )
    assert found
    assert msgspec.json.encode(found) == msgspec.json.encode(hunted(game, record, worlds))
    puzzle = found[0]
    states = [
        next(one.state for one in listed if one.number - 1 == puzzle.at)
        for listed in (chosen, worlds)
    ]
    here, there = (quickly_graded(game, state, puzzle, record.seats) for state in states)
    assert here == there


def quickly_graded(game: Game, state: Any, puzzle: Puzzle, names: Any) -> Puzzle:
    return graded(game, state, puzzle, names, tries=1)


# --- What is found ---


@pytest.mark.parametrize("name", SHIPPED)
def test_every_move_is_judged_and_the_obvious_one_is_not_the_best(name: str) -> None:
    game, record, moments = moments_of(name)
    for puzzle in found_in(name)[1]:
        state = moments[puzzle.at].state
        legal = {game.write_move(one, record.seats) for one in game.legal(state, puzzle.seat)}
        assert {one.move for one in puzzle.moves} == legal
        assert len(puzzle.moves) == len(legal)
        assert puzzle.obvious != puzzle.solution.move
        obvious = puzzle.judged(puzzle.obvious)
        assert obvious is not None
        assert obvious.why is not None
        chances = [one.chance for one in puzzle.moves]
        assert chances[1:] == sorted(chances[1:], reverse=True)
        assert puzzle.id == id_of(game, state, puzzle.seat)


def test_what_is_not_clear_is_no_puzzle() -> None:
    game, record, _moments = moments_of("fantasy")
    chosen, found = found_in("fantasy")
    assert found
    apart = msgspec.structs.replace(LENIENT, gap=0.9)
    assert hunted(game, record, chosen, apart) == []
    surely = msgspec.structs.replace(LENIENT, sure=1e9)
    assert all(one.error == 0 for one in hunted(game, record, chosen, surely))
    unlikely = msgspec.structs.replace(LENIENT, likely=0.0)
    assert hunted(game, record, chosen, unlikely) == [], "the network would make them as well"


def test_a_puzzle_that_nobody_strong_believes_or_everybody_finds_is_left_out() -> None:
    puzzle = next(iter(puzzles_of("fantasy").values())).puzzle
    for found, is_kept in (
        ({"easy": 0.0, "hard": 1.0}, True),
        ({"easy": 0.0, "hard": 0.0}, False),
        ({"easy": 1.0, "hard": 1.0}, False),
    ):
        assert is_worth_solving(msgspec.structs.replace(puzzle, found=found)) == is_kept


# --- Grades ---


def test_what_weaker_levels_find_is_easier() -> None:
    for name in SHIPPED:
        levels = level_ratings(name)
        found = [
            rating_from(levels, {level: float(n >= k) for n, level in enumerate(levels)})
            for k in range(len(levels) + 1)
        ]
        assert found == sorted(found)
        assert len(set(found)) == len(found)
        assert EASIEST <= found[0] < found[-1] <= HARDEST


# --- Mining ---


def test_a_mine_goes_on_where_it_stopped_and_keeps_what_it_has() -> None:
    game = game_named("fantasy")
    depth = msgspec.structs.replace(LENIENT, hopeful=3)
    place = FastMine(game, (game.options_type(players=3),), "a test", "greedy", depth)
    first, second = mine(place, 2)
    assert second.head.mined == {place.key: 2}
    assert len(second) >= len(first) > 0
    back = decoded(encoded(first))
    assert back == first
    (gone_on,) = mine(place, 2, back)
    assert encoded(gone_on) == encoded(second)
    assert list(mine(place, 2, gone_on)) == []
    again = second.with_game(second.games[0])
    assert again == second, "no puzzle is kept twice"


def test_strong_players_play_the_games() -> None:
    assert [usual_player(name) for name in ("fantasy", "medieval")] == ["learned", "learned"]


def test_a_game_without_network_or_levels_can_be_mined(bare_game: Game) -> None:  # noqa: F811
    options, dealt = bare_game.options_type(players=2), deal_rng_state("bare", 1)
    _state, moves, _seconds = play_out(bare_game, options, ("random", "random"), dealt)
    record = make_record(bare_game, options, ("random", "random"), dealt, moves)
    moments = list(replay(bare_game, record))
    depth = msgspec.structs.replace(LENIENT, deep=8, fewest=2)
    found = hunted(bare_game, record, decisions_in(bare_game, moments), depth)
    assert found
    for puzzle in found:
        assert puzzle.solution.move != puzzle.obvious
        assert puzzle.reason is None
    state = moments[found[0].at].state
    assert set(quickly_graded(bare_game, state, found[0], record.seats).found) == {
        *level_ratings("bare")
    }
    assert "bare" not in games_with_puzzles()
    assert puzzles_of("bare") == {}


def test_reasons_read_back_as_they_were() -> None:
    fields: dict[str, ReasonField] = {
        "card": Text("Swamp", "Pantano"),
        "n": 3,
        "seats": ("1", "2"),
        "half": 0.5,
    }
    kept = KeptReason("denies", fields)
    assert msgspec.json.decode(msgspec.json.encode(kept), type=KeptReason) == kept


def test_an_empty_set_reads_back() -> None:
    empty = PuzzleSet(PuzzleSetHead("fantasy", "rules"))
    assert decoded(encoded(empty)) == empty
    assert len(empty.with_game(MinedGame("", ()))) == 0


# --- Those that are shipped ---


@pytest.mark.parametrize("name", SHIPPED)
def test_many_puzzles_are_shipped_of_many_tables_and_all_difficulties(name: str) -> None:
    shipped = puzzles_of(name)
    assert len(shipped) >= LEAST
    ratings = [one.puzzle.rating for one in shipped.values()]
    assert ratings == sorted(ratings)
    assert min(ratings) < 1300
    assert max(ratings) > 1700
    for one in shipped.values():
        puzzle = one.puzzle
        assert EASIEST <= puzzle.rating <= HARDEST
        assert puzzle.gap >= USUAL.gap - 0.001
        assert puzzle.gap > puzzle.error
        assert puzzle.judged(puzzle.obvious) not in (None, puzzle.solution)
        assert set(puzzle.found) <= set(level_ratings(name))
        assert len(puzzle.found) >= 4, "levels may have come since it was graded"
        assert is_worth_solving(puzzle)
    tables = {read(one.record, all_games())[1].options.players for one in shipped.values()}
    assert len(tables) >= 4


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_puzzles_are_of_these_rules(name: str) -> None:
    """Their records replay, their moves are the legal ones, they are called what they should be."""
    game = game_named(name)
    shipped = list(puzzles_of(name).values())
    for puzzle, text in shipped[:: max(1, len(shipped) // 12)]:
        _game, record = read(text, all_games())
        state = moment_of(game, record, puzzle.at)
        legal = {game.write_move(one, record.seats) for one in game.legal(state, puzzle.seat)}
        assert {one.move for one in puzzle.moves} == legal
        assert puzzle.id == id_of(game, state, puzzle.seat)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_reason_can_be_said(name: str, language: str) -> None:
    said = 0
    for puzzle, _record in puzzles_of(name).values():
        reasons = [one.why.reason for one in puzzle.moves if one.why]
        for reason in (*reasons, *([puzzle.reason] if puzzle.reason else [])):
            text = reason.text(name, language)
            assert "{" not in text
            assert "Text(" not in text
            said += 1
    assert said >= LEAST
