"""The page of a review: in both languages, for any game, and nothing of it before the end."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from realms.analysis.review import GameReview, ReviewDepth
from realms.analysis.review.archive import VERSION
from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.text import LANGUAGES, say
from realms.medieval.interface.moves import (
    Activate,
    Bid,
    Choose,
    Draft,
    PassBid,
    PassRound,
    Place,
    Play,
)
from realms.medieval.web import board as medieval_board
from realms.tables.maintenance import delete_tables
from realms.tables.results.review_store import read_review, write_review
from realms.web.app import create_app
from realms.web.pages.environment import render_template
from realms.web.pages.replay.replay import Replay, replay_of_record
from realms.web.pages.review import reviews
from realms.web.pages.review.address import ALL, ENDING, FEW, TURNS, address_of
from realms.web.pages.review.context import ReviewReader, ReviewShown
from realms.web.pages.review.curve import HEIGHT, draw_curve
from realms.web.pages.review.headline import headline_of
from realms.web.pages.review.luck_chart import luck_chart
from realms.web.pages.review.moments import FIRST_TIME, MOST_LISTED, TURN, turns_of
from realms.web.pages.review.reviews import REVIEWS, work_out
from tests.tables.table_play import play
from tests.web.pages.browser_client import Visitor, header, table_of
from tests.web.table_setup import service_of

GOLDENS = Path(__file__).parents[2] / "goldens"
GAMES = ("dealt-duel", "medieval-dealt-3-en")
SHORT = ReviewDepth("quick", moves=1, first=0, redeals=1, played_out=1)


def text_of(name: str) -> str:
    """A record that is kept with the tests."""
    return (GOLDENS / f"{name}.realms").read_text("utf-8")


@cache
def reviewed(name: str) -> tuple[Replay, GameReview]:
    """A game that is kept with the tests, looked at as shortly as can be."""
    replay = replay_of_record(name, *read(text_of(name), all_games()))
    return replay, work_out(replay, SHORT)


def shown(
    name: str, language: str = "en", seat: int | None = None, at: int | None = None, **looked: Any
) -> ReviewShown:
    """What the page shows of a game."""
    replay, review = reviewed(name)
    usual, own = looked.pop("usual", ALL), looked.pop("own", None)
    address = address_of(replay, at=at, **looked)
    return ReviewReader(replay, review, language, seat, address, own, usual).shown("/data")


def inside(name: str, language: str, seat: int | None, at: int | None, **looked: Any) -> str:
    """The inside of the page."""
    page = shown(name, language, seat, at, **looked)
    return render_template("review/inside.html", language, shown=page)


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_can_be_looked_at(name: str) -> None:
    _replay, review = reviewed(name)
    for language in LANGUAGES:
        for one in review.decisions[:: max(1, len(review.decisions) // 12)]:
            for is_open in (False, True):
                page = inside(name, language, one.seat, one.number, is_open=is_open)
                assert 'aria-current="true"' in page
                assert f"at={one.number}" in page
                assert ">None<" not in page
                assert "style=" not in page


@pytest.mark.parametrize("name", GAMES)
def test_the_list_of_all_turns_has_every_decision(name: str) -> None:
    _replay, review = reviewed(name)
    page = shown(name, tab=TURNS)
    assert [one.number for one in page.moments] == [one.number for one in review.decisions]
    assert len(page.marked) <= MOST_LISTED
    first, last = page.moments[0], page.moments[-1]
    assert shown(name, tab=TURNS, at=first.number).before == ""
    assert shown(name, tab=TURNS, at=last.number).after == ""
    assert f"at={page.moments[1].number}" in shown(name, tab=TURNS, at=first.number).after


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_shows_the_sheets_of_all(name: str, language: str) -> None:
    replay, review = reviewed(name)
    page = inside(name, language, 0, None, tab=ENDING)
    for seat in range(review.players):
        assert f'id="ended-sheet-{seat}"' in page
    outcome: Any = replay.game.outcome(replay.states[-1])
    for score in outcome.scores:
        assert f"<b>{score}</b>" in page
    assert say("review.column.draws", language) in page


def test_a_move_that_is_no_decision_shows_the_first_moment() -> None:
    page = shown("dealt-duel", at=99_999)
    assert page.decision is not None
    assert page.decision.moment.number == page.moments[0].number
    assert page.before == ""


def test_after_a_first_game_two_moments_of_ones_own_come_first() -> None:
    whole, few = shown("dealt-duel", seat=1), shown("dealt-duel", seat=1, usual=FEW)
    assert len(whole.moments) > len(few.moments) == FIRST_TIME
    assert {one.number for one in few.moments} <= {one.number for one in whole.moments}
    assert (whole.all_moments, few.all_moments.endswith("moments=all")) == ("", True)
    kept = shown("dealt-duel", seat=1, moments=ALL)
    assert all("moments=all" in one.path for one in kept.moments)
    page = render_template("review/inside.html", "en", shown=few)
    assert say("web.review.first_moments", "en") in page


def test_best_moves_and_turns_of_others_are_among_the_moments() -> None:
    _replay, review = reviewed("medieval-dealt-3-en")
    changes = {one.number: change for one, change in turns_of(review)}
    for seat in range(review.players):
        page = shown("medieval-dealt-3-en", seat=seat)
        others = [one for one in page.moments if one.seat != seat]
        assert len(page.moments) <= MOST_LISTED
        for one in others:
            decision = review.decision(one.number)
            assert decision is not None
            is_turn = abs(changes[one.number]) >= TURN
            assert is_turn or one.number in review.moments
        largest = max(
            (number for number in changes if review.decision(number).seat != seat),  # type: ignore[union-attr]
            key=lambda number: abs(changes[number]),
        )
        assert largest in {one.number for one in page.moments}


def test_the_two_moves_are_marked_in_the_position() -> None:
    _replay, review = reviewed("dealt-duel")
    changed = next(
        one
        for one in review.decisions
        if one.alternatives[0].move != one.move and getattr(one.move, "card", "")
    )
    page = inside("dealt-duel", "en", changed.seat, changed.number)
    assert 'class="mark made"' in page
    assert 'class="mark better"' in page


@pytest.mark.parametrize(
    ("kind", "marked"),
    [
        (Place, 'class="stands made"'),
        (Bid, 'class="mark made"'),
        (PassBid, 'class="mark made"'),
        (PassRound, 'class="mark made"'),
        (Activate, 'class="mark made"'),
        (Play, 'class="mark made"'),
        (Choose, 'class="mark made"'),
        (Draft, 'class="mark made"'),
    ],
)
def test_every_kind_of_move_is_marked_on_the_board(kind: type, marked: str) -> None:
    """The move that was made and another: on town and map, panel, hand, bids and tokens."""
    replay, review = reviewed("medieval-dealt-3-en")
    one = next(one for one in review.decisions if isinstance(one.move, kind))
    page = replay.page(one.number - 1, one.seat, "en")
    legal = replay.game.legal(replay.states[one.number - 1], one.seat)
    other = next(move for move in (legal[-1], legal[0]) if move != one.move)
    for made, better in ((one.move, other), (one.move, None)):
        position = medieval_board.decision_shown(page, made, better)
        drawn = render_template("medieval/review/position.html", "en", position=position, page=page)
        drawn = drawn.partition('<p class="marked-key"')[0] + drawn.partition("atlas-map")[2]
        assert (marked in drawn) == (better is not None)
        assert better is not None or 'both"' in drawn


def test_open_hands_are_shown_when_asked_for() -> None:
    _replay, review = reviewed("dealt-duel")
    one = review.decisions[len(review.decisions) // 2]
    closed, opened = (
        shown("dealt-duel", seat=one.seat, at=one.number, is_open=is_open).decision
        for is_open in (False, True)
    )
    assert closed is not None
    assert opened is not None
    assert any(hand.hidden for hand in closed.position.others)
    assert not any(hand.hidden for hand in opened.position.others)


def test_bands_of_the_curve_fill_it() -> None:
    _replay, review = reviewed("dealt-duel")
    curve = draw_curve(review.curve, 1, {})
    assert [band.seat for band in curve.bands] == [1, 0]
    lowest = curve.bands[0].path.partition(" L")[2].split(" C")[0]
    highest = curve.bands[-1].path.removeprefix("M").split(" C")[0]
    assert float(lowest.split()[1]) == HEIGHT
    assert float(highest.split()[1]) == pytest.approx(0, abs=0.2)


def test_names_stand_clear_of_marked_moments_and_of_each_other() -> None:
    replay, review = reviewed("medieval-dealt-3-en")
    numbers = [one.number for one in review.decisions]
    deciders = {one.number: one.seat for one in review.decisions}
    marked = numbers[:: len(numbers) // 5]
    curve = draw_curve(review.curve, 0, deciders, marked, replay.rounds)
    for spot in curve.spots.values():
        assert 14 <= spot.x <= 986
        assert 14 <= spot.y <= 186
    for band in curve.bands:
        assert all(abs(band.label_x - curve.spots[number].x) > 70 for number in marked)
    ends = sorted(band.end_y for band in curve.bands)
    assert all(below - above >= 18 for above, below in pairwise(ends))
    assert [tick.number for tick in curve.ticks] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("name", GAMES)
def test_the_steps_of_luck_lead_from_an_equal_share_to_the_result(name: str) -> None:
    _replay, review = reviewed(name)
    for seat in review.seats:
        steps = luck_chart(seat).steps
        assert (steps[0].name, steps[-1].name) == ("start", "end")
        for one, other in pairwise(steps):
            edges = (other.y, other.y + other.height)
            assert one.join is not None
            assert min(abs(one.join - edge) for edge in edges) <= 2
        page = shown(name, seat=seat.seat)
        assert page.luck is not None
        assert page.luck.cost == round(-100 * seat.skill)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headline_tells_place_and_margin(language: str) -> None:
    replay, review = reviewed("medieval-dealt-3-en")
    outcome: Any = replay.game.outcome(replay.states[-1])
    (winner,) = outcome.winners
    best = max(score for seat, score in enumerate(outcome.scores) if seat != winner)
    margin = outcome.scores[winner] - best
    said = headline_of(replay, winner, winner, language)
    assert said == say("web.review.you_won_by", language, n=margin)
    for seat in range(review.players):
        if seat != winner:
            behind = outcome.scores[winner] - outcome.scores[seat]
            assert str(behind) in headline_of(replay, seat, None, language)
            assert replay.names[seat] in headline_of(replay, seat, None, language)
    assert replay.names[winner] in headline_of(replay, None, None, language)


@pytest.mark.anyio
async def test_a_record_that_was_brought_along_has_a_review(app: Any) -> None:
    visitor = Visitor(app, "es")
    brought = await visitor.send("/replays", text=text_of("dealt-duel"))
    place = header(brought, "location")
    page = await visitor.get(f"{place}/review?depth=close")
    assert page.status == 200
    assert say("web.review.moments", "es") in page.body.decode()
    again = (await visitor.get(f"{place}/review?at=3")).body.decode()
    assert say("web.review.moments", "es") in again  # it is there now, and comes at once
    replay = await visitor.get(place)
    assert f"{place}/review?at=1" in replay.body.decode()
    data = json.loads((await visitor.get(f"/api{place}/review")).body)
    assert data["game"] == "fantasy"
    assert data["decisions"]


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_first_picture_comes_before_the_review(app: Any, language: str) -> None:
    """The curve as the seats saw it, and how far the rest has come; then all of it."""
    visitor = Visitor(app, language)
    place = header(await visitor.send("/replays", text=text_of("medieval-dealt-3-en")), "location")
    REVIEWS.clear()
    page = (await visitor.get(f"{place}/review?seat=1&at=7")).body.decode()
    assert say("web.review.working", language) in page
    assert len(re.findall(r'class="band(?: lowest)? seat-', page)) == 3
    assert f'hx-get="{place}/review/progress"' in page
    assert "moments-title" not in page
    closer = re.search(r'hx-get="([^"]*depth=close)"', page)
    assert closer is not None
    assert "seat=1" in closer[1]
    assert "at=7" in closer[1]
    before = (await visitor.get(f"{place}/review/progress")).body.decode()
    assert 'value="0"' in before
    replay = replay_of_record(
        place.rpartition("/")[2], *read(text_of("medieval-dealt-3-en"), all_games())
    )
    parts: list[float] = []
    work_out(replay, SHORT, parts.append)
    assert parts == sorted(parts)
    assert parts[0] > 0
    assert parts[-1] == pytest.approx(1.0)


@pytest.mark.anyio
async def test_a_game_that_goes_on_has_none(app: Any) -> None:
    visitor = Visitor(app)
    begun = "\n".join(text_of("dealt-duel").split("\n")[:12]) + "\n"
    begun = "\n".join(line for line in begun.split("\n") if "[Result" not in line)
    brought = await visitor.send("/replays", text=begun)
    place = header(brought, "location")
    assert place, brought.body.decode()[-2000:]
    assert (await visitor.get(f"{place}/review")).status == 422
    assert "/review" not in (await visitor.get(place)).body.decode()


# --- Reviews of tables ---


async def finished(app: Any, visitor: Visitor, **fields: str) -> str:
    """A game against bots that somebody finished."""
    table = table_of(await visitor.send("/play", **{"game": "fantasy", "name": "Ada"} | fields))
    await play(service_of(app), table)
    return table


@pytest.mark.anyio
async def test_who_played_for_the_first_time_gets_two_moments(app: Any) -> None:
    ada = Visitor(app)
    first = await finished(app, ada)
    page = (await ada.get(f"/tables/{first}/review?depth=close")).body.decode()
    assert say("web.review.first_moments", "en") in page
    assert len(re.findall(r'id="moment-', page)) == FIRST_TIME
    assert say("web.review.you", "en") in page
    whole = (await ada.get(f"/tables/{first}/review?depth=close&moments=all")).body.decode()
    assert len(re.findall(r'id="moment-', whole)) > FIRST_TIME
    second = await finished(app, ada)
    page = (await ada.get(f"/tables/{second}/review?depth=close")).body.decode()
    assert say("web.review.first_moments", "en") not in page


@pytest.mark.anyio
async def test_a_review_is_kept_with_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process, or the same one later, has it without working it out again."""
    database = f"sqlite:///{tmp_path / 'realms.sqlite'}"
    one = create_app(database, 1, limits=None)
    async with one.lifespan():
        ada = Visitor(one)
        table = await finished(one, ada)
        known = (await ada.get(f"/api/tables/{table}/review")).body
        other = Visitor(one)
        other.jar |= ada.jar
    again = create_app(database, 1, limits=None)
    async with again.lifespan():
        monkeypatch.setattr(reviews, "work_out", None)  # whoever called it would fail
        later = Visitor(again)
        later.jar |= ada.jar
        assert (await later.get(f"/api/tables/{table}/review")).body == known
        page = (await later.get(f"/tables/{table}/review")).body.decode()
        assert 'id="moments-title"' in page
        service = service_of(again)
        await delete_tables(service.log.engine, [table])
        assert await read_review(service, table, VERSION) is None


