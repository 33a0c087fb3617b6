"""A new table: what the form offers, reads and opens."""

from __future__ import annotations

from typing import Any

import pytest

from realms.kernel.errors import RealmsError
from realms.kernel.games import game_named
from realms.kernel.text import LANGUAGES
from realms.tables.terms import Clock, rules_of
from realms.web.api.catalogue import game_shown
from realms.web.app import Application
from realms.web.pages.opening import draft
from realms.web.pages.opening.open_table import SeatPlan
from realms.web.pages.opening.routes import NewTablePage, duration, new_page, usual_names
from tests.web.pages.browser_client import Visitor, table_of

pytestmark = pytest.mark.anyio


def page(game: str, language: str = "en", **fields: str) -> NewTablePage:
    expected = {name.rstrip("_"): value for name, value in fields.items()}
    return new_page(game_shown(game_named(game), language), expected, "Ada", language)


def drafted(game: str, **fields: str) -> draft.TableDraft:
    return page(game, **fields).draft


def test_without_a_word_it_is_a_game_against_bots() -> None:
    usual = drafted("fantasy")
    assert (usual.variant.name, usual.players, usual.watched, usual.public) == (
        "standard", 4, True, False,
    )  # fmt: skip
    bots = [SeatPlan("knight", f"Player {n}") for n in (2, 3, 4)]
    assert usual.places == (SeatPlan("me", "Ada"), *bots)
    assert page("fantasy").is_dealt_at_once


def test_with_friends_the_other_seats_are_open() -> None:
    friends = page("medieval", with_="friends")
    assert [place.kind for place in friends.draft.places] == ["me", "open", "open"]
    assert not friends.is_dealt_at_once


def test_on_one_device_everybody_has_a_name() -> None:
    device = drafted("medieval", with_="device", players="4")
    assert [place.name for place in device.places] == ["Ada", "Player 2", "Player 3", "Player 4"]
    assert {place.kind for place in device.places[1:]} == {"here"}
    assert usual_names("Ada", "es")[1] == "Jugador 2"


def test_every_variant_has_its_numbers() -> None:
    numbers = {
        name: [choice.value for choice in page("fantasy", variant=name).numbers]
        for name in ("standard", "duel", "chaos")
    }
    assert numbers == {"standard": [*"3456"], "duel": ["2"], "chaos": [*"34567"]}
    assert drafted("fantasy", variant="duel", players="6").players == 2


def test_medieval_has_no_variants_but_editions() -> None:
    medieval = page("medieval")
    assert medieval.variants == ()
    assert [choice.value for choice in medieval.presets] == ["en", "es"]
    assert len(medieval.fields) == 14
    labels = {choice.value: choice.label for field in medieval.fields for choice in field.choices}
    assert labels["activator"] == "the activator, tied or not"
    assert labels["taken"] == "when it is taken"
    assert all(field.paragraph for field in medieval.fields)


def test_a_switch_left_alone_tells_what_the_edition_has() -> None:
    def war(edition: str) -> str:
        fields = page("medieval", edition=edition).fields
        return next(f for f in fields if f.name == "war_colour").choices[0].label

    assert war("en") == "As in the edition: black"
    assert war("es") == "As in the edition: orange, like Castles"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
def test_every_value_has_its_words(game: str, language: str) -> None:
    for field in page(game, language).fields:
        assert all(choice.label for choice in field.choices)
        assert field.about


def test_a_box_that_is_not_ticked_is_off_once_the_form_was_sent() -> None:
    assert drafted("fantasy").options["jester"] is True
    assert drafted("fantasy", sent="yes").options["jester"] is False
    assert drafted("fantasy", sent="yes", jester="yes").options["jester"] is True
    assert drafted("fantasy", sent="yes").watched is False


def test_how_many_options_are_changed() -> None:
    assert page("fantasy").changed == 0
    assert page("fantasy", sent="yes", jester="yes", stall_guard="yes").changed == 0
    assert page("fantasy", sent="yes", jester="yes").changed == 1
    assert page("medieval", scidev="on_square", rounds="8").changed == 2


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        ({}, None),
        ({"clock": "move", "move_seconds": "60"}, Clock("move", 60)),
        ({"clock": "bank", "bank_seconds": "600", "increment": "5"}, Clock("bank", 600, 5)),
        ({"clock": "bank", "bank_seconds": "7"}, Clock("bank", 900, 10)),
        ({"variant": "chaos", "pace": "clock", "chaos_seconds": "180"}, Clock("bank", 180)),
        ({"variant": "chaos", "clock": "move"}, None),
    ],
)
def test_clocks(fields: dict[str, str], clock: Clock | None) -> None:
    terms = draft.terms_of(drafted("fantasy", **fields))
    assert terms.clock == clock
    assert rules_of(terms).options.clock is (fields.get("pace") == "clock")


