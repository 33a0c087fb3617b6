"""Who looks at a table, and the page that they get."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from realms.bots import title_of
from realms.kernel.errors import IllegalMove
from realms.kernel.games import game_named
from realms.kernel.legal_moves import LegalMoves
from realms.kernel.text import listed, say
from realms.tables.caching.cached_table import CachedTable
from realms.tables.permissions import absent_seats, check_known
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.table_view import view_table
from realms.web.admission.executor import executor_of
from realms.web.api.catalogue import game_shown, offered_bots
from realms.web.authentication import AnyRequest, may_look, player_of, requested_seat, secret_of
from realms.web.errors import language_of
from realms.web.game_lookup import board_of, texts_of, touches, traits_of
from realms.web.pages.environment import render_template
from realms.web.pages.learn.lessons import has_lesson
from realms.web.pages.links import Site, invitation_to, site_of
from realms.web.pages.opening.open_table import name_of, opponent
from realms.web.pages.opening.progress import level_reached
from realms.web.pages.table.story import last_moment, prepare_story, story_of
from realms.web.pages.table.table_page import StoryLine, TablePage

FEW_MOVES = 100
"""Moves that are written down on the event loop."""
LATEST = 40
"""Lines of the log that the table itself shows; all of them have a page of their own."""


HELD = ("person", "away")
"""Kinds of seats that are people's, whether they play themselves or not."""


class PageViewer(Struct, frozen=True):
    """Who looks at a table: a seat, or None; and the seats that its browser holds."""

    seat: int | None
    held: tuple[int, ...]
    language: str
    helped: bool = True
    """Whether they want to be helped: what a hand is worth, what a card would change."""
    name: str = ""
    """What somebody who has no seat yet was called before."""
    site: Site = Site()
    """Where they found us: what a link to send begins with."""

    @property
    def is_shared(self) -> bool:
        """Whether people pass this device around."""
        return len(self.held) > 1


async def viewer_of(service: TableService, request: AnyRequest, cached: CachedTable) -> PageViewer:
    """The viewer of a request; raises `IllegalMove` for who may not look."""
    held = await service.held_seats(cached, secret_of(request))
    wanted = requested_seat(request)
    is_room = cached.table.state is None
    alone = held[0] if held and (len(held) == 1 or is_room) else None
    seat = wanted if wanted in held else alone
    if seat is None and len(held) > 1 and cached.table.status == "playing":
        seat = open_seat(cached.table, held)
    if seat is None and not held and not await may_look(service, request, cached):
        raise IllegalMove("table/not_yours")
    helped = request.cookies.get("realms-help") != "off"
    name = name_of(request) if is_room and not held else ""
    site = site_of(request) if is_room else Site()
    return PageViewer(seat, held, language_of(request), helped, name, site)


def open_seat(table: Table, held: tuple[int, ...]) -> int | None:
    """Whose turn it is of those who share a device, where nobody has anything to hide.

    None where a curtain has to come between: several decide at once, a view shows what a
    spectator does not see, or somebody has left a highest bid.
    """
    asked = [seat for seat in held if seat in table.awaiting]
    if table.state is None or len(table.awaiting) > 1 or any(seat in table.most for seat in held):
        return None
    if not asked or not traits_of(table.game.name).is_open:
        return None
    common = _open_view(table, None)
    is_open = all(_open_view(table, seat) == common for seat in held)
    return asked[0] if is_open and not table.progress.hides_acts(table.state) else None


def _open_view(table: Table, viewer: int | None) -> dict[str, Any]:
    """The view as plain data, without the field that says whose it is."""
    assert table.state is not None
    seen: dict[str, Any] = msgspec.to_builtins(table.game.view(table.state, viewer))
    return {name: value for name, value in seen.items() if name != "seat"}


async def prepare_page(
    request: AnyRequest, cached: CachedTable, seat: int | None, language: str
) -> None:
    """Work out beside the event loop what takes long of a page: its story, moves, sheets."""
    await prepare_story(request, cached, seat, language)
    table, state = cached.table, cached.table.state
    if state is None:
        return
    prepare = partial(executor_of(request).run_once, request.scope, cached.answers)
    if table.outcome is not None:
        await prepare(_sheets_place(table), lambda: tuple(table.game.sheets(state)))
    elif (moves := listable_moves(table, seat)) is not None and len(moves) > FEW_MOVES:
        await prepare(_moves_place(table, seat), lambda: tuple(moves))


