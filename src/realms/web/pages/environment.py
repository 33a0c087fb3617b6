"""How a page is made: a template, the reader's language and theme, and its words.

Pages are compressed. What proves a seat is in a cookie, and on the page of links to other
devices, which is sent as it is; what people wrote is compressed apart from the rest (see
`compression`), so that nobody learns anything from how long a page is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib.resources import as_file
from typing import Any, cast

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    StrictUndefined,
)
from litestar import MediaType, Response
from markupsafe import Markup

from realms.kernel.games import pack_of_paragraph
from realms.kernel.packs import packs
from realms.kernel.text import LANGUAGES, listed, number_text, say
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_lookup import board_folder, page_links
from realms.web.handover import compile_progress
from realms.web.messages import has_message
from realms.web.pages.compression import pack_text, reads_gzip
from realms.web.pages.files import asset, digest, game_icon, has_asset, icon

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
PACES = ("normal", "slow", "once")
"""How fast moves of others are shown, the usual way first."""
VOLUMES = ("0", "30", "60", "100")
"""How loud sounds are, in percent; none until they are asked for."""
PAGE_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
        " object-src 'none'"
    ),
    "referrer-policy": "same-origin",  # else forms do not tell us where they come from
    "cache-control": "no-store",
    "vary": "accept-encoding, accept-language, cookie, hx-request",
}
"""What a page may load: what we serve, and nothing that is written into it."""
HTMX = {
    "includeIndicatorCSS": False,  # ours
    "morphIgnore": ["data-htmx-powered", "open"],  # what somebody opened stays open
    "sse": {
        "pauseOnBackground": False,  # who looks elsewhere is told when their turn comes
        "reconnectMaxDelay": 5000,  # a server that comes back is soon found again
    },
}
"""Settings of htmx."""
CITED = re.compile(r"\[([A-Z]{2,4}-\d+[a-z]?)\]")
"""A paragraph as refusals name it."""
SMALL = 1024
"""Bytes below which a page is not worth compressing."""


def _loaders() -> Iterator[BaseLoader]:
    """The templates of the games."""
    for pack in packs().values():
        with as_file(pack.folder.joinpath("web", "templates")) as folder:
            yield FileSystemLoader(folder)


@cache
def environment() -> Environment:
    """The templates; what they name and nobody gave them is an error."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("realms.web", "templates"), *_loaders()]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,  # or the disk is asked after every part of a page, each time
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        asset=asset,
        asset_state=digest(),
        icon=icon,
        game_icon=game_icon,
        has_asset=has_asset,
        page_links=page_links,
        board_folder=board_folder,
        compile_progress=compile_progress,
        languages=LANGUAGES,
        themes=THEMES,
        paces=PACES,
        volumes=VOLUMES,
        htmx_settings=json.dumps(HTMX),
    )
    return made


def render_template(template: str, language: str, /, **context: Any) -> str:
    """A template, filled in; `t("home.title")` says the message `web.home.title`."""
    words = {
        "t": partial(_say, language),
        "language": language,
        "numeral": lambda value, digits=0: number_text(value, language, digits),
        "listed": lambda things, joint="and": listed([*things], language, joint),
        "paragraph": partial(paragraph, language=language),
        "say": lambda key, **fields: say(key, language, **fields),
        "has_message": lambda key: has_message(f"web.{key}", language),
        "game_titles": listed([pack.title for pack in packs().values()], language),
    }
    return environment().get_template(template).render(words | context)


def _say(language: str, key: str, /, **fields: Any) -> str:
    return say(f"web.{key}", language, **fields)


def paragraph(number: str, *, language: str) -> Markup:
    """A "why?" behind which a paragraph of the rules stands: shown over the page, or a link."""
    text = say("web.shell.why", language)
    title = say("web.shell.paragraph", language, paragraph=number)
    label = f"{text} {title}"
    return Markup(
        '<a class="paragraph" href="/rules/{}#{}" target="rules" data-why="/paragraphs/{}"'
        ' title="{}" aria-label="{}">{}</a>'
    ).format(pack_of_paragraph(number).name, number, number, title, label, text)


def cite(text: str, language: str) -> Markup:
    """A sentence in which every paragraph named in brackets is a "why?"."""
    parts = CITED.split(text)
    made = [paragraph(part, language=language) if n % 2 else part for n, part in enumerate(parts)]
    return Markup("").join(made)


def setting(request: AnyRequest, name: str, offered: Sequence[str]) -> str:
    """What a browser keeps of a setting; the first where it keeps none."""
    chosen = request.cookies.get(f"realms-{name}", "")
    return chosen if chosen in offered else offered[0]


def render_page(
    request: AnyRequest, template: str, /, *, status: int = 200, **context: Any
) -> Response[str]:
    """A whole page for whoever asked."""
    text = render_template(template, language_of(request), **request_context(request) | context)
    return html_response(request, text, status)


async def render_aside(
    request: AnyRequest, template: str, /, *, status: int = 200, **context: Any
) -> Response[str]:
    """A whole page for whoever asked, rendered where nobody else waits for it."""
    work = partial(render_page, request, template, status=status, **context)
    return await executor_of(request).run(request.scope, work)


def request_context(request: AnyRequest) -> dict[str, Any]:
    """What every page knows of who asks: their theme, and where they are."""
    url = request.url
    return {
        "theme": setting(request, "theme", THEMES),
        "pace": setting(request, "pace", PACES),
        "motion": setting(request, "motion", SWITCH),
        "volume": setting(request, "volume", VOLUMES),
        "here": url.path,
        "back": f"{url.path}?{url.query}" if url.query else url.path,
        "address": str(url),
    }


def html_response(
    request: AnyRequest, text: str, status: int = 200, *, is_packed: bool = True
) -> Response[str]:
    """HTML as an answer, compressed for who can read that."""
    content, headers = text.encode(), dict(PAGE_HEADERS)
    if is_packed and len(content) > SMALL and reads_gzip(request):
        content, headers["content-encoding"] = pack_text(text), "gzip"
    sent = cast("str", content)  # bytes are sent as they are
    return Response(sent, status_code=status, media_type=MediaType.HTML, headers=headers)


def render_fragment(
    request: AnyRequest, template: str, /, *, status: int = 200, **context: Any
) -> Response[str]:
    """A part of a page, for a page that is there already."""
    return render_page(request, template, status=status, **context)


def is_partial(request: AnyRequest) -> bool:
    """Whether a page that is there asks for a part of itself."""
    return request.headers.get("hx-request") == "true"
