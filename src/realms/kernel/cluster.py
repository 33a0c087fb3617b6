"""An executor on many machines, by Ray: the same units, done again where a machine falls away.

Every machine has this package installed, from the same sources: a unit that meets others is
refused, so that no result can differ. Ray itself is loaded only here.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import redirect_stdout, suppress
from typing import Any

from realms.kernel.errors import Unreadable
from realms.kernel.executor import AHEAD

RETRIES = 20
"""How often a unit is begun anew when the process or the machine that does it dies."""
PATIENCE = 5.0
"""Seconds that an address has to answer."""
FOUND = ("auto", "local")
"""Words instead of an address, and what Ray makes of them; no host is asked then."""


class ClusterExecutor:
    """The machines behind an address, for as long as it is not closed.

    Ray writes what it has to remark to standard output; until then it goes to standard error.
    """

    def __init__(self, address: str) -> None:
        self._ray = _connected(address)
        self._aside = redirect_stdout(sys.stderr)
        self._aside.__enter__()
        cores = self._ray.cluster_resources().get("CPU", 0)
        if cores < 1:
            self.close(False)
            raise Unreadable("cluster/empty", address=address)
        self.room = AHEAD * int(cores)
        self._do = self._ray.remote(num_cpus=1, max_retries=RETRIES)(done_there)
        self._shared: tuple[Any, Any] | None = None
        self._digest = _digest()

    def submit(self, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Future[Any]:
        """Have a unit done somewhere; what is shared is sent once."""
        if self._shared is None or self._shared[0] is not shared:
            self._shared = shared, self._ray.put(shared)
        reference = self._do.remote(self._digest, work, self._shared[1], unit)
        reply: Future[Any] = reference.future()
        done: Future[Any] = Future()
        reply.add_done_callback(lambda come: _hand_over(come, done))
        return done

    def close(self, whole: bool) -> None:
        """Let go of the machines; units under way there are given up."""
        self._ray.shutdown()
        self._aside.__exit__(None, None, None)


def done_there(digest: str, work: Callable[[Any, Any], Any], shared: Any, unit: Any) -> Any:
    """Do a unit on a machine of the cluster."""
    if digest != _digest():
        raise Unreadable("cluster/other", host=socket.gethostname())
    return work(shared, unit)


def _digest() -> str:
    from realms.kernel.compiled.folder import HOME, digest  # noqa: PLC0415

    return digest(HOME)


def _hand_over(come: Future[Any], done: Future[Any]) -> None:
    """Hand over what came; an error of ours as it was, not as Ray wraps it."""
    error = come.exception()
    if error is None:
        done.set_result(come.result())
    else:
        done.set_exception(getattr(error, "cause", None) or error)


def _connected(address: str) -> Any:
    """Ray, connected to an address."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray  # noqa: PLC0415  (an extra)
    except ImportError as error:
        raise Unreadable("cluster/missing") from error
    _knock(address)
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            configure_logging=False,
        )
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        with suppress(Exception):
            ray.shutdown()
        raise Unreadable("cluster/unreachable", address=address) from error
    return ray


def _knock(address: str) -> None:
    """Refuse an address where nobody answers, before Ray tries for minutes."""
    if address in FOUND:
        return
    host, _, port = address.rpartition("//")[2].rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, ValueError, OverflowError) as error:
        raise Unreadable("cluster/unreachable", address=address) from error
