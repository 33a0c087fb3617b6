"""The general board: any game can be played by its buttons, and only what a seat knows is shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from realms.kernel.conformance import random_move, seat_names
from realms.kernel.errors import Unreadable
from realms.kernel.text import LANGUAGES
from realms.tables import entries
from realms.tables.table import Table
from realms.tables.table_view import view_table
from realms.tables.terms import Terms
from realms.web.api.catalogue import game_shown
from realms.web.game_lookup import board_folder, board_of, card_list_of, texts_of, traits_of
from realms.web.game_parts import FormTable
from realms.web.pages.environment import render_template
from realms.web.pages.home import offer_games
from realms.web.pages.learn.lessons import has_lesson
from realms.web.pages.opening.routes import new_page
from realms.web.pages.replay.replay import ALL, replay_of_table
from realms.web.pages.table.acts import is_same_decision
from realms.web.pages.table.story import story_of
from realms.web.pages.table.table_page import TablePage
from realms.web.pages.table.viewers import legal_moves, open_views
from tests.support.bare_game import BareGame, Lay, bare_game

__all__ = ["bare_game"]


def dealt(players: int = 3) -> Table:
    """A table where the cards have been dealt."""
    table = Table("tableid", Terms("bare", {"players": players}), "a seed")
    for seat, name in enumerate(seat_names(players)):
        table.accept(table.consider(entries.SeatTaken(seat, name, f"secret of {seat}"), 0))
    table.accept(table.consider(entries.GameStarted(), 1000))
    return table


def play(table: Table, seat: int | None, move: Any) -> None:
    table.accept(table.consider(entries.MoveMade(seat, msgspec.to_builtins(move)), 2000))


def positions() -> Iterator[Table]:
    """A game of dice, at each of its positions."""
    table, dice = dealt(), random.Random("a seed")
    yield table
    while table.outcome is None:
        assert table.state is not None
        play(table, *random_move(table.game, table.state, dice))
        yield table


def page_of(table: Table, seat: int | None, language: str = "en", **more: Any) -> TablePage:
    """What a seat, or a spectator, sees."""
    fields = {"moves": legal_moves(table, seat), "views": open_views(table)}
    return TablePage(table=view_table(table, seat), language=language, **fields | more)


def html_of(page: TablePage) -> str:
    """The board as HTML."""
    board = board_of("bare").board(page)
    return render_template("general/table.html", page.language, page=page, board=board)


@pytest.mark.usefixtures("bare_game")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_is_shown_to_everybody(language: str) -> None:
    for table in positions():
        for seat in (None, 0, 1, 2):
            page = page_of(table, seat, language)
            text = html_of(page)
            assert text.count('name="move"') == len(page.moves)
            assert board_of("bare").headline(page)
            assert all(name in text for name in table.names)


@pytest.mark.usefixtures("bare_game")
def test_a_button_makes_its_move() -> None:
    table = dealt()
    page = page_of(table, 1)
    buttons = board_of("bare").board(page).moves
    assert [button.key for button in buttons] == ["1", "2", "3", "4"]
    made = board_of("bare").form_move({"move": buttons[2].value}, FormTable("bare", page.names))
    assert made == page.moves[2]
    with pytest.raises(Unreadable):
        board_of("bare").form_move({"move": "lay it"}, FormTable("bare", page.names))


@pytest.mark.usefixtures("bare_game")
def test_a_secret_move_is_shown_to_its_seat_alone() -> None:
    table = dealt()
    card = page_of(table, 0).moves[0].card
    play(table, 0, Lay(card))
    fields = {row.label: row.text for row in board_of("bare").board(page_of(table, 0)).fields}
    assert fields["Aside"] == str(card)
    others = {row.label: row.text for row in board_of("bare").board(page_of(table, 1)).fields}
    assert others["Aside"] == "—"
    assert str(card) in story_of(table, 0, "en")[-1].text
    assert f"card {card}" not in story_of(table, 1, "en")[-1].text


@pytest.mark.usefixtures("bare_game")
def test_where_several_decide_a_move_holds_whatever_others_do() -> None:
    table = dealt()
    before = page_of(table, 0)
    decision = board_of("bare").board(before).decision
    play(table, 1, page_of(table, 1).moves[0])
    form = {"decision": str(decision)}
    assert is_same_decision(form, table, 0)
    play(table, 0, before.moves[0])
    assert not is_same_decision(form, table, 0), "it has decided"
    play(table, 2, page_of(table, 2).moves[0])
    (turn,) = table.awaiting
    assert board_of("bare").board(page_of(table, turn)).decision is None, "one after the other"


@pytest.mark.usefixtures("bare_game")
def test_the_end_tells_who_won_and_what_everybody_held() -> None:
    *_, table = positions()
    page = page_of(table, None)
    board = board_of("bare").board(page)
    assert table.outcome is not None
    assert [seat.is_winner for seat in board.seats] == [
        seat in table.outcome.winners for seat in range(3)
    ]
    assert [seat.score for seat in board.seats] == [*table.outcome.scores]
    assert board.reason == "played"
    assert {row.label for row in board.seats[0].fields} >= {"Aside"}
    replay = replay_of_table(table, None)
    for at in range(replay.last + 1):
        html_of(replay.page(at, ALL, "es"))


def test_moves_too_many_to_list_are_written(bare_game: BareGame) -> None:
    page = page_of(dealt(), 0, moves=(), since=0)
    board = board_of("bare").board(page)
    assert board.is_written
    assert 'name="written"' in html_of(page)
    move = bare_game.legal(bare_game.start(), 0)[0]
    fields = {"written": bare_game.write_move(move, page.names)}
    assert board_of("bare").form_move(fields, FormTable("bare", page.names)) == move


def test_what_a_game_does_not_bring_is_not_offered(bare_game: BareGame) -> None:
    assert board_folder("bare") == "general"
    assert card_list_of("bare") is None
    assert not has_lesson("bare")
    assert traits_of("bare").links == ()
    assert texts_of("bare").aim(None, "en") == ""
    offer = next(game for game in offer_games("en") if game.name == "bare")
    assert [key for key, _ in offer.links] == ["rules", "more_ways"]
    assert (offer.line, offer.players, offer.bots) == ("", "2 to 3 players", 1)
    page = new_page(game_shown(bare_game, "en"), {}, "Ada", "en")
    assert [choice.value for choice in page.numbers] == ["2", "3"]
    assert not page.variants
    assert not page.presets
    assert not page.fields
    text = render_template("new/form.html", "en", new=page)
    assert 'id="clock"' in text
    assert 'id="options"' not in text
