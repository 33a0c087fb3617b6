"""Another game for the people of a table: a new one, where they sit already."""

from __future__ import annotations

from msgspec.structs import replace

from realms.kernel.errors import RealmsError
from realms.tables import entries
from realms.tables.secrets import hash_secret, is_same
from realms.tables.service import TableService
from realms.tables.terms import refuse

LINES_BROUGHT = 20
"""Lines of talk that a rematch begins with."""


async def open_rematch(service: TableService, id_: str, here: str | None = None) -> str:
    """Another game for the same people: the id of its table, where they sit already.

    Given the secret of who is here, only they and the bots sit down; the others' seats
    stay free until they come (`follow_rematch`), and the lobby does not offer them to others.
    The last lines of talk go along.
    """
    old = (await service.load(id_)).table
    if old.outcome is None:
        raise refuse("not_over")
    if old.practice is not None:
        raise refuse("practice_again")
    if old.next_table:
        return old.next_table
    kept = [
        seat
        for seat, chair in enumerate(old.chairs)
        if chair.secret and here is not None and not is_same(hash_secret(here), chair.secret)
    ]
    terms = replace(old.terms, day="", room="")  # another deal is not that of a day or a room
    new = await service.open_table(replace(terms, public=False) if kept else terms)
    for seat, chair in enumerate(old.chairs):
        if chair.secret:
            if seat in kept:
                continue
            await service.write(new, entries.SeatTaken(seat, chair.name, chair.secret))
        else:
            await service.write(new, entries.BotSeated(seat, chair.bot, chair.title))
    try:
        await service.write(id_, entries.RematchOpened(new))
    except RealmsError as error:
        if error.code != "table/continued":
            raise
    following = (await service.load(id_)).table.next_table
    if following == new:
        await _repeat_talk(service, id_, new)
    return following


async def follow_rematch(service: TableService, id_: str, secret: str) -> str:
    """Go on to the rematch of a table, to one's old seats; deals when nobody is missing."""
    following = await open_rematch(service, id_, secret)
    old, cached = (await service.load(id_)).table, await service.load(following)
    for seat in old.seating.proven_by(secret):
        chair = old.chairs[seat]
        if cached.table.state is None and cached.table.chairs[seat].is_free:
            await service.write(following, entries.SeatTaken(seat, chair.name, chair.secret))
    if cached.table.state is None and not any(c.is_free for c in cached.table.chairs):
        await service.write(following, entries.GameStarted())
    return following


async def _repeat_talk(service: TableService, id_: str, new: str) -> None:
    """Bring the last lines of talk along to another table."""
    for line in (await service.load(id_)).lines[-LINES_BROUGHT:]:
        await service.log.say(new, service.clock(), line.seat, line.text)
    await service.cache.refresh_lines(await service.load(new))
