"""The frame of the pages: files, settings, refusals told as pages, and what a device keeps."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from realms.kernel.errors import IllegalMove
from realms.kernel.text import LANGUAGES, listed, say
from realms.web.app import Application, create_app
from realms.web.pages import environment, files
from realms.web.pages.files import asset, digest
from realms.web.pages.settings import local
from realms.web.pages.web_app import manifest_in
from realms.web.rate_limits import LIMITS, Limit, request_kind

pytestmark = pytest.mark.anyio
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
STRICT = "default-src 'self'"


@pytest.fixture
async def client(app: Application) -> AsyncIterator[httpx.AsyncClient]:
    """A browser, as far as its headers go."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as asking:
        asking.headers.update(BROWSER)
        yield asking


# Files


async def test_a_file_is_kept_for_ever_under_an_address_of_its_own(
    client: httpx.AsyncClient,
) -> None:
    got = await client.get(asset("css/base.css"))
    assert got.status_code == 200
    assert got.headers["content-type"] == "text/css; charset=utf-8"
    assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert got.headers["content-encoding"] == "br"
    assert got.headers["vary"] == "accept-encoding"
    assert got.headers["x-content-type-options"] == "nosniff"
    written = (files.WEB / "assets" / "css" / "base.css").read_text("utf-8")
    remark = re.compile(r"/\*.*?\*/", re.DOTALL)
    assert "/*" in written
    assert "/*" not in got.text, "remarks are for who reads the file"
    assert got.text.split() == remark.sub("", written).split()


async def test_who_reads_no_brotli_gets_gzip(client: httpx.AsyncClient) -> None:
    for accepted in ("gzip", "gzip, deflate", "br;q=0, gzip"):
        got = await client.get(asset("css/base.css"), headers={"accept-encoding": accepted})
        assert got.headers["content-encoding"] == "gzip"
        assert got.headers["vary"] == "accept-encoding"


async def test_who_reads_no_gzip_gets_none(client: httpx.AsyncClient) -> None:
    for path in (asset("css/base.css"), "/offline"):
        got = await client.get(path, headers={"accept-encoding": "identity"})
        assert got.status_code == 200
        assert "content-encoding" not in got.headers


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("js/app.js", "text/javascript; charset=utf-8"),
        ("built/htmx.min.js", "text/javascript; charset=utf-8"),
        ("built/icons/shell.svg", "image/svg+xml"),
        ("built/emblem-192.png", "image/png"),
        ("built/licences/htmx.txt", "text/plain; charset=utf-8"),
    ],
)
async def test_every_kind_of_file_says_what_it_is(
    client: httpx.AsyncClient, name: str, kind: str
) -> None:
    got = await client.get(asset(name))
    assert (got.status_code, got.headers["content-type"]) == (200, kind)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/0/css/base.css",  # another state of the files
        f"/assets/{digest()}/css/none.css",
        f"/assets/{digest()}/",
        f"/assets/{digest()}/../icons.toml",
        f"/assets/{digest()}/%2e%2e/icons.toml",
        f"/assets/{digest()}/css/%2e%2e/%2e%2e/icons.toml",
        f"/assets/{digest()}//etc/passwd",
        f"/assets/{digest()}/css%5cbase.css",
        "/assets/",
        "/assets",
    ],
)
async def test_nothing_else_is_served(app: Application, path: str) -> None:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as asking:
        asked = asking.build_request("GET", "/")
        asked.url = httpx.URL("http://test", raw_path=path.encode())
        got = await asking.send(asked)
    assert got.status_code == 404
    assert got.json()["code"] == "web/not_found"


def test_another_file_gives_all_another_address(tmp_path: Path) -> None:
    seen = []
    for number, content in enumerate(("a", "b", "a")):
        folder = tmp_path / str(number)
        (folder / "assets").mkdir(parents=True)
        (folder / "assets" / "x.css").write_text(content)
        seen.append(files.digest_of(files.files(folder)))
    assert seen[0] == seen[2] != seen[1]


def test_every_icon_of_a_page_is_in_a_sprite() -> None:
    sprites = [file for name, file in files.files().items() if name.startswith("built/icons/")]
    for name in files._sections():
        assert any(f'<symbol id="{name}"'.encode() in file.content for file in sprites), name


def test_an_icon_speaks_only_when_it_stands_alone() -> None:
    assert 'aria-hidden="true"' in files.icon("play")
    assert 'role="img" aria-label="A &amp; B"' in files.icon("play", "A & B")
    with pytest.raises(KeyError):
        files.icon("nothing")


# Pages


