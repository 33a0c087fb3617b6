"""Replays: every moment of whole games, through all eyes, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from realms.kernel.errors import RealmsError
from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.text import LANGUAGES
from realms.web.app import Application
from realms.web.pages.environment import render_template
from realms.web.pages.replay.context import board_at, replay_shown, steps, viewer_in, viewer_name
from realms.web.pages.replay.replay import (
    ALL,
    Replay,
    ReplayViewer,
    check_record,
    replay_in,
    replay_of_record,
)
from tests.web.pages.browser_client import Visitor, header, table_of

GOLDENS = Path(__file__).parents[2] / "goldens"
GAMES = (
    "dealt-standard",
    "dealt-duel",
    "dealt-chaos",
    "declarations",
    "medieval-dealt-2-es",
    "medieval-dealt-3-en",
    "medieval-an-auction-won-after-passing",
)


def golden(name: str) -> Replay:
    """A game that is kept with the tests."""
    text = (GOLDENS / f"{name}.realms").read_text("utf-8")
    return replay_of_record(name, *read(text, all_games()))


def inside(replay: Replay, at: int, eyes: ReplayViewer, language: str) -> str:
    """The page of a moment."""
    page = replay.page(at, eyes, language)
    shown = replay_shown(replay, at, eyes, page, "/record")
    board = board_at(page)
    return render_template("replay/inside.html", language, page=page, board=board, shown=shown)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_can_be_seen_by_everybody(name: str, language: str) -> None:
    replay = golden(name)
    stride = max(1, replay.last // 25)
    viewers: list[ReplayViewer] = [ALL, None, *range(len(replay.seats))]
    for at in sorted({*range(0, replay.last + 1, stride), replay.last}):
        for eyes in viewers:
            text = inside(replay, at, eyes, language)
            assert 'method="post"' not in text, (at, eyes)
            assert "web.replay" not in text


def test_all_eyes_see_every_hand_and_a_seat_its_own() -> None:
    replay = golden("dealt-standard")
    assert replay.page(0, ALL, "en").views is not None
    mine = replay.page(0, 1, "en")
    assert mine.views is None
    assert mine.table.view == replay.game.view(replay.states[0], 1)
    hidden = {event for event in replay.seen(1, 2).events if event in replay.events[1]}
    assert hidden == set() or replay.moves[0].seat == 2


def test_of_a_game_that_goes_on_nobody_sees_everything() -> None:
    text = (GOLDENS / "dealt-standard.realms").read_text("utf-8")
    game, record = read(text, all_games())
    replay = replay_of_record("x", game, replace(record, moves=record.moves[:5], result=""))
    assert not replay.is_over
    assert replay.page(2, ALL, "en").views is None
    assert replay_shown(replay, 2, 0, replay.page(2, 0, "en"), "").viewers == ()
    assert replay.seen(5, 0).seed is None


def test_the_story_tells_each_move_and_leads_to_it() -> None:
    replay = golden("dealt-standard")
    shown = replay_shown(replay, 4, ALL, replay.page(4, ALL, "en"), "")
    text = "".join(part.lines for part in shown.story)
    assert {*re.findall(r'data-moment="(\d+)"', text)} == {*map(str, range(replay.last + 1))}
    assert [part.place for part in shown.story] == ["past", "now", "to_come"]
    now = shown.story[1]
    assert {*re.findall(r"\?at=(\d+)&amp;as=all", now.lines)} == {"4"}
    assert "[FR-" not in text
    assert "#FR-4" in text
    assert ">FR-4<" not in text
    assert ">why?</a>" in text


def test_a_moment_is_told_up_to_itself_and_in_nobodys_name() -> None:
    replay = golden("dealt-standard")
    page = replay.page(4, 1, "en")
    assert {line.moment for line in page.story} <= {*range(5)}
    events = [event for at in range(5) for event in replay.seen(at, 1).events]
    assert [line.event for line in page.story[1:]] == events
    text = inside(golden("medieval-dealt-3-en"), 12, 1, "en")
    assert "to you" not in text
    assert 'class="board-tabs"' in text


def test_the_end_of_a_replay_tells_what_decided_the_game() -> None:
    replay = golden("medieval-dealt-3-en")
    text = inside(replay, replay.last, ALL, "en")
    moments = re.findall(r'class="moment" href="/replays/[^"]*\?at=(\d+)&amp;as=all"', text)
    assert moments
    assert all(0 < int(at) <= replay.last for at in moments)


@pytest.mark.parametrize(("name", "rounds"), [("medieval-dealt-3-en", 7), ("dealt-standard", 4)])
def test_rounds(name: str, rounds: int) -> None:
    replay = golden(name)
    if replay.game.name == "medieval":
        assert len(replay.rounds) == rounds
        seen = [replay.game.view(replay.states[at], None) for at in replay.rounds]
        assert [view.round for view in seen] == [*range(1, rounds + 1)]
        assert {view.phase for view in seen} == {"placing"}
    else:
        firsts = {replay.moves[at].seat for at in replay.rounds}
        assert len(firsts) == 1
        assert len(replay.rounds) >= rounds


def test_steps_lead_where_they_say() -> None:
    replay = golden("medieval-dealt-3-en")
    goals: dict[str, Any] = {step.name: step.at for step in steps(replay, replay.rounds[2], ALL)}
    assert goals["round_back"] == replay.rounds[1]
    assert goals["round_on"] == replay.rounds[3]
    assert goals["back"] == replay.rounds[2] - 1
    ends = {step.name: step.path for step in steps(replay, replay.last, ALL)}
    assert ends["forward"] == ends["last"] == ends["round_on"] == ""


def test_eyes_in_an_address() -> None:
    replay = golden("dealt-standard")
    for eyes in (ALL, None, 0, 1):
        assert viewer_in(viewer_name(eyes), replay) == eyes
    assert viewer_in("17", replay) == ALL
    assert viewer_in("", replay) == ALL


def test_a_record_that_does_not_hold_is_refused_with_its_place() -> None:
    text = (GOLDENS / "dealt-standard.realms").read_text("utf-8")
    check_record(text)
    assert replay_in("a", text).last > 10
    with pytest.raises(RealmsError) as error:
        check_record(re.sub(r"(?m)^(1\. .*)\+deck \(.*?\)", r"\1+deck (Dragon)", text))
    assert re.search(r"\d+", error.value.sentence("es"))
    with pytest.raises(RealmsError):
        check_record("nothing of the kind")


# --- Asked of the server ---


@pytest.mark.anyio
async def test_a_record_is_kept_and_shown(app: Application) -> None:
    visitor = Visitor(app)
    text = (GOLDENS / "dealt-duel.realms").read_text("utf-8")
    kept = await visitor.send("/replays", text=text.replace("\n", "\r\n"))
    assert kept.status == 303
    path = header(kept, "location")
    page = (await visitor.get(f"{path}?at=5&as=1")).body.decode()
    assert "Move 5 of" in page
    assert "style=" not in page
    assert (await visitor.get(f"{path}/record")).body.decode() == text
    refused = await visitor.send("/replays", text=text.replace("+deck", "+Dragon", 1))
    assert refused.status == 422
    assert "[Game" in refused.body.decode()
    assert (await visitor.get("/replays/nothing")).status == 404
    assert (await visitor.get("/replay")).status == 200


@pytest.mark.anyio
async def test_of_a_table_that_is_played_one_sees_ones_own_past(app: Application) -> None:
    ada = Visitor(app)
    table = table_of(await ada.send("/play", game="fantasy", name="Ada"))
    seen = (await ada.get(f"/api/tables/{table}")).json
    page = (await ada.get(f"/tables/{table}/replay?at=0&as=1")).body.decode()
    assert "viewer-menu" not in page
    others = (await ada.get(f"/tables/{table}/replay?at=0&as=all")).body.decode()
    assert others == page.replace("as=1", "as=all")
    assert seen["status"] == "playing"
    assert (await Visitor(app).get(f"/tables/{table}/replay")).status in (200, 403)


@pytest.mark.anyio
async def test_a_record_larger_than_other_bodies_is_taken(app: Application) -> None:
    """What a long game of trades writes fits; remarks make this one as long."""
    text = (GOLDENS / "dealt-duel.realms").read_text("utf-8").rstrip()
    text += " {" + "a remark " * 9000 + "}\n"
    assert len(text) > 64 * 1024
    answer = await Visitor(app).send("/replays", text=text)
    assert answer.status == 303, answer.body.decode()[-3000:]
    other = await Visitor(app).send("/tables/x/lines", text="x" * 70_000)
    assert other.status == 413
