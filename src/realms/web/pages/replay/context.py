"""A replay as its page shows it: where one is, where one can go, who is looking."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from realms.kernel.capabilities import HasSharedClock
from realms.kernel.text import say
from realms.web.game_lookup import board_of, traits_of
from realms.web.pages.environment import paragraph
from realms.web.pages.replay.replay import ALL, Replay, ReplayViewer
from realms.web.pages.table.table_page import StoryLine, TablePage
from realms.web.pages.table.viewers import headline

SPECTATOR = "none"
"""How an address names a spectator."""

RECENT = 12
"""Lines of the log that a board may show beside itself."""


class ViewerLink(Struct, frozen=True):
    """A viewer to look as."""

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
    viewer: str
    at: int
    last: int
    round: int
    rounds: int
    headline: str
    happened: tuple[str, ...]
    """What the last move led to, in words."""
    steps: tuple[StepShown, ...]
    viewers: tuple[ViewerLink, ...]
    story: tuple[PartShown, ...]
    recent: tuple[StoryLine, ...]
    """The last lines up to the moment, the newest first."""
    is_over: bool
    is_shown_by_board: bool
    """Whether the board itself tells what happened."""
    record: str
    """Where the record can be had."""
    review: str
    """Where the review of the game is; empty while it is played."""
    practice: str
    """Where this moment can be tried again; empty where it cannot."""
    what_if: str
    """Where other moves of this moment are played out; empty where nobody chooses."""


def viewer_name(viewer: ReplayViewer) -> str:
    """A viewer as an address has them."""
    return SPECTATOR if viewer is None else str(viewer)


def viewer_in(text: str, replay: Replay) -> ReplayViewer:
    """The viewer that an address names; all, where it names nobody."""
    if text == SPECTATOR:
        return None
    if text.isdecimal() and len(text) < 3 and int(text) < len(replay.seats):
        return int(text)
    return ALL


def replay_shown(
    replay: Replay, at: int, viewer: ReplayViewer, page: TablePage, record: str
) -> ReplayShown:
    """A moment of a game as a viewer sees it."""
    language = page.language
    story = replay.story(viewer, language)
    return ReplayShown(
        title=replay.game.title,
        path=replay.path,
        address=_path(replay, at, viewer),
        viewer=viewer_name(viewer),
        at=at,
        last=replay.last,
        round=max(1, sum(begins <= at for begins in replay.rounds)),
        rounds=len(replay.rounds),
        headline=headline(replace(page, table=replace(page.table, seat=None))),
        happened=tuple(line.text for line in story if line.moment == at),
        steps=steps(replay, at, viewer),
        viewers=_viewers(replay, at, viewer, language),
        story=_parts(replay, story, at, viewer, language),
        recent=page.story[: -RECENT - 1 : -1],
        is_over=replay.is_over,
        is_shown_by_board=traits_of(replay.game.name).tells_events,
        record=record,
        review=_review_path(replay, at, viewer) if replay.is_over else "",
        practice=practice_path(replay, at, viewer) if _may_practise(replay, at) else "",
        what_if=what_if_path(replay, at) if _is_choice(replay, at) else "",
    )


def board_at(page: TablePage) -> object:
    """The board of a moment, as the game's own templates show it."""
    return board_of(page.table.game).board(page)


def _path(replay: Replay, at: int, viewer: ReplayViewer) -> str:
    """The address of a moment."""
    return f"{replay.path}?{urlencode({'at': at, 'as': viewer_name(viewer)})}"


def _review_path(replay: Replay, at: int, viewer: ReplayViewer) -> str:
    """The address of the review, at the decision that a moment leads to."""
    asked = {"at": at + 1} | ({"seat": viewer} if isinstance(viewer, int) else {})
    return f"{replay.path_of('review')}?{urlencode(asked)}"


def practice_path(replay: Replay, at: int, viewer: ReplayViewer) -> str:
    """The address where a moment is tried again, by the eyes of a seat."""
    asked = {"at": at} | ({"seat": viewer} if isinstance(viewer, int) else {})
    return f"{replay.path_of('practice')}?{urlencode(asked)}"


def what_if_path(replay: Replay, at: int, written: str = "") -> str:
    """The address where other moves of a moment are played out, one of them chosen already."""
    asked = {"at": str(at)} | ({"move": written} if written else {})
    return f"{replay.path_of('what-if')}?{urlencode(asked)}"


def _is_choice(replay: Replay, at: int) -> bool:
    """Whether somebody chooses a move at a moment that can be gone on from."""
    is_made = at < replay.last and replay.moves[at].seat is None
    return _may_practise(replay, at) and not is_made


def _may_practise(replay: Replay, at: int) -> bool:
    """Whether a moment can be gone on from: of a finished game, or of one brought along."""
    game, is_table = replay.game, replay.path.startswith("/tables/")
    is_timed = isinstance(game, HasSharedClock) and game.needs_clock(replay.options)
    is_last = replay.is_over and at == replay.last
    return not is_timed and not is_last and (replay.is_over or not is_table)


def steps(replay: Replay, at: int, viewer: ReplayViewer) -> tuple[StepShown, ...]:
    """Where one can go from a moment."""
    goals = {
        "first": 0,
        "round_back": max((begins for begins in replay.rounds if begins < at), default=0),
        "back": max(at - 1, 0),
        "forward": min(at + 1, replay.last),
        "round_on": min((begins for begins in replay.rounds if begins > at), default=replay.last),
        "last": replay.last,
    }
    return tuple(
        StepShown(name, _path(replay, goal, viewer) if goal != at else "", goal)
        for name, goal in goals.items()
    )


def _viewers(
    replay: Replay, at: int, viewer: ReplayViewer, language: str
) -> tuple[ViewerLink, ...]:
    """Whom one can look as: everybody when the game is over, else only oneself."""
    if not replay.is_over:
        return ()
    shown = [ViewerLink(say("web.replay.all", language), _path(replay, at, ALL), viewer == ALL)]
    for seat, name in enumerate(replay.names):
        shown.append(ViewerLink(name, _path(replay, at, seat), viewer == seat))
    return tuple(shown)


# --- The log: long, and the same at every moment but for where one is ---


def _parts(
    replay: Replay, story: Sequence[StoryLine], at: int, viewer: ReplayViewer, language: str
) -> tuple[PartShown, ...]:
    """The log in up to three parts."""
    story_items = _story_items(replay, viewer, language)
    begins = sum(line.moment < at for line in story)
    ends = sum(line.moment <= at for line in story)
    parts = (("past", 0, begins), ("now", begins, ends), ("to_come", ends, len(story)))
    return tuple(
        PartShown(place, first + 1, Markup("").join(story_items[first:last]))
        for place, first, last in parts
        if first < last
    )


def _story_items(replay: Replay, viewer: ReplayViewer, language: str) -> tuple[Markup, ...]:
    """Each line of the log as a part of the page, made once for all moments."""
    items = replay.story_items.find((viewer, language))
    if items is None:
        items = replay.story_items[viewer, language] = _lines(replay, viewer, language)
    return items


def _lines(replay: Replay, viewer: ReplayViewer, language: str) -> tuple[Markup, ...]:
    """Each line of the log, with the way to its moment."""
    line_text = Markup('<li id="line-{}"><a href="{}" data-moment="{}">{}</a>{}</li>')
    return tuple(
        line_text.format(
            line.number,
            _path(replay, line.moment, viewer),
            line.moment,
            line.text,
            " " + paragraph(line.paragraph, language=language) if line.paragraph else "",
        )
        for line in replay.story(viewer, language)
    )