async def test_a_page_is_strict_about_what_it_loads(client: httpx.AsyncClient) -> None:
    got = await client.get("/offline")
    assert got.headers["content-security-policy"].startswith(STRICT)
    assert "unsafe" not in got.headers["content-security-policy"]
    assert got.headers["cache-control"] == "no-store"
    assert got.headers["referrer-policy"] == "same-origin"
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    assert got.headers["content-encoding"] == "gzip"
    assert " style=" not in got.text
    assert "<style" not in got.text
    assert "hx-on" not in got.text
    assert got.text.count("<script") == got.text.count("<script defer src=") + got.text.count(
        '<script type="module" src='
    )


async def test_the_frame_of_a_page_is_light(client: httpx.AsyncClient) -> None:
    page = await client.get("/offline")
    loaded = ["css/base.css", "js/app.js", "built/htmx.min.js"]
    loaded += ["built/icons/shell.svg", "built/emblem.svg"]
    sizes = [len(files.files()[name].packed or b"") for name in loaded]
    assert sum(sizes) + len(gzip.compress(page.content)) < 50_000


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_speaks_the_language_that_was_chosen(
    client: httpx.AsyncClient, language: str
) -> None:
    got = await client.get("/offline", headers={"cookie": f"realms-lang={language}"})
    assert f'<html lang="{language}" data-theme="auto"' in got.text
    assert say("web.offline.title", language) in got.text
    assert f'value="{language}" lang="{language}" aria-pressed="true"' in got.text


async def test_a_page_wears_the_theme_that_was_chosen(client: httpx.AsyncClient) -> None:
    for kept, shown in (("dark", "dark"), ("light", "light"), ("pink", "auto")):
        got = await client.get("/offline", headers={"cookie": f"realms-theme={kept}"})
        assert f'data-theme="{shown}"' in got.text


def test_a_name_for_words_that_nobody_wrote_is_an_error() -> None:
    with pytest.raises(KeyError):
        environment._say("en", "shell.nothing")


# Settings


async def test_settings_are_kept_for_a_year(client: httpx.AsyncClient) -> None:
    settings = {"lang": "es", "theme": "dark", "back": "/rules/fantasy?q=humo"}
    got = await client.post("/settings", data=settings)
    assert (got.status_code, got.headers["location"]) == (303, "/rules/fantasy?q=humo")
    cookies = got.headers.get_list("set-cookie")
    assert [cookie.partition(";")[0] for cookie in cookies] == [
        "realms-lang=es",
        "realms-theme=dark",
    ]
    for cookie in cookies:
        assert "Max-Age=31536000" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie


async def test_settings_that_are_none_are_not_kept(client: httpx.AsyncClient) -> None:
    for settings in ({"lang": "xx", "theme": "pink"}, {"lang": "es\r\nx: y"}, {}):
        got = await client.post("/settings", data=settings)
        assert (got.status_code, got.headers["location"]) == (303, "/")
        assert "set-cookie" not in got.headers


@pytest.mark.parametrize(
    "address",
    [
        "//elsewhere.example/",
        "https://elsewhere.example/",
        "///elsewhere.example",
        "/\\elsewhere.example",
        "\\\\elsewhere.example",
        "/\t/elsewhere.example",
        "javascript:alert(1)",
        "elsewhere",
        "",
        "/a\r\nset-cookie: x=y",
        "http://[",
        " /rules",
    ],
)
def test_nobody_is_sent_to_another_site(address: str) -> None:
    assert local(address) == "/"


async def test_no_other_site_changes_settings(client: httpx.AsyncClient) -> None:
    headers = {"sec-fetch-site": "cross-site"}
    got = await client.post("/settings", data={"lang": "es"}, headers=headers)
    assert got.status_code == 403
    assert "set-cookie" not in got.headers
    assert say("error.web.foreign", "en") in got.text


# Refusals


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_address_that_is_nothing_is_told_as_a_page(
    client: httpx.AsyncClient, language: str
) -> None:
    got = await client.get("/nothing", headers={"accept-language": language})
    assert got.status_code == 404
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    assert say("web.error.lost", language) in got.text
    assert f'lang="{language}"' in got.text


@pytest.mark.parametrize(
    ("path", "accept"),
    [("/api/nothing", BROWSER["accept"]), ("/nothing", "*/*"), ("/nothing", "application/json")],
)
async def test_programs_are_told_as_json(client: httpx.AsyncClient, path: str, accept: str) -> None:
    got = await client.get(path, headers={"accept": accept})
    assert got.status_code == 404
    assert got.json()["code"] == "web/not_found"


async def test_a_part_of_a_page_is_refused_where_it_is_read_out(client: httpx.AsyncClient) -> None:
    got = await client.get("/nothing", headers={"hx-request": "true"})
    assert got.status_code == 404
    assert (got.headers["hx-retarget"], got.headers["hx-reswap"]) == ("#alert", "innerHTML")
    assert got.text.strip() == say("error.web.not_found", "en")


async def test_a_method_that_is_none_is_told_as_a_page(client: httpx.AsyncClient) -> None:
    got = await client.post("/rules")
    assert got.status_code == 405
    assert "GET" in got.headers["allow"]
    assert say("error.web.method", "en") in got.text


