"""A replay as its page shows it: where one is, where one can go, whose eyes one has."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from realms.kernel.text import say
from realms.web.game_parts import board_of, traits_of
from realms.web.pages.environment import paragraph
from realms.web.pages.replay.replay import ALL, Eyes, Reel
from realms.web.pages.table.table_page import Look, StoryLine
from realms.web.pages.table.viewers import headline

SPECTATOR = "none"
"""How an address names the eyes of somebody at no seat."""


class EyesShown(Struct, frozen=True):
    """Somebody whose eyes one can borrow."""

    name: str
    path: str
    is_chosen: bool


class StepShown(Struct, frozen=True):
    """A way to another moment; without an address where there is none."""

    name: str
    """`first`, `round_back`, `back`, `forward`, `round_on` or `last`."""
    path: str
    at: int


class PartShown(Struct, frozen=True):
    """A part of the log: what was before the moment, what led to it, what comes after."""

    place: str
    """`past`, `now` or `to_come`."""
    first: int
    """The number of its first line."""
    lines: Markup


class ReplayShown(Struct, frozen=True, kw_only=True):
    """A moment of a game."""

    title: str
    path: str
    """The address without the moment."""
    address: str
    eyes: str
    at: int
    last: int
    round: int
    rounds: int
    headline: str
    happened: tuple[str, ...]
    """What the last move led to, in words."""
    steps: tuple[StepShown, ...]
    viewers: tuple[EyesShown, ...]
    story: tuple[PartShown, ...]
    is_over: bool
    is_told_by_board: bool
    """Whether the board itself tells what happened."""
    record: str
    """Where the record can be had."""


def named(eyes: Eyes) -> str:
    """Eyes as an address has them."""
    return SPECTATOR if eyes is None else str(eyes)


def eyes_in(text: str, reel: Reel) -> Eyes:
    """The eyes that an address names; all, where it names none that there are."""
    if text == SPECTATOR:
        return None
    if text.isdecimal() and len(text) < 3 and int(text) < len(reel.seats):
        return int(text)
    return ALL


def replay_shown(reel: Reel, at: int, eyes: Eyes, look: Look, record: str) -> ReplayShown:
    """A moment of a game through some eyes."""
    language = look.language
    story = reel.story(eyes, language)
    return ReplayShown(
        title=reel.game.title,
        path=reel.path,
        address=_path(reel, at, eyes),
        eyes=named(eyes),
        at=at,
        last=reel.last,
        round=max(1, sum(begins <= at for begins in reel.rounds)),
        rounds=len(reel.rounds),
        headline=headline(replace(look, seen=replace(look.seen, seat=None))),
        happened=tuple(line.text for line in story if line.moment == at),
        steps=steps(reel, at, eyes),
        viewers=_viewers(reel, at, eyes, language),
        story=_parts(reel, story, at, eyes, language),
        is_over=reel.is_over,
        is_told_by_board=traits_of(reel.game.name).tells_events,
        record=record,
    )


def board_at(look: Look) -> object:
    """The board of a moment, as the game's own templates show it."""
    return board_of(look.seen.game).board(look)


def _path(reel: Reel, at: int, eyes: Eyes) -> str:
    """The address of a moment."""
    return f"{reel.path}?{urlencode({'at': at, 'as': named(eyes)})}"


def steps(reel: Reel, at: int, eyes: Eyes) -> tuple[StepShown, ...]:
    """Where one can go from a moment."""
    goals = {
        "first": 0,
        "round_back": max((begins for begins in reel.rounds if begins < at), default=0),
        "back": max(at - 1, 0),
        "forward": min(at + 1, reel.last),
        "round_on": min((begins for begins in reel.rounds if begins > at), default=reel.last),
        "last": reel.last,
    }
    return tuple(
        StepShown(name, _path(reel, goal, eyes) if goal != at else "", goal)
        for name, goal in goals.items()
    )


def _viewers(reel: Reel, at: int, eyes: Eyes, language: str) -> tuple[EyesShown, ...]:
    """Whose eyes one can borrow: everybody's when the game is over, else only one's own."""
    if not reel.is_over:
        return ()
    shown = [EyesShown(say("web.replay.all", language), _path(reel, at, ALL), eyes == ALL)]
    for seat, name in enumerate(reel.names):
        shown.append(EyesShown(name, _path(reel, at, seat), eyes == seat))
    return tuple(shown)


# --- The log: long, and the same at every moment but for where one is ---


def _parts(
    reel: Reel, story: Sequence[StoryLine], at: int, eyes: Eyes, language: str
) -> tuple[PartShown, ...]:
    """The log in up to three parts."""
    written = _written(reel, eyes, language)
    begins = sum(line.moment < at for line in story)
    ends = sum(line.moment <= at for line in story)
    parts = (("past", 0, begins), ("now", begins, ends), ("to_come", ends, len(story)))
    return tuple(
        PartShown(place, first + 1, Markup("").join(written[first:last]))
        for place, first, last in parts
        if first < last
    )


def _written(reel: Reel, eyes: Eyes, language: str) -> tuple[Markup, ...]:
    """Each line of the log as a part of the page, made once for all moments."""
    if (eyes, language) not in reel.written:
        reel.written[eyes, language] = _lines(reel, eyes, language)
    return reel.written[eyes, language]


def _lines(reel: Reel, eyes: Eyes, language: str) -> tuple[Markup, ...]:
    """Each line of the log, with the way to its moment."""
    line_text = Markup('<li id="line-{}"><a href="{}" data-moment="{}">{}</a>{}</li>')
    return tuple(
        line_text.format(
            line.number,
            _path(reel, line.moment, eyes),
            line.moment,
            line.text,
            " " + paragraph(line.paragraph, language=language) if line.paragraph else "",
        )
        for line in reel.story(eyes, language)
    )