@pytest.mark.anyio
async def test_only_so_many_reviews_are_kept(app: Any) -> None:
    ada, service = Visitor(app), service_of(app)
    tables = [table_of(await ada.send("/play", game="fantasy", name="Ada")) for _ in range(4)]
    for number, table in enumerate(tables):
        await write_review(service, table, VERSION, bytes([number]), most=2)
        await asyncio.sleep(0.002)
    kept = [await read_review(service, table, VERSION) for table in tables]
    assert kept == [None, None, b"\x02", b"\x03"]
    await write_review(service, tables[3], VERSION, b"other", most=2)
    assert await read_review(service, tables[3], VERSION) == b"\x03"  # the first one stays
    assert await read_review(service, tables[3], VERSION + 1) is None
    await write_review(service, tables[3], VERSION + 1, b"newer", most=2)
    assert await read_review(service, tables[3], VERSION + 1) == b"newer"


@pytest.mark.anyio
async def test_a_player_makes_a_link_that_others_can_open(app: Any) -> None:
    ada, bob, service = Visitor(app), Visitor(app, "es"), service_of(app)
    table = await finished(app, ada)
    hidden = (await service.load(table)).table
    page = (await ada.get(f"/tables/{table}/review?depth=close")).body.decode()
    assert hidden.terms.watched == ('id="share-link"' in page)
    moved = table_of(
        await ada.send(f"/tables/{table}/practice", at="4", seat="0", hidden="same", name="Ada")
    )
    await play(service, moved)
    page = (await ada.get(f"/tables/{moved}/review?depth=close")).body.decode()
    assert f'action="/tables/{moved}/review/share"' in page
    assert (await bob.get(f"/tables/{moved}/review")).status == 403
    assert (await bob.send(f"/tables/{moved}/review/share", at="9")).status == 403
    links = [
        header(await ada.send(f"/tables/{moved}/review/share", seat="0", at="9"), "location")
        for _ in range(2)
    ]
    assert links[0] == links[1]
    assert re.fullmatch(r"/replays/[\w-]+/review\?seat=0&at=9", links[0])
    there = (await bob.get(links[0] + "&depth=close")).body.decode()
    assert 'id="share-link"' in there
    assert say("web.review.you", "es") not in re.findall(r"<b>(.*?)</b>", there)


@pytest.mark.anyio
async def test_the_deal_of_the_day_says_whom_its_link_serves(app: Any) -> None:
    ada, service = Visitor(app), service_of(app)
    table = table_of(await ada.send("/daily", game="fantasy", name="Ada"))
    await play(service, table)
    path = f"/tables/{table}/review"
    page = (await ada.get(f"{path}?depth=close")).body.decode()
    assert say("web.review.share_day", "en") in unescape(page)
    assert f'action="{path}/share"' not in page
    assert (await ada.send(f"{path}/share", at="3")).status == 422
    clock = service.clock
    service.clock = lambda: clock() + 24 * 3600 * 1000
    later = (await ada.get(f"{path}?depth=close")).body.decode()
    assert say("web.review.share_day", "en") not in unescape(later)
    assert 'id="share-link"' in later
