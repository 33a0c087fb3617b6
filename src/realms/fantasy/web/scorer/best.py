"""`/score/best`: the best hands with the cards that are held, whatever else may come."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from litestar import Response, get
from litestar.response import Redirect
from msgspec import Struct

from realms.fantasy.scoring.hand import parse_cards
from realms.fantasy.solve.answers import Answer, answers
from realms.fantasy.solve.question import Question
from realms.fantasy.solve.search import solve
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.fantasy.web.scorer.query import HandAsked, QueryReader, ScoreAsked, address
from realms.fantasy.web.scorer.sheet import SIZE, ScorerSheet, sheet_shown
from realms.kernel.text import say
from realms.web.admission.executor import answer_cache, executor_of
from realms.web.admission.missing_rules import missing_progress
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.pages.compile_progress import waiting_page
from realms.web.pages.environment import render_aside

SHOWN = 3
"""Hands that the page tells of."""
RULES = ("fantasy-scoring", "fantasy-solving")
"""The parts of the rules that a search takes."""
PATIENCE = 20.0
"""Seconds that a page waits for a search; asked again later, it finds the answer."""
KEPT, KEPT_MEBIBYTES = 256, 8
"""Answers that are remembered, and what they may weigh."""
FOUND = answer_cache(KEPT, KEPT_MEBIBYTES)
"""The best hands with the cards that are held, whatever else somebody else has."""

Cards = tuple[int, int]
"""The cards held, and the cards that somebody else has."""


async def find_best(request: AnyRequest, cards: Cards) -> list[Answer] | None:
    """The best hands with some cards; None where that takes too long.

    A client searches for one hand at a time, and pays for it like for any other work.
    """
    executor = executor_of(request)
    search = executor.run_once(request.scope, FOUND, cards, partial(found, cards))
    try:
        best: list[Answer] = await asyncio.wait_for(search, PATIENCE)
    except TimeoutError:  # it goes on, and is found where it is asked for again
        return None
    return best


def found(cards: Cards) -> list[Answer]:
    """Search, and score what was found."""
    having, without = cards
    best = answers(solve(Question(top=SHOWN, having=having, without=without), jobs=1))
    for answer in best:
        _ = answer.sheet
    return best


class BestShown(Struct, frozen=True):
    """One of the best hands, as its page shows it."""

    sheet: ScorerSheet
    cards: tuple[CardShown, ...]
    held: frozenset[str]
    """Those of its cards that were there."""
    address: str


@get("/score/best")
async def best_hands(request: AnyRequest) -> Response[str] | Redirect:
    """The best hands with the cards of the address; a whole hand is scored instead."""
    language = language_of(request)
    fields = [(name, str(value)) for name, value in request.query_params.multi_items()]
    reading = QueryReader(fields, language)
    held, elsewhere = reading.cards("hand"), reading.cards("without")
    if reading.problems or not 0 < len(held) < SIZE or set(held) & set(elsewhere):
        return Redirect(address(ScoreAsked((HandAsked(cards=held),))), status_code=303)
    progress = missing_progress(RULES)
    if progress is not None:
        title, away = say("web.score.best.title", language), ScoreAsked((HandAsked(cards=held),))
        return waiting_page(request, RULES, progress, title, address(away))
    answer = await find_best(request, (parse_cards(held), parse_cards(elsewhere)))
    return await render_aside(
        request,
        "scorer/best.html",
        held=[card_shown(card, language) for card in held],
        elsewhere=[card_shown(card, language).name for card in elsewhere],
        back=address(ScoreAsked((HandAsked(cards=held),))),
        best=None if answer is None else [best_hand_shown(one, held, language) for one in answer],
    )


def best_hand_shown(answer: Answer, held: tuple[str, ...], language: str) -> BestShown:
    """A hand that was found, as the page shows it."""
    return BestShown(
        sheet=sheet_shown(answer.sheet, language),
        cards=tuple(card_shown(card, language) for card in answer.cards),
        held=frozenset(held),
        address=address(ScoreAsked((HandAsked(cards=tuple(answer.cards)),))),
    )


HANDLERS: list[Any] = [best_hands]
