"""The SQLite file is deleted or replaced under a running server: noticed, refused, told."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from realms.kernel.errors import Unreadable
from realms.tables.database import DatabaseReplaced, engine_for
from realms.tables.maintenance import back_up
from realms.web.app import Application, create_app
from tests.web.client import Answer, Client
from tests.web.table_setup import Company, company, service_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of the application."""
    return tmp_path / "realms.sqlite"


def lose(file: Path) -> None:
    file.rename(file.with_suffix(".aside"))


def find(file: Path) -> None:
    file.with_suffix(".aside").rename(file)


def replace(file: Path) -> None:
    """Another file under the same name, as when a backup is put back."""
    shutil.copy(file, file.with_suffix(".copy"))
    lose(file)
    file.with_suffix(".copy").rename(file)


def lose_journal(file: Path) -> None:
    Path(f"{file}-wal").rename(file.with_suffix(".journal"))


def find_journal(file: Path) -> None:
    file.with_suffix(".journal").rename(f"{file}-wal")


def is_refused(answer: Answer) -> bool:
    assert answer.status == 503, answer.body
    return bool(answer.json["code"] == "database/replaced")


WAYS = {
    "deleted": (lose, find),
    "replaced": (replace, find),
    "without its journal": (lose_journal, find_journal),
}


@pytest.mark.parametrize("way", WAYS)
async def test_no_move_is_acknowledged_that_nobody_could_find_again(
    app: Application, file: Path, way: str
) -> None:
    harm, repair = WAYS[way]
    people = await company(app)
    assert (await people.move()).status == 200
    harm(file)
    before = await people.look()
    assert is_refused(await people.move())
    assert is_refused(await people.nobody.post("/api/tables", {"game": "fantasy"}))
    assert is_refused(await people.at[0].post(f"{people.path}/lines", {"text": "Hello?"}))
    assert await people.look() == before, "what is known can still be seen"
    repair(file)
    assert (await people.move()).status == 200
    await check_kept(app, people)


async def check_kept(app: Application, people: Company) -> None:
    """What was acknowledged is in the file."""
    seq = (await service_of(app).load(people.id)).table.seq
    path = service_of(app).log.engine.url.database
    with closing(sqlite3.connect(str(path))) as kept:
        rows = kept.execute("SELECT max(seq) FROM entries WHERE table_id = ?", (people.id,))
        assert rows.fetchone() == (seq,)


async def test_looking_makes_no_new_file(app: Application, file: Path) -> None:
    people = await company(app)
    lose(file)
    await service_of(app).log.engine.dispose()  # as when the pool wants a new connection
    answer = await people.nobody.get("/api/tables")
    assert is_refused(answer)
    assert "deleted or replaced" in answer.json["sentence"]
    assert not file.exists()


async def test_the_server_says_that_it_is_not_ready(app: Application, file: Path) -> None:
    nobody = Client(app)
    lose(file)
    answer = await nobody.get("/ready")
    assert (answer.status, answer.json["database"]) == (503, "replaced")


async def test_a_page_says_so_too(app: Application, file: Path) -> None:
    from tests.web.pages.browser_client import Visitor

    lose(file)
    shown = await Visitor(app, "es").send("/play", name="Ada", game="fantasy")
    assert "se borró o se cambió" in shown.body.decode()


async def test_a_copy_is_made_of_what_is_in_use_and_of_nothing_else(
    app: Application, file: Path, tmp_path: Path
) -> None:
    await company(app)
    engine = engine_for(f"sqlite:///{file}")
    back_up(engine, tmp_path / "good.sqlite")
    replace(file)
    with pytest.raises(DatabaseReplaced):
        back_up(engine, tmp_path / "other.sqlite")
    assert not (tmp_path / "other.sqlite").exists()
    file.unlink()
    find(file)
    back_up(engine, tmp_path / "good again.sqlite")
    await engine.dispose()


def test_an_empty_file_is_not_copied(tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    with pytest.raises(Unreadable, match="no tables of this program"):
        back_up(engine_for(f"sqlite:///{empty}"), tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()


async def test_the_note_of_the_file_goes_with_the_server(file: Path) -> None:
    note = Path(f"{file}.open")
    async with create_app(f"sqlite:///{file}", 1, limits=None).lifespan():
        assert note.read_text().split() == [str(file.stat().st_dev), str(os.stat(file).st_ino)]
    assert not note.exists()
