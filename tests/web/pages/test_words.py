"""Words on pages: names that are told apart, editions, and the rules behind a "why?"."""

from __future__ import annotations

import re

import msgspec
import pytest

from realms.fantasy import Options
from realms.tables import entries
from realms.tables.table import Table
from realms.tables.terms import Terms
from realms.web.app import Application
from realms.web.game_lookup import texts_of
from realms.web.pages.environment import cite, paragraph
from realms.web.pages.opening.open_table import against_bots
from realms.web.pages.table.routes import ACTS
from realms.web.pages.table.viewers import open_seat
from tests.tables.table_play import play
from tests.web.pages.browser_client import Visitor, header, table_of
from tests.web.table_setup import service_of

pytestmark = pytest.mark.anyio
FRIENDS = {"with_": "friends", "players": "3", "sent": "yes"}


async def names_at(visitor: Visitor, table: str) -> list[str]:
    return [seat["name"] for seat in (await visitor.get(f"/api/tables/{table}")).json["seats"]]


async def test_two_who_leave_the_usual_name_are_told_apart(app: Application) -> None:
    host, guest = Visitor(app), Visitor(app)
    table = table_of(await host.send("/new/fantasy", **FRIENDS, name1="Player"))
    answer = await guest.send(f"/tables/{table}/seats", name="Player")
    assert (answer.status, header(answer, "location")) == (303, f"/tables/{table}")
    assert (await names_at(guest, table))[:2] == ["Player", "Player 2"]
    again = await guest.send(f"/tables/{table}/seats", name="Player")  # the answer was lost
    assert again.status == 303
    assert (await names_at(guest, table))[:2] == ["Player", "Player 2"]
    assert "realms-name" not in guest.jar, "nobody chose to be called Player"


async def test_a_page_survives_a_reload_wherever_a_form_was_sent_to(app: Application) -> None:
    host = Visitor(app)
    table = table_of(await host.send("/new/fantasy", **FRIENDS, name1="Ada"))
    for act in ACTS:
        answer = await host.get(f"/tables/{table}/{act}")
        assert (answer.status, header(answer, "location")) == (303, f"/tables/{table}"), act
    for path in ("/play", "/settings", "/replays", "/device/back", "/learn/fantasy/1/moves"):
        assert (await host.get(path)).status in (200, 303), path


async def test_a_name_typed_at_home_goes_along(app: Application) -> None:
    page = (await Visitor(app).get("/new/fantasy?name=Zo%C3%AB&with=friends")).body.decode()
    assert re.search(r'id="name1"[^>]* value="Zoë"', page)
    home = (await Visitor(app).get("/")).body.decode()
    assert 'form="play" formaction="/new/fantasy" formmethod="get" name="with"' in home


async def test_spanish_readers_are_offered_the_spanish_edition_first(app: Application) -> None:
    for language, first in (("es", "es"), ("en", "en")):
        page = (await Visitor(app, language).get("/new/medieval")).body.decode()
        offered = re.findall(r'name="edition" value="(..)"( checked)?', page)
        assert offered[0] == (first, " checked")
    assert against_bots("medieval", "Ada", "es")[0].options["edition"] == "es"
    assert "edition" not in against_bots("medieval", "Ada", "en")[0].options
    chosen = (await Visitor(app, "es").get("/new/medieval?edition=en")).body.decode()
    assert 'value="en" checked' in chosen


