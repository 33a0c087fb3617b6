"""What a picture of a finished game shows: who won, everybody's points, the winner's best."""

from __future__ import annotations

import re
from functools import lru_cache
from textwrap import wrap

from markupsafe import Markup
from msgspec import Struct

from realms.kernel.text import listed, say
from realms.web.game_lookup import share_items
from realms.web.game_parts import ShareItem
from realms.web.pages.environment import render_template
from realms.web.pages.files import files, icon_section
from realms.web.pages.table.table_page import TablePage

WIDTH, HEIGHT = 1200, 630
"""What chats show whole."""
MOST_ITEMS = 8
LONGEST_NAME, LONGEST_LINE = 18, 17
"""Characters of a player's name, and of a line on a card."""
SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL)


class ResultRow(Struct, frozen=True):
    """A seat in the order of the result."""

    place: int
    name: str
    points: int
    behind: int
    is_winner: bool


class DrawnItem(Struct, frozen=True):
    """Something of the winner's that made points, with its place in the picture."""

    item: ShareItem
    x: int
    y: int
    view: str
    drawing: Markup

    @property
    def lines(self) -> list[str]:
        """Its name, in as many lines as there is room for."""
        return wrap(self.item.name, LONGEST_LINE)[:2]


def result_svg(page: TablePage, title: str) -> str:
    """The picture of a finished game."""
    outcome = page.table.outcome
    assert outcome is not None
    winner = outcome.winners[0]
    return render_template(
        "share/picture.svg",
        page.language,
        title=title,
        headline=headline(page),
        rows=result_rows(page),
        items=place_items(share_items(page, winner)[:MOST_ITEMS]),
        whose=say("web.share.whose", page.language, name=shortened(page.names[winner])),
        width=WIDTH,
        height=HEIGHT,
    )


def headline(page: TablePage) -> str:
    """Who won, in a sentence."""
    outcome = page.table.outcome
    assert outcome is not None
    names = [shortened(page.names[seat]) for seat in outcome.winners]
    return say("web.table.won", page.language, n=len(names), names=listed(names, page.language))


def result_rows(page: TablePage) -> list[ResultRow]:
    """All seats, the winners first."""
    outcome = page.table.outcome
    assert outcome is not None
    seats = range(len(outcome.scores))
    order = sorted(seats, key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat]))
    best = outcome.scores[order[0]]
    return [
        ResultRow(
            place,
            shortened(page.names[seat]),
            outcome.scores[seat],
            best - outcome.scores[seat],
            seat in outcome.winners,
        )
        for place, seat in enumerate(order, 1)
    ]


def shortened(name: str) -> str:
    """A name that fits its line."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def place_items(items: tuple[ShareItem, ...]) -> list[DrawnItem]:
    """Where items stand in the picture: two rows of four."""
    return [
        DrawnItem(item, 500 + (number % 4) * 168, 150 + (number // 4) * 226, *_drawing(item.icon))
        for number, item in enumerate(items)
    ]


@lru_cache(512)
def _drawing(icon: str) -> tuple[str, Markup]:
    """The frame and the lines of an icon."""
    sprite = files()[f"built/icons/{icon_section(icon)}.svg"].content.decode()
    found = {name: (view, Markup(body)) for name, view, body in SYMBOL.findall(sprite)}
    return found[icon]