def test_terms_hold_what_was_chosen() -> None:
    terms = draft.terms_of(drafted("medieval", edition="es", scidev="on_square", rounds="8"))
    options = rules_of(terms).options
    assert (options.edition, options.scidev, options.rounds) == ("es", "on_square", 8)
    assert options.war_colour is None
    chaos = draft.terms_of(drafted("fantasy", variant="chaos", rounds="3"))
    assert rules_of(chaos).options.rounds == 3


def test_a_number_that_does_not_fit_is_refused_rather_than_changed() -> None:
    fields = {"variant": "duel", "players": "4"}
    with pytest.raises(RealmsError) as refusal:
        draft.check_players(drafted("fantasy", **fields), fields)
    assert refusal.value.sentence("en") == "The duel is for two players, not 4."


def test_times_are_told_as_people_say_them() -> None:
    assert duration(0, "en") == "0 seconds"
    assert duration(60, "en") == "1 minute"
    assert duration(3 * 86_400, "es") == "3 días"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path",
    [
        "/new/fantasy", "/new/fantasy?variant=duel", "/new/fantasy?variant=chaos&with=friends",
        "/new/medieval?with=device", "/new/medieval?edition=es&players=5",
        "/new/fantasy?players=٣&variant=%00&with=nobody&seat2=wizard&move_seconds=-1",
    ],
)  # fmt: skip
async def test_the_page_is_there(app: Application, path: str, language: str) -> None:
    answer = await Visitor(app, language).get(path)
    assert answer.status == 200
    assert "style=" not in answer.body.decode()


async def test_a_game_that_is_not_there(app: Application) -> None:
    assert (await Visitor(app).get("/new/chess")).status in (400, 404)


async def seen(visitor: Visitor, table: str) -> Any:
    return (await visitor.get(f"/api/tables/{table}")).json


async def test_friends_get_a_table_that_waits(app: Application) -> None:
    ada = Visitor(app)
    fields = {"with_": "friends", "players": "3", "seat3": "squire", "sent": "yes", "name1": "Ada"}
    table = await seen(ada, table_of(await ada.send("/new/fantasy", **fields)))
    assert (table["status"], table["public"], table["watched"]) == ("open", False, False)
    assert [seat["kind"] for seat in table["seats"]] == ["person", "free", "bot"]
    assert table["seats"][2]["bot"] == "squire"


async def test_bots_are_called_as_whoever_opens_the_table_calls_them(app: Application) -> None:
    fields = {"players": "3", "seat2": "squire", "seat3": "squire"}
    for language, squire in (("en", "Squire"), ("es", "Escudero")):
        ada = Visitor(app, language)
        form = fields | {"sent": "yes", "name1": "Ada"}
        table = await seen(ada, table_of(await ada.send("/new/fantasy", **form)))
        names = [seat["name"] for seat in table["seats"]]
        assert names == ["Ada", f"{squire} A", f"{squire} B"]


async def test_people_on_one_device_are_dealt_to_at_once(app: Application) -> None:
    ada = Visitor(app)
    fields = {"with_": "device", "players": "2", "name1": "Ada", "name2": "Bob", "sent": "yes"}
    table = await seen(ada, table_of(await ada.send("/new/medieval", **fields)))
    assert table["status"] == "playing"
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bob"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person"]
    page = (await ada.get("/")).body.decode()
    assert "on this device" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name2": "\u0410da"}, "looks too much like Ada"),
        ({"name2": "1st"}, "cannot be a name"),
        ({"variant": "duel", "players": "3"}, "The duel is for two players, not 3."),
    ],
)
async def test_what_is_refused_opens_no_table_and_loses_nothing(
    app: Application, fields: dict[str, str], sentence: str
) -> None:
    ada = Visitor(app)
    expected = {"with_": "device", "players": "3", "name1": "Ada", "name3": "Zoë", "public": "yes"}
    answer = await ada.send("/new/fantasy", **expected | fields)
    page = answer.body.decode()
    assert answer.status == 422
    assert sentence in page
    assert (await ada.get("/api/tables")).json == []
    if "variant" not in fields:
        assert 'value="Zoë"' in page


async def test_only_the_form_for_a_page_that_is_there(app: Application) -> None:
    visitor = Visitor(app)
    visitor.headers.append((b"hx-request", b"true"))
    page = (await visitor.get("/new/fantasy?variant=chaos")).body.decode()
    assert page.lstrip().startswith("<form")
