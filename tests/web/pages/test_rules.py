"""The rules on pages: every paragraph once, linked, found, and every card."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup

from realms.fantasy.content.cards import CARDS
from realms.fantasy.web import card_list as fantasy_list
from realms.kernel.packs import game_names
from realms.kernel.presentation.paragraphs import paragraphs
from realms.kernel.text import LANGUAGES
from realms.medieval.content.content import CONTENT
from realms.medieval.web import card_list as medieval_list
from realms.web.app import Application
from realms.web.pages.rules.rulebook import book_of, rulebook, search_rulebook
from realms.web.pages.rules.text_search import mark_words, search_words
from tests.web.pages.browser_client import Visitor, header

pytestmark = pytest.mark.anyio
EVERY_BOOK = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in game_names() for language in LANGUAGES]
)


@EVERY_BOOK
def test_every_paragraph_is_there_once_and_in_order(game: str, language: str) -> None:
    book = rulebook(game, language)
    shown = [p.number for chapter in book.chapters for p in chapter.paragraphs if p.number]
    assert shown == [*paragraphs(game, language)]
    assert book.count == len(shown)


@EVERY_BOOK
def test_every_citation_leads_somewhere(game: str, language: str) -> None:
    known = {
        f"/rules/{game}#{number}" for game in game_names() for number in paragraphs(game, language)
    }
    book = rulebook(game, language)
    html = "".join([*book.opening, *(p.html for c in book.chapters for p in c.paragraphs)])
    links = re.findall(r'href="([^"]*)"', html)
    assert links
    assert set(links) <= known


@EVERY_BOOK
def test_no_mark_of_the_source_is_left(game: str, language: str) -> None:
    book = rulebook(game, language)
    for chapter in book.chapters:
        for paragraph in chapter.paragraphs:
            assert "*" not in paragraph.html
            assert paragraph.source or not paragraph.number or paragraph.number == "FR-17"


def test_a_table_of_the_rules_has_a_name_and_heads() -> None:
    switches = rulebook("medieval", "en").chapters[-1].paragraphs[-1].html
    assert '<caption class="visually-hidden">Table: Switches</caption>' in switches
    assert switches.count('<th scope="col">') == 5


def test_searching_minds_neither_case_nor_accents() -> None:
    found = search_rulebook(rulebook("fantasy", "es"), search_words("BUFON"))
    numbers = [p.number for chapter in found.chapters for p in chapter.paragraphs]
    assert numbers == ["FR-1", "FR-17d"]
    assert "<mark>Bufón</mark>" in found.chapters[0].paragraphs[0].html


def test_all_words_must_be_there() -> None:
    found = search_rulebook(rulebook("fantasy", "en"), search_words("deck five"))
    assert "FR-4b" in [p.number for chapter in found.chapters for p in chapter.paragraphs]
    assert search_rulebook(rulebook("fantasy", "en"), search_words("deck xyzzy")).chapters == ()


def test_a_number_finds_its_paragraph_and_who_cites_it() -> None:
    found = search_rulebook(rulebook("fantasy", "en"), search_words("FR-25"))
    assert [p.number for chapter in found.chapters for p in chapter.paragraphs] == [
        "FR-23b", "FR-25",
    ]  # fmt: skip


def test_marks_leave_tags_and_signs_alone() -> None:
    text = Markup('a <a href="/rules/amp">map &amp; amp</a>')
    assert (
        mark_words(text, search_words("amp"))
        == 'a <a href="/rules/amp">map &amp; <mark>amp</mark></a>'
    )
    assert mark_words(text, search_words("")) is text


def test_paragraphs_are_found_as_people_name_them() -> None:
    assert book_of("fr13b") == ("fantasy", "FR-13b")
    assert book_of("MR-24") == ("medieval", "MR-24")
    assert book_of("mr999") is None
    assert book_of("fantasy") is None


# --- Cards ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_listed_once(language: str) -> None:
    groups = fantasy_list.cards("", search_words(""), language)
    assert sorted(c.id for g in groups for c in g.cards) == sorted(card.id for card in CARDS)
    cards = medieval_list.cards("", "", search_words(""), language)
    assert [card.id for card in cards] == [card.id for card in CONTENT.card]


def test_cards_are_found_by_suit_and_words_in_either_language() -> None:
    flames = fantasy_list.cards("flame", search_words(""), "en")
    assert [group.id for group in flames] == ["flame"]
    assert len(flames[0].cards) == 5
    found = fantasy_list.cards("", search_words("pantano"), "en")
    assert [card.id for group in found for card in group.cards] == ["swamp"]


def test_cards_are_found_by_colour_and_type() -> None:
    blue = medieval_list.cards("blue", "hole", search_words("general"), "en")
    assert [card.id for card in blue] == ["gunpowder"]
    assert blue[0].reconstructed == "how many there are and which leader comes with it"
    assert medieval_list.cards("red", "auction", search_words(""), "en") == ()


def test_a_card_is_told_by_its_kind_and_what_sets_it_apart() -> None:
    shown = {card.id: card for card in medieval_list.cards("", "", search_words(""), "en")}
    assert (shown["city-blue"].kind, shown["city-blue"].detail) == ("City", "blue: science")
    assert (shown["leader-mayor"].kind, shown["leader-mayor"].detail) == ("Realm Leader", "Mayor")
    assert shown["market"].detail == ""


def test_the_spanish_edition_has_its_own_cards() -> None:
    def war(edition: str) -> str:
        cards = medieval_list.cards("", "", search_words(""), "en", edition)
        return next(card.colour for card in cards if card.id == "war")

    assert (war("en"), war("es")) == ("black", "orange")
    assert [group.is_chosen for group in medieval_list.editions("nothing", "en")] == [True, False]


def test_counts_of_the_filters_add_up() -> None:
    assert sum(suit.count for suit in fantasy_list.suits("", "en")) == 54
    assert sum(colour.count for colour in medieval_list.colours("", "en", "en")) == 109
    assert sum(type_.count for type_ in medieval_list.types("", "es", "es")) == 109


# --- Pages ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path",
    [
        "/rules", "/rules?q=flame", "/rules?q=xyzzy", "/rules/fantasy", "/rules/medieval",
        "/rules/medieval?q=MR-24", "/rules/fantasy/cards", "/rules/fantasy/cards?suit=flood",
        "/rules/medieval/cards?edition=es", "/rules/medieval/cards?colour=blue&type=hole&q=science",
        "/rules/medieval/cards?colour=nothing&q=%3Cscript%3E",
    ],
)  # fmt: skip
async def test_the_page_is_there(app: Application, path: str, language: str) -> None:
    answer = await Visitor(app, language).get(path)
    page = answer.body.decode()
    assert answer.status == 200
    assert "style=" not in page
    assert "<script>" not in page


async def test_a_paragraph_named_in_the_address_is_shown_in_its_place(app: Application) -> None:
    answer = await Visitor(app).get("/rules/FR-13b")
    assert (answer.status, header(answer, "location")) == (303, "/rules/fantasy#FR-13b")


async def test_what_is_sought_is_never_markup(app: Application) -> None:
    page = (await Visitor(app).get("/rules/fantasy?q=%3Cb%3E%22x")).body.decode()
    assert "<b>&#34;x" not in page
    assert "&lt;b&gt;&#34;x" in page


async def test_only_what_is_found_for_a_page_that_is_there(app: Application) -> None:
    visitor = Visitor(app)
    visitor.headers.append((b"hx-request", b"true"))
    page = (await visitor.get("/rules/fantasy?q=jester")).body.decode()
    assert "<html" not in page
    assert 'id="FR-17d"' in page
    assert 'id="FR-5"' not in page
