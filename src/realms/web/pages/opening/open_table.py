"""Opening a table from a page: who is to sit where, and the deal when nobody is missing."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

from litestar import Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from msgspec import Struct

from realms.bots import bots_of, is_external, levels_of, offered_name, title_of
from realms.bots.external import others
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.games import game_named
from realms.kernel.text import LANGUAGES, say
from realms.tables import entries
from realms.tables.names import checked_name, distinct_name, look_alike
from realms.tables.service import TableService
from realms.tables.terms import Terms, refuse, rules_of
from realms.web.api.catalogue import VariantShown, game_shown, variants_of
from realms.web.authentication import YEAR, AnyRequest, player_cookie, player_of
from realms.web.errors import language_of
from realms.web.game_lookup import traits_of

NAME = "realms-name"
"""The cookie that keeps what a player wants to be called."""
ME, HERE, OPEN = "me", "here", "open"
"""Who a seat is for: who opens the table, somebody on the same device, who has the link."""


class SeatPlan(Struct, frozen=True):
    """A seat of a table that is not open yet: who it is for, and what they are called."""

    kind: str
    """`me`, `here`, `open`, or the name of a bot."""
    name: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody on this device sits there."""
        return self.kind in (ME, HERE)


def name_of(request: AnyRequest) -> str:
    """What a player is called: as they said once, else simply *you*."""
    kept = unquote(request.cookies.get(NAME, ""))
    try:
        return checked_name(kept)
    except RealmsError:
        return say("web.home.you", language_of(request))


def is_own_name(name: str) -> bool:
    """Whether somebody chose a name, rather than leave the one that was there."""
    return name not in (say("web.home.you", language) for language in LANGUAGES)


def name_cookie(request: AnyRequest, name: str) -> Cookie:
    """The cookie that keeps a name."""
    return Cookie(
        key=NAME,
        value=quote(name),
        path="/",
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
        max_age=YEAR,
    )


def check_places(places: tuple[SeatPlan, ...], game: str) -> tuple[SeatPlan, ...]:
    """The places with their names in order; refuses what the table would refuse later."""
    names: list[str] = []
    made = []
    for place in places:
        name = distinct_name(checked_name(place.name), names) if place.is_person else ""
        for other in names:
            if name and look_alike(name, other):
                raise refuse("name_alike", name=name, other=other)
        if name:
            names.append(name)
        if not place.is_person and place.kind != OPEN:
            offered_name(place.kind, game)
        made.append(SeatPlan(place.kind, name))
    return tuple(made)


def bot_entry(game: str, seat: int, bot: str, language: str) -> entries.BotSeated:
    """A bot on a seat, a level called as the language of who puts it there has it."""
    title = title_of(game, bot, language)
    return entries.BotSeated(seat, bot, "" if title == bot else title)


async def open_seated(
    service: TableService,
    terms: Terms,
    places: tuple[SeatPlan, ...],
    secret: str | None,
    language: str,
) -> tuple[str, str | None]:
    """Open a table and seat everybody who is there; deals where no seat is left open.

    Returns its id and the secret of whoever opened it. All on one device share that secret.
    """
    places = check_places(places, terms.game)
    if len(places) != rules_of(terms).options.players:
        raise refuse("no_such_seat", seat=len(places))
    table = await service.open_table(terms)
    for seat, place in enumerate(places):
        if place.is_person:
            _, secret = await service.sit(table, place.name, seat, secret)
    for seat, place in enumerate(places):
        if not place.is_person and place.kind != OPEN:
            await service.write(table, bot_entry(terms.game, seat, place.kind, language))
    if all(place.kind != OPEN for place in places):
        await service.write(table, entries.GameStarted())
    return table, secret


async def open_and_redirect(
    service: TableService, request: AnyRequest, terms: Terms, places: tuple[SeatPlan, ...]
) -> Response[Any]:
    """The way to a table that is opened here and now."""
    table, secret = await open_seated(
        service, terms, places, player_of(request), language_of(request)
    )
    cookies = [player_cookie(request, secret)] if secret else []
    me = next((place.name for place in places if place.kind == ME), "")
    if me and is_own_name(me):
        cookies.append(name_cookie(request, checked_name(me)))
    return Redirect(f"/tables/{table}", status_code=303, cookies=cookies)


def opponent(game: str) -> str:
    """Whom somebody plays against who just wants to play: the level in the middle.

    Where a game has no levels it is the strongest bot that there is.
    """
    names = house_opponents(game)
    return names[len(names) // 2] if levels_of(game) else names[-1]


def house_opponents(game: str) -> tuple[str, ...]:
    """The bots of the house that people are offered: the levels, or all where there are none."""
    return tuple(level.name for level in levels_of(game)) or bots_of(game)


def opponents(game: str) -> tuple[str, ...]:
    """The bots that people are offered: those of the house, then those of other packages."""
    external = (name for name in others() if is_external(name, game))
    return (*house_opponents(game), *external)


def usual_players(game: str, variant: VariantShown | None = None) -> int:
    """How many play when somebody just wants to play, the bots included."""
    variant = variant or variants_of(game_named(game))[0]
    return min(max(traits_of(game).usual_players, variant.least), variant.most)


def against_bots(
    game: str, name: str, language: str, bot: str = ""
) -> tuple[Terms, tuple[SeatPlan, ...]]:
    """A game against bots as most readers of a language want it; against some bot, if told."""
    if bot and bot not in house_opponents(game):
        raise Unreadable("bot/other_game", name=bot, game=game_named(game).title)
    players = usual_players(game)
    bots = (SeatPlan(bot or opponent(game)),) * (players - 1)
    options = {"players": players, **edition_of(game, language)}
    return Terms(game, options), (SeatPlan(ME, name), *bots)


def edition_of(game: str, language: str) -> dict[str, str]:
    """The option that has the edition of a language chosen, where a game has one of it."""
    preset = traits_of(game).preset
    options = game_shown(game_named(game), language).options if preset else ()
    values = next((option.values for option in options if option.name == preset), ())
    usual = next((option.default for option in options if option.name == preset), None)
    return {preset: language} if language in values and language != usual else {}
