"""`/learn`: a first game of each, with somebody beside you."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from realms.kernel.errors import RealmsError
from realms.kernel.games import game_named
from realms.kernel.text import say
from realms.web.admission.executor import run_aside
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import board_of
from realms.web.game_parts import FormTable
from realms.web.messages import say_or
from realms.web.pages.environment import is_partial, render_page
from realms.web.pages.error_page import refusal_shown
from realms.web.pages.learn.context import address, hint_for, lesson_page, lesson_shown
from realms.web.pages.learn.lessons import Lesson, lesson, taught_games

Answer = Response[Any]


@get("/learn")
@run_aside
def shelf(request: AnyRequest) -> Answer:
    """The page of all lessons."""
    language = language_of(request)
    lessons = [
        (
            name,
            game_named(name).title,
            say_or(f"web.{name}.lesson", language),
            len(lesson(name).stops),
        )
        for name in taught_games()
    ]
    return render_page(request, "learn/page.html", lessons=lessons)


@get("/learn/{game:str}")
@run_aside
def stop(request: AnyRequest, game: FromPath[str]) -> Answer:
    """A stop of a lesson, the first unless another is asked for."""
    taught = lesson_of(game)
    asked = request.query_params.get("step", "1")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else 1
    step = min(max(number, 1), len(taught.stops))
    if asked != str(step):
        return Redirect(address(taught, step), status_code=303)
    return render_stop(request, taught, step)


def lesson_of(game: str) -> Lesson:
    """The lesson of a game; there are no others."""
    if game not in taught_games():
        raise NotFoundException
    return lesson(game)


def render_stop(
    request: AnyRequest,
    taught: Lesson,
    step: int,
    hint: str = "",
    typed: dict[str, str] | None = None,
) -> Answer:
    """A stop, as a page or as the inside of one."""
    language = language_of(request)
    page = lesson_page(taught, step, language, typed)
    return render_page(
        request,
        "learn/inside.html" if is_partial(request) else "learn/lesson.html",
        slim=True,
        page=page,
        board=board_of(taught.name).board(page),
        shown=lesson_shown(taught, step, language, hint),
    )


@post("/learn/{game:str}/{step:int}/moves", status_code=200)
async def move(request: AnyRequest, game: FromPath[str], step: FromPath[int]) -> Answer:
    """Make a move in a lesson: on to the next stop, or a hint."""
    taught, language = lesson_of(game), language_of(request)
    if not 1 <= step <= len(taught.stops) or not taught.stop(step)[language].ask:
        raise NotFoundException
    fields = {name: str(value) for name, value in (await request.form()).items()}
    try:
        move = read_form_move(taught, step, fields, language)
    except RealmsError as error:
        return render_stop(request, taught, step, refusal_shown(error, language), fields)
    if move != taught.answer(step):
        return render_stop(request, taught, step, hint_for(taught, step, move, language), fields)
    if is_partial(request):
        return render_stop(request, taught, step + 1)
    return Redirect(address(taught, step + 1), status_code=303)


def read_form_move(
    taught: Lesson, step: int, fields: dict[str, str], language: str
) -> dict[str, Any]:
    """The move of a form, as data; refused where the rules would refuse it."""
    game, at = taught.replay.game, taught.stop(step).at
    made = board_of(taught.name).form_move(fields, FormTable(taught.name, taught.replay.names))
    game.play(taught.replay.states[at], taught.seat, made)
    data: dict[str, Any] = msgspec.to_builtins(made)
    return data


@post("/learn/{game:str}/{step:int}/proxy", status_code=200)
async def proxy(request: AnyRequest, game: FromPath[str], step: FromPath[int]) -> Answer:
    """A highest bid, which has no place in a lesson."""
    taught = lesson_of(game)
    if not 1 <= step <= len(taught.stops):
        raise NotFoundException
    return render_stop(request, taught, step, say("web.learn.otherwise", language_of(request)))


HANDLERS: list[Any] = [shelf, stop, move, proxy]
