"""Whose turn it is and what is asked of these eyes, in one plain sentence."""

from __future__ import annotations

from typing import Any

from realms.kernel.text import say
from realms.medieval.interface.log import card_name, tokens_text
from realms.medieval.web.board.board_reader import Reading
from realms.web.pages.table.table_page import Look


def headline(look: Look) -> str:
    """The sentence at the top of the table."""
    if look.seen.view is None:
        return say("web.medieval.headline.open", look.language)
    reading = Reading(look)
    if reading.view.phase == "ended":
        return _ended(reading)
    asked = reading.me is not None and reading.me in reading.view.awaiting
    return _asked(reading) if asked else _waiting(reading)


def _say(reading: Reading, key: str, **fields: Any) -> str:
    return reading.say(f"headline.{key}", **fields)


def _ended(reading: Reading) -> str:
    outcome = reading.look.seen.outcome
    if outcome is None:
        return _say(reading, "over")
    winner = outcome.winners[0]
    points = outcome.scores[winner]
    if winner == reading.me:
        return _say(reading, "you_won", n=points)
    return _say(reading, "won", seat=reading.names[winner], n=points)


def _asked(reading: Reading) -> str:
    """What is asked of these eyes. [MR-15] [MR-18] [MR-31] [MR-45] [MR-55]"""
    view = reading.view
    if view.auction is not None:
        return _say(reading, "bid", **_auction(reading))
    if view.choice is not None:
        choice = view.choice
        card = card_name(choice.card, reading.language, reading.lexicon.content)
        return _say(
            reading, f"choose_{choice.what}", card=card, n=choice.times, amount=choice.amount
        )
    if view.phase == "acting" and len(reading.look.moves) == 1:
        return _say(reading, "only_pass")
    if view.phase == "acting" and reading.mine is not None and not reading.mine.hand:
        return _say(reading, "your_acting_without_hand")
    return _say(reading, f"your_{view.phase}", round=view.round)


def _waiting(reading: Reading) -> str:
    """Whom everybody waits for."""
    view, awaited = reading.view, reading.listed(reading.view.awaiting)
    if view.phase == "placing":
        key = "ready" if reading.me is not None else "placing"
        return _say(reading, key, seats=awaited, n=len(view.awaiting))
    if view.auction is not None:
        return _say(reading, "bidding", asked=awaited, **_auction(reading))
    return _say(reading, view.phase, seat=awaited)


def _auction(reading: Reading) -> dict[str, str]:
    auction: Any = reading.view.auction
    content = reading.lexicon.content
    return {
        "card": card_name(auction.card, reading.language, content),
        "bidder": reading.names[auction.bidder],
        "tokens": tokens_text({auction.resource: auction.bid}, reading.language, content),
    }
