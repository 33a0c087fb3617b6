"""The best game of a player: the cards it was ended with, and what the points came from."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct

from realms.kernel.errors import RealmsError
from realms.tables.results.result import GameResult
from realms.tables.service import TableService
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import final_cards, share_items
from realms.web.game_parts import ShareItem
from realms.web.pages.card_names import card_names
from realms.web.pages.games.rows import date_text
from realms.web.pages.table.viewers import PageViewer, prepared_page


class BestResultShown(Struct, frozen=True, kw_only=True):
    """The best game."""

    table: str
    """Where it can be looked at; empty where its table is gone."""
    score: int
    date: str
    cards: Any
    """What `<game>/final_cards.html` shows; None where the game does not show its cards so."""
    names: tuple[str, ...]
    sheet: tuple[ShareItem, ...]
    """What the points came from, where the cards alone do not say."""


async def best_shown(
    service: TableService, request: AnyRequest, best: GameResult, is_there: bool
) -> BestResultShown:
    """The best game as its panel shows it."""
    language, run = language_of(request), executor_of(request).run
    work = partial(final_cards, best.game, best.cards, best.options, best.score, language)
    cards = await run(request.scope, work) if best.cards else None
    explains = cards is not None and cards.is_told
    return BestResultShown(
        table=best.table if is_there else "",
        score=best.score,
        date=date_text(best.at, language),
        cards=cards,
        names=tuple(card_names(best.game, best.cards, language)),
        sheet=() if explains or not is_there else await _sheet(service, request, best),
    )


async def _sheet(
    service: TableService, request: AnyRequest, best: GameResult
) -> tuple[ShareItem, ...]:
    """What the points came from, while its table is kept."""
    try:
        cached = await service.load(best.table)
    except RealmsError:  # of rules that we do not have
        return ()
    if cached.table.outcome is None:
        return ()
    spectator = PageViewer(None, (), language_of(request))
    page = await prepared_page(service, request, cached, spectator)
    return await executor_of(request).run(request.scope, share_items, page, best.seat)
