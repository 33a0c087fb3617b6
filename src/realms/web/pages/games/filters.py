"""Which finished games are asked for, and the choices that are offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from realms.kernel.packs import game_names
from realms.kernel.text import say
from realms.tables.results.result import GameResult
from realms.web.authentication import AnyRequest
from realms.web.messages import say_or

COMPANY = ("bots", "people")


class GamesFilter(Struct, frozen=True):
    """Which games are asked for."""

    game: str
    variant: str = ""
    players: str = ""
    company: str = ""
    page: int = 1

    def address(self, **changes: Any) -> str:
        """The address of the page with something else asked for."""
        fields = msgspec.structs.asdict(self) | {"page": 1} | changes
        if fields["page"] == 1:
            del fields["page"]
        return "/games?" + urlencode({name: value for name, value in fields.items() if value})


class ResultFilter(Struct, frozen=True):
    """A choice of a filter, and the address it leads to."""

    label: str
    path: str
    is_chosen: bool


def filter_asked(request: AnyRequest, results: Sequence[GameResult]) -> GamesFilter:
    """What an address asks for; the game that was played last where it says nothing."""
    query = request.query_params
    usual = results[0].game if results else game_names()[0]
    game, page = query.get("game", ""), query.get("page", "")
    return GamesFilter(
        game=game if game in game_names() else usual,
        variant=query.get("variant", "")[:32],
        players=query.get("players", "")[:2],
        company=query.get("company", "") if query.get("company") in COMPANY else "",
        page=int(page) if page.isdecimal() and 0 < len(page) < 5 and int(page) else 1,
    )


def chosen_results(results: Sequence[GameResult], asked: GamesFilter) -> list[GameResult]:
    """The results that a filter lets through; none of games that a device was passed around in."""
    return [one for one in results if _is_chosen(one, asked)]


def counted_results(results: Sequence[GameResult], asked: GamesFilter) -> list[GameResult]:
    """The chosen results without practice, which counts for nothing."""
    return [one for one in chosen_results(results, asked) if not one.practice]


def _is_chosen(one: GameResult, asked: GamesFilter) -> bool:
    if one.game != asked.game or one.is_shared:
        return False
    return (
        asked.variant in ("", variant_of(one))
        and asked.players in ("", str(len(one.seats)))
        and asked.company in ("", company_of(one))
    )


def company_of(one: GameResult) -> str:
    """Whether people were met, or bots alone."""
    people = any(not seat.bot for n, seat in enumerate(one.seats) if n != one.seat)
    return "people" if people else "bots"


def variant_of(one: GameResult) -> str:
    """The variant of a result."""
    return str(one.options.get("variant", "standard"))


def filter_choices(
    results: Sequence[GameResult], asked: GamesFilter, language: str
) -> list[tuple[str, list[ResultFilter]]]:
    """The filters that make a difference, each with its choices."""
    here = [one for one in results if one.game == asked.game and not one.is_shared]
    values = {
        "variant": sorted({variant_of(one) for one in here}),
        "players": sorted({str(len(one.seats)) for one in here}),
        "company": sorted({company_of(one) for one in here}),
    }
    made = []
    for field, offered in values.items():
        if len(offered) < 2:
            continue
        now = getattr(asked, field)
        choices = [
            ResultFilter(_label(field, value, asked.game, language), "", value == now)
            for value in ("", *offered)
        ]
        paths = [asked.address(**{field: value}) for value in ("", *offered)]
        linked = [
            msgspec.structs.replace(choice, path=path)
            for choice, path in zip(choices, paths, strict=True)
        ]
        made.append((field, linked))
    return made


def _label(field: str, value: str, game: str, language: str) -> str:
    if not value:
        return say("web.games.all", language)
    if field == "variant":
        return say_or(f"web.{game}.variant.{value}", language, value)
    if field == "players":
        return say("web.games.players", language, n=int(value))
    return say(f"web.games.company.{value}", language)