def _sheets_place(table: Table) -> tuple[Any, ...]:
    return ("final sheets", table.seq_for(None))


def _moves_place(table: Table, seat: int | None) -> tuple[Any, ...]:
    return ("moves", seat, table.seq_for(seat))


def mark_of(cached: CachedTable, viewer: PageViewer) -> str:
    """How far a viewer has seen a table: as long as it is the same, so is the page."""
    lines = cached.lines[-1].number if cached.lines else 0
    return f"{cached.table.seq_for(viewer.seat)}.{lines}"


async def prepared_page(
    service: TableService,
    request: AnyRequest,
    cached: CachedTable,
    viewer: PageViewer,
    **shown: Any,
) -> TablePage:
    """A table as a viewer sees it; what takes long of it is worked out beside the event loop."""
    await prepare_page(request, cached, viewer.seat, viewer.language)
    return table_page(service, cached, viewer, **shown)


def table_page(
    service: TableService,
    cached: CachedTable,
    viewer: PageViewer,
    problem: str = "",
    typed: dict[str, str] | None = None,
) -> TablePage:
    """A table as a viewer sees it, by what was prepared of it."""
    table = cached.table
    return TablePage(
        table=view_table(table, viewer.seat, cached.lines),
        language=viewer.language,
        moves=cached.answers.find(_moves_place(table, viewer.seat))
        or legal_moves(table, viewer.seat),
        story=story_of(table, viewer.seat, viewer.language, cached.stories),
        since=last_moment(table, viewer.seat),
        held=viewer.held,
        problem=problem,
        typed=typed or {"name": viewer.name},
        helped=viewer.helped,
        views=open_views(table),
        sheets=cached.answers.find(_sheets_place(table)) or final_sheets(table),
        absent=absent_seats(table, table.time_at(service.clock()), service.patience),
        now=table.time_at(service.clock()) if table.time.banks else 0,
        site=viewer.site,
    )


def legal_moves(table: Table, seat: int | None) -> tuple[Any, ...]:
    """The moves of a seat that owes a decision or may change it, where they can be listed."""
    return tuple(listable_moves(table, seat) or ())


def listable_moves(table: Table, seat: int | None) -> LegalMoves | None:
    """The legal moves of a seat, not yet made into values; None where they are too many to list."""
    if table.state is None or seat is None:
        return None
    if seat not in table.awaiting and seat not in table.game.may_change(table.state):
        return None
    moves = table.game.legal(table.state, seat)
    return moves if moves.are_steps else None


def open_views(table: Table) -> tuple[Any, ...] | None:
    """What every seat knows, when the game is over."""
    if table.state is None or table.outcome is None:
        return None
    return tuple(table.game.view(table.state, seat) for seat in range(len(table.chairs)))


def final_sheets(table: Table) -> tuple[Any, ...] | None:
    """Everybody's score sheets, when the game is over."""
    if table.state is None or table.outcome is None:
        return None
    return tuple(table.game.sheets(table.state))


def headline(page: TablePage) -> str:
    """Whose turn it is and what is asked of the viewer, in one sentence."""
    if page.table.closed:
        return say("web.table.closed", page.language)
    text = board_of(page.table.game).headline(page)
    if len(page.held) > 1 and page.is_asked:  # whose turn it is, where several look at once
        name = page.names[page.table.seat or 0]
        return say("web.table.to_seat", page.language, name=name, text=text)
    return text


async def render_body(
    service: TableService, request: AnyRequest, cached: CachedTable, page: TablePage
) -> str:
    """The inside of a table's page: all that changes while it is played.

    What has to be read off the table is read now; then it is rendered beside the event loop,
    and the table may go on.
    """
    level = await next_level(service, request, page)
    work = partial(body, cached.table.state is None, page, shell_of(cached.table, page), level)
    return await executor_of(request).run(request.scope, work)


async def next_level(service: TableService, request: AnyRequest, page: TablePage) -> str:
    """The level that who won is offered next; empty before the end, and while none is due."""
    outcome, seat = page.table.outcome, page.table.seat
    if page.table.practice or outcome is None or seat is None or seat not in outcome.winners:
        return ""
    reached = await level_reached(service, player_of(request), page.table.game)
    return reached.next if reached else ""


