"""`/score/best`: the best hands with the cards that are held, whatever else may come."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
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
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.pages.environment import render_aside

SHOWN = 3
"""Hands that the page tells of."""
PATIENCE = 20.0
"""Seconds that a page waits for a search; asked again later, it finds the answer."""
KEPT = 512
WAITING = 16
"""Answers that are remembered, and searches that may be under way at most."""

Cards = tuple[int, int]
"""The cards held, and the cards that somebody else has."""


class Finder:
    """Searches one after another in a thread of its own, and remembers what they found."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="best-hands")
        self._asked: dict[Cards, Future[list[Answer]]] = {}
        self._lock = Lock()

    def begin(self, cards: Cards) -> Future[list[Answer]] | None:
        """The search for the best hands with some cards; None where too many are waiting."""
        with self._lock:
            known = self._asked.pop(cards, None)
            if known is None or (known.done() and known.exception()):
                if sum(not future.done() for future in self._asked.values()) >= WAITING:
                    return None
                known = self._pool.submit(found, cards)
            self._asked[cards] = known  # the last asked for are the last to be forgotten
            while len(self._asked) > KEPT:
                self._asked.pop(next(iter(self._asked)))
            return known

    async def best(self, cards: Cards) -> list[Answer] | None:
        """The best hands with some cards; None where that takes too long."""
        search = self.begin(cards)
        if search is None:
            return None
        waiting = asyncio.wrap_future(search)
        done, _ = await asyncio.wait({waiting}, timeout=PATIENCE)
        return waiting.result() if done else None


def found(cards: Cards) -> list[Answer]:
    """Search, and score what was found."""
    having, without = cards
    best = answers(solve(Question(top=SHOWN, having=having, without=without), jobs=1))
    for answer in best:
        _ = answer.sheet
    return best


class BestShown(Struct, frozen=True):
    """A hand that was found."""

    sheet: ScorerSheet
    cards: tuple[CardShown, ...]
    held: frozenset[str]
    """Those of its cards that were there."""
    address: str


FINDER = Finder()


@get("/score/best")
async def best_hands(request: AnyRequest) -> Response[str] | Redirect:
    """The best hands with the cards of the address; a whole hand is scored instead."""
    language = language_of(request)
    fields = [(name, str(value)) for name, value in request.query_params.multi_items()]
    reading = QueryReader(fields, language)
    held, elsewhere = reading.cards("hand"), reading.cards("without")
    if reading.problems or not 0 < len(held) < SIZE or set(held) & set(elsewhere):
        return Redirect(address(ScoreAsked((HandAsked(cards=held),))), status_code=303)
    answer = await FINDER.best((parse_cards(held), parse_cards(elsewhere)))
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
