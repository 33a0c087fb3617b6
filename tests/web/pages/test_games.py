"""One's own games: what they say, how they are taken along and forgotten; the deal of the day."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from realms.analysis.review import CurvePoint
from realms.fantasy.scoring.hand import hand as scored
from realms.kernel.chance import commitment
from realms.kernel.compiled.progress import rules_now
from realms.kernel.text import LANGUAGES, say
from realms.tables import entries
from realms.tables.results.daily import day_after, day_of
from realms.tables.results.history import player_results
from realms.tables.results.result import GameResult, SeatScore
from realms.tables.service import TableService
from realms.web.app import Application
from realms.web.game_lookup import final_cards
from realms.web.pages.games.chances import draw_line
from realms.web.pages.games.charts import score_line, share_bar
from realms.web.pages.games.filters import GamesFilter, chosen_results, filter_choices
from realms.web.pages.games.routes import accuracy_shown, level_row
from realms.web.pages.games.rows import row_shown
from realms.web.pages.games.statistics import share_of, statistics_of
from realms.web.pages.review.judged_seats import MOST_KEPT, line_of
from tests.tables.table_play import play
from tests.web.pages.browser_client import Visitor, header, table_of
from tests.web.table_setup import service_of

DAY = 24 * 3600 * 1000
NOW = 1_794_830_000_000


def a_result(score: int = 150, others: tuple[int, ...] = (140, 130), **fields: Any) -> GameResult:
    scores = (score, *others)
    usual: dict[str, Any] = {
        "table": "x",
        "seat": 0,
        "at": NOW,
        "game": "fantasy",
        "options": {"variant": "standard", "players": len(scores)},
        "seats": tuple(
            SeatScore(f"P{n}", points, "knight" if n else "") for n, points in enumerate(scores)
        ),
        "winners": tuple(n for n, points in enumerate(scores) if points == max(scores)),
    }
    return GameResult(**usual | fields)


def test_what_was_won_counts_with_its_fair_share() -> None:
    won, lost, tied = a_result(), a_result(100), a_result(140)
    share = share_of([won, lost, tied])
    assert (share.won, share.games) == (1.5, 3)
    assert share.fair == pytest.approx(1 / 3)
    assert 0 < share.low < share.rate < share.high < 1


def test_days_in_a_row_end_today_or_yesterday() -> None:
    def days(*back: int) -> tuple[int, int]:
        found = statistics_of([a_result(at=NOW - one * DAY) for one in back], NOW)
        return found.days_in_a_row, found.longest

    assert days(0, 1, 2, 5) == (3, 3)
    assert days(1, 2) == (2, 2)
    assert days(3, 4, 5) == (0, 3)
    assert days() == (0, 0)


def test_levels_and_cards_and_the_best_are_found() -> None:
    results = [
        a_result(200, cards=("dragon", "king")),
        a_result(100, cards=("dragon",)),
        a_result(90, others=(95,), seats=(SeatScore("P0", 90), SeatScore("Bob", 95))),
    ]
    found = statistics_of(results, NOW)
    assert [(one.bot, one.share.games, one.share.won) for one in found.levels] == [("knight", 2, 1)]
    assert [(one.card, one.games, one.won) for one in found.cards] == [("dragon", 2, 1.0)]
    assert found.best is results[0]
    assert found.wins_in_a_row == 1
    assert found.scores == (90, 100, 200)


def test_filters_let_through_what_they_say() -> None:
    with_bob = a_result(90, seats=(SeatScore("P0", 90), SeatScore("Bob", 95)))
    duel = a_result(80, others=(70,), options={"variant": "duel", "players": 2})
    all_ = [a_result(), with_bob, duel, a_result(is_shared=True), a_result(game="medieval")]
    assert chosen_results(all_, GamesFilter("fantasy")) == all_[:3]
    assert chosen_results(all_, GamesFilter("fantasy", company="people")) == [with_bob]
    assert chosen_results(all_, GamesFilter("fantasy", variant="duel")) == [duel]
    assert chosen_results(all_, GamesFilter("fantasy", players="3")) == [all_[0]]


def test_only_what_makes_a_difference_can_be_asked_for() -> None:
    with_bob = a_result(90, seats=(SeatScore("P0", 90), SeatScore("Bob", 95)))
    asked = GamesFilter("fantasy")
    assert filter_choices([a_result(), a_result()], asked, "en") == []
    ((field, choices),) = filter_choices([with_bob, a_result(others=(140,))], asked, "en")
    assert field == "company"
    assert [one.path for one in choices] == [
        "/games?game=fantasy",
        "/games?game=fantasy&company=bots",
        "/games?game=fantasy&company=people",
    ]


def test_margins_are_told_in_words() -> None:
    assert row_shown(a_result(), "en").margin == "won by 10"
    assert row_shown(a_result(99), "es").margin == "a 41 del primero"
    assert row_shown(a_result(140), "en").margin == "tied for first"


def test_charts_are_well_formed() -> None:
    assert score_line([1]) == ""
    assert 'points="0.0,45.0 160.0,3.0"' in score_line([100, 200])
    assert "160.0" in score_line([7, 7, 7])
    assert 'width="40.0"' in share_bar(share_of([a_result(), a_result(1), a_result(2)]))
    assert draw_line((), 0) == ""
    line = draw_line(((50, 50), (25, 75)), 1)
    ElementTree.fromstring(line)
    assert line.index('class="band own"') < line.index('class="band seat-0"')
    assert "M0.0 18.0 L360.0 9.0 L360.0 36.0 L0.0 36.0 Z" in line


def test_a_long_curve_is_kept_short_from_its_first_to_its_last_point() -> None:
    points = [CurvePoint(n, (n / 200, 1 - n / 200)) for n in range(201)]
    kept = line_of(points)
    assert len(kept) == MOST_KEPT
    assert (kept[0], kept[-1]) == ((0, 100), (100, 0))
    assert line_of(points[:3]) == ((0, 100), (0, 100), (1, 99))
    assert line_of(points[:1]) == ()


def test_the_cards_of_a_hand_say_what_each_was_worth() -> None:
    hand = ("king", "queen", "knights", "elven_archers", "dragon", "smoke", "swamp")
    score = scored(hand).sheet.score
    shown: Any = final_cards("fantasy", hand, {}, score, "en")
    assert shown.is_told
    assert sum(int(one.points.replace("−", "-")) for one in shown.cards) == score
    assert any(one.is_blank for one in shown.cards)
    other: Any = final_cards("fantasy", hand, {}, score + 1, "en")  # declared otherwise
    assert not other.is_told
    assert {one.points for one in other.cards} == {""}
    assert [one.card.id for one in other.cards] == [*hand]


def test_cards_in_play_are_shown_once_a_sort() -> None:
    cards = ("leader-mayor", "cathedral", "leader-mayor")
    shown: Any = final_cards("medieval", cards, {"players": 3, "edition": "es"}, 80, "es")
    assert [(one.card.id, one.n) for one in shown.cards] == [("leader-mayor", 2), ("cathedral", 1)]
    assert final_cards("medieval", cards, {"content": "gone"}, 80, "en") is None


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_played_is_shown_exported_and_forgotten(
    app: Application, language: str
) -> None:
    ada = Visitor(app, language)
    empty = (await ada.get("/games")).body.decode()
    assert f'<html lang="{language}"' in empty
    assert 'action="/games/forget"' not in empty
    table = table_of(await ada.send("/play", game="fantasy", name="Ada"))
    await play(service_of(app), table)
    page = (await ada.get("/games")).body.decode()
    assert f'href="/tables/{table}"' in page
    assert 'action="/games/forget"' in page
    assert "style=" not in page
    assert table not in (await Visitor(app, language).get("/games")).body.decode()
    answer = await ada.get("/games/export")
    assert "attachment" in header(answer, "content-disposition")
    (one,) = msgspec.json.decode(answer.body)["games"]
    assert one["table"] == table
    assert ada.jar["realms-player"] not in answer.body.decode()
    await ada.send("/games/forget")  # not sure
    assert table in (await ada.get("/games")).body.decode()
    assert header(await ada.send("/games/forget", sure="yes"), "location") == "/games"
    assert table not in (await ada.get("/games")).body.decode()
    assert table not in (await ada.get("/")).body.decode()


@pytest.mark.anyio
@pytest.mark.parametrize(
    "query", ["game=chess", "page=99", "page=x", "page=0", "players=zz", "variant=%00", "company=x"]
)
async def test_nonsense_in_the_address_shows_a_page(app: Application, query: str) -> None:
    assert (await Visitor(app).get(f"/games?{query}")).status == 200


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_everybody_gets_the_same_deal_and_one_try(app: Application, game: str) -> None:
    ada, bob, service = Visitor(app), Visitor(app, "es"), service_of(app)
    one = table_of(await ada.send("/daily", game=game, name="Ada"))
    assert table_of(await ada.send("/daily", game=game, name="Ada")) == one
    other = table_of(await bob.send("/daily", game=game, name="Bob"))
    assert other != one
    dealt = [(await service.load(id_)).table for id_ in (one, other)]
    assert dealt[0].seed == dealt[1].seed
    assert dealt[0].options == dealt[1].options
    seed = dealt[0].seed
    today = (await ada.get("/daily")).body.decode()
    assert f'href="/tables/{one}"' in today
    assert other not in today
    assert seed not in today
    assert dealt[0].commitment in today


@pytest.mark.anyio
async def test_a_day_is_ranked_and_its_seed_told_only_later(app: Application) -> None:
    ada, bob, service = Visitor(app), Visitor(app, "es"), service_of(app)
    table = table_of(await ada.send("/daily", game="fantasy", name="Ada"))
    await play(service, table)
    seed = (await service.load(table)).table.seed
    page = (await bob.get("/daily")).body.decode()
    assert "Ada" in page
    assert table not in page  # whose link it is stays theirs
    assert seed not in page
    day, clock = day_of(service.clock()), service.clock
    assert (await bob.get(f"/daily/{day}")).status == 200
    assert (await bob.get("/daily/2999-01-01")).status == 400
    assert (await bob.get("/daily/nonsense")).status == 400
    service.clock = lambda: clock() + DAY
    later = (await bob.get(f"/daily/{day}")).body.decode()
    assert seed in later
    assert "Ada" in later
    assert (await bob.send("/daily", game="chess", name="Bob")).status == 422


@pytest.mark.anyio
async def test_there_are_no_hints_on_the_deal_of_the_day(app: Application) -> None:
    ada = Visitor(app)
    table = table_of(await ada.send("/daily", game="fantasy", name="Ada"))
    answer = await ada.get(f"/tables/{table}/hint")
    assert answer.status == 422
    assert "no hints" in answer.body.decode()


def test_a_level_is_told_by_how_many_played() -> None:
    results = [a_result(), a_result(1), a_result(others=(140,)), a_result(others=(1, 2, 3))]
    (level,) = statistics_of(results, NOW).levels
    assert [(players, share.games, share.won) for players, share in level.by_players] == [
        (2, 1, 1.0),
        (3, 2, 1.0),
        (4, 1, 1.0),
    ]
    row = level_row("fantasy", level, "es")
    assert (row.name, row.share.games) == ("Caballero", 4)
    assert {players: share.games for players, share in row.by_players.items()} == {2: 1, 3: 2, 4: 1}
    assert row.certainty == say("web.games.sure", "es", low="36", high="94")


def test_accuracy_is_told_of_the_games_that_were_reviewed() -> None:
    results = [a_result(accuracy=0.8), a_result(), a_result(accuracy=0.6)]
    accuracy = accuracy_shown(statistics_of(results, NOW).reviewed)
    assert accuracy is not None
    assert (accuracy.games, accuracy.average) == (2, 70)
    assert 'points="0.0,45.0 160.0,3.0"' in accuracy.line  # the latest is the last
    assert accuracy_shown(statistics_of([a_result()], NOW).reviewed) is None


@pytest.mark.anyio
async def test_a_review_leaves_its_accuracy_in_the_record(app: Application) -> None:
    ada = Visitor(app)
    table = table_of(await ada.send("/play", game="fantasy", name="Ada"))
    await play(service_of(app), table)
    page = (await ada.get("/games")).body.decode()
    assert say("web.games.accuracy_none", "en") in page
    review = json.loads((await ada.get(f"/api/tables/{table}/review")).body)
    data = json.loads((await ada.get("/games/export")).body)["games"][0]
    assert data["accuracy"] == pytest.approx(review["seats"][data["seat"]]["accuracy"], abs=1e-4)
    assert data["judged"] == review["depth"]
    page = (await ada.get("/games")).body.decode()
    assert say("web.games.accuracy_none", "en") not in page
    outcome = (await service_of(app).load(table)).table.outcome
    assert outcome is not None
    cards = re.search(r'<ul class="final-cards.*?</ul>', page, re.DOTALL)
    assert cards is not None
    worth = re.findall(r'<b class="coin[^>]*>.*?</span>(.*?)</b>', cards[0])
    assert len(worth) >= 7
    assert sum(int(one.replace("−", "-")) for one in worth) == outcome.scores[data["seat"]]


@pytest.mark.anyio
async def test_who_has_finished_the_deal_of_the_day_sees_the_best_line(app: Application) -> None:
    ada, bob, service = Visitor(app), Visitor(app), service_of(app)
    tables = []
    for visitor, name in ((ada, "Ada"), (bob, "Bob")):
        tables.append(table_of(await visitor.send("/daily", game="fantasy", name=name)))
    await play(service, tables[0])
    for path in ("review", "replay"):
        assert (await bob.get(f"/tables/{tables[0]}/{path}")).status == 403
    assert f"/tables/{tables[0]}/" not in (await bob.get("/daily")).body.decode()
    await play(service, tables[1])
    for visitor, own in ((ada, tables[0]), (bob, tables[1])):
        page = (await visitor.get("/daily")).body.decode()
        assert f'href="/tables/{own}/review"' in page
        assert say("web.games.daily.best", "en") in page
        for table in tables:
            assert (await visitor.get(f"/tables/{table}/replay")).status == 200
    stranger = Visitor(app)
    assert (await stranger.get(f"/tables/{tables[0]}/replay")).status == 403
    clock = service.clock
    service.clock = lambda: clock() + DAY
    assert (await stranger.get(f"/tables/{tables[0]}/replay")).status == 200


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_the_deal_of_tomorrow_is_committed_to_today(app: Application, game: str) -> None:
    ada, service = Visitor(app), service_of(app)
    clock, today = service.clock, day_of(service.clock())
    tomorrow = day_after(today)
    now = (await ada.get("/daily")).body.decode()
    service.clock = lambda: clock() + DAY
    table = table_of(await ada.send("/daily", game=game, name="Ada"))
    dealt = (await service.load(table)).table
    assert dealt.terms.day == tomorrow
    assert dealt.commitment in now
    assert dealt.seed not in now
    service.clock = lambda: clock() + 2 * DAY
    later = (await ada.get(f"/daily/{tomorrow}")).body.decode()
    assert dealt.seed in later
    assert commitment(dealt.seed) == dealt.commitment
    assert say("web.games.daily.tomorrow", "en") not in unescape(later)


async def play_line(service: TableService, table: str, way: str) -> None:
    """A deal of the day, to its end: the others move by how things stand, and so does the
    player for three moves; from then on each in a way of their own."""
    seen, made = await service.load(table), 0
    while seen.table.outcome is None:
        now = seen.table
        assert now.state is not None
        seat = now.awaiting[0]
        dice = random.Random(now.state.tobytes() if seat or made < 3 else f"{way} {made}")
        made += seat == 0
        legal = now.game.legal(now.state, seat)
        move = legal[dice.randrange(len(legal))]
        entry = entries.MoveMade(seat, msgspec.to_builtins(move))
        seen = await service.write(table, entry, now.seq_for(seat))


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_two_lines_are_compared_where_they_part_after_ones_own_try(
    app: Application, game: str
) -> None:
    service, visitors = service_of(app), [Visitor(app), Visitor(app, "es")]
    tables = [table_of(await one.send("/daily", game=game, name="Zoe")) for one in visitors]
    path = f"/daily/{day_of(service.clock())}/parting?game={game}"
    await play_line(service, tables[0], "one")
    for visitor in (*visitors, Visitor(app)):
        assert (await visitor.get(path)).status == 403  # the best is one's own, or one is not done
    assert "/parting" not in (await visitors[1].get("/daily")).body.decode()
    await play_line(service, tables[1], "other")
    ended = [(await service.load(table)).table for table in tables]
    scores = [one.outcome.scores[0] for one in ended if one.outcome]
    behind = scores.index(min(scores))
    assert (await visitors[1 - behind].get(path)).status == 403
    assert (await Visitor(app).get(path)).status == 403
    assert path in (await visitors[behind].get("/daily")).body.decode()
    page = (await visitors[behind].get(path)).body.decode()
    own, best = ([turn for turn in one.turns if turn.seat == 0] for one in ended)
    if behind:
        own, best = best, own
    same = next(n for n in range(len(own)) if own[n].move != best[n].move)
    assert same >= 3
    where = [n for n, turn in enumerate(ended[behind].turns) if turn.seat == 0][same]
    assert f"/tables/{tables[behind]}/review?at={where + 1}" in page
    assert page.count('<span class="who">') == 2
    assert "style=" not in page
    if rules_now() == "compiled":
        assert page.count("±") >= 2


@pytest.mark.anyio
async def test_lines_of_chances_are_brought_one_by_one_and_kept(app: Application) -> None:
    ada, service = Visitor(app), service_of(app)
    tables = []
    for seed in ("one", "two"):
        tables.append(table_of(await ada.send("/play", game="fantasy", name="Ada")))
        await play(service, tables[-1], seed=seed)
    secret = ada.jar["realms-player"]

    async def lines() -> int:
        return sum(one.line is not None for one in await player_results(service, secret))

    page = (await ada.get("/games")).body.decode()
    assert await lines() == 0
    if rules_now() != "compiled":
        assert 'hx-trigger="every' not in page
        return
    ada.partial = True
    for done in (1, 2):
        part = (await ada.get("/games?game=fantasy")).body.decode()
        assert part.count('class="chance-line"') == await lines() == done
        assert "<html" not in part
        assert ('hx-trigger="every' in part) == (done < 2)
    ada.partial = False
    assert (await ada.get("/games")).body.decode().count('class="chance-line"') == 2
    assert "chance-line" not in (await Visitor(app).get("/games")).body.decode()


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_review_leaves_what_mattered_in_the_list(app: Application, language: str) -> None:
    ada = Visitor(app, language)
    table = table_of(await ada.send("/play", game="fantasy", name="Ada"))
    await play(service_of(app), table)
    review = json.loads((await ada.get(f"/api/tables/{table}/review")).body)
    (one,) = await player_results(service_of(app), ada.jar["realms-player"])
    own = {d["number"]: d for d in review["decisions"] if d["seat"] == one.seat}
    assert one.moment is not None
    faults = [d["loss"] for d in own.values() if d["verdict"] not in ("best", "good")]
    if faults:
        assert one.moment.loss == max(faults)
    assert one.moment.verdict == own[one.moment.number]["verdict"]
    page = unescape((await ada.get("/games")).body.decode())
    assert one.moment.texts[language] in page
    assert f'href="/tables/{table}/review?at={one.moment.number}"' in page
    assert say("web.games.accuracy_row", language, n=round(100 * (one.accuracy or 0))) in page
