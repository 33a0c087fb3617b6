"""Who looks at a table, and the page that they get."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct

from realms.kernel.errors import IllegalMove
from realms.kernel.games import game_named
from realms.kernel.legal_moves import LegalMoves
from realms.kernel.text import say
from realms.tables.cache import CachedTable
from realms.tables.permissions import absent_seats
from realms.tables.service import TableService
from realms.tables.table import Table
from realms.tables.table_view import view_table
from realms.web.admission.executor import executor_of
from realms.web.api.catalogue import game_shown, offered_bots
from realms.web.authentication import AnyRequest, may_watch, requested_seat, secret_of
from realms.web.errors import language_of
from realms.web.game_parts import board_of, texts_of
from realms.web.pages.environment import render_template
from realms.web.pages.learn.lessons import has_lesson
from realms.web.pages.links import invitation_to, site_of
from realms.web.pages.opening.opening import name_of, opponent
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
    site: str = ""
    """Where they found us: what a link to send begins with."""

    @property
    def is_shared(self) -> bool:
        """Whether people pass this device around."""
        return len(self.held) > 1


async def viewer_of(service: TableService, request: AnyRequest, table: str) -> PageViewer:
    """The viewer of a request; raises `IllegalMove` for who may not look."""
    held = await service.seats_of(table, secret_of(request))
    cached = await service.load(table)
    wanted = requested_seat(request)
    is_room = cached.table.state is None
    alone = held[0] if held and (len(held) == 1 or is_room) else None
    seat = wanted if wanted in held else alone
    if seat is None and not held and not may_watch(cached):
        raise IllegalMove("table/not_yours")
    await prepare_page(request, cached, seat, language_of(request))
    helped = request.cookies.get("realms-help") != "off"
    name = name_of(request) if is_room and not held else ""
    site = site_of(request) if is_room else ""
    return PageViewer(seat, held, language_of(request), helped, name, site)


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
    elif (moves := asked_moves(table, seat)) is not None and len(moves) > FEW_MOVES:
        await prepare(_moves_place(table, seat), lambda: tuple(moves))


def _sheets_place(table: Table) -> tuple[Any, ...]:
    return ("final sheets", table.seq_for(None))


def _moves_place(table: Table, seat: int | None) -> tuple[Any, ...]:
    return ("moves", seat, table.seq_for(seat))


def mark_of(cached: CachedTable, viewer: PageViewer) -> str:
    """How far a viewer has seen a table: as long as it is the same, so is the page."""
    lines = cached.lines[-1].number if cached.lines else 0
    return f"{cached.table.seq_for(viewer.seat)}.{lines}"


def table_page(
    service: TableService,
    cached: CachedTable,
    viewer: PageViewer,
    problem: str = "",
    typed: dict[str, str] | None = None,
) -> TablePage:
    """A table as a viewer sees it."""
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
    return tuple(asked_moves(table, seat) or ())


def asked_moves(table: Table, seat: int | None) -> LegalMoves | None:
    """The same, none of them written down yet; None where they cannot be."""
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
    return board_of(page.table.game).headline(page)


async def render_body(request: AnyRequest, cached: CachedTable, page: TablePage) -> str:
    """The inside of a table's page: all that changes while it is played.

    What has to be read off the table is read now; then it is rendered beside the event loop,
    and the table may go on.
    """
    work = partial(body, cached.table.state is None, page, shell_of(cached.table, page))
    return await executor_of(request).run(request.scope, work)


def body(is_room: bool, page: TablePage, shell: TableShell) -> str:
    """The same, while others wait."""
    context: dict[str, Any] = {"page": page, "shell": shell}
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
    """What surrounds the board of a table."""

    title: str
    free: int
    """Seats that are free."""
    winners: tuple[str, ...]
    story: tuple[Any, ...]
    earlier: bool
    """Whether the log has more lines than are shown."""
    undo: int
    """Moves that going back to one's last one takes; 0 where that is not to be had."""
    asked_undo: bool
    """Whether an answer to an undo is awaited from the viewer."""
    is_away: bool
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
    return TableShell(
        title=table.game.title,
        free=sum(chair.is_free for chair in table.chairs),
        winners=tuple(page.names[seat] for seat in seen.outcome.winners) if seen.outcome else (),
        story=page.story[-LATEST:],
        earlier=len(page.story) > LATEST,
        undo=moves_back(table, seat) if person and request is None else 0,
        asked_undo=bool(holder and request is not None and seat not in request.agreed),
        is_away=table.seating.is_away(seat),
        news=tuple(
            line
            for line in page.news
            if seat is None or line.event is None or not texts.is_own_act(line.event, seat)
        ),
        is_alone=not any(
            other.kind in HELD for place, other in enumerate(seen.seats) if place != seat
        ),
        absent=tuple(place for place in page.absent if seat is not None and place != seat),
        has_lesson=has_lesson(table.game.name),
        aim=texts.aim(table.options, page.language),
        is_new=person and all(turn.seat != seat for turn in table.turns),
    )


def moves_back(table: Table, seat: int | None) -> int:
    """The moves since a seat made its last one, with it; 0 if there is none to take back.

    Nothing is taken back while others may act unnoticed, and nothing unnoticed is counted.
    """
    if seat is None or table.state is None or table.outcome is not None:
        return 0
    if table.free_undo(seat):
        return 1
    if table.hides_acts(table.state):
        return 0
    public = [turn for turn in reversed(table.turns) if turn.noticed is None]
    return next((back for back, turn in enumerate(public, 1) if turn.seat == seat), 0)
