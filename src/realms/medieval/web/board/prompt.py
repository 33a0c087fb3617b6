"""Whose turn it is and what is asked of the viewer, in one plain sentence."""

from __future__ import annotations

from typing import Any

from realms.kernel.text import say
from realms.medieval.interface.thing_names import card_name, tokens_text
from realms.medieval.web.board.board_reader import BoardReader
from realms.web.pages.table.table_page import TablePage


def headline(page: TablePage) -> str:
    """The sentence at the top of the table."""
    if page.table.view is None:
        return say("web.medieval.headline.open", page.language)
    reading = BoardReader(page)
    if reading.view.phase == "ended":
        return _ending(reading)
    is_asked = reading.me is not None and reading.me in reading.view.awaiting
    return _question_of(reading) if is_asked else _waiting(reading)


def _say(reading: BoardReader, key: str, **fields: Any) -> str:
    return reading.say(f"headline.{key}", **fields)


def _ending(reading: BoardReader) -> str:
    outcome = reading.page.table.outcome
    if outcome is None:
        return _say(reading, "over")
    winner = outcome.winners[0]
    points = outcome.scores[winner]
    if winner == reading.me:
        return _say(reading, "you_won", n=points)
    return _say(reading, "won", seat=reading.names[winner], n=points)


def _question_of(reading: BoardReader) -> str:
    """What is asked of the viewer. [MR-15] [MR-18] [MR-31] [MR-45] [MR-55]"""
    view = reading.view
    if view.auction is not None:
        return _say(reading, "bid", **_auction(reading))
    if view.choice is not None:
        choice = view.choice
        card = card_name(choice.card, reading.language, reading.lexicon.content)
        return _say(
            reading, f"choose_{choice.what}", card=card, n=choice.times, amount=choice.amount
        )
    if view.phase == "acting" and len(reading.page.moves) == 1:
        return _say(reading, "only_pass")
    if view.phase == "acting" and reading.mine is not None and not reading.mine.hand:
        return _say(reading, "your_acting_without_hand")
    return _say(reading, f"your_{view.phase}", round=view.round)


def _waiting(reading: BoardReader) -> str:
    """Whom everybody waits for."""
    view, awaited = reading.view, reading.listed(reading.view.awaiting)
    if view.phase == "placing":
        key = "ready" if reading.me is not None else "placing"
        return _say(reading, key, seats=awaited, n=len(view.awaiting))
    if view.auction is not None:
        return _say(reading, "bidding", asked=awaited, **_auction(reading))
    return _say(reading, view.phase, seat=awaited)


def _auction(reading: BoardReader) -> dict[str, str]:
    auction: Any = reading.view.auction
    content = reading.lexicon.content
    return {
        "card": card_name(auction.card, reading.language, content),
        "bidder": reading.names[auction.bidder],
        "tokens": tokens_text({auction.resource: auction.bid}, reading.language, content),
    }
