"""The table of Fantasy Realms: what each phase shows, and nothing that is secret."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from realms.fantasy import Options
from realms.fantasy.content.card_text import name_of
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.what_if import After, after_discarding, after_taking, best_sheet
from realms.fantasy.scoring.hand import hand
from realms.fantasy.web.board.board import FantasyBoard, board
from realms.fantasy.web.board.changes import change_rows
from realms.fantasy.web.board.forms import form_move
from realms.fantasy.web.board.prompt import headline
from realms.kernel.errors import Unreadable
from realms.kernel.text import LANGUAGES
from realms.web.game_parts import FormTable
from realms.web.pages.environment import render_template
from tests.web.pages.fantasy.fantasy_tables import (
    VARIANTS,
    new_table,
    page_of,
    play,
    positions,
    table_page,
)

EVERY = 5
"""Positions of a game between two that are drawn for everybody."""
VOID = ("input", "meter", "br", "use")


def shown(page: Any) -> FantasyBoard:
    """The board, which is there."""
    made = board(page)
    assert made is not None
    return made


class Tags(HTMLParser):
    """Elements that are opened are closed; ids are there once; no style, no script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        assert self.open == []
        assert len(self.ids) == len(set(self.ids)), sorted(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert "style" not in attributes
        assert tag != "script"
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_position_is_drawn_for_everybody(variant: str) -> None:
    options = VARIANTS[variant]
    for number, table in enumerate(positions(options, variant)):
        if number % EVERY and table.outcome is None:
            continue
        for seat in (None, *range(options.players)):
            for language in LANGUAGES:
                html = page_of(table_page(table, seat, language))
                Tags(html)
                assert "web." not in html


@pytest.mark.parametrize("variant", VARIANTS)
def test_worlds_that_look_the_same_are_drawn_the_same(variant: str) -> None:
    options = VARIANTS[variant]
    differ = 0
    dice = random.Random(variant)
    for number, table in enumerate(positions(options, f"{variant}, hidden")):
        if number % EVERY:
            continue
        true: Any = table.state
        for seat in (None, *range(options.players)):
            page = page_of(table_page(table, seat))
            other = table.game.redeal(true, seat, str(dice.random()))
            differ += table.game.hidden(true) != table.game.hidden(other)
            table.progress.state = other
            assert page_of(table_page(table, seat)) == page
            table.progress.state = true
    assert differ


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_button_is_a_legal_move(variant: str) -> None:
    for table in positions(VARIANTS[variant], f"{variant}, pressed"):
        for seat in table.awaiting:
            page = table_page(table, seat)
            legal = [*page.moves]
            fields = {"card": free_card(page.table.view)}
            for pressed in buttons(page_of(page)):
                move = form_move({"move": pressed, **fields}, FormTable("fantasy", page.names))
                assert move in legal, pressed
            assert buttons(page_of(page)), "nothing can be pressed"


def free_card(view: Any) -> str:
    """A card of the hand, in no offer if there is one."""
    offered = {offer.card for offer in view.offers}
    free = [card for card in view.hand if card not in offered]
    return next(iter([*free, *view.hand]), "")


class Buttons(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.values: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "button" and attributes.get("name") == "move":
            self.values.append(str(attributes["value"]))


def buttons(html: str) -> list[str]:
    """The moves that can be pressed."""
    return Buttons(html).values


def test_who_only_watches_can_press_nothing() -> None:
    for table in positions(VARIANTS["standard"]):
        assert buttons(page_of(table_page(table, None))) == []
        assert "<form" not in page_of(table_page(table, None))


def test_a_past_moment_cannot_be_played() -> None:
    table = new_table(VARIANTS["standard"])
    seat = table.awaiting[0]
    assert buttons(page_of(table_page(table, seat, at=0, moves=()))) == []


# --- What is asked ---


def test_the_first_turn_is_told_to_draw() -> None:
    table = new_table(VARIANTS["standard"])
    (seat,) = table.awaiting
    page = table_page(table, seat)
    assert headline(page) == "Your turn: draw a card"
    assert shown(page).deck.move == '{"type":"draw"}'
    other = table_page(table, (seat + 1) % 3, "es")
    assert headline(other) == f"Turno de {other.names[seat]}"
    assert shown(other).deck.move == ""


def test_a_card_that_was_drawn_is_marked_and_one_is_to_be_discarded() -> None:
    table = new_table(VARIANTS["standard"])
    (seat,) = table.awaiting
    before = table_page(table, seat).table.view.hand
    play(table, seat, m.Draw())
    page = table_page(table, seat)
    mine = shown(page).hand
    assert mine is not None
    (new,) = [placed.card.id for placed in mine.cards if placed.is_new]
    assert {new} == {*page.table.view.hand} - {*before}
    assert headline(page) == "Discard a card"
    assert [placed.key for placed in mine.cards] == [*"12345678"]
    assert sum(placed.is_best for placed in mine.cards) == 1


def test_a_card_just_taken_stays() -> None:
    table = new_table(VARIANTS["standard"])
    (seat,) = table.awaiting
    play(table, seat, m.Draw())
    play(table, seat, m.Discard(table_page(table, seat).table.view.hand[0]))
    (seat,) = table.awaiting
    (card,) = table_page(table, seat).table.view.area
    play(table, seat, m.Take(card))
    page = table_page(table, seat)
    assert name_of(card, "en") in headline(page)
    assert f'"discard","card":"{card}"' not in "".join(buttons(page_of(page)))
    assert "FR-4a" in page_of(page)


def test_the_area_counts_to_its_end() -> None:
    for variant, end in (("standard", 10), ("duel", 12)):
        area = shown(table_page(new_table(VARIANTS[variant]), 0)).area
        assert area is not None
        assert (area.end, len(area.cards)) == (end, 0)


# --- What cards are worth ---


def test_what_a_discard_would_change_is_what_the_rules_say() -> None:
    tried = 0
    for table in positions(VARIANTS["standard"], "worth"):
        page = table_page(table, 0)
        view = page.table.view
        if view.phase != "taking" or not view.area:
            continue
        for card, after in after_taking(view).items():
            held, area = {*view.hand, card}, {*view.area} - {card}
            best = max(hand(held - {c}, area | {c}).score for c in view.hand)
            assert after.score == best
            assert after.drop is not None
            assert hand(held - {after.drop}, area | {after.drop}).score == best
            tried += 1
    assert tried


def test_what_a_hand_is_worth_without_a_card() -> None:
    table = new_table(VARIANTS["standard"])
    (seat,) = table.awaiting
    play(table, seat, m.Draw())
    view = table_page(table, seat).table.view
    after = after_discarding(view)
    assert [*after] == [*view.hand]
    for card, then in after.items():
        left = [other for other in view.hand if other != card]
        assert then == After(hand(left, [card]).score)


def test_a_card_that_is_dropped_and_raised_is_told_as_such() -> None:
    """The Necromancer raises the Enchantress that was just discarded. [FR-20]"""
    held = ["necromancer", "enchantress", "island", "candle", "forest", "swamp", "mountain"]
    kept = [card for card in held if card != "enchantress"] + ["warlock_lord"]
    before, after = best_sheet(held, ["warlock_lord"]), best_sheet(kept, ["enchantress"])
    assert "enchantress" in {sheet.card for sheet in after.cards}
    for language, words in (("en", "raised by the Necromancer"), ("es", "(Nigromante)")):
        rows = change_rows(before, after, language, "enchantress")
        assert [words in row.text for row in rows].count(True) == 1
        assert sum(row.points for row in rows) == after.score - before.score


def test_help_can_be_switched_off() -> None:
    table = new_table(VARIANTS["standard"])
    page = table_page(table, table.awaiting[0], helped=False)
    html = page_of(page)
    assert "hand-score" not in html
    assert 'class="ticket' not in html
    assert 'class="hope' not in html
    assert 'class="worth' not in html
    drawer = render_template("fantasy/drawer.html", "en", page=page, board=board(page))
    assert 'name="help" value="on"' in drawer


# --- Trading ---


def test_an_offer_is_made_answered_and_withdrawn() -> None:
    table = new_table(VARIANTS["chaos on a clock"])
    page = table_page(table, 0)
    card = page.table.view.hand[2]
    fields = {"move": '{"type":"offer"}', "card": card, "to": "1", "wish": "beast"}
    play(table, 0, form_move(fields, FormTable("fantasy", page.names)))
    mine = shown(table_page(table, 0)).trading
    theirs = shown(table_page(table, 1)).trading
    others = shown(table_page(table, 2)).trading
    assert mine is not None
    assert theirs is not None
    assert others is not None
    assert [(o.card, o.to, o.wish) for o in mine.mine] == [(name_of(card, "en"), "Bob", "Beast")]
    assert [(o.name, o.is_to_me, o.wish, o.card) for o in theirs.theirs] == [
        ("Ada", True, "Beast", "")
    ]
    assert others.theirs == ()
    answer = table_page(table, 1).table.view.hand[0]
    play(
        table,
        1,
        form_move(
            {"move": theirs.theirs[0].move, "card": answer}, FormTable("fantasy", table.names)
        ),
    )
    assert answer in table_page(table, 0).table.view.hand
    assert shown(table_page(table, 2)).trading.trades == 1  # type: ignore[union-attr]


def test_the_clock_of_chaos_tells_what_is_left() -> None:
    table = new_table(VARIANTS["chaos on a clock"])
    countdown = shown(table_page(table, None)).countdown
    assert countdown is not None
    assert (countdown.until, countdown.left) == (301_000, "4:00")
    assert shown(table_page(new_table(VARIANTS["chaos"]), 0)).countdown is None


def test_a_form_that_makes_no_sense_is_refused() -> None:
    page = table_page(new_table(VARIANTS["chaos"]), 0)
    for fields in (
        {},
        {"move": "[]"},
        {"move": "no JSON"},
        {"move": '{"type":"offer"}', "to": "9"},
        {"move": '{"type":"offer"}', "to": "nobody"},
    ):
        with pytest.raises(Unreadable):
            form_move(fields, FormTable("fantasy", page.names))


def test_what_was_typed_is_kept_when_an_offer_is_refused() -> None:
    table = new_table(VARIANTS["chaos on a clock"])
    card = table_page(table, 0).table.view.hand[3]
    html = page_of(table_page(table, 0, typed={"card": card, "to": "2", "wish": "dragon"}))
    assert f'id="choose-{card}" required checked' in html
    assert '<option value="2" selected>' in html
    assert '<option value="dragon" selected>' in html


# --- The end ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_end_tells_every_hand_and_its_points(variant: str) -> None:
    *_, table = positions(VARIANTS[variant], f"{variant}, ended")
    assert table.outcome is not None
    for seat in (None, 0):
        end = shown(table_page(table, seat)).end
        assert end is not None
        assert {hand.seat: int(hand.points.replace("−", "-")) for hand in end.hands} == dict(
            enumerate(table.outcome.scores)
        )
        assert {hand.seat for hand in end.hands if hand.is_winner} == {*table.outcome.winners}
        for final in end.hands:
            if final.sheet is not None:
                assert final.sheet.score == table.outcome.scores[final.seat]
            assert final.score_path.startswith("/score?name=")
    assert buttons(page_of(table_page(table, 0))) == []


def test_a_tie_is_told() -> None:
    *_, table = positions(VARIANTS["standard"])
    assert table.outcome is not None
    page = table_page(table, 0)
    level = msgspec.structs.replace(
        table.outcome, scores=(90, 90, 12), strengths=(40, 35, 12), winners=(1,)
    )
    tied = msgspec.structs.replace(page, table=msgspec.structs.replace(page.table, outcome=level))
    end = shown(tied).end
    assert end is not None
    assert end.tie == (
        "Bob and Ada tie at 90 points; Bob wins with the lower sum of strengths (35)."
    )
    assert end.tie_paragraph == "FR-6"
    shared = msgspec.structs.replace(level, strengths=(35, 35, 12), winners=(0, 1))
    tied = msgspec.structs.replace(page, table=msgspec.structs.replace(page.table, outcome=shared))
    end = shown(tied).end
    assert end is not None
    assert end.winners == "Ada and Bob share the win with 90 points each"
    assert end.tie_paragraph == "FR-6a"
    assert headline(tied) == end.winners


def test_all_hands_lie_open_where_a_finished_game_is_shown_again() -> None:
    table = new_table(VARIANTS["standard"])
    views = tuple(table_page(table, seat).table.view for seat in range(3))
    seats = shown(table_page(table, None, at=0, views=views)).players
    assert [tuple(card.id for card in player.known) for player in seats] == [
        view.hand for view in views
    ]
    assert all(player.hidden == 0 and player.score for player in seats)


def test_one_point_is_one_point() -> None:
    table = new_table(Options(players=3))
    view = table_page(table, None).table.view
    hands = (("magic_wand",), ("dragon",), ("swamp",))
    views = tuple(replace(view, hand=hand) for hand in hands)
    page = table_page(table, None, at=0, views=views)
    scores = [player.score for player in shown(page).players]
    assert scores == ["1 point", "−10 points", "18 points"]


def test_who_must_draw_is_not_told_what_to_take() -> None:
    for table in positions(Options(players=3)):
        seat = table.awaiting[0] if table.awaiting else None
        view = table_page(table, seat).table.view
        if seat is not None and view.phase == "taking" and view.area:
            break
    assert after_taking(view)
    assert after_taking(msgspec.structs.replace(view, must_draw=True)) == {}


def test_the_drawer_tells_scores_from_nothing_but_known_cards() -> None:
    for number, table in enumerate(positions(VARIANTS["standard"])):
        if number % EVERY:
            continue
        page = table_page(table, 0)
        rows = shown(page).standing
        view = page.table.view
        assert [row.seat for row in rows] == ([] if table.outcome else [0, 1, 2])
        for row in rows[1:]:
            known = view.seats[row.seat].known
            score = best_sheet(known, view.area).score if known else None
            assert row.points == ("?" if score is None else str(score).replace("-", "−"))
