"""Tables with a content file that their host allows: offered, opened, replayed; no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from realms.kernel import content_files
from realms.kernel.content_files import LARGEST, SERVED, content_pack, serve_content, served_content
from realms.kernel.errors import Unreadable
from realms.web.app import Application
from realms.web.pages.opening.routes import catalogue_entry
from tests.web.client import Client
from tests.web.pages.browser_client import Visitor, table_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A content file in which cities score something else, and nothing served yet."""
    text = content_pack("medieval").content_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("Castle", "Keep", 1), "utf-8")
    monkeypatch.setenv(SERVED, "")
    served_content.cache_clear()
    catalogue_entry.cache_clear()
    yield path
    monkeypatch.undo()
    served_content.cache_clear()
    catalogue_entry.cache_clear()


async def test_a_table_is_opened_with_a_content_that_is_served(
    app: Application, mine: Path
) -> None:
    serve_content([str(mine)])
    ((digest, name),) = served_content()["medieval"].items()
    assert name == "mine.toml"
    ada = Visitor(app)
    page = (await ada.get("/new/medieval")).body.decode()
    assert digest in page
    assert "those of the game" in page
    fields = {"with_": "device", "players": "2", "name1": "Ada", "name2": "Bob", "sent": "yes"}
    table = table_of(await ada.send("/new/medieval", **fields, content=digest))
    assert (await ada.get(f"/api/tables/{table}")).json["options"]["content"] == digest
    assert (await ada.get(f"/tables/{table}")).status == 200


async def test_a_host_that_serves_none_offers_none_and_refuses_others(
    app: Application, mine: Path
) -> None:
    assert "those of the game" not in (await Visitor(app).get("/new/medieval")).body.decode()
    terms = {"game": "medieval", "options": {"players": 2, "content": "0123456789ab"}}
    answer = await Client(app).post("/api/tables", terms)
    assert answer.status in (400, 422)
    assert "0123456789ab" in answer.body.decode()


def test_processes_that_begin_later_know_it_too(mine: Path) -> None:
    serve_content([str(mine)])
    content = served_content()
    served_content.cache_clear()  # as in another process, which has only the variable
    assert served_content() == content


def test_what_is_no_content_or_too_large_is_refused(mine: Path) -> None:
    mine.write_text("[board]\n", "utf-8")
    with pytest.raises(Unreadable):
        serve_content([str(mine)])
    mine.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(Unreadable, match="larger"):
        serve_content([str(mine)])
    with pytest.raises(Unreadable, match="nowhere"):
        serve_content(["nowhere.toml"])
    assert content_files.served_content() == {}
