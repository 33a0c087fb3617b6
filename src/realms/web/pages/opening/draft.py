"""A table that somebody is about to open, as the form of the page has it.

Everything is in the fields: what is missing or makes no sense is taken as usual, so that a
link may say as little as `?with=friends`, and the page shows again whatever was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from realms.kernel.errors import Unreadable
from realms.kernel.games import game_named
from realms.tables.terms import Clock, Terms
from realms.web.api.catalogue import OptionShown, VariantShown, variants_of
from realms.web.game_lookup import traits_of
from realms.web.game_parts import SharedClock
from realms.web.pages.opening.open_table import (
    HERE,
    ME,
    OPEN,
    SeatPlan,
    edition_of,
    opponent,
    opponents,
    usual_players,
)

Fields = Mapping[str, str]
COMPANIES = {"bots": "", "friends": OPEN, "device": HERE}
"""Whom one may want to play with, and whom the other seats are for then."""
MOVE_SECONDS = (30, 60, 120, 300, 24 * 3600, 3 * 24 * 3600)
BANK_SECONDS = (300, 600, 900, 1500, 2700, 3600)
INCREMENTS = (0, 5, 10, 15, 30)
TIMES = {
    "move_seconds": (MOVE_SECONDS, 120),
    "bank_seconds": (BANK_SECONDS, 900),
    "increment": (INCREMENTS, 10),
}
"""The times a clock can be set to, and how it is set if nobody says."""


class TableDraft(Struct, frozen=True, kw_only=True):
    """What is to be agreed on at a table."""

    game: str
    company: str
    variant: VariantShown
    players: int
    places: tuple[SeatPlan, ...]
    public: bool
    watched: bool
    clock: Literal["none", "move", "bank"]
    pace: Literal["rounds", "clock"]
    """How a game with a clock for all ends: after so many rounds, or when the clock stops."""
    times: dict[str, int]
    options: dict[str, Any]
    """The options of the game, but for variant and number of players."""

    @property
    def shared_clock(self) -> SharedClock | None:
        """The clock that runs for all in this variant; None where each has one's own."""
        shared = traits_of(self.game).shared_clock
        return shared if shared and shared.variant == self.variant.name else None


def times_of(game: str) -> dict[str, tuple[tuple[int, ...], int]]:
    """The times that can be chosen at a table of a game, and the usual one of each."""
    shared = traits_of(game).shared_clock
    return TIMES | ({shared.field: (shared.seconds, shared.usual)} if shared else {})


def read_draft(
    game: str,
    fields: Fields,
    options: list[OptionShown],
    names: Sequence[str],
    language: str = "",
) -> TableDraft:
    """What the fields say; `names` are what people are called who do not say.

    Readers of a language are offered the edition of that language, where there is one.
    """
    fields = {**edition_of(game, language), **fields} if language else fields
    company = _one_of(fields.get("with", ""), [*COMPANIES])
    known = {variant.name: variant for variant in variants_of(game_named(game))}
    variant = known[_one_of(fields.get("variant", ""), [*known])]
    usual = usual_players(game, variant)
    players = _number(fields.get("players", ""), variant.least, variant.most, usual)
    is_sent = "sent" in fields
    times = {
        name: _chosen(fields.get(name, ""), values, usual)
        for name, (values, usual) in times_of(game).items()
    }
    return TableDraft(
        game=game,
        company=company,
        variant=variant,
        players=players,
        places=tuple(_place(game, seat, fields, company, names) for seat in range(1, players + 1)),
        public=fields.get("public") == "yes",
        watched="watched" in fields if is_sent else True,
        clock=_one_of(fields.get("clock", ""), ["none", "move", "bank"]),  # type: ignore[arg-type]
        pace=_one_of(fields.get("pace", ""), ["rounds", "clock"]),  # type: ignore[arg-type]
        times=times,
        options={
            option.name: _option(option, fields, is_sent) for option in form_options(game, options)
        },
    )


def form_options(game: str, options: list[OptionShown]) -> list[OptionShown]:
    """The options that have a field of their own; the others are chosen in other ways."""
    elsewhere = ("players", "variant", *traits_of(game).unasked)
    return [one for one in options if one.name not in elsewhere and one.kind != "text"]


def _one_of(value: str, known: list[str]) -> str:
    return value if value in known else known[0]


def _number(text: str, least: int, most: int, usual: int) -> int:
    """A whole number in some bounds."""
    if not text.isdecimal() or len(text) > 4:
        return usual
    return min(max(int(text), least), most)


def _chosen(text: str, values: tuple[int, ...], usual: int) -> int:
    return int(text) if text in map(str, values) else usual


def _place(game: str, seat: int, fields: Fields, company: str, names: Sequence[str]) -> SeatPlan:
    """Whom a seat is for; the first is always one's own."""
    name = fields.get(f"name{seat}", names[seat - 1])
    if seat == 1:
        return SeatPlan(ME, name)
    usual = COMPANIES[company] or opponent(game)
    kinds = [usual, OPEN, HERE, *opponents(game)]
    return SeatPlan(_one_of(fields.get(f"seat{seat}", ""), kinds), name)


def _option(option: OptionShown, fields: Fields, is_sent: bool) -> Any:
    """The value of an option; a switch that is not set is the edition's."""
    given = fields.get(option.name)
    if option.kind == "number":
        return _number(given or "", option.values[0], option.values[1], option.default)  # type: ignore[arg-type]
    if option.values == (False, True):
        return given is not None if is_sent else option.default
    named = {form_value(value): value for value in option.values}
    return named.get(given or "", option.default)


def form_value(value: Any) -> str:
    """A value as a form spells it.

    >>> form_value(None), form_value(True), form_value(7), form_value("black")
    ('', 'true', '7', 'black')
    """
    return "" if value is None else str(value).lower()


def terms_of(draft: TableDraft) -> Terms:
    """The terms of the table."""
    options = {name: value for name, value in draft.options.items() if value is not None}
    options["players"] = draft.players
    if "variant" in game_named(draft.game).options_type.__struct_fields__:
        options["variant"] = draft.variant.name
    shared = traits_of(draft.game).shared_clock
    if shared and not draft.shared_clock:
        del options[shared.rounds]
    elif shared and draft.pace == "clock":
        options[shared.clock] = True
    return Terms(draft.game, options, draft.public, draft.watched, _clock(draft))


def _clock(draft: TableDraft) -> Clock | None:
    times, shared = draft.times, draft.shared_clock
    if shared:
        return Clock("bank", times[shared.field]) if draft.pace == "clock" else None
    if draft.clock == "move":
        return Clock("move", times["move_seconds"])
    if draft.clock == "bank":
        return Clock("bank", times["bank_seconds"], times["increment"])
    return None


def check_players(draft: TableDraft, fields: Fields) -> None:
    """Refuse a number of players that the variant does not have, rather than change it."""
    players = fields.get("players", "")
    if players and players != str(draft.players):
        low, high = draft.variant.least, draft.variant.most
        code = "options/players" if low < high else "options/duel_players"
        raise Unreadable(code, variant=draft.variant.name, low=low, high=high, n=players[:4])
