"""Puzzles as data: which there are, one as its player saw it, and what its moves promise."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath
from msgspec import to_builtins

from realms.analysis.puzzles import JudgedMove, Puzzle, puzzles_of
from realms.web.admission.executor import run_aside
from realms.web.api.openapi import error_responses
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.pages.puzzles.shelf import (
    band_of,
    game_with_puzzles,
    position_of,
    puzzle_called,
)
from realms.web.pages.replay.replay import Replay


@get("/puzzles/{game:str}", tags=["papers"], responses=error_responses(404))
@run_aside
def puzzles_listed(request: AnyRequest, game: FromPath[str]) -> list[dict[str, Any]]:
    """The puzzles of a game, the easiest first."""
    return [_about(one.puzzle) for one in puzzles_of(game_with_puzzles(game)).values()]


@get("/puzzles/{game:str}/{puzzle:str}", tags=["papers"], responses=error_responses(404))
@run_aside
def puzzle_asked(request: AnyRequest, game: FromPath[str], puzzle: FromPath[str]) -> dict[str, Any]:
    """A puzzle: the view of its seat, and its legal moves."""
    name = game_with_puzzles(game)
    shipped = puzzle_called(name, puzzle)
    return puzzle_data(position_of(name, shipped, "en"), shipped.puzzle)


@get("/puzzles/{game:str}/{puzzle:str}/answer", tags=["papers"], responses=error_responses(404))
@run_aside
def puzzle_answer(
    request: AnyRequest, game: FromPath[str], puzzle: FromPath[str]
) -> dict[str, Any]:
    """What each move of a puzzle promises, the best first, and why that is better."""
    name = game_with_puzzles(game)
    return answer_data(puzzle_called(name, puzzle).puzzle, name, language_of(request))


def _about(puzzle: Puzzle) -> dict[str, Any]:
    return {"id": puzzle.id, "rating": puzzle.rating, "level": band_of(puzzle)}


def puzzle_data(replay: Replay, puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as data: nothing that its seat does not know, and not the answer."""
    state = replay.states[puzzle.at]
    legal = replay.game.legal(state, puzzle.seat)
    return {
        **_about(puzzle),
        "game": replay.game.name,
        "options": to_builtins(replay.options),
        "seats": list(replay.names),
        "seat": puzzle.seat,
        "moves": puzzle.at,
        "view": to_builtins(replay.game.view(state, puzzle.seat)),
        "legal": [
            {"written": replay.game.write_move(move, replay.names), "move": to_builtins(move)}
            for move in legal
        ],
    }


def answer_data(puzzle: Puzzle, game: str, language: str) -> dict[str, Any]:
    """What came of looking at the moves of a puzzle, as data."""
    return {
        **_about(puzzle),
        "error": puzzle.error,
        "obvious": puzzle.obvious,
        "reason": puzzle.reason.text(game, language) if puzzle.reason else "",
        "found": puzzle.found,
        "moves": [_judged(one, game, language) for one in puzzle.moves],
    }


def _judged(one: JudgedMove, game: str, language: str) -> dict[str, Any]:
    return {
        "written": one.move,
        "chance": one.chance,
        "of": one.why.of if one.why else "",
        "reason": one.why.reason.text(game, language) if one.why else "",
    }


HANDLERS: list[Any] = [puzzles_listed, puzzle_asked, puzzle_answer]