async def test_too_much_is_told_as_a_page(client: httpx.AsyncClient) -> None:
    got = await client.post("/settings", data={"back": "/" * 100_000})
    assert got.status_code == 413
    assert say("error.web.too_large", "en") in got.text


async def test_the_way_back_is_one_of_ours(client: httpx.AsyncClient) -> None:
    for came, ways in (
        ("http://test/rules?q=1", 1),
        ("http://elsewhere.example/rules", 0),
        ("http://[", 0),
    ):
        got = await client.get("/nothing", headers={"referer": came})
        assert got.text.count('href="/rules?q=1"') == ways
        assert "elsewhere" not in got.text


async def test_what_breaks_is_told_without_its_inside(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down(*_arguments: Any, **_fields: Any) -> str:
        raise RuntimeError("the inside")

    monkeypatch.setattr("realms.web.pages.web_app.render_page", break_down)
    got = await client.get("/offline")
    assert got.status_code == 500
    assert say("error.web.broken", "en") in got.text
    assert "inside" not in got.text
    assert "the inside" in caplog.text


async def test_a_frame_that_breaks_is_told_as_json(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down(*_arguments: Any, **_fields: Any) -> str:
        raise RuntimeError("the inside")

    monkeypatch.setattr("realms.web.pages.environment.render_template", break_down)
    got = await client.get("/offline")
    assert got.status_code == 500
    assert got.json()["code"] == "web/broken"
    assert "the inside" in caplog.text


async def test_a_rule_that_refuses_cites_its_paragraph(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: Any, **_fields: Any) -> str:
        raise IllegalMove("table/unknown", paragraph="FR-5")

    monkeypatch.setattr("realms.web.pages.web_app.render_page", refuse)
    got = await client.get("/offline")
    assert got.status_code == 404
    assert 'href="/rules/fantasy#FR-5"' in got.text


async def test_too_many_requests_are_told_as_a_page(tmp_path: Path) -> None:
    limits = {**LIMITS, "read": Limit(0.01, 1)}
    built = create_app(f"sqlite:///{tmp_path / 'busy.sqlite'}", 1, limits=limits)
    async with built.lifespan():
        transport = httpx.ASGITransport(app=built)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as asking:
            asking.headers.update(BROWSER)
            assert (await asking.get("/offline")).status_code == 200
            got = await asking.get("/offline")
            again = await asking.get("/offline", headers={"hx-request": "true"})
            assert (await asking.get(asset("js/app.js"))).status_code == 200  # never counted
    assert got.status_code == 429
    wait = int(got.headers["retry-after"])
    assert say("web.error.wait", "en", n=wait) in got.text
    assert got.headers["content-security-policy"].startswith(STRICT)
    assert (again.status_code, again.headers["hx-retarget"]) == (429, "#alert")


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/assets/0/css/base.css", ""),
        ("GET", "/", "read"),
        ("GET", "/api/tables/b4/stream", "stream"),
        ("GET", "/tables/b4/live", "stream"),
        ("POST", "/play", "open"),
        ("POST", "/new/fantasy", "open"),
        ("POST", "//new//fantasy/", "open"),
        ("POST", "/replays", "open"),
        ("POST", "/tables/b4/rematch", "open"),
        ("POST", "/tables/b4/seats", "sit"),
        ("POST", "/tables/b4/lines", "talk"),
        ("POST", "/tables/b4/moves", "act"),
        ("POST", "/settings", "act"),
        ("POST", "/", "act"),
        ("POST", "*", "act"),
        ("POST", "", "act"),
    ],
)
def test_requests_of_pages_are_counted_by_what_they_do(method: str, path: str, kind: str) -> None:
    assert request_kind(method, path) == kind


# What a device keeps


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_manifest_speaks_and_its_pictures_are_there(
    client: httpx.AsyncClient, language: str
) -> None:
    got = await client.get(f"/manifest.webmanifest?lang={language}")
    assert got.headers["content-type"] == "application/manifest+json"
    data = json.loads(got.content)
    assert data == manifest_in(language)
    titles = listed(["Fantasy Realms", "Medieval Realms"], language)
    assert data["description"] == say("web.shell.description", language, games=titles)
    for picture in data["icons"]:
        assert (await client.get(picture["src"])).status_code == 200


async def test_the_worker_serves_the_whole_site_and_keeps_only_the_frame(
    client: httpx.AsyncClient,
) -> None:
    got = await client.get("/sw.js?state=0&lang=en")
    assert got.headers["content-type"] == "text/javascript; charset=utf-8"
    assert got.headers["cache-control"] == "no-cache"
    assert got.headers["content-security-policy"].startswith(STRICT)  # or it could fetch nothing
    kept = got.text.partition("FRAME = [")[2].partition("]")[0]
    for name in json.loads(f"[{kept}]"):
        assert name in files.files()
