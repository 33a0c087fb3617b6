"""Somebody with a browser, inside the process of the test: forms, and cookies that are kept."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from tests.web.client import Answer, Client


class Visitor(Client):
    """Sends forms as a browser does, and keeps its cookies."""

    def __init__(self, app: Any, language: str = "en") -> None:
        super().__init__(app, accept_language=language)
        self.jar: dict[str, str] = {}
        self.partial = False
        """Whether a page that is there asks for parts of itself."""

    def scope(self, method: str, path: str, body: bytes) -> dict[str, Any]:
        scope = super().scope(method, path, body)
        headers = [(k, v) for k, v in scope["headers"] if k != b"content-type"]
        if body:
            headers.append((b"content-type", b"application/x-www-form-urlencoded"))
        if self.partial:
            headers.append((b"hx-request", b"true"))
        if self.jar:
            sentence = "; ".join(f"{name}={value}" for name, value in self.jar.items())
            headers.append((b"cookie", sentence.encode()))
        return scope | {"headers": headers}

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        answer = await super().ask(method, path, body)
        self.jar |= answer.cookies
        return answer

    async def send(self, path: str, **fields: str) -> Answer:
        """A form; `with_` is sent as `with`."""
        return await self.post(
            path, urlencode({k.rstrip("_"): v for k, v in fields.items()}).encode()
        )


def header(answer: Answer, name: str) -> str:
    """A header of an answer; empty if it has none such."""
    return next((v.decode() for k, v in answer.headers if k.lower() == name.encode()), "")


def table_of(answer: Answer) -> str:
    """The table that an answer leads to."""
    assert answer.status == 303, answer.body.decode()
    place = header(answer, "location")
    assert place.startswith("/tables/")
    return place.removeprefix("/tables/")
