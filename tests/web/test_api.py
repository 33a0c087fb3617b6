"""The API, as a client meets it: every route, its answers and its refusals."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from realms.kernel import notation
from realms.kernel.games import all_games
from realms.kernel.record import verify
from realms.web.app import Application
from tests.web.client import Answer, Client
from tests.web.table_setup import FANTASY, MEDIEVAL, company, service_of

pytestmark = pytest.mark.anyio


def refused(answer: Answer, status: int, code: str) -> None:
    assert (answer.status, answer.json["code"]) == (status, code)
    assert answer.json["sentence"]


# --- Games and the lobby ---


async def test_the_games_tell_their_options_in_the_callers_language(app: Application) -> None:
    for language, word in (("en", "Play with the Jester."), ("es", "Jugar con el Bufón.")):
        games = (await Client(app, accept_language=language).get("/api/games")).json
        assert [game["name"] for game in games] == ["fantasy", "medieval"]
        options = {option["name"]: option for option in games[0]["options"]}
        assert options["jester"]["about"] == word
        assert options["variant"]["values"] == ["standard", "duel", "chaos"]
        bots = games[1]["bots"]
        assert {"random", "greedy", "steward", "search"} <= {bot["name"] for bot in bots}
        assert sum(bot["is_level"] for bot in bots) == 5
        assert all(bot["about"] and bot["title"] for bot in bots)


async def test_every_option_a_game_tells_of_opens_a_table(app: Application) -> None:
    nobody = Client(app)
    for game in (await nobody.get("/api/games")).json:
        for option in game["options"]:
            for value in option["values"]:
                options = {option["name"]: value}
                if game["name"] == "fantasy":
                    options |= suiting(options)
                terms = {"game": game["name"], "options": options}
                if options.get("clock"):
                    terms["clock"] = {"kind": "bank", "seconds": 60}
                answer = await nobody.post("/api/tables", terms)
                assert answer.status == 201, (options, answer.body)


def suiting(options: dict[str, Any]) -> dict[str, Any]:
    """What else has to be told for a table to be possible."""
    if options.get("variant") == "duel" or options.get("players") == 2:
        return {"players": 2} | ({"variant": "duel"} if "variant" not in options else {})
    if options.get("players") == 7 or options.get("clock"):
        return {"variant": "chaos"}
    return {}


async def test_the_lobby_lists_public_tables_until_they_are_over(app: Application) -> None:
    shown = await company(app, FANTASY, public=True)
    await company(app, FANTASY)
    listed = (await Client(app).get("/api/tables")).json
    assert [(one["id"], one["status"], one["free"]) for one in listed] == [(shown.id, "playing", 0)]
    await shown.finish()
    assert (await Client(app).get("/api/tables")).json == []


# --- Seats ---


async def test_whoever_opens_a_table_may_sit_down_at_once(app: Application) -> None:
    body = FANTASY | {"name": "Ada", "bots": ["greedy", None, "random"]}
    answer = await Client(app).post("/api/tables", body)
    assert (answer.status, answer.json["seat"]) == (201, 1)
    id_, secret = answer.json["id"], answer.json["secret"]
    assert answer.cookies == {"realms-player": secret}
    seen = (await Client(app, cookie=f"realms-player={secret}").get(f"/api/tables/{id_}")).json
    assert seen["seat"] == 1
    assert [seat["kind"] for seat in seen["seats"]] == ["bot", "person", "bot"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 400, "game/unknown"),
        ({"game": "fantasy", "options": {"players": 9}}, 422, "options/players"),
        ({"game": "fantasy", "options": {"colour": 1}}, 400, "options/unreadable"),
        ({"game": "fantasy", "bots": ["nobody"]}, 400, "bot/unknown"),
        ({"game": "fantasy", "bots": ["random"] * 5}, 422, "table/no_such_seat"),
        ({"game": "fantasy", "bots": ["random"] * 4, "name": "Ada"}, 422, "table/full"),
        ({"game": "fantasy", "name": "<b>"}, 400, "table/name"),
        ({"game": "fantasy", "clock": {"kind": "move", "seconds": 0}}, 400, "web/request"),
        ({"game": "fantasy", "sauce": 1}, 400, "web/request"),
        ({}, 400, "web/request"),
        (b"{", 400, "web/request"),
        (b"\xff", 400, "web/request"),
    ],
)
async def test_tables_that_cannot_be(app: Application, body: Any, status: int, code: str) -> None:
    refused(await Client(app).post("/api/tables", body), status, code)


async def test_seats_are_taken_left_and_taken_again(app: Application) -> None:
    people = await company(app, FANTASY, start=False)
    refused(await people.nobody.post(f"{people.path}/seats", {"name": "Zoe"}), 422, "table/full")
    risen = await people.at[1].ask("DELETE", f"{people.path}/seats")
    assert (risen.status, risen.json["seat"]) == (200, None)
    refused(await people.at[1].post(f"{people.path}/start"), 403, "table/not_yours")
    refused(await people.at[0].post(f"{people.path}/start"), 422, "table/seats_free")
    taken = {"name": "Zoe", "seat": 0}
    refused(await people.nobody.post(f"{people.path}/seats", taken), 422, "table/seat_taken")
    named = {"name": "ada"}
    refused(await people.nobody.post(f"{people.path}/seats", named), 422, "table/name_taken")
    zoe = await people.nobody.post(f"{people.path}/seats", {"name": "Zoe"})
    assert zoe.json["seat"] == 1
    renamed = await Client(app, zoe.json["secret"]).post(f"{people.path}/name", {"name": "Zoë"})
    assert renamed.json["seats"][1]["name"] == "Zoë"


async def test_a_bot_plays_for_who_left_until_he_is_back(app: Application) -> None:
    people = await company(app, FANTASY)
    left = await people.at[2].ask("DELETE", f"{people.path}/seats")
    assert left.json["seats"][2]["kind"] == "away"
    other = await people.at[2].post(f"{people.path}/seats/2/bot", {"bot": "random"})
    assert other.json["seats"][2]["bot"] == "random"
    back = await people.at[2].post(f"{people.path}/return")
    assert back.json["seats"][2] == {"name": "Cleo", "kind": "person", "bot": None}


async def test_a_link_carries_a_seat_to_another_device(app: Application) -> None:
    people = await company(app, FANTASY)
    carried = (await people.at[1].post(f"{people.path}/device")).json
    path, _, secret = carried["link"].partition("#")
    assert path == f"/tables/{people.id}"
    other = await Client(app, secret).post(f"{people.path}/device")
    cookie = f"realms-player={other.cookies['realms-player']}"
    assert (await Client(app, cookie=cookie).get(people.path)).json["seat"] == 1
    refused(await people.nobody.post(f"{people.path}/device"), 403, "table/not_yours")


async def test_a_table_without_watchers_shows_itself_to_its_people_only(app: Application) -> None:
    people = await company(app, FANTASY, start=False, watched=False)
    assert (await people.nobody.get(people.path)).status == 200, "one has to see where to sit"
    await people.at[0].post(f"{people.path}/start")
    for paper in ("", "/record", "/export", "/sheets", "/stream", "/stream?as=lines"):
        refused(await people.nobody.get(people.path + paper), 403, "table/not_yours")
    assert (await people.at[0].get(people.path)).status == 200


async def test_what_is_not_there(app: Application) -> None:
    nobody = Client(app, "a secret of nothing")
    for path in ("", "/legal", "/record", "/export", "/sheets", "/stream"):
        refused(await nobody.get(f"/api/tables/nothing{path}"), 404, "table/unknown")
    for path in ("seats", "start", "return", "device", "rematch"):
        body = {"name": "Ada"} if path == "seats" else None
        refused(await nobody.post(f"/api/tables/nothing/{path}", body), 404, "table/unknown")
    refused(await nobody.get("/nothing"), 404, "web/not_found")


# --- Play ---


async def test_a_stale_move_is_refused_with_the_fresh_view(app: Application) -> None:
    people = await company(app, FANTASY)
    seat, move, seq = await people.first_move()
    assert (await people.at[seat].post(f"{people.path}/moves", {"move": move, "seq": seq})).status
    late = await people.at[seat].post(f"{people.path}/moves", {"move": move, "seq": seq})
    refused(late, 409, "table/stale")
    assert late.json["seq"] == seq + 1
    assert late.json["table"] == await people.look(seat)


async def test_a_retry_with_the_same_key_does_not_play_twice(app: Application) -> None:
    people = await company(app, FANTASY)
    seat, move, seq = await people.first_move()
    body = {"move": move, "seq": seq, "key": "again"}
    answers = await asyncio.gather(
        *(people.at[seat].post(f"{people.path}/moves", body) for _ in range(5))
    )
    assert [answer.status for answer in answers] == [200] * 5
    assert (await people.look())["seq"] == seq + 1


async def test_keys_of_two_seats_do_not_meet(app: Application) -> None:
    people = await company(app, FANTASY)
    for expected in range(6):  # two turns of each of three seats, at two moves a turn
        before = (await people.look())["seq"]
        answer = await people.move(key=f"turn-{expected % 2}")
        if answer.json["seq"] == before + 1:
            continue
        pytest.fail("the key of another seat was taken for a retry")


async def test_refusals_cite_the_paragraph_in_the_callers_language(app: Application) -> None:
    people = await company(app, FANTASY)
    seat, _, seq = await people.first_move()
    body = {"move": {"type": "discard", "card": "dragon"}, "seq": seq}
    english = await people.at[seat].post(f"{people.path}/moves", body)
    spanish = await people.at[seat].post(f"{people.path}/moves?lang=es", body)
    assert english.status == spanish.status == 422
    assert english.json["paragraph"] == spanish.json["paragraph"]
    assert english.json["paragraph"].startswith("FR-")
    assert english.json["sentence"] != spanish.json["sentence"]
    other = (seat + 1) % 3
    body = {"move": {"type": "draw"}, "seq": seq}
    refused(await people.at[other].post(f"{people.path}/moves", body), 422, "move/not_your_turn")
    refused(
        await people.at[seat].post(f"{people.path}/moves", {"move": {"type": "x"}, "seq": seq}),
        400,
        "move/unreadable",
    )
    refused(await people.nobody.post(f"{people.path}/moves", body), 403, "table/not_yours")


async def test_placements_are_counted_and_the_first_listed(app: Application) -> None:
    people = await company(app, MEDIEVAL)
    while (seen := await people.look())["view"]["phase"] != "placing":
        assert (await people.move()).status == 200
    seat = seen["awaiting"][0]
    legal = (await people.at[seat].get(f"{people.path}/legal?limit=3")).json
    assert legal["count"] > 200
    assert len(legal["moves"]) == 3
    for place in range(2):
        move = (await people.at[place].get(f"{people.path}/legal?limit=1")).json
        body = {"move": move["moves"][0], "seq": move["seq"]}
        placed = await people.at[place].post(f"{people.path}/moves", body)
        assert placed.status == 200
    refused(await people.at[0].get(f"{people.path}/legal?limit=x"), 400, "web/request")


async def test_undo_is_free_or_by_consent(app: Application) -> None:
    people = await company(app, FANTASY)
    seen = await people.look()
    seat = seen["awaiting"][0]
    others = [place for place in range(3) if place != seat]
    drawn = {"move": {"type": "draw"}, "seq": seen["seq"]}
    hand = (await people.at[seat].post(f"{people.path}/moves", drawn)).json["view"]["hand"]
    asked = (await people.at[seat].post(f"{people.path}/undo", {})).json
    assert asked["undo"] == {"seat": seat, "moves": 1, "agreed": [seat]}
    await people.at[others[0]].post(f"{people.path}/undo/answer", {"agrees": True})
    agreed = await people.at[others[1]].post(f"{people.path}/undo/answer", {"agrees": True})
    assert agreed.json["undo"] is None
    assert len((await people.look(seat))["view"]["hand"]) == len(hand) - 1
    again = await people.at[seat].post(f"{people.path}/undo/answer", {"agrees": True})
    refused(again, 422, "table/nothing_asked")


async def test_sealed_bids_are_for_auctions(app: Application) -> None:
    people = await company(app, MEDIEVAL)
    sealed = await people.at[0].post(f"{people.path}/proxy", {"most": 3})
    refused(sealed, 422, "table/no_auction")


async def test_lines_are_said_by_people_at_the_table(app: Application) -> None:
    people = await company(app, FANTASY)
    said = await people.at[1].post(f"{people.path}/lines", {"text": "  <b>Hello</b>   you "})
    assert said.json["lines"] == [{"number": 1, "seat": 1, "text": "<b>Hello</b> you"}]
    refused(await people.nobody.post(f"{people.path}/lines", {"text": "x"}), 403, "table/not_yours")
    refused(await people.at[0].post(f"{people.path}/lines", {"text": "\x00"}), 400, "table/line")


# --- The end and the papers ---


@pytest.mark.parametrize("terms", [FANTASY, MEDIEVAL], ids=lambda terms: str(terms["game"]))
async def test_a_whole_game_and_its_papers(app: Application, terms: dict[str, Any]) -> None:
    people = await company(app, terms)
    early = await people.at[0].get(f"{people.path}/export")
    refused(early, 422, "table/not_over")
    running = await people.at[0].get(f"{people.path}/sheets")
    assert running.status == (200 if terms is MEDIEVAL else 422)
    assert b'[Seed "?"]' in (await people.at[0].get(f"{people.path}/record")).body
    seen = await people.finish()
    assert seen["seed"]
    text = (await people.nobody.get(f"{people.path}/record")).body.decode()
    game, record = notation.read(text, all_games())
    outcome = verify(game, record)
    assert outcome is not None
    assert outcome.scores == tuple(seen["outcome"]["scores"])
    sheets = (await people.nobody.get(f"{people.path}/sheets")).json
    assert [sheet["score"] for sheet in sheets] == seen["outcome"]["scores"]
    export = (await people.nobody.get(f"{people.path}/export")).json
    assert export["result"]["scores"] == seen["outcome"]["scores"]
    assert export["seed"] == seen["seed"]


async def test_a_rematch_leads_everybody_to_the_same_table(app: Application) -> None:
    people = await company(app, {"game": "fantasy", "options": {"players": 2, "variant": "duel"}})
    refused(await people.at[0].post(f"{people.path}/rematch"), 422, "table/not_over")
    await people.finish()
    answers = [await client.post(f"{people.path}/rematch") for client in people.at]
    assert answers[0].json["id"] == answers[1].json["id"]
    assert [answer.json["seat"] for answer in answers] == [0, 1]
    assert [answer.json["secret"] for answer in answers] == people.secrets
    following = f"/api/tables/{answers[0].json['id']}"
    assert (await people.at[1].post(f"{following}/start")).json["status"] == "playing"
    assert (await people.look())["next"] == answers[0].json["id"]


async def test_any_process_serves_any_table(app: Application) -> None:
    people = await company(app, FANTASY)
    await people.move()
    before = [(await client.get(people.path)).body for client in people.at]
    service_of(app).cache._tables.clear()  # as a restarted process would know nothing
    assert [(await client.get(people.path)).body for client in people.at] == before


# --- The document ---


async def test_the_document_tells_every_route_with_its_faults(app: Application) -> None:
    data = (await Client(app).get("/api/openapi.json")).json
    assert data["openapi"].startswith("3.1")
    for path, item in data["paths"].items():
        for method, route in item.items():
            if not path.startswith("/api"):
                continue
            assert route["description"], (path, method)
            faults = {status for status in route["responses"] if status >= "400"}
            assert "429" in faults, (path, method)
            assert ("404" in faults) == ("{" in path), (path, method)
    shown = data["components"]["schemas"]["TableSchema"]
    assert {"id", "seq", "view", "awaiting"} <= set(shown["required"])