def seated(*bots: str, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    table = Table("x", Terms("fantasy", {"players": 4}), "seed")
    for seat, name in enumerate(names):
        table.accept(table.consider(entries.SeatTaken(seat, name, "0" * 64), 0))
    log = []
    for seat, bot in enumerate(bots, len(names)):
        change = table.consider(entries.BotSeated(seat, bot, bot.capitalize()), 0)
        log.append(change.entry)
        table.accept(change)
    again = Table("x", table.terms, "seed")
    for seat, name in enumerate(names):
        again.accept(again.consider(entries.SeatTaken(seat, name, "0" * 64), 0, logged=True))
    for entry in log:
        assert entry is not None
        again.accept(again.consider(entry, 0, logged=True))
    assert again.names == table.names, "a log replays to the same names"
    return table.names


async def test_a_bot_alone_of_its_level_has_no_letter() -> None:
    assert seated("knight", "squire", names=("Ada",))[1:3] == ("Knight", "Squire")
    assert seated("knight", "squire", "knight", names=("Ada",)) == (
        "Ada",
        "Knight A",
        "Squire",
        "Knight B",
    )
    assert seated("knight", "knight", names=("Ada", "Knight"))[2:] == ("Knight A", "Knight B")


async def test_bots_of_old_logs_keep_their_letters() -> None:
    table = Table("x", Terms("fantasy", {"players": 3}), "seed")
    table.accept(table.consider(entries.BotSeated(0, "greedy"), 0, logged=True))
    assert table.names[0] == "Greedy A"


async def test_a_paragraph_stands_behind_a_why(app: Application) -> None:
    assert ">why?</a>" in paragraph("FR-4", language="en")
    assert ">¿por qué?</a>" in paragraph("FR-4", language="es")
    sentence = cite("Not <b>so</b>. [MR-15]", "en")
    assert "&lt;b&gt;" in sentence
    assert 'data-why="/paragraphs/MR-15"' in sentence
    assert "[" not in sentence.striptags()
    visitor = Visitor(app)
    whole = await visitor.get("/paragraphs/FR-4")
    assert (whole.status, header(whole, "location")) == (303, "/rules/fantasy#FR-4")
    visitor.headers.append((b"hx-request", b"true"))
    part = (await visitor.get("/paragraphs/FR-4")).body.decode()
    assert part.lstrip().startswith("<p><b>FR-4</b>")
    assert (await visitor.get("/paragraphs/nothing")).status == 404


DEVICE = {"with_": "device", "players": "2", "name1": "Ada", "name2": "Bob", "sent": "yes"}


async def test_open_decisions_draw_no_curtain(app: Application) -> None:
    """[MR-8] Only placements are secret: all else is decided in sight of everybody."""
    ada, service = Visitor(app), service_of(app)
    id_ = table_of(await ada.send("/new/medieval", **DEVICE))
    table, phases = (await service.load(id_)).table, set[str]()
    while len(phases) < 3:
        assert table.state is not None
        seat = table.awaiting[0]
        phase = table.game.view(table.state, None).phase
        page = (await ada.get(f"/tables/{id_}")).body.decode()
        assert ("curtain-title" in page) == (phase == "placing"), phase
        if phase != "placing":
            assert open_seat(table, (0, 1)) == seat
            assert f"{table.names[seat]} · " in page, "it says whose turn it is"
        phases.add(phase)
        move = table.game.legal(table.state, seat)[0]
        await service.write(id_, entries.MoveMade(seat, msgspec.to_builtins(move)))
    assert phases >= {"drafting", "placing", "acting"}


async def test_hands_are_hidden_behind_the_curtain(app: Application) -> None:
    ada = Visitor(app)
    three = table_of(await ada.send("/new/fantasy", **DEVICE | {"players": "3", "name3": "Cleo"}))
    assert open_seat((await service_of(app).load(three)).table, (0, 1, 2)) is None
    assert "curtain-title" in (await ada.get(f"/tables/{three}")).body.decode()


async def finished_with_a_friend(app: Application) -> tuple[Visitor, Visitor, str]:
    """A game of two people that is over, with something said."""
    ada, bob, service = Visitor(app), Visitor(app), service_of(app)
    fields = {"with_": "friends", "players": "2", "variant": "duel", "sent": "yes"}
    id_ = table_of(await ada.send("/new/fantasy", **fields, name1="Ada"))
    await bob.send(f"/tables/{id_}/seats", name="Bob")
    await ada.send(f"/tables/{id_}/lines", text="Good luck")
    await ada.send(f"/tables/{id_}/start")
    await play(service, id_)
    return ada, bob, id_


async def test_a_rematch_waits_for_the_friend_and_keeps_the_talk(app: Application) -> None:
    ada, bob, id_ = await finished_with_a_friend(app)
    following = table_of(await ada.send(f"/tables/{id_}/rematch"))
    seen = (await ada.get(f"/api/tables/{following}")).json
    assert (seen["status"], [seat["kind"] for seat in seen["seats"]]) == (
        "open",
        ["person", "free"],
    )
    assert [line["text"] for line in seen["lines"]] == ["Good luck"]
    assert table_of(await bob.send(f"/tables/{id_}/rematch")) == following
    seen = (await ada.get(f"/api/tables/{following}")).json
    assert (seen["status"], [seat["name"] for seat in seen["seats"]]) == ("playing", ["Ada", "Bob"])
    assert table_of(await bob.send(f"/tables/{id_}/rematch")) == following


async def test_who_won_reads_that_they_did(app: Application) -> None:
    ada, bob, id_ = await finished_with_a_friend(app)
    table = (await service_of(app).load(id_)).table
    assert table.outcome is not None
    (winner,) = table.outcome.winners
    pages = [(await who.get(f"/tables/{id_}")).body.decode() for who in (ada, bob)]
    assert "You win!" in pages[winner]
    assert f"{table.names[winner]} wins" in pages[1 - winner]
    assert "You win!" not in pages[1 - winner]
    shown = (await bob.get(f"/tables/{id_}/replay?at=9&as=0")).body.decode()
    assert "Ada&#39;s hand" in shown
    assert "Your hand" not in shown


async def test_every_variant_has_its_own_aim() -> None:
    aims = {
        texts_of("fantasy").aim(Options(variant=variant), "en")
        for variant in ("standard", "duel", "chaos")
    }
    assert len(aims) == 3


async def test_a_placement_that_is_not_whole_says_what_is_missing(app: Application) -> None:
    """[MR-21]"""
    ada, service = Visitor(app, "es"), service_of(app)
    id_ = table_of(await ada.send("/new/medieval", **DEVICE, edition="en"))
    table = (await service.load(id_)).table
    while len(table.awaiting) < 2:
        assert table.state is not None
        move = table.game.legal(table.state, table.awaiting[0])[0]
        made = entries.MoveMade(table.awaiting[0], msgspec.to_builtins(move))
        await service.write(id_, made)
    fields = {"do": "place", "mayors.gold": "1", "as": "0", "seq": str(table.seq)}
    answer = await ada.send(f"/tables/{id_}/moves", **fields)
    assert answer.status == 422
    assert "Te faltan por colocar: 3 alcaldes, 1 general" in answer.body.decode()
