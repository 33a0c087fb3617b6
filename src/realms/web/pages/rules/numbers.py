"""`/rules/{game}/numbers`: what wins, card by card, from games between bots."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from realms.analysis.what_wins import CardsTally, TableWins, WhatWins, what_wins
from realms.analysis.what_wins_csv import wins_csv
from realms.bots import title_of
from realms.kernel.games import full_name, game_named
from realms.kernel.text import say
from realms.web.admission.executor import run_aside
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import card_list_of
from realms.web.messages import say_or
from realms.web.pages.card_names import card_names
from realms.web.pages.environment import render_page
from realms.web.pages.learn.lessons import has_lesson
from realms.web.pages.rules.topics import topics_shown

ORDERS = ("won", "held", "score", "name")
"""What cards may be put in order by, the usual way first."""
BAR = 100


class TallyShown(Struct, frozen=True):
    """Cards that were held together, and how often such a seat won."""

    name: str
    path: str
    """The page of a single card; empty for several."""
    held: float
    """By how many seats of a hundred."""
    won: float
    """In per cent, as the others."""
    error: float
    score: float
    width: int
    """Of a bar, out of 100: the highest rate of the list fills it."""


def tallies_shown(
    game: str, found: tuple[CardsTally, ...], table: TableWins, language: str, number: int = 0
) -> list[TallyShown]:
    """Cards, pairs or threes with their figures; `number` is that of the table."""
    has_pages = card_list_of(game) is not None
    highest = max((one.rate for one in found), default=1.0) or 1.0
    seats = table.games * table.players
    return [
        TallyShown(
            name=" · ".join(card_names(game, one.cards, language)),
            path=f"/rules/{game}/cards/{one.cards[0]}?table={number}"
            if has_pages and len(one.cards) == 1
            else "",
            held=100 * one.seats / seats,
            won=100 * one.rate,
            error=100 * one.error,
            score=one.score,
            width=round(BAR * one.rate / highest),
        )
        for one in found
    ]


def in_order(shown: list[TallyShown], order: str) -> list[TallyShown]:
    """Cards in the order that was asked for."""
    keys: dict[str, Any] = {
        "held": lambda one: -one.held,
        "score": lambda one: -one.score,
        "name": lambda one: one.name.casefold(),
    }
    return sorted(shown, key=keys[order]) if order in keys else shown


def table_title(game: str, table: TableWins, language: str) -> str:
    """A table in words: the variant or edition, and how many play."""
    parts = [say("web.games.players", language, n=table.players)]
    for option, value in table.options.items():
        if option != "players":
            parts.insert(0, say_or(f"web.{game}.{option}.{value}", language, str(value)))
    return ", ".join(parts)


def asked_table(found: WhatWins | None, text: str) -> int:
    """The number of the table that an address asks for; the first where it asks for none."""
    number = int(text) if text.isdecimal() and len(text) < 3 else 0
    return number if found is not None and number < len(found.tables) else 0


@get("/rules/{game:str}/numbers")
@run_aside
def numbers_page(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """What wins in a game."""
    language, name = language_of(request), full_name(game)
    found = what_wins(name)
    if found is None:
        raise NotFoundException
    number = asked_table(found, request.query_params.get("table", ""))
    order = request.query_params.get("by", "")
    order = order if order in ORDERS else ORDERS[0]
    table = found.tables[number]
    return render_page(
        request,
        "rules/numbers_page.html",
        game=name,
        title=game_named(name).title,
        has_cards=card_list_of(name) is not None,
        has_lesson=has_lesson(name),
        table=table,
        number=number,
        order=order,
        orders=ORDERS,
        bot=title_of(name, table.bot, language),
        fair=100 / table.players,
        tables=[table_title(name, one, language) for one in found.tables],
        cards=in_order(tallies_shown(name, table.cards, table, language, number), order),
        pairs=tallies_shown(name, table.pairs, table, language),
        threes=tallies_shown(name, table.threes, table, language),
        topics=topics_shown(name, table, language),
    )


@get("/rules/{game:str}/numbers.csv")
@run_aside
def numbers_file(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """All that was counted, as a table for other programs."""
    name = full_name(game)
    found = what_wins(name)
    if found is None:
        raise NotFoundException
    headers = {"content-disposition": f'attachment; filename="{name}-what-wins.csv"'}
    return Response(wins_csv(found), media_type="text/csv", headers=headers)


HANDLERS: list[Any] = [numbers_page, numbers_file]
