"""Puzzles in a real browser: chosen on the board, explained, counted by the browser alone."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, expect

from realms.analysis.puzzles import Puzzle, games_with_puzzles, puzzles_of
from realms.kernel.games import game_named
from realms.web.pages.puzzles.shelf import position_of
from tests.browser.conftest import WIDTHS, CheckPage, NewPage, each_in_a_look, walk_by_keyboard
from tests.browser.test_learn import press

GAMES = games_with_puzzles()


def first_of(game: str) -> Puzzle:
    """A puzzle of a game."""
    return next(iter(puzzles_of(game).values())).puzzle


def make(page: Page, game: str, puzzle: Puzzle, written: str) -> None:
    """Make a move with what the board offers."""
    names = position_of(game, puzzles_of(game)[puzzle.id], "en").names
    press(page, to_builtins(game_named(game).read_move(written, names)))


def score(page: Page) -> Any:
    """What the browser keeps."""
    return json.loads(page.evaluate("localStorage.getItem('realms-puzzles')"))


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_and_counted_once(new_page: NewPage, game: str) -> None:
    puzzle = first_of(game)
    page = new_page()
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    expect(page.locator("#puzzle-score")).to_be_hidden()
    make(page, game, puzzle, puzzle.solution.move)
    expect(page.locator("#puzzle-title")).to_contain_text("Right!")
    expect(page.locator("#puzzle-title")).to_be_focused()
    expect(page.locator("#puzzle-score")).to_contain_text("streak 1")
    kept = score(page)
    assert kept["rating"] > 1200
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    make(page, game, puzzle, puzzle.obvious)
    expect(page.locator("#puzzle-title")).to_contain_text("better move")
    expect(page.locator(".puzzle-moves li.made")).to_be_visible()
    assert score(page) == kept, "the first try counts"
    page.keyboard.press("n")
    page.wait_for_url(re.compile(rf"/puzzles/{game}/(?!{puzzle.id})\w+$"))
    expect(page.locator("#puzzle-title")).to_contain_text("Which one is best?")


@pytest.mark.parametrize("game", GAMES)
def test_without_javascript(new_page: NewPage, game: str) -> None:
    puzzle = first_of(game)
    page = new_page(javascript=False, language="es", width=390, height=844)
    page.goto("/puzzles")
    page.locator(f"a[href='/puzzles/{game}/next']").click()
    page.wait_for_url(re.compile(rf"/puzzles/{game}/\w+$"))
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    make(page, game, puzzle, puzzle.solution.move)
    assert "¡Correcto!" in page.locator("#puzzle-title").inner_text()
    page.locator("#puzzle-next").click()
    page.wait_for_url(re.compile(rf"/puzzles/{game}/(?!{puzzle.id})\w+$"))


@pytest.mark.parametrize(("theme", "language", "game"), each_in_a_look(GAMES))
def test_looks_right_everywhere(
    new_page: NewPage, check_page: CheckPage, shot: Any, game: str, theme: str, language: str
) -> None:
    puzzle = first_of(game)
    page = new_page(theme=theme, language=language)
    page.goto("/puzzles")
    check_page(page, widths=WIDTHS)
    walk_by_keyboard(page)
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    check_page(page, widths=WIDTHS)
    shot(page, f"puzzle-{game}-{theme}-{language}")
    make(page, game, puzzle, puzzle.obvious)
    expect(page.locator(".puzzle-moves")).to_be_visible()
    check_page(page, widths=WIDTHS)
    shot(page, f"puzzle-{game}-{theme}-{language}-answered")


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_question_and_the_board_are_there_at_once(
    new_page: NewPage, shot: Any, game: str
) -> None:
    page = new_page(width=390, height=844, touch=True)
    page.goto(f"/puzzles/{game}/{first_of(game).id}")
    expect(page.locator("#puzzle-title")).to_be_in_viewport()
    expect(page.locator(".tabletop")).to_be_in_viewport(ratio=0.5)
    shot(page, f"puzzle-{game}-phone", full=False)
