"""A remote bot: it joins a table by its address and makes random legal moves until the end.

python examples/bot_client.py http://127.0.0.1:8000/api/tables/TABLE Robbie
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class Bot:
    """A seat at a table, played by a program."""

    def __init__(self, table: str, name: str) -> None:
        self.table, self.secret = table, ""
        self.secret = self.ask("/seats", {"name": name})["secret"]

    def open(self, path: str, request_body: Any = None) -> Any:
        """Ask; wait and ask again where that was too much."""
        body = None if request_body is None else json.dumps(request_body).encode()
        headers = {"content-type": "application/json", "authorization": f"Bearer {self.secret}"}
        try:
            return urllib.request.urlopen(urllib.request.Request(self.table + path, body, headers))
        except urllib.error.HTTPError as error:
            with error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers["retry-after"]))
        return self.open(path, request_body)

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask, and read the whole answer."""
        with self.open(path, body) as answer:
            return json.load(answer)

    def attempt(self, path: str, body: Any) -> None:
        """Act, unless somebody was faster: the stream shows what is new."""
        try:
            self.ask(path, body)
        except urllib.error.HTTPError as error:
            if error.code not in (409, 422):
                raise

    def play(self) -> Any:
        """Follow the table, and move when it is our turn; returns how the game ended."""
        with self.open("/stream?as=lines") as lines:
            for line in filter(bytes.strip, lines):  # an empty line is a heartbeat
                seen = json.loads(line)
                if seen["outcome"]:
                    return seen["outcome"]
                if seen["status"] == "open" and all(s["kind"] != "free" for s in seen["seats"]):
                    self.attempt("/start", {})
                elif seen["seat"] in seen["awaiting"]:
                    legal = self.ask("/legal")
                    if legal["moves"]:
                        move = random.choice(legal["moves"])
                        self.attempt("/moves", {"move": move, "seq": legal["seq"]})
        return None


if __name__ == "__main__":
    print(Bot(sys.argv[1], sys.argv[2]).play())  # noqa: T201
