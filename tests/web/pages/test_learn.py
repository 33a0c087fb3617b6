"""Lessons: their files hold what they promise, and moves lead from stop to stop."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from realms.kernel.games import pack_named
from realms.kernel.presentation.paragraphs import paragraphs
from realms.kernel.text import LANGUAGES
from realms.web.app import Application
from realms.web.game_lookup import board_of
from realms.web.pages.environment import render_template
from realms.web.pages.learn.context import hint_for, lesson_page, lesson_shown
from realms.web.pages.learn.lessons import Lesson, lesson, taught_games
from realms.web.pages.learn.routes import read_form_move
from realms.web.pages.replay.replay import check_record
from tests.web.pages.browser_client import Visitor, header


def inside(taught: Lesson, step: int, language: str) -> str:
    """The page of a stop."""
    page = lesson_page(taught, step, language)
    board = board_of(taught.name).board(page)
    shown = lesson_shown(taught, step, language)
    return render_template("learn/inside.html", language, page=page, board=board, shown=shown)


def asking(taught: Lesson) -> list[int]:
    """The stops that ask for a move."""
    return [step for step, stop in enumerate(taught.stops, 1) if stop.en.ask]


@pytest.fixture(params=taught_games())
def taught(request: Any) -> Lesson:
    return lesson(request.param)


def test_a_lesson_has_eight_to_twelve_stops_in_order(taught: Lesson) -> None:
    assert 8 <= len(taught.stops) <= 12
    moments = [stop.at for stop in taught.stops]
    assert moments == sorted(moments)
    assert len(asking(taught)) >= 7


def test_both_languages_ask_the_same(taught: Lesson) -> None:
    for stop in taught.stops:
        assert bool(stop.en.ask) == bool(stop.es.ask)
        assert bool(stop.en.otherwise) == bool(stop.es.otherwise)
        assert stop.en.text != stop.es.text


def test_cited_paragraphs_exist(taught: Lesson) -> None:
    cited = {number for stop in taught.stops for number in stop.paragraphs}
    assert cited <= set(paragraphs(taught.name, "en"))


def test_the_record_holds(taught: Lesson) -> None:
    file = pack_named(taught.name).folder.joinpath("lessons", "first_game.realms")
    check_record(file.read_text("utf-8"))


def test_what_is_asked_for_is_a_legal_move_of_the_learner(taught: Lesson) -> None:
    for step in asking(taught):
        stop = taught.stop(step)
        assert taught.replay.moves[stop.at].seat == taught.seat
        assert taught.seat in taught.replay.game.awaiting(taught.replay.states[stop.at])


def test_hints_speak_of_other_legal_moves(taught: Lesson) -> None:
    for step in asking(taught):
        state = taught.replay.states[taught.stop(step).at]
        moves = taught.replay.game.legal(state, taught.seat)
        if not moves.are_steps:
            continue
        legal = [msgspec.to_builtins(move) for move in moves]
        others = [move for move in legal if move != taught.answer(step)]
        for hint in taught.stop(step).hint:
            assert any(hint.fits(move) for move in others), hint.on
        for language in LANGUAGES:
            for move in others:
                assert len(hint_for(taught, step, move, language)) > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stop_can_be_shown(taught: Lesson, language: str) -> None:
    for step in range(1, len(taught.stops) + 1):
        text = inside(taught, step, language)
        posts = re.findall(r'action="(/learn/\w+/\d+/\w+)"', text)
        asks = step in asking(taught)
        assert bool(posts) == asks, step
        assert "/tables/" not in text
        assert not re.search(r"\bweb\.\w+\.\w+", text)


def test_the_form_of_the_board_makes_the_move() -> None:
    taught = lesson("fantasy")
    for step in asking(taught):
        text = inside(taught, step, "en")
        values = [value.replace("&#34;", '"') for value in re.findall(r'value="(\{.*?\})"', text)]
        made = [read_form_move(taught, step, {"move": value}, "en") for value in values]
        assert taught.answer(step) in made


def test_what_a_discard_would_leave_is_told_in_points() -> None:
    taught = lesson("fantasy")
    step = next(s for s in asking(taught) if taught.stop(s).at == 7)
    body = hint_for(taught, step, {"type": "discard", "card": "king"}, "en")
    assert body.startswith("Without King your hand is worth 134.")
    assert "157" in body


# --- Asked of the server ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.anyio
async def test_the_pages_are_whole(app: Application, language: str) -> None:
    visitor = Visitor(app, language)
    for path in ("/learn", "/learn/fantasy", "/learn/medieval?step=3"):
        answer = await visitor.get(path)
        assert answer.status == 200, path
        assert "style=" not in answer.body.decode()
    assert (await visitor.get("/learn/chess")).status == 404
    for asked, step in (("99", len(lesson("fantasy").stops)), ("0", 1), ("x", 1), ("03", 3)):
        answer = await visitor.get(f"/learn/fantasy?step={asked}")
        assert header(answer, "location") == f"/learn/fantasy?step={step}", asked


@pytest.mark.anyio
async def test_the_right_move_goes_on_and_another_is_told_why(app: Application) -> None:
    ada = Visitor(app)
    right = await ada.send("/learn/fantasy/3/moves", move='{"type":"draw"}')
    assert (right.status, header(right, "location")) == (303, "/learn/fantasy?step=4")
    wrong = await ada.send("/learn/fantasy/4/moves", move='{"type":"discard","card":"king"}')
    assert wrong.status == 200
    assert "Without King your hand is worth 108." in wrong.body.decode()
    illegal = await ada.send("/learn/fantasy/3/moves", move='{"type":"take","card":"king"}')
    assert 'data-why="/paragraphs/FR-' in illegal.body.decode()
    nonsense = await ada.send("/learn/fantasy/3/moves", move="[")
    assert nonsense.status == 200
    assert (await ada.send("/learn/fantasy/1/moves", move='{"type":"draw"}')).status == 404


@pytest.mark.anyio
async def test_a_page_that_is_there_gets_the_next_stop(app: Application) -> None:
    ada = Visitor(app)
    ada.headers.append((b"hx-request", b"true"))
    answer = await ada.send("/learn/fantasy/3/moves", move='{"type":"draw"}')
    page = answer.body.decode()
    assert "<html" not in page
    assert 'data-address="/learn/fantasy?step=4"' in page


@pytest.mark.anyio
async def test_a_placement_that_is_not_the_one_stays_in_its_form(app: Application) -> None:
    ada = Visitor(app)
    fields = {"do": "place", "mayors.goods": "4", "general.1": "1", "admiral.1": "1"}
    answer = await ada.send("/learn/medieval/3/moves", **fields)
    page = answer.body.decode()
    assert "let us follow one plan" in page
    assert re.search(r'name="mayors.goods"[^>]*value="4"', page)
    fields = {"mayors.science": "1", "mayors.culture": "2", "mayors.raw": "1", "do": "place"}
    right = await ada.send(
        "/learn/medieval/3/moves", **fields, **{"general.4": "1", "admiral.2": "1"}
    )
    assert header(right, "location") == "/learn/medieval?step=4"
