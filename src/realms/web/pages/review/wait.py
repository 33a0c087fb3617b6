"""What stands in the place of a review while the rules that it takes are compiled."""

from __future__ import annotations

from typing import Any

from litestar import Response

from realms.arena.prepare import review_parts
from realms.kernel.compiled.progress import CompileProgress, rules_now
from realms.kernel.text import say
from realms.web.admission.missing_rules import missing_progress
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.pages.compile_progress import waiting_page
from realms.web.pages.replay.replay import Replay


def waits_for_rules(
    request: AnyRequest, replay: Replay, *, is_long: bool = False
) -> Response[Any] | None:
    """The page that waits for the rules of a game that reviews take; None where they are there.

    What `is_long` takes them compiled, where they never will be, too: then the page says so.
    """
    parts = review_parts(replay.game.name)
    progress = missing_progress(parts)
    if is_long and rules_now() == "plain":
        progress = CompileProgress(0, len(parts), 0.0, 0, is_stopped=True)
    if progress is None:
        return None
    title = say("web.review.name", language_of(request))
    return waiting_page(request, parts, progress, title, replay.path)
