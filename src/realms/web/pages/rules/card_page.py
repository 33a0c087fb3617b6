"""`/rules/{game}/cards/{card}`: one card, and what games between bots tell of it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup
from msgspec import Struct

from realms.analysis.what_wins import CardTimes, TableWins, WhatWins, what_wins
from realms.bots import title_of
from realms.kernel.games import full_name, game_named
from realms.kernel.text import say
from realms.web.admission.executor import run_aside
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import card_list_of
from realms.web.pages.card_names import card_names
from realms.web.pages.environment import render_page
from realms.web.pages.learn.lessons import has_lesson
from realms.web.pages.rules.numbers import asked_table, table_title

ENOUGH = 50
"""Seats below which a rate says too little to be shown."""
WIDTH, HEIGHT, GAP = 1000, 200, 0.2
"""The picture of a card's times, and the part of a column that is left empty."""


class CardAtTable(Struct, frozen=True):
    """What a card was worth at a table, in per cent."""

    name: str
    path: str
    is_chosen: bool
    won: float
    error: float
    fair: float
    held: float
    score: float


class CardAtTime(Struct, frozen=True):
    """A turn or round in which a card came, in per cent."""

    name: str
    came: float
    """Of all the times it came to a seat."""
    won: float
    error: float
    kept: float
    is_enough: bool
    """Whether enough seats had it then for the rate to be shown."""


class PartnerShown(Struct, frozen=True):
    """A card that goes well with the one shown, in per cent."""

    name: str
    path: str
    won: float
    more: float
    """Beyond the better of the two alone."""


def at_tables(found: WhatWins, card: str, chosen: int, language: str) -> list[CardAtTable]:
    """A card at every table where it was counted."""
    shown = []
    for number, table in enumerate(found.tables):
        one = table.card(card)
        if one is None:
            continue
        shown.append(
            CardAtTable(
                name=table_title(found.game, table, language),
                path=f"?table={number}",
                is_chosen=number == chosen,
                won=100 * one.rate,
                error=100 * one.error,
                fair=100 / table.players,
                held=100 * one.seats / (table.games * table.players),
                score=one.score,
            )
        )
    return shown


def at_times(found: WhatWins, times: CardTimes, language: str) -> list[CardAtTime]:
    """The turns or rounds in which a card came; the deal first, where cards are dealt."""
    total = max(sum(times.seats), 1)
    shown = []
    for time, seats in enumerate(times.seats):
        if not time and not seats:
            continue
        one = times.at(time)
        key = f"web.numbers.times.{found.time}" if time else "web.numbers.times.dealt"
        shown.append(
            CardAtTime(
                name=say(key, language, n=time) if time else say(key, language),
                came=100 * seats / total,
                won=100 * one.rate,
                error=100 * one.error,
                kept=100 * times.kept[time] / max(seats, 1),
                is_enough=seats >= ENOUGH,
            )
        )
    return shown


def times_picture(times: list[CardAtTime], fair: float) -> Markup:
    """How often seats won, turn by turn: columns, their intervals, and the fair part."""
    shown = [one for one in times if one.is_enough]
    if len(shown) < 2:
        return Markup("")
    highest = max(fair, *(one.won + one.error for one in shown)) or 1.0
    step = WIDTH / len(times)

    def height(rate: float) -> float:
        return HEIGHT * (1 - max(rate, 0.0) / highest)

    bars, errors = [], []
    for place, one in enumerate(times):
        if not one.is_enough:
            continue
        left, top = step * (place + GAP / 2), height(one.won)
        bars.append(
            Markup(
                '<rect class="part" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>'
            ).format(left, top, step * (1 - GAP), HEIGHT - top)
        )
        middle = step * (place + 0.5)
        low, high = height(one.won - one.error), height(one.won + one.error)
        errors.append(f"M{middle:.1f} {low:.1f}V{high:.1f}")
    return Markup(
        '<svg class="times-chart" viewBox="0 0 {w} {h}" preserveAspectRatio="none" '
        'aria-hidden="true">{bars}<path class="fair" d="M0 {fair:.1f}H{w}"/>'
        '<path class="sure" d="{errors}"/></svg>'
    ).format(
        w=WIDTH, h=HEIGHT, bars=Markup("").join(bars), fair=height(fair), errors="".join(errors)
    )


def partners_shown(
    game: str, table: TableWins, card: str, number: int, language: str
) -> list[PartnerShown]:
    """The cards that go best with one at a table."""
    own, found = table.card(card), table.partners_of(card)
    names = card_names(game, [one.card for one in found], language)
    shown = []
    for one, name in zip(found, names, strict=True):
        other = table.card(one.card)
        alone = max(known.rate for known in (own, other) if known is not None)
        path = f"/rules/{game}/cards/{one.card}?table={number}"
        shown.append(PartnerShown(name, path, 100 * one.rate, 100 * (one.rate - alone)))
    return shown


@get("/rules/{game:str}/cards/{card:str}")
@run_aside
def card_page(request: AnyRequest, game: FromPath[str], card: FromPath[str]) -> Response[str]:
    """One card of a game, with what is known of it where that was counted."""
    language, name = language_of(request), full_name(game)
    listing, found = card_list_of(name), what_wins(name)
    number = asked_table(found, request.query_params.get("table", ""))
    table = found.tables[number] if found else None
    shown = listing.one(card, table.options if table else {}, language) if listing else None
    if shown is None:
        raise NotFoundException
    counted = table is not None and table.card(card) is not None
    times = table.times_of(card) if table else None
    came = at_times(found, times, language) if found and times else []
    return render_page(
        request,
        "rules/card_page.html",
        game=name,
        title=game_named(name).title,
        shown=shown,
        heading=card_names(name, [card], language)[0],
        has_lesson=has_lesson(name),
        has_numbers=found is not None,
        tables=at_tables(found, card, number, language) if found and counted else [],
        table_name=table_title(name, table, language) if table else "",
        bot=title_of(name, table.bot, language) if table else "",
        games=table.games if table else 0,
        times=came,
        is_lost=times is not None and times.kept != times.seats,
        time_head=say(f"web.numbers.times.head_{found.time}", language) if came and found else "",
        picture=times_picture(came, 100 / table.players) if table else "",
        partners=partners_shown(name, table, card, number, language) if table else [],
    )


HANDLERS: list[Any] = [card_page]
