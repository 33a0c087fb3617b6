"""About: credits, what is made up, what is kept, and a deal that can be verified."""

from __future__ import annotations

import pytest

from realms.kernel.chance import commitment
from realms.kernel.text import LANGUAGES
from realms.medieval.content.content import CONTENT
from realms.medieval.web.provenance import figure_name, provenance
from realms.web.app import Application
from realms.web.pages.about import ARTISTS, Verified
from tests.web.pages.browser_client import Visitor

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_that_is_made_up_has_a_name(language: str) -> None:
    for _, thing in CONTENT.things():
        for figure in thing.reconstructed:
            assert figure_name(figure, language)


def test_the_table_counts_all_that_is_made_up() -> None:
    rows = provenance("en")
    entries = sum(bool(thing.reconstructed) for _, thing in CONTENT.things())
    assert sum(row.count for row in rows.rows) == entries
    assert rows.all == sum(len(thing.figures) for _, thing in CONTENT.things())
    assert rows.reconstructed == sum(len(thing.reconstructed) for _, thing in CONTENT.things())


def test_a_seed_and_its_commitment_belong_together() -> None:
    assert Verified("deal", commitment("deal").upper()).is_same
    assert not Verified("deal", commitment("other")).is_same
    assert not Verified("deal", "ñ").is_same


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_credits_and_explains(app: Application, language: str) -> None:
    page = (await Visitor(app, language).get("/about")).body.decode()
    assert all(artist in page for artist in ARTISTS)
    assert "CC BY 3.0" in page
    assert "Bruce Glassco" in page
    assert "realms-player" in page
    assert "style=" not in page


async def test_a_deal_is_verified_on_the_page(app: Application) -> None:
    visitor, right = Visitor(app), commitment("deal")
    page = (await visitor.get(f"/about?seed=deal&commitment={right}")).body.decode()
    assert right in page
    assert "They match" in page
    page = (await visitor.get("/about?seed=deal&commitment=abc")).body.decode()
    assert "They do not match" in page
