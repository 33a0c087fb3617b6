"""The house: opens tables, lets people in, finds their seats, keeps what they bring."""

from __future__ import annotations

import msgspec

from realms.kernel.chance import fresh_seed
from realms.kernel.errors import RealmsError, Unreadable
from realms.tables import entries as act
from realms.tables.at_hand import Open
from realms.tables.scribe import Scribe
from realms.tables.secrets import hashed, is_same, is_secret, new_id, new_secret
from realms.tables.seen import Listed, listed
from realms.tables.table import Table
from realms.tables.terms import Terms, refuse, rules_of

LONGEST_LINE = 500


class House(Scribe):
    """All tables of one database, as one process serves them."""

    async def open_table(self, terms: Terms, seed: str = "") -> str:
        """Open a table; returns its id, which is also its link."""
        rules = rules_of(terms)
        id_, at = new_id(), self.clock()
        values = {
            "id": id_,
            "terms": msgspec.json.encode(terms).decode(),
            "rules": rules.game.rules,
            "seed": seed or fresh_seed(),
            "public": terms.public,
            "status": "open",
            "created": at,
            "changed": at,
        }
        await self.log.open_table(values)
        return id_

    async def sit(
        self, id_: str, name: str, seat: int | None = None, secret: str | None = None
    ) -> tuple[int, str]:
        """Take a seat, the first that is free if none is told; returns it and its secret.

        Who has a secret already keeps it, so that one is enough for all their tables.
        """
        secret = secret if secret and is_secret(secret) else new_secret()
        opened = await self.at_hand(id_)
        if opened.table.state is not None:
            raise refuse("started")
        while True:
            free = [n for n, chair in enumerate(opened.table.chairs) if chair.is_free]
            if not free:
                raise refuse("full")
            place = free[0] if seat is None else seat
            try:
                await self.write(id_, act.Sat(place, name, hashed(secret)))
            except RealmsError as error:
                if seat is None and error.code == "table/seat_taken":
                    continue
                raise
            return place, secret

    async def rematch(self, id_: str) -> str:
        """Another game for the same people: the id of its table, where they sit already."""
        old = (await self.at_hand(id_)).table
        if old.outcome is None:
            raise refuse("not_over")
        if old.next_table:
            return old.next_table
        new = await self.open_table(old.terms)
        for seat, chair in enumerate(old.chairs):
            if chair.secret:
                await self.write(new, act.Sat(seat, chair.name, chair.secret))
            else:
                title, _, _letter = chair.name.rpartition(" ")
                await self.write(new, act.Seated(seat, chair.bot, title))
        try:
            await self.write(id_, act.Continued(new))
        except RealmsError as error:
            if error.code != "table/continued":
                raise
        return (await self.at_hand(id_)).table.next_table

    async def seats_of(self, id_: str, secret: str | None) -> tuple[int, ...]:
        """The seats that a secret proves: several where people share a device."""
        if not secret:
            return ()
        opened = await self.at_hand(id_)
        seats = _seats_of(opened.table, secret)
        if not seats:  # perhaps one was taken in another process, just now
            async with opened.lock:
                await self._refresh(opened)
            seats = _seats_of(opened.table, secret)
        return seats

    def seat_at_hand(self, id_: str, secret: str) -> int | None:
        """The seat that a secret proves at a table at hand; None says nothing for sure."""
        opened = self._open.get(id_)
        seats = _seats_of(opened.table, secret) if opened else ()
        return seats[0] if seats else None

    async def seat_of(self, id_: str, secret: str | None, wanted: int | None = None) -> int | None:
        """The seat that a secret proves, the first unless another is wanted, or None."""
        seats = await self.seats_of(id_, secret)
        if wanted is not None:
            return wanted if wanted in seats else None
        return seats[0] if seats else None

    async def lobby(self) -> list[Listed]:
        """Public tables that are open or being played."""
        rows = await self.log.lobby()
        return [listed((await self.at_hand(row["id"])).table) for row in rows]

    async def tables_of(self, secret: str | None, limit: int = 30) -> list[Listed]:
        """The tables where a secret proves a seat, the latest first."""
        if not secret:
            return []
        tables = [
            (await self.at_hand(id_)).table
            for id_ in await self.log.tables_of(hashed(secret), limit)
        ]
        held = [(table, _seats_of(table, secret)) for table in tables]
        return [listed(table, seats) for table, seats in held if seats]

    async def keep_record(self, text: str) -> str:
        """Keep a record that somebody brought along; returns its id, which is also its link."""
        id_ = new_id()
        await self.log.keep_record(id_, text, self.clock())
        return id_

    async def kept_record(self, id_: str) -> str:
        """A record that was kept."""
        text = await self.log.kept_record(id_)
        if text is None:
            raise Unreadable("table/unknown")
        return text

    async def undo(self, id_: str, seat: int, moves: int, seq: int | None = None) -> Open:
        """Undo one's last moves where that is free; else ask the others."""
        opened = await self.at_hand(id_)
        if moves <= opened.table.free_undo(seat):
            return await self.write(id_, act.Undone(seat, moves), seq)
        opened = await self.write(id_, act.Asked(seat, moves), seq)
        return await self._undo_if_agreed(opened)

    async def answer_undo(self, id_: str, seat: int, agrees: bool) -> Open:
        """Agree to the undo that was asked for, or not."""
        return await self._undo_if_agreed(await self.write(id_, act.Answered(seat, agrees)))

    async def _undo_if_agreed(self, opened: Open) -> Open:
        table = opened.table
        if table.request is not None and table.is_agreed:
            undone = act.Undone(table.request.seat, table.request.moves)
            return await self.write(table.id, undone, table.seq_for(undone.seat))
        return opened

    async def say(self, id_: str, seat: int | None, text: str) -> None:
        """Say something at a table."""
        text = " ".join(text.split())
        if not text or len(text) > LONGEST_LINE or not text.isprintable():
            raise Unreadable("table/line", most=LONGEST_LINE)
        opened = await self.at_hand(id_)
        await self.log.say(id_, self.clock(), seat, text)
        opened.lines = await self._lines(id_)
        self._tell(opened)


def _seats_of(table: Table, secret: str) -> tuple[int, ...]:
    digest, chairs = hashed(secret), enumerate(table.chairs)
    return tuple(seat for seat, chair in chairs if chair.secret and is_same(digest, chair.secret))
