"""Puzzles on the pages and in the API: the answer comes after the move, and nothing hidden ever."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from realms.analysis.puzzles import Puzzle, games_with_puzzles, puzzles_of
from realms.kernel.text import LANGUAGES
from realms.web.api.puzzles import answer_data, puzzle_data
from realms.web.app import Application
from realms.web.game_lookup import board_of
from realms.web.pages.environment import render_template
from realms.web.pages.puzzles.context import puzzle_page, puzzle_shown
from realms.web.pages.puzzles.shelf import (
    BANDS,
    band_of,
    bands_of,
    first_puzzles,
    position_of,
    puzzle_after,
)
from realms.web.pages.replay.replay import Replay
from tests.web.pages.browser_client import Visitor, header

GAMES = games_with_puzzles()


def some(game: str, n: int = 4) -> list[Puzzle]:
    """Some puzzles of a game, easy ones and hard ones."""
    found = [one.puzzle for one in puzzles_of(game).values()]
    return found[:: max(1, len(found) // n)]


def inside(replay: Replay, puzzle: Puzzle, language: str, move: str = "") -> str:
    """The page of a puzzle, as it is or answered."""
    page = puzzle_page(replay, puzzle, language)
    chosen = puzzle.judged(move)
    shown = puzzle_shown(replay, puzzle, language, chosen)
    board = board_of(replay.game.name).board(page)
    return render_template("puzzles/inside.html", language, page=page, board=board, shown=shown)


def other_world(replay: Replay, puzzle: Puzzle) -> Replay:
    """The same puzzle where all that its seat could not know is otherwise."""
    game, seat = replay.game, puzzle.seat
    states = [game.redeal(state, seat, f"another {n}") for n, state in enumerate(replay.states)]
    return Replay(
        id_=replay.id,
        path=replay.path,
        game=game,
        options=replay.options,
        seats=replay.seats,
        seed=None,
        commits="",
        states=states,
        events=replay.events,
        moves=replay.moves,
    )


# --- What a seat could know ---


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_are_shown_alike(game: str) -> None:
    """To the byte: the page before and after the answer, and the data of the API."""
    differ = False
    for puzzle in some(game):
        replay = position_of(game, puzzles_of(game)[puzzle.id], "en")
        other = other_world(replay, puzzle)
        here, there = (one.game.hidden(one.states[puzzle.at]) for one in (replay, other))
        differ = differ or here != there
        for move in ("", puzzle.solution.move, puzzle.obvious):
            assert inside(replay, puzzle, "en", move) == inside(other, puzzle, "en", move)
        assert as_bytes(replay, puzzle) == as_bytes(other, puzzle)
    assert differ


def as_bytes(replay: Replay, puzzle: Puzzle) -> bytes:
    """What the API tells of a puzzle."""
    return msgspec.json.encode(puzzle_data(replay, puzzle))


# --- What is shown ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_asked_and_then_explained(game: str, language: str) -> None:
    for puzzle in some(game):
        replay = position_of(game, puzzles_of(game)[puzzle.id], "en")
        asked = inside(replay, puzzle, language)
        assert f'action="/puzzles/{game}/{puzzle.id}/moves"' in asked
        assert "data-answer" not in asked
        assert "/tables/" not in asked
        right = inside(replay, puzzle, language, puzzle.solution.move)
        wrong = inside(replay, puzzle, language, puzzle.obvious)
        assert 'data-answer="right"' in right
        assert 'data-answer="wrong"' in wrong
        for text in (right, wrong):
            assert f"{round(100 * puzzle.solution.chance)} %" in text
            assert f"level={band_of(puzzle)}" in text
        body: Any = puzzle.judged(puzzle.obvious)
        reason = body.why.reason.text(game, language).casefold()
        assert reason in unescape(wrong).casefold()
        for text in (asked, right, wrong):
            assert not re.search(r"\bweb\.\w+\.\w+|style=|Text\(", text)


@pytest.mark.parametrize("game", GAMES)
def test_the_next_puzzle_comes_round_without_repeating(game: str) -> None:
    for level in (*BANDS, ""):
        fit = {
            one.puzzle.id for one in puzzles_of(game).values() if level in ("", band_of(one.puzzle))
        }
        seen: list[str] = []
        after = ""
        for _step in fit:
            found = puzzle_after(game, after, level)
            assert found is not None
            seen.append(after := found.id)
        assert set(seen) == fit
        if fit:
            again = puzzle_after(game, after, level)
            assert again is not None
            assert again.id == seen[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_for_a_rating_is_near_it(game: str) -> None:
    ratings = [one.puzzle.rating for one in puzzles_of(game).values()]
    for rating in (0, 1000, 1500, 2000, 9999):
        found = puzzle_after(game, "", "", rating)
        assert found is not None
        nearest = min(abs(one - rating) for one in ratings)
        assert abs(found.rating - rating) <= max(nearest, 200)


def test_every_puzzle_has_a_difficulty() -> None:
    for game in GAMES:
        assert sum(band.number for band in bands_of(game)) == len(puzzles_of(game))
    assert bands_of("nothing") == ()
    assert first_puzzles("nothing") == ""


# --- Asked of the server ---


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_pages_are_whole(app: Application, language: str) -> None:
    ada = Visitor(app, language)
    shelf = await ada.get("/puzzles")
    assert shelf.status == 200
    for game in GAMES:
        assert f'href="/puzzles/{game}/next"' in shelf.body.decode()
        first = await ada.get(f"/puzzles/{game}/next?level=easy")
        place = header(first, "location")
        assert first.status == 303
        page = await ada.get(place)
        assert page.status == 200
        assert "style=" not in page.body.decode()
        assert header(await ada.get(f"/puzzles/{game}"), "location") == f"/puzzles#{game}"
    for nowhere in ("/puzzles/chess", "/puzzles/chess/next", "/puzzles/fantasy/00000000"):
        assert (await ada.get(nowhere)).status == 404


@pytest.mark.anyio
async def test_a_move_of_the_board_is_the_answer(app: Application) -> None:
    ada, puzzle = Visitor(app), some("fantasy")[0]
    path = f"/puzzles/fantasy/{puzzle.id}"
    page = (await ada.get(path)).body.decode()
    forms = [unescape(value) for value in re.findall(r'value="(\{.*?\})"', page)]
    assert len(forms) >= len(puzzle.moves)
    verdicts = set()
    for form in dict.fromkeys(forms):
        sent = await ada.send(f"{path}/moves", move=form)
        assert sent.status == 303
        place = header(sent, "location")
        move = re.sub(r".*\?move=", "", place)
        verdicts.add(move)
        assert "data-answer" in (await ada.get(place)).body.decode()
    assert len(verdicts) == len(puzzle.moves)
    refused = await ada.send(f"{path}/moves", move='{"type":"pass"}')
    assert refused.status == 200
    assert "data-answer" not in refused.body.decode()
    assert (await ada.send(f"{path}/moves", move="[")).status == 200


@pytest.mark.anyio
async def test_a_page_that_is_there_gets_the_answer_at_once(app: Application) -> None:
    ada, puzzle = Visitor(app), some("medieval")[0]
    replay = position_of("medieval", puzzles_of("medieval")[puzzle.id], "en")
    ada.headers.append((b"hx-request", b"true"))
    answer = await ada.get(f"{replay.path}?move={quote(puzzle.solution.move)}")
    page = answer.body.decode()
    assert "<html" not in page
    assert 'data-answer="right"' in page
    assert (await ada.send(f"{replay.path}/proxy", most="3")).status == 200


@pytest.mark.anyio
async def test_the_api_tells_the_answer_only_where_it_is_asked_for(app: Application) -> None:
    ada = Visitor(app)
    for game in GAMES:
        listed = json.loads((await ada.get(f"/api/puzzles/{game}")).body)
        assert [one["id"] for one in listed] == [*puzzles_of(game)]
        assert all(set(one) == {"id", "rating", "level"} for one in listed)
        puzzle = some(game)[0]
        data = json.loads((await ada.get(f"/api/puzzles/{game}/{puzzle.id}")).body)
        assert {one["written"] for one in data["legal"]} == {one.move for one in puzzle.moves}
        assert "chance" not in json.dumps(data)
        answer = json.loads((await ada.get(f"/api/puzzles/{game}/{puzzle.id}/answer")).body)
        assert answer == json.loads(msgspec.json.encode(answer_data(puzzle, game, "en")))
        assert answer["moves"][0]["written"] == puzzle.solution.move
    assert (await ada.get("/api/puzzles/chess")).status == 404
    assert (await ada.get("/api/puzzles/fantasy/00000000/answer")).status == 404


@pytest.mark.anyio
@pytest.mark.parametrize(("language", "player"), [("en", "Player"), ("es", "Jugador")])
@pytest.mark.parametrize("game", games_with_puzzles())
async def test_players_of_a_puzzle_are_called_by_letters(
    app: Application, game: str, language: str, player: str
) -> None:
    shipped = next(iter(puzzles_of(game).values()))
    replay = position_of(game, shipped, language)
    assert replay.names[:2] == (f"{player} A", f"{player} B")
    page = (await Visitor(app, language).get(f"/puzzles/{game}/{shipped.puzzle.id}")).body.decode()
    assert player in page
    assert "Learned" not in page
