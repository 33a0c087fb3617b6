"""What somebody asks for who tries a moment again, and the table that comes of it."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from realms.bots import title_of
from realms.tables.entries import encode_entry
from realms.tables.following.practice import (
    PracticePlan,
    check_practice,
    open_practice,
    practice_log,
)
from realms.tables.names import checked_name
from realms.tables.secrets import is_secret, new_secret
from realms.tables.service import TableService
from realms.tables.terms import refuse
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.pages.opening.open_table import house_opponents, opponent
from realms.web.pages.opening.progress import level_reached
from realms.web.pages.replay.record_quota import RecordQuota
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.routes import clients_of

AS_SEATED = "seated"
"""Whom an address asks for by it as opponents: the bots that sat there."""
PRACTICES_A_DAY, BYTES_A_DAY = 200, 8 * 1024 * 1024
"""Tables of practice that a client may open in a day, and what their logs may begin with."""


class PracticeTerms(Struct, frozen=True):
    """A moment to be tried again, and how."""

    at: int
    """The moves before it."""
    seat: int
    is_anew: bool = False
    """Whether all that the seat cannot know is dealt anew."""
    others: str = AS_SEATED
    """The bot that plays the other seats; `AS_SEATED` for those that sat there."""


def practice_quota() -> RecordQuota:
    """How many tables of practice clients may open."""
    return RecordQuota(PRACTICES_A_DAY, BYTES_A_DAY)


def usual_seat(replay: Replay, at: int) -> int:
    """Whose eyes one looks through where nobody says: the seat that decides, or the first."""
    awaited = replay.game.awaiting(replay.states[min(at, replay.last)])
    return awaited[0] if awaited else 0


async def level_against(service: TableService, secret: str | None, game: str) -> str:
    """The level that somebody played against last, for the seats of people."""
    found = await level_reached(service, secret, game)
    return found.level if found else opponent(game)


def bots_for(
    replay: Replay, asked: PracticeTerms, level: str, language: str
) -> dict[int, tuple[str, str]]:
    """The bots of the other seats, and what they are called; `level` plays those of people."""
    game = replay.game.name
    bots = {}
    for place, status in enumerate(replay.seats):
        if place == asked.seat:
            continue
        bot = (status.bot or level) if asked.others == AS_SEATED else asked.others
        title = title_of(game, bot, language)
        bots[place] = (bot, "" if title == bot else title)
    return bots


def check_terms(replay: Replay, asked: PracticeTerms) -> None:
    """Refuse what nobody can try again."""
    if not 0 <= asked.seat < len(replay.seats):
        raise refuse("no_such_seat", seat=asked.seat + 1)
    known = (AS_SEATED, *house_opponents(replay.game.name))
    if asked.others not in known:
        raise refuse("practice_others", name=asked.others[:32], known=", ".join(known[1:]))
    if asked.at >= replay.last and replay.is_over:
        raise refuse("practice_over")
    check_practice(replay.game, replay.record, asked.at)


async def open_practice_table(
    service: TableService,
    request: AnyRequest,
    quota: RecordQuota | None,
    replay: Replay,
    asked: PracticeTerms,
    name: str,
    known: str | None,
) -> tuple[str, str]:
    """Open the table that is asked for; returns its id and the secret of its seat.

    `known` is the secret that whoever asks has already, if any.
    """
    check_terms(replay, asked)
    secret = known if known and is_secret(known) else new_secret()
    level = await level_against(service, known, replay.game.name)
    plan = PracticePlan(
        game=replay.game,
        record=replay.record,
        at=asked.at,
        seat=asked.seat,
        name=checked_name(name),
        secret=secret,
        bots=bots_for(replay, asked, level, language_of(request)),
        is_anew=asked.is_anew,
        source=replay.path,
    )
    clients = clients_of(request)
    if quota is not None:
        quota.check(clients, 0)
    made = partial(practice_log, plan, service.clock())
    table, log = await executor_of(request).run(request.scope, made)
    size = sum(len(encode_entry(entry)) for entry in log)
    if quota is not None:
        quota.check(clients, size)
        quota.count(clients, size)
    return await open_practice(service, plan, table, log), secret
