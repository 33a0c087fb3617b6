"""Where reviews are kept: with their finished tables, for all processes, the latest ones."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from realms.tables.schema import REVIEWS
from realms.tables.service import TableService

MOST_REVIEWS = 4_000
"""Reviews that are kept: some hundred megabytes of them at most."""
AT_ONCE = 100
"""Old ones that go when a new one comes, at most."""


async def read_review(service: TableService, table: str, version: int) -> bytes | None:
    """The review of a table as it was kept; None for none of this version."""
    wanted = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table)
    wanted = wanted.where(REVIEWS.c.version == version)
    async with service.log.engine.connect() as connection:
        body: bytes | None = (await connection.execute(wanted)).scalar_one_or_none()
        return body


async def write_review(
    service: TableService, table: str, version: int, body: bytes, most: int = MOST_REVIEWS
) -> None:
    """Keep the review of a table, in place of an older one; the oldest of all make room."""
    await service.log.execute(
        delete(REVIEWS).where(REVIEWS.c.table_id == table, REVIEWS.c.version < version)
    )
    values = {"table_id": table, "version": version, "at": service.clock(), "body": body}
    try:
        await service.log.execute(insert(REVIEWS).values(**values))
    except IntegrityError:  # another process was as quick, or the table is gone
        return
    oldest = select(REVIEWS.c.table_id).order_by(REVIEWS.c.at.desc(), REVIEWS.c.table_id)
    await service.log.execute(
        delete(REVIEWS).where(REVIEWS.c.table_id.in_(oldest.offset(most).limit(AT_ONCE)))
    )
