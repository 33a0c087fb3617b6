"""The figures of the numbers of Medieval Realms: what was counted, as means and shares.

A figure is asked for by name, with a sort of card, a resource or a place where it needs one,
and is written as the document shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from realms.medieval.content.content import CONTENT
from realms.medieval.content.rule_tables import LEADERS, RESOURCES
from tools.numbers.count import DENIED, HELD, TIED

NONE = "–"
TYPES = tuple(kind.id for kind in CONTENT.kind)
SOURCES = ("entering", "answers", "ending", "leftover", "sets")
"""Where points come from, in the order of a score sheet. [MR-75]"""
NORMAL = 1.959964
"""The quantile of the normal distribution that leaves 95 % between its sides."""


class Proportion(NamedTuple):
    """A share, and the 95 % interval it lies in (Wilson's)."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})"


def share_of(some: int, whole: int) -> Proportion | None:
    """How much of a whole some of it is; None where there is no whole."""
    if not whole:
        return None
    share, error = some / whole, NORMAL**2 / whole
    middle = (share + error / 2) / (1 + error)
    half = NORMAL * sqrt(share * (1 - share) / whole + error / whole / 4) / (1 + error)
    return Proportion(share, max(middle - half, 0.0), min(middle + half, 1.0))


def percentile(tally: Any, percent: int) -> int:
    """The smallest value that so many per cent of a tally do not exceed."""
    return int(np.searchsorted(np.cumsum(tally), percent / 100 * tally.sum()))


def mean_of(tally: Any) -> float:
    """The mean of a tally of values."""
    return int((tally * np.arange(len(tally))).sum()) / max(int(tally.sum()), 1)


def spread_of(tally: Any) -> float:
    """The standard deviation of a tally of values."""
    square = int((tally * np.arange(len(tally)) ** 2).sum()) / max(int(tally.sum()), 1)
    return sqrt(max(square - mean_of(tally) ** 2, 0.0))


# --- The figures ---


def points_from(n: Any, players: int, source: str) -> float:
    """The points of a player from one source."""
    return int(np.sum(n[source])) / (int(n.games) * players)


def place_share(n: Any, players: int, place: int) -> Proportion | None:
    """How often the seat on a place of the turn order drawn at the start wins. [MR-12]"""
    return share_of(int(n.places[place - 1]), int(n.games)) if place <= players else None


def early_share(n: Any) -> Proportion | None:
    """How often the owner of an early card of the watched sort wins."""
    return share_of(int(n.early_wins), int(n.early))


def _each(n: Any, players: int, total: Any) -> str:
    """So much a player."""
    return f"{int(total) / (int(n.games) * players):.1f}"


def _a_game(n: Any, total: Any, digits: int = 1) -> str:
    return f"{int(total) / int(n.games):.{digits}f}"


def _field(name: str, n: Any, players: int, _what: str) -> str:
    return _each(n, players, np.sum(n[name]))


def _of_sort(name: str, n: Any, players: int, what: str) -> str:
    return _each(n, players, n[name][TYPES.index(what)])


def _range(name: str, n: Any, _players: int, _what: str) -> str:
    return f"{percentile(n[name], 5)}–{percentile(n[name], 95)}"


def _mean(name: str, n: Any, _players: int, _what: str) -> str:
    return f"{mean_of(n[name]):.1f}"


def _spread(name: str, n: Any, _players: int, _what: str) -> str:
    return f"{spread_of(n[name]):.1f}"


def _auctions(n: Any, _players: int, what: str) -> str:
    return _a_game(n, n.prices[TYPES.index(what)].sum())


def _price(n: Any, _players: int, what: str) -> str:
    prices = n.prices[TYPES.index(what)]
    return f"{mean_of(prices):.1f}" if prices.sum() else NONE


def _price_range(n: Any, players: int, what: str) -> str:
    prices = n.prices[TYPES.index(what)]
    return _range("prices", {"prices": prices}, players, what) if prices.sum() else NONE


def _bids(n: Any, _players: int, _what: str) -> str:
    return f"{1 + int(n.raised) / max(int(n.won), 1):.1f}"


def _lands(n: Any, _players: int, what: str) -> str:
    became = {"held": HELD, "tied": TIED, "denied": DENIED}[what]
    return _a_game(n, n.lands[became])


def _contested(n: Any, _players: int, what: str) -> str:
    some, whole = int(n[what]), int(n.activated)
    return f"{100 * some / whole:.0f} %" if whole else NONE


def _place(n: Any, players: int, what: str) -> str:
    return str(place_share(n, players, int(what)) or NONE)


FIGURES: dict[str, Callable[[Any, int, str], str]] = {
    "played": partial(_field, "played"),
    "won": partial(_field, "won"),
    "kept": partial(_field, "kept"),
    "cards": partial(_range, "cards"),
    "score": partial(_mean, "scores"),
    "score_spread": partial(_spread, "scores"),
    "score_range": partial(_range, "scores"),
    "decisions": partial(_mean, "lengths"),
    "decisions_range": partial(_range, "lengths"),
    "milestones": partial(_field, "reached"),
    "left": partial(_field, "left"),
    "revealed": lambda n, _players, _what: _a_game(n, n.revealed),
    "auctions": _auctions,
    "price": _price,
    "price_range": _price_range,
    "bids": _bids,
    "points": lambda n, players, what: f"{points_from(n, players, what):.1f}",
    "entering": partial(_of_sort, "entering"),
    "ending": partial(_of_sort, "ending"),
    "spent": lambda n, players, what: _each(n, players, n.spent[:, RESOURCES.index(what)].sum()),
    "spent_on": lambda n, players, what: _each(
        n, players, n.spent[("price", "card", "bid").index(what)].sum()
    ),
    "leaders": lambda n, players, what: _each(n, players, n.leaders[LEADERS.index(what)]),
    "lands": _lands,
    "activated": lambda n, _players, _what: _a_game(n, n.activated),
    "majority": _contested,
    "place": _place,
    "early": lambda n, players, _what: str(share_of(int(n.early), int(n.games) * players)),
    "early_wins": lambda n, _players, _what: str(early_share(n) or NONE),
}
"""Every figure by name."""
