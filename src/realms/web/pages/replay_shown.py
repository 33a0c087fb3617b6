"""A replay as its page shows it: where one is, where one can go, whose eyes one has."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from realms.kernel.text import say
from realms.web.pages.look import Look, StoryLine
from realms.web.pages.looking import chapter, headline
from realms.web.pages.replay_reel import ALL, Eyes, Reel

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


class LineShown(Struct, frozen=True):
    """A line of the log, and the address of its moment."""

    line: StoryLine
    path: str
    place: str
    """`past`, `now` or `to_come`."""


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
    story: tuple[LineShown, ...]
    is_over: bool
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
        round=sum(begins <= at for begins in reel.rounds),
        rounds=len(reel.rounds),
        headline=headline(replace(look, seen=replace(look.seen, seat=None))),
        happened=tuple(line.text for line in story if line.moment == at),
        steps=steps(reel, at, eyes),
        viewers=_viewers(reel, at, eyes, language),
        story=tuple(_line(reel, line, at, eyes) for line in story),
        is_over=reel.is_over,
        record=record,
    )


def board_of(look: Look) -> object:
    """The board of a moment, as the game's own templates show it."""
    return chapter(look.seen.game, "board").board(look)


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


def _line(reel: Reel, line: StoryLine, at: int, eyes: Eyes) -> LineShown:
    place = "now" if line.moment == at else "past" if line.moment < at else "to_come"
    return LineShown(line, _path(reel, line.moment, eyes), place)
