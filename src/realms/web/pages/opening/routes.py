"""New table: everything that can be agreed on, with the usual chosen already."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from realms.kernel.errors import RealmsError
from realms.kernel.games import full_name, game_named
from realms.kernel.text import say
from realms.web.admission.executor import run_aside
from realms.web.api.catalogue import (
    MOST_SEATS,
    BotShown,
    GameShown,
    OptionShown,
    VariantShown,
    game_shown,
    offered_bots,
)
from realms.web.authentication import AnyRequest, Service
from realms.web.errors import language_of
from realms.web.game_lookup import traits_of
from realms.web.messages import say_or
from realms.web.pages.environment import is_partial, render_fragment, render_page
from realms.web.pages.opening import draft as drafting
from realms.web.pages.opening.draft import COMPANIES, Fields, TableDraft
from realms.web.pages.opening.open_table import HERE, OPEN, SeatPlan, name_of, open_and_redirect

PACES = ("rounds", "clock")
MINUTE, DAY = 60, 24 * 3600


class FormChoice(Struct, frozen=True):
    """One of several things to choose from."""

    value: str
    label: str
    is_chosen: bool
    about: str = ""


class PlaceShown(Struct, frozen=True):
    """A seat: whom it can be for, whom it is for, and what they are called."""

    number: int
    is_mine: bool
    name: str
    kinds: tuple[FormChoice, ...]


class OptionField(Struct, frozen=True):
    """An option of the game, in a line."""

    name: str
    kind: str
    """`check`, `number` or `list`."""
    about: str
    paragraph: str | None
    is_on: bool = False
    number: int = 0
    least: int = 0
    most: int = 0
    choices: tuple[FormChoice, ...] = ()


class NewTablePage(Struct, frozen=True, kw_only=True):
    """The form of a new table with what was filled in so far."""

    game: str
    title: str
    draft: TableDraft
    companies: tuple[FormChoice, ...]
    variants: tuple[FormChoice, ...]
    numbers: tuple[FormChoice, ...]
    places: tuple[PlaceShown, ...]
    bots: tuple[BotShown, ...]
    clocks: tuple[FormChoice, ...]
    paces: tuple[FormChoice, ...]
    """How the game ends, where one clock may run for all."""
    times: dict[str, tuple[FormChoice, ...]]
    rounds: OptionField | None
    """After how many rounds, where no clock runs."""
    preset: str
    """The option that sets all others; empty where there is none."""
    presets: tuple[FormChoice, ...]
    """Its values."""
    fields: tuple[OptionField, ...]
    changed: int
    """How many options are not as usual."""
    problem: str = ""
    paragraph: str = ""
    """Where the rules say so."""

    @property
    def is_dealt_at_once(self) -> bool:
        """Whether nobody is missing, so that the game can begin."""
        return all(place.kind != OPEN for place in self.draft.places)


# --- How the page is made ---


def new_page(
    game: GameShown, fields: Fields, me: str, language: str, problem: RealmsError | None = None
) -> NewTablePage:
    """The page for what the fields say."""
    names = usual_names(fields.get("name") or me, language)
    draft = drafting.read_draft(game.name, fields, game.options, names, language)
    traits = traits_of(game.name)
    options = drafting.form_options(game.name, game.options)
    levels = offered_bots(game.bots)
    rounds = traits.shared_clock.rounds if traits.shared_clock else ""
    shown = [option for option in options if option.name not in (traits.preset, rounds)]
    texts = f"web.{game.name}"
    return NewTablePage(
        game=game.name,
        title=game.title,
        draft=draft,
        companies=_choices("web.new.company", [*COMPANIES], draft.company, language),
        variants=_variants(game, draft, language),
        numbers=_numbers(draft.variant, draft.players),
        places=tuple(_place(n, place, levels, language) for n, place in enumerate(draft.places, 1)),
        bots=levels,
        clocks=_choices("web.new.clock", ["none", "move", "bank"], draft.clock, language),
        paces=_choices(f"{texts}.pace", PACES, draft.pace, language) if rounds else (),
        times={name: _times(game.name, name, draft.times[name], language) for name in draft.times},
        rounds=next((_field(o, draft, language) for o in options if o.name == rounds), None),
        preset=traits.preset,
        presets=_presets(game, draft, language),
        fields=tuple(_field(option, draft, language) for option in shown),
        changed=sum(draft.options[option.name] != option.default for option in shown),
        problem=problem.sentence(language) if problem else "",
        paragraph=(problem.paragraph or "") if problem else "",
    )


def usual_names(me: str, language: str) -> list[str]:
    """What the people of one device are called until they say."""
    guests = [say("web.new.seat.player", language, n=n) for n in range(2, MOST_SEATS + 1)]
    return [me, *guests]


def _choices(key: str, values: Sequence[str], chosen: str, language: str) -> tuple[FormChoice, ...]:
    """Things that the catalogue names, each with a line about it."""
    return tuple(
        FormChoice(
            value,
            say(f"{key}.{value}", language),
            value == chosen,
            say(f"{key}.{value}_about", language),
        )
        for value in values
    )


def _variants(game: GameShown, draft: TableDraft, language: str) -> tuple[FormChoice, ...]:
    """The ways to play, where there is more than one."""
    names = [variant.name for variant in game.variants]
    if len(names) < 2:
        return ()
    return _choices(f"web.{game.name}.variant", names, draft.variant.name, language)


def _numbers(variant: VariantShown, players: int) -> tuple[FormChoice, ...]:
    numbers = range(variant.least, variant.most + 1)
    return tuple(FormChoice(str(number), str(number), number == players) for number in numbers)


def _place(number: int, place: SeatPlan, levels: tuple[BotShown, ...], language: str) -> PlaceShown:
    kinds = [(kind, say(f"web.new.seat.{kind}", language)) for kind in (OPEN, HERE)]
    bots = ((bot.name, say("web.new.seat.bot", language, name=bot.title)) for bot in levels)
    kinds += bots
    choices = tuple(FormChoice(kind, label, kind == place.kind) for kind, label in kinds)
    return PlaceShown(number, number == 1, place.name, choices)


def _times(game: str, name: str, chosen: int, language: str) -> tuple[FormChoice, ...]:
    values, _ = drafting.times_of(game)[name]
    return tuple(
        FormChoice(str(value), duration(value, language), value == chosen) for value in values
    )


def duration(seconds: int, language: str) -> str:
    """A time as people say it.

    >>> duration(90, "en"), duration(900, "en"), duration(86_400, "es")
    ('90 seconds', '15 minutes', '1 día')
    """
    for unit, size in (("days", DAY), ("minutes", MINUTE)):
        if seconds and seconds % size == 0:
            return say(f"web.new.{unit}", language, n=seconds // size)
    return say("web.new.seconds", language, n=seconds)


def _presets(game: GameShown, draft: TableDraft, language: str) -> tuple[FormChoice, ...]:
    """The values of the option that sets all others, where a game has one."""
    name = traits_of(game.name).preset
    for option in game.options:
        if name and option.name == name:
            values = sorted((str(value) for value in option.values), key=lambda v: v != language)
            return _choices(f"web.{game.name}.{name}", values, draft.options[name], language)
    return ()


def _field(option: OptionShown, draft: TableDraft, language: str) -> OptionField:
    value = draft.options[option.name]
    common = {"name": option.name, "about": option.about, "paragraph": option.paragraph}
    if option.kind == "number":
        least, most = option.values
        return OptionField(**common, kind="number", number=value, least=least, most=most)  # type: ignore[arg-type]
    if option.values == (False, True):
        return OptionField(**common, kind="check", is_on=value)  # type: ignore[arg-type]
    preset = option.editions.get(draft.options.get(traits_of(draft.game).preset, ""))
    key = f"web.{draft.game}.value.{option.name}"
    choices = tuple(
        FormChoice(drafting.form_value(one), _value(key, one, preset, language), one == value)
        for one in option.values
    )
    return OptionField(**common, kind="list", choices=choices)  # type: ignore[arg-type]


def _value(key: str, value: Any, preset: Any, language: str) -> str:
    """A value of a switch in words; None is what the preset has."""
    if value is None:
        usual = _value(key, preset, None, language)
        return say("web.new.as_edition", language, value=usual)
    if isinstance(value, bool):
        return say("web.new.yes" if value else "web.new.no", language)
    if isinstance(value, int):
        return str(value)
    return say_or(f"{key}.{value}", language, str(value))


# --- Handlers ---


@cache
def catalogue_entry(game: str, language: str) -> GameShown:
    """A game of the catalogue."""
    return game_shown(game_named(game), language)


def form_fields(pairs: Any) -> dict[str, str]:
    """The fields of a form or an address, each once."""
    return {name: value for name, value in pairs.items() if isinstance(value, str)}


def _render_form(
    request: AnyRequest, game: str, fields: Fields, problem: RealmsError | None = None
) -> Response[str]:
    """The page, or just its form where the page is there."""
    language = language_of(request)
    new = new_page(catalogue_entry(game, language), fields, name_of(request), language, problem)
    status = 422 if problem else 200
    if is_partial(request):
        return render_fragment(request, "new/form.html", status=status, new=new)
    return render_page(request, "new/page.html", status=status, new=new)


@get("/new/{game:str}")
@run_aside
def new(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """A table to be opened."""
    return _render_form(request, full_name(game), form_fields(request.query_params))


@post("/new/{game:str}")
async def open_new(service: Service, request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    """Open it, and go there; what is refused is shown again, with nothing lost."""
    game, fields, language = (
        full_name(game),
        form_fields(await request.form()),
        language_of(request),
    )
    names = usual_names(name_of(request), language)
    options = catalogue_entry(game, language).options
    draft = drafting.read_draft(game, fields, options, names, language)
    try:
        drafting.check_players(draft, fields)
        return await open_and_redirect(service, request, drafting.terms_of(draft), draft.places)
    except RealmsError as error:
        return _render_form(request, game, fields, error)


HANDLERS: list[Any] = [new, open_new]