def body(is_room: bool, page: TablePage, shell: TableShell, level: str = "") -> str:
    """The inside of a table's page; run by the executor, since it takes long."""
    context: dict[str, Any] = {"page": page, "shell": shell, "next_level": level}
    if level:
        context["next_title"] = title_of(page.table.game, level, page.language)
    if is_room:
        bots = game_shown(game_named(page.table.game), page.language).bots
        context["bots"] = offered_bots(bots)
        context["usual_bot"] = opponent(page.table.game)
        context["invitation"] = invitation_to(page.site, page.path)
        return render_template("table/room.html", page.language, **context)
    context["headline"] = headline(page)
    context["board"] = board_of(page.table.game).board(page)
    return render_template("table/body.html", page.language, **context)


class TableShell(Struct, frozen=True):
    """What the page of a table shows around the board: seats, links, invitation."""

    title: str
    free: int
    """Seats that are free."""
    victory: str
    """Who won, in words; empty before the end."""
    story: tuple[Any, ...]
    earlier: bool
    """Whether the log has more lines than are shown."""
    undo: int
    """Moves that going back to one's last one takes; 0 where that is not to be had."""
    asked_undo: bool
    """Whether an answer to an undo is awaited from the viewer."""
    is_away: bool
    own: frozenset[int]
    """The lines of the story that tell what the viewer did, by their numbers."""
    touched: frozenset[int]
    """Those that tell what others did to what the viewer holds."""
    news: tuple[StoryLine, ...]
    """What happened since the viewer moved, without what they did themselves."""
    is_alone: bool
    """Whether nobody else holds a seat, so that nobody has to agree to an undo."""
    absent: tuple[int, ...]
    """The seats of others for whom the viewer may let a bot play."""
    has_lesson: bool
    aim: str
    """What the game is about, for who is new to it."""
    is_new: bool
    """Whether the viewer has a seat and have not moved yet."""


def shell_of(table: Table, page: TablePage) -> TableShell:
    """What surrounds the board."""
    seen = page.table
    request, seat, texts = seen.undo, seen.seat, texts_of(table.game.name)
    person = seat is not None and seen.seats[seat].kind == "person"
    holder = seat is not None and seen.seats[seat].kind in HELD
    latest = {line.number: line.event for line in (*page.news, *page.story[-LATEST:])}
    own = frozenset(
        number
        for number, event in latest.items()
        if seat is not None and event is not None and texts.is_own_act(event, seat)
    )
    return TableShell(
        title=table.game.title,
        free=sum(chair.is_free for chair in table.chairs),
        victory=victory(page),
        story=page.story[-LATEST:],
        earlier=len(page.story) > LATEST,
        undo=moves_back(table, seat) if person and request is None else 0,
        asked_undo=bool(holder and request is not None and seat not in request.agreed),
        is_away=table.seating.is_away(seat),
        own=own,
        touched=frozenset(
            number
            for number, event in latest.items()
            if seat is not None and number not in own and touches(texts, event, seat)
        ),
        news=tuple(line for line in page.news if line.number not in own),
        is_alone=not any(
            other.kind in HELD for place, other in enumerate(seen.seats) if place != seat
        ),
        absent=tuple(place for place in page.absent if seat is not None and place != seat),
        has_lesson=has_lesson(table.game.name),
        aim=texts.aim(table.options, page.language),
        is_new=person and all(turn.seat != seat for turn in table.turns),
    )


def victory(page: TablePage) -> str:
    """Who won, as the viewer reads it; empty before the end."""
    outcome, language = page.table.outcome, page.language
    if outcome is None:
        return ""
    if outcome.winners == (page.table.seat,) and len(page.held) < 2:
        return say("web.table.you_won", language)
    names = listed([page.names[seat] for seat in outcome.winners], language)
    return say("web.table.won", language, n=len(outcome.winners), names=names)


def moves_back(table: Table, seat: int | None) -> int:
    """The moves since a seat made its last one, with it; 0 if there is none to take back.

    Nothing is taken back while others may act unnoticed, and nothing unnoticed is counted.
    """
    if seat is None or table.state is None or table.outcome is not None:
        return 0
    if table.undo.free_moves(seat):
        return 1
    if table.progress.hides_acts(table.state):
        return 0
    public = [turn for turn in reversed(table.progress.own_turns) if turn.noticed is None]
    back = next((back for back, turn in enumerate(public, 1) if turn.seat == seat), 0)
    try:
        check_known(table, seat, back)
    except IllegalMove:
        return 0
    return back
