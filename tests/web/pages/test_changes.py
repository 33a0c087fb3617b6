"""What changed of a page is what is sent, compressed; what people wrote is compressed apart."""

from __future__ import annotations

import gzip
import json
import zlib

from hypothesis import given
from hypothesis import strategies as st

from realms.web.pages.compression import APART, GzipWriter, pack_text, sections
from realms.web.pages.page_delta import page_delta, piece_count
from realms.web.pages.table.live import change_event, whole_event
from tests.web.delta_reader import apply_delta

WORDS = st.lists(
    st.sampled_from(["<p>", "</p>", "\n", "a", "Ada draws a card from the deck. ", "😀", "é", ">"]),
    max_size=40,
).map("".join)


@given(WORDS, WORDS)
def test_a_delta_makes_the_new_text_of_the_old_one(old: str, new: str) -> None:
    assert apply_delta(old, page_delta(old, new)) == new
    assert page_delta(new, new) == ([0, piece_count(new)] if len(new) >= 24 else [new] * bool(new))


def test_of_lines_that_changed_places_only_what_is_new_is_told() -> None:
    """What follows a line found earlier is compared with what it stands instead of."""
    first, second = ("<p>A line that was there before.</p>\n", "<p>Another one of the kind.</p>\n")
    old = first + second + "<b>Cleo has many cards in play: seven</b><i>8</i>\n"
    new = second + "<b>Cleo has many cards in play: seven</b><i>9</i>\n" + first
    delta = page_delta(old, new)
    assert apply_delta(old, delta) == new
    assert "".join(one for one in delta if isinstance(one, str)) == "9</i>\n"


@given(st.lists(WORDS, min_size=1, max_size=5), st.lists(WORDS, min_size=1, max_size=5))
def test_an_event_tells_it_across_what_is_compressed_apart(
    before: list[str], after: list[str]
) -> None:
    old, new = APART.join(before), APART.join(after)
    event = b"".join(change_event("7.0", old, new)).decode()
    assert event.startswith("id: 7.0\ndata: [")
    assert event.endswith("]\n\n")
    assert apply_delta(old, json.loads(event.splitlines()[1].removeprefix("data: "))) == new


def test_who_takes_no_changes_is_told_the_whole() -> None:
    text = f"<p>One</p>\n{APART}<b>talk</b>{APART}\n<p>Two</p>"
    lines = b"".join(whole_event("3.1", text)).decode().split("\n")
    data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
    assert "\n".join(data) == text
    assert lines[0] == "id: 3.1"


@given(st.lists(st.binary(max_size=200), max_size=6))
def test_parts_make_one_gzip_that_is_read_as_it_comes(parts: list[bytes]) -> None:
    writer, reader, read = GzipWriter(), zlib.decompressobj(31), b""
    sent = []
    for number, part in enumerate(parts, 1):
        sent.append(writer.add([part]))
        read += reader.decompress(sent[-1])
        assert read == b"".join(parts[:number]), "at once"
    assert gzip.decompress(b"".join(sent) + writer.end()) == b"".join(parts)


def test_how_long_a_page_is_tells_nothing_of_what_a_guess_stands_beside() -> None:
    secret, page = "Protection Rune in the hand", "<p>{}</p>" + APART + "<i>{}</i>" + APART
    right = len(pack_text(page.format(secret, "Protection Rune in the hand")))
    wrong = len(pack_text(page.format(secret, "Qsnudbuhno!Srod!ho!uid!i`oe")))
    assert right == wrong
    assert gzip.decompress(pack_text(page.format(secret, "x"))).decode().count("hand") == 1
    assert len(sections(page)) == 3
