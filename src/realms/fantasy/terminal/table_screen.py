"""The table as the person sees it before each decision."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from realms.cli.screen import label_grid, minus, plain_table
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD
from realms.fantasy.interface.what_if import FULL, hand_sheet
from realms.fantasy.scoring.sheet import ScoreSheet
from realms.fantasy.terminal.presenter import hand_line
from realms.fantasy.terminal.screen import (
    card_label,
    card_text_label,
    cards_line,
    choice_sentences,
    suit_label,
)
from realms.kernel.text import say

AREA_ENDS = {"standard": 10, "duel": 12}
"""So many discards end the game [FR-6] [FR-22]."""


def title(view: Any, language: str) -> Rule:
    """What is played, and how far the end is."""
    parts = [say("terminal.title", language), say(f"terminal.variant_{view.variant}", language)]
    if view.variant == "chaos":
        parts.append(say("terminal.rounds_left", language, n=view.rounds_left))
        parts.append(say("terminal.trades", language, n=view.trades))
    else:
        end = AREA_ENDS[view.variant]
        parts.append(say("terminal.area_of", language, n=len(view.area), end=end))
    deck = say("terminal.deck_cards", language, n=view.deck)
    parts.append(f"{say('terminal.deck', language)}: {deck}")
    return Rule(Text(" · ").join(Text(part, "bold") for part in parts), style="dim")


def table_grid(table: TerminalGame, view: Any, language: str) -> RenderableType:
    """The other players, what is known of their hands, offers, and the discard area."""
    grid = label_grid()
    for seat, name in enumerate(table.names):
        if seat != PERSON:
            seen = view.seats[seat]
            line = hand_line(seen.cards, seen.known, language)
            if seen.ready:
                line.append(f" ({say('terminal.ready', language)})", "green")
            grid.add_row(Text(name, "bold"), line)
    for offer in view.offers:
        grid.add_row(
            Text(say("terminal.offer_row", language), "bold"), _offer(table, offer, language)
        )
    if view.area or view.variant != "chaos":
        area = cards_line(view.area, language) or Text(say("terminal.empty", language), "dim")
        grid.add_row(Text(say("terminal.area", language), "bold"), area)
    return grid


def _offer(table: TerminalGame, offer: Any, language: str) -> Text:
    everybody = say("event.everybody", language)
    card = name_of(offer.card, language) if offer.card else say("event.a_card", language)
    to = everybody if offer.to is None else table.names[offer.to]
    seat = table.names[offer.seat]
    line = Text(say("terminal.offer_line", language, seat=seat, card=card, to=to))
    if offer.wish:
        wish = say("terminal.offer_wish", language, wish=name_of(offer.wish, language))
        line.append(f", {wish}", "italic")
    return line


def hand_panel(view: Any, language: str) -> Panel:
    """The person's hand: its cards, what each is worth now, and the score."""
    sheet = hand_sheet(view) if len(view.hand) <= FULL else None
    score = sheet.score if sheet else 0
    fields = {"held": len(view.hand), "n": score, "points": minus(score)}
    title = Text(say("terminal.hand", language, **fields), "bold")
    body: list[RenderableType] = [_hand_rows(view, sheet, language)]
    if sheet and sheet.choices:
        choices = " ".join(choice_sentences(sheet.choices, language))
        body.append(Text(say("terminal.best_choices", language, choices=choices), "italic"))
    return Panel(Group(*body), title=title, title_align="left", border_style="dim")


def _hand_rows(view: Any, sheet: ScoreSheet | None, language: str) -> Grid:
    rows = plain_table()
    rows.show_header, rows.box, rows.expand = False, None, True
    for justify in ("left", "left", "right"):
        rows.add_column(justify=justify, no_wrap=True)
    rows.add_column(ratio=1)
    rows.add_column(justify="right", no_wrap=True)
    worth = {card.card: card for card in sheet.cards} if sheet else {}
    for card in view.hand:
        name, total = card_label(card, language), Text()
        if card in worth:
            total = Text(minus(worth[card].total), "bold")
            if worth[card].blanked:
                name.stylize("strike")
                total = Text(say("terminal.blanked", language), "bold red3")
        suit, strength = suit_label(CARD[card].suit, language), Text(str(CARD[card].strength))
        rows.add_row(name, suit, strength, card_text_label(card, language), total)
    if not view.hand:
        rows.add_row(Text(say("terminal.empty", language), "dim"))
    return rows
