"""Cards, suits and score sheets on the screen: a colour a suit, and always its word too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from realms.cli.screen import minus, plain_table
from realms.fantasy.content.card_text import bonus_text, name_of, penalty_text, signed
from realms.fantasy.content.cards import CARD
from realms.fantasy.scoring.sheet import reason_text
from realms.kernel.text import say

if TYPE_CHECKING:
    from realms.fantasy.scoring.choices import Choices
    from realms.fantasy.scoring.sheet import CardSheet, ScoreSheet

SUIT_COLOURS = {
    "army": "khaki3",
    "leader": "medium_purple1",
    "wizard": "hot_pink",
    "weapon": "grey70",
    "artifact": "orange1",
    "beast": "green3",
    "land": "tan",
    "weather": "sky_blue1",
    "flood": "dodger_blue1",
    "flame": "red1",
    "wild": "bright_white",
}


def suit_label(suit: str, language: str) -> Text:
    """A suit, in its colour."""
    return Text(name_of(suit, language), style=SUIT_COLOURS[suit])


def card_label(card: str, language: str, suit: str = "") -> Text:
    """A card's name, in the colour of its suit."""
    return Text(name_of(card, language), style=f"bold {SUIT_COLOURS[suit or CARD[card].suit]}")


def cards_line(cards: Iterable[str], language: str) -> Text:
    """Several cards, each with the first letters of its suit."""
    shown = []
    for card in cards:
        suit = name_of(CARD[card].suit, language)
        shown.append(card_label(card, language) + Text(f" {suit} {CARD[card].strength}", "dim"))
    return Text(" · ").join(shown)


def card_text_label(card: str, language: str) -> Text:
    """A card's bonus and penalty."""
    bonus, penalty = bonus_text(CARD[card], language), penalty_text(CARD[card], language)
    return Text(" ").join(part for part in (Text(bonus), Text(penalty, style="red3")) if part.plain)


def sheet_table(sheet: ScoreSheet, language: str) -> Table:
    """A score sheet: card by card what it is worth, and why [FR-19]."""
    table = plain_table()
    for key in ("cli.column.card", "sheet.suit"):
        table.add_column(say(key, language), no_wrap=True)
    for column in ("strength", "bonus", "penalty", "total"):
        table.add_column(say(f"cli.column.{column}", language), justify="right", no_wrap=True)
    table.add_column(say("cli.column.why", language), ratio=1)
    for card in sheet.cards:
        table.add_row(*_row(card, language))
    return table


def _row(card: CardSheet, language: str) -> list[Text]:
    name = card_label(card.card, language, card.suit)
    points = [_points(card.bonus), _points(card.penalty)]
    cells = [Text(number) for number in (str(card.strength), *points, minus(card.total))]
    cells[-1].stylize("bold")
    if card.blanked:
        for cell in (name, *cells[:3]):
            cell.stylize("strike dim")
    why = Text("\n").join(Text(reason_text(card, reason, language)) for reason in card.reasons)
    if card.blanked:
        why = Text(say("sheet.blank", language), "bold red3") + Text("\n" if why else "") + why
    return [name, suit_label(card.suit, language), *cells, why]


def _points(points: int) -> str:
    return signed(points) if points else ""


def total_line(sheet: ScoreSheet, language: str) -> Text:
    """The score of a sheet as a line."""
    return Text(points_text(sheet.score, language), style="bold")


def points_text(points: int, language: str) -> str:
    """So many points."""
    return say("cli.points", language, n=points, points=minus(points))


def choice_sentences(choices: Choices, language: str) -> list[str]:
    """The choices made for a hand, in words [FR-18]."""
    lines = []
    for key, value in choices.items():
        fields = {"chooser": name_of(key, language)}
        if isinstance(value, dict):
            fields |= {"card": name_of(value["card"], language)}
            fields |= {"suit": name_of(value["suit"], language)}
        else:
            fields |= {"card": name_of(value, language)}
        lines.append(say(f"cli.choice.{key}", language, **fields))
    return lines
