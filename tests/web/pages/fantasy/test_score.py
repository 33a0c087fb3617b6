"""The score page: what its address says, how cards are found, what is shown."""

from __future__ import annotations

import random
import time
from urllib.parse import parse_qsl, urlsplit

import pytest

from realms.fantasy.content.cards import CARD, CARD_NAMES, CARDS
from realms.fantasy.scoring.hand import hand
from realms.fantasy.web.scorer.card_finder import code_of, found
from realms.fantasy.web.scorer.context import ScoreShown, score_shown
from realms.fantasy.web.scorer.query import (
    AREA,
    MOST_PROBLEMS,
    ScoreAsked,
    address,
    read_query,
)
from realms.kernel.text import LANGUAGES
from realms.web.app import Application
from realms.web.pages.environment import render_template
from tests.web.pages.browser_client import Visitor, header


def read(path: str, language: str = "en") -> ScoreAsked:
    """What an address asks for."""
    return read_query(parse_qsl(urlsplit(path).query, keep_blank_values=True), language)


def shown(path: str, language: str = "en") -> ScoreShown:
    """The page at an address."""
    return score_shown(read(path, language), language)


# --- Finding ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_letters_find_every_card(language: str) -> None:
    codes = {card.id: code_of(card.id, language) for card in CARDS}
    assert all(len(code) <= 3 for code in codes.values())
    assert all(found(code, (), language) == card for card, code in codes.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_name_finds_its_card_in_either_language(language: str) -> None:
    for card in CARDS:
        assert found(card.name.en, (), language) == card.id
        assert found(card.name.es.upper(), (), language) == card.id


def test_a_card_that_is_held_gives_way_to_the_next() -> None:
    assert found("wild") == "wildfire"
    assert found("war", (), "en") == "warlord"
    assert found("war", ("warlord",), "en") == "warship"
    assert found("xyz") is None


# --- The address ---


def test_an_address_says_the_same_after_reading() -> None:
    path = (
        "/score?name=Ada&hand=dragon,mirage&choose=mirage:forest&name2=Bo+B"
        "&hand2=book_of_changes,queen&choose2=book_of_changes:queen:wizard"
        "&discard=king,hydra&at=2&suit=beast"
    )
    data = read(path)
    assert address(data) == address(read(address(data)))
    assert data.hands[1].name == "Bo B"
    assert data.hands[1].choices == {"book_of_changes": {"card": "queen", "suit": "wizard"}}
    assert data.at == 2


def test_boxes_of_a_form_say_the_same_as_a_list() -> None:
    assert read("/score?hand=dragon&hand=smoke") == read("/score?hand=Humo,DRAGON")


def test_a_card_goes_where_cards_go_now() -> None:
    data = read("/score?hand=dragon,king&hand2=dragon&discard=king&at=2")
    assert [h.cards for h in data.hands] == [("king",), ("dragon",)]
    assert data.discard == ()


def test_typed_dropped_and_removed() -> None:
    assert read("/score?hand=smoke&add=dra").held == ("smoke", "dragon")
    assert read("/score?hand=smoke,dragon&drop=smoke").held == ("dragon",)
    assert read("/score?hand=smoke&hand2=king&at=2&remove=1").hands[0].cards == ("king",)
    assert read("/score?at=discard&add=king").discard == ("king",)
    assert read("/score?at=discard").at == AREA


def test_what_cannot_be_read_is_told_and_the_rest_is_kept() -> None:
    data = read("/score?hand=smoke,dragoon")
    assert data.held == ("smoke",)
    assert [problem.code for problem in data.problems] == ["card/unknown_near"]
    assert [p.code for p in read("/score?hand=smoke&add=xyz").problems] == ["card/unknown"]


def test_a_new_hand_is_the_first_behind_all_others() -> None:
    assert read("/score?hand=smoke&name3=Cleo&at=new").at == 4
    assert len(read("/score?hand=smoke&at=2").hands) == 2
    assert len(read("/score?hand=smoke").hands) == 1


def test_choices_go_with_the_cards_they_are_about() -> None:
    path = "/score?hand=doppelganger,dragon&choose=doppelganger:dragon"
    assert read(path).hands[0].choices == {"doppelganger": "dragon"}
    assert read(path + "&drop=dragon").hands[0].choices is None


# --- What is shown ---


def test_the_sheet_is_that_of_the_rules() -> None:
    page = shown("/score?hand=forest,smoke,wildfire,candle,dragon,book_of_changes,mirage")
    sheet = page.hand.sheet
    assert sheet is not None
    score_hand = hand("forest,smoke,wildfire,candle,dragon,book_of_changes,mirage")
    assert sheet.score == score_hand.score
    blanked = next(row for row in sheet.rows if row.card == "forest")
    assert blanked.blanked
    assert [(why.step, why.paragraph) for why in blanked.why] == [("blank", "FR-13")]
    assert page.count == "7 of 7"
    assert [choice.card for choice in page.choices] == ["mirage", "book_of_changes"]


def test_ones_own_choices_are_held_against_the_best() -> None:
    page = shown("/score?hand=candle,bell_tower,book_of_changes,mirage,king&choose=mirage:forest")
    sheet = page.hand.sheet
    assert sheet is not None
    assert sheet.is_own
    assert sheet.better == "120"
    assert "choose" not in page.best_address


def test_a_choice_that_is_not_allowed_is_told_and_the_best_taken() -> None:
    page = shown("/score?hand=mirage,king&choose=mirage:king")
    assert page.hand.sheet is not None
    assert not page.hand.sheet.is_own
    assert "[FR-15]" in page.problems[0]


def test_the_necromancer_raises_from_the_discard_area() -> None:
    page = shown("/score?hand=necromancer,king,queen&discard=princess,smoke")
    sheet = page.hand.sheet
    assert sheet is not None
    assert sheet.choices["necromancer"] == "princess"
    assert any(row.raised for row in sheet.rows)
    (options,) = [choice for choice in page.choices if choice.card == "necromancer"]
    offered = [option.value for group in options.lists[0].groups for option in group.options]
    assert offered == ["", "princess"]


def test_too_many_cards_are_told_with_their_paragraph() -> None:
    seven = "king,queen,princess,warlord,empress,dragon,hydra"
    assert "[FR-20]" in shown(f"/score?hand={seven},smoke").problems[0]
    assert shown(f"/score?hand={seven},necromancer").hand.sheet is not None


def test_hands_are_compared() -> None:
    level = shown("/score?hand=king&hand2=rainstorm,island&name=Ada&name2=Bo")
    assert [h.wins for h in level.hands] == [False, True]
    assert level.verdict == "Bo leads with 32 points."
    tied = shown("/score?hand=collector&hand2=sword_of_keth")
    assert all(h.wins for h in tied.hands)
    assert "share" in tied.verdict


# --- The page ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_hand_can_be_shown(language: str) -> None:
    chance = random.Random(7)
    for _ in range(30):
        cards = [card.id for card in chance.sample(CARDS, chance.randint(0, 24))]
        path = (
            f"/score?hand={','.join(cards[:7])}&hand2={','.join(cards[7:14])}"
            f"&discard={','.join(cards[14:])}&at={chance.choice(['1', '2', 'discard'])}"
        )
        text = render_template("scorer/tool.html", language, shown=shown(path, language))
        assert "web.score" not in text
        for card in cards[:1]:
            assert CARD[card].name[language] in text


def test_the_fountain_is_offered_no_nothing() -> None:
    """It always adds a strength: the highest, where none is named. [FR-17c]"""

    def offered(path: str) -> dict[str, list[str]]:
        return {
            choice.card: [o.value for part in choice.lists[0].groups for o in part.options]
            for choice in shown(path).choices
        }

    both = "/score?hand=fountain_of_life,island,swamp&choose="
    for choices in ("none", "island:swamp", "fountain_of_life:island"):
        result = offered(both + choices)
        assert result["fountain_of_life"] == ["fountain_of_life", "swamp", "island"]
        assert result["island"][0] == ""
    sheet = shown(both + "none").hand.sheet
    assert sheet is not None
    assert sheet.score == 1 + 14 + 18 + 18


def test_a_score_is_quick() -> None:
    path = (
        "/score?hand=book_of_changes,doppelganger,mirage,shapeshifter,necromancer,island,"
        "fountain_of_life&discard=king,queen,dragon&hand2=smoke,candle,jester"
    )

    def once() -> float:
        start = time.thread_time()
        render_template("scorer/tool.html", "en", shown=shown(path))
        return time.thread_time() - start

    assert min(once() for _ in range(12)) < 0.015


@pytest.mark.anyio
async def test_what_a_form_sent_becomes_a_short_address(app: Application) -> None:
    visitor = Visitor(app)
    sent = await visitor.get("/score?at=1&own=&add=dra&hand=smoke&hand=king&suit=&name=")
    assert sent.status == 303
    assert header(sent, "location") == "/score?hand=smoke,king,dragon"
    assert (await visitor.get("/score?hand=smoke,king,dragon")).status == 200
    kept = await visitor.get("/score?hand=king,smoke&lang=es")
    assert header(kept, "location") == "/score?hand=smoke,king&lang=es"


@pytest.mark.anyio
async def test_what_cannot_be_read_is_told_on_the_page(app: Application) -> None:
    answer = await Visitor(app, "es").get("/score?hand=<script>,smoke")
    page = answer.body.decode()
    assert answer.status == 200
    assert "<script>," not in page
    assert "style=" not in page


@pytest.mark.anyio
async def test_a_page_that_is_there_gets_the_form_alone(app: Application) -> None:
    visitor = Visitor(app)
    visitor.headers.append((b"hx-request-type", b"partial"))
    page = (await visitor.get("/score?hand=smoke&add=dra")).body.decode()
    assert page.lstrip().startswith("<form")
    assert 'data-address="/score?hand=smoke,dragon"' in page


def test_few_names_are_read_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for names that are near takes its time."""
    looked: list[str] = []

    def near(wanted: str) -> tuple[str, ...]:
        looked.append(wanted)
        return ()

    monkeypatch.setattr(CARD_NAMES, "near", near)
    names = ",".join(f"drago{number}" for number in range(3000))
    result = read_query([("hand", names), ("hand2", names), ("discard", names)])
    assert len(result.problems) == len(looked) == MOST_PROBLEMS
    many = ",".join(["dragon"] * 3000)
    assert read_query([("hand", many)]).hands[0].cards == ("dragon",)


@pytest.mark.anyio
async def test_a_card_taken_from_another_hand_is_told(app: Application) -> None:
    """Each card is in one place: where it goes, and from whom, is said."""
    path = "/score?hand=dragon,unicorn&name=Ada&hand2=dragon,basilisk&name2=Bob&at=2"
    visitor = Visitor(app)
    answer = await visitor.get(path)
    assert answer.status == 303
    place = header(answer, "location")
    assert "hand=unicorn" in place
    page = (await visitor.get(place)).body.decode()
    assert "Dragon moved here from Ada&#39;s hand." in page
    visitor.headers.append((b"hx-request-type", b"partial"))
    part = (await visitor.get("/score?hand=unicorn&discard=dragon&at=1&add=dragon")).body.decode()
    assert "Dragon moved here from the discards." in part
    assert "moved here" not in (await visitor.get("/score?hand=unicorn,dragon")).body.decode()
