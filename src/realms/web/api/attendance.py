"""Attendance: which requests show that somebody looks at a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from realms.tables.caching.table_cache import TableCache
from realms.tables.thinking.presence import Presence
from realms.web.rate_limits import STREAMED
from realms.web.security import client_of

PATH = re.compile(r"/+(?:api/+)?tables/+([^/]{1,64})")


class Attendance:
    """Notes who looks at tables, by the requests they make."""

    def __init__(self, presence: Presence, cache: TableCache) -> None:
        self.presence, self.cache = presence, cache

    @contextmanager
    def of(self, scope: Any) -> Iterator[None]:
        """Note that a request is handled: a stream while it is held, any other for a while.

        Only for tables that there are: others would crowd these out.
        """
        found = PATH.match(scope["path"])
        if found is None:
            yield
            return
        table, client = found[1], client_of(scope)
        if scope["path"].rstrip("/").endswith(STREAMED):
            with self.presence.hold(table, client):
                yield
            return
        is_known = self.cache.find(table) is not None
        if is_known:
            self.presence.touch(table, client)
        yield
        if not is_known and self.cache.find(table) is not None:
            self.presence.touch(table, client)
