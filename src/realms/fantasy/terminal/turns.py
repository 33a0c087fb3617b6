"""The menus of a turn: take, keep, discard; and of declaring choices at the end."""

from __future__ import annotations

from typing import Any

from realms.cli.terminal.menu import Item, Menu, word_item
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD
from realms.fantasy.interface.moves import Declare, Discard, Draw, Keep, Take
from realms.fantasy.interface.what_if import (
    FULL,
    after_discarding,
    after_keeping,
    after_taking,
    hand_sheet,
)
from realms.fantasy.terminal.menu_items import CardMenu, card_item, suit_item
from realms.kernel.text import say


def turn_menu(table: TerminalGame, language: str) -> Menu:
    """What the person may do now, outside of trading."""
    view = table.view
    legal: list[Any] = list(table.game.legal(table.state, PERSON))
    if view.phase == "declaring":
        return _declaration_menu(view, legal, language)
    sheet = hand_sheet(view)
    now = sheet.score if sheet and len(view.hand) <= FULL else None
    items = [_item(view, move, language) for move in legal]
    title = say(f"terminal.{_question(view)}", language)
    return CardMenu(title, items, now, say("terminal.after", language))


def _question(view: Any) -> str:
    if view.phase == "keeping":
        return "ask_keep"
    if view.phase == "discarding":
        return "ask_discard"
    if view.must_draw:
        return "ask_must_draw"
    return "ask_build" if len(view.hand) < FULL else "ask_take"


def _draw(view: Any) -> str:
    return "draw_two" if len(view.hand) < FULL else "draw"


def _item(view: Any, move: Any, language: str) -> Item:
    match move:
        case Draw():
            return word_item(move, f"terminal.{_draw(view)}", language)
        case Take(card):
            return card_item(move, card, language, after_taking(view)[card].score)
        case Keep(card):
            return card_item(move, card, language, after_keeping(view)[card].score)
        case Discard(card):
            return card_item(move, card, language, after_discarding(view)[card].score)
    raise TypeError(move)


def _declaration_menu(view: Any, legal: list[Declare], language: str) -> Menu:
    """The choices the person may declare for one card [FR-18]."""
    items = [_declaration(move, language) for move in legal]
    if view.choice is None:
        return CardMenu(say("terminal.ask_declare_none", language), items)
    suits = any(move.value is not None and move.value not in CARD for move in legal)
    key = "ask_declare_suit" if suits else "ask_declare"
    card = name_of(view.declared[view.choice] if suits else view.choice, language)
    return CardMenu(say(f"terminal.{key}", language, card=card), items)


def _declaration(move: Declare, language: str) -> Item:
    if move.choice == "best":
        return word_item(move, "terminal.best", language)
    if move.value is None:
        return word_item(move, "terminal.stay", language, card=name_of(move.choice, language))
    if move.value in CARD:
        return card_item(move, move.value, language)
    return suit_item(move, move.value, language)
