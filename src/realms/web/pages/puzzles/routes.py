"""`/puzzles`: the shelf, a puzzle, its answer, and the next one."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from realms.analysis.puzzles import ShippedPuzzle, games_with_puzzles
from realms.kernel.errors import RealmsError
from realms.kernel.games import game_named
from realms.web.admission.executor import executor_of, run_aside
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import board_of
from realms.web.game_parts import FormTable
from realms.web.pages.environment import is_partial, render_page
from realms.web.pages.error_page import refusal_shown
from realms.web.pages.puzzles.context import puzzle_page, puzzle_shown
from realms.web.pages.puzzles.shelf import (
    bands_of,
    game_with_puzzles,
    position_of,
    puzzle_after,
    puzzle_called,
)

Answer = Response[Any]


@get("/puzzles")
@run_aside
def shelf(request: AnyRequest) -> Answer:
    """The games that have puzzles, and how difficult those are."""
    games = [(name, game_named(name).title, bands_of(name)) for name in games_with_puzzles()]
    return render_page(request, "puzzles/page.html", games=games)


@get("/puzzles/{game:str}")
async def of_game(game: FromPath[str]) -> Redirect:
    """The shelf, at a game."""
    return Redirect(f"/puzzles#{game_with_puzzles(game)}", status_code=303)


@get("/puzzles/{game:str}/next")
async def next_puzzle(request: AnyRequest, game: FromPath[str]) -> Redirect:
    """Another puzzle: of a difficulty, or near a rating."""
    name, asked = game_with_puzzles(game), request.query_params
    text = asked.get("rating", "")
    rating = int(text) if text.isdecimal() and len(text) < 5 else None
    found = puzzle_after(name, asked.get("after", ""), asked.get("level", ""), rating)
    if found is None:
        raise NotFoundException
    return Redirect(f"/puzzles/{name}/{found.id}", status_code=303)


@get("/puzzles/{game:str}/{puzzle:str}")
@run_aside
def one(request: AnyRequest, game: FromPath[str], puzzle: FromPath[str]) -> Answer:
    """A puzzle; with a move in the address, what comes of that."""
    name = game_with_puzzles(game)
    shipped = puzzle_called(name, puzzle)
    return render_puzzle(request, name, shipped, request.query_params.get("move", ""))


def render_puzzle(
    request: AnyRequest,
    game: str,
    shipped: ShippedPuzzle,
    move: str = "",
    problem: str = "",
    typed: dict[str, str] | None = None,
) -> Answer:
    """A puzzle, as a page or as the inside of one."""
    language = language_of(request)
    replay = position_of(game, shipped, language)
    puzzle = shipped.puzzle
    chosen = puzzle.judged(move) if move else None
    page = puzzle_page(replay, puzzle, language, typed)
    return render_page(
        request,
        "puzzles/inside.html" if is_partial(request) else "puzzles/puzzle.html",
        slim=True,
        page=page,
        board=board_of(game).board(page),
        shown=puzzle_shown(replay, puzzle, language, chosen, problem),
    )


@post("/puzzles/{game:str}/{puzzle:str}/moves", status_code=200)
async def answer(request: AnyRequest, game: FromPath[str], puzzle: FromPath[str]) -> Answer:
    """Answer a puzzle with a move."""
    name = game_with_puzzles(game)
    shipped = puzzle_called(name, puzzle)
    fields = {key: str(value) for key, value in (await request.form()).items()}
    return await executor_of(request).run(request.scope, answered, request, name, shipped, fields)


def answered(
    request: AnyRequest, game: str, shipped: ShippedPuzzle, fields: dict[str, str]
) -> Answer:
    """What comes of the move of a form."""
    try:
        move = read_form_move(game, shipped, fields, language_of(request))
    except RealmsError as error:
        problem = refusal_shown(error, language_of(request))
        return render_puzzle(request, game, shipped, "", problem, fields)
    if is_partial(request):
        return render_puzzle(request, game, shipped, move)
    place = f"/puzzles/{game}/{shipped.puzzle.id}?{urlencode({'move': move})}"
    return Redirect(place, status_code=303)


def read_form_move(game: str, shipped: ShippedPuzzle, fields: dict[str, str], language: str) -> str:
    """The move of a form, as a record has it; refused where the rules would refuse it."""
    replay, puzzle = position_of(game, shipped, language), shipped.puzzle
    made = board_of(game).form_move(fields, FormTable(game, replay.names))
    replay.game.play(replay.states[puzzle.at], puzzle.seat, made)
    return str(replay.game.write_move(made, replay.names))


@post("/puzzles/{game:str}/{puzzle:str}/proxy", status_code=200)
@run_aside
def proxy(request: AnyRequest, game: FromPath[str], puzzle: FromPath[str]) -> Answer:
    """A highest bid, which has no place in a puzzle: it stays as it was."""
    name = game_with_puzzles(game)
    return render_puzzle(request, name, puzzle_called(name, puzzle))


HANDLERS: list[Any] = [shelf, of_game, next_puzzle, one, answer, proxy]
