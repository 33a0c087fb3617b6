"""The numbers of Medieval Realms: counted as the events tell, and the same every time."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from realms.arena.simulate import record_game
from realms.kernel.chance import rng_state_from
from realms.kernel.game import Event
from realms.kernel.record import replay
from realms.medieval.content.content import CARD
from realms.medieval.content.rule_tables import RESOURCES
from realms.medieval.interface import events as e
from realms.medieval.medieval_realms import GAME
from tools.numbers.count import DECOYS_ALONE, DENIED, HELD, TIED
from tools.numbers.document import EACH, MARK, NAME, command, document, files, template
from tools.numbers.figures import FIGURES, TYPES, mean_of, percentile, share_of
from tools.numbers.pictures import pictures
from tools.numbers.tables import COLUMNS, TABLES, Counts, Setting, count, count_all

SEED = "numbers"
DOCUMENTS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def counts() -> Counts:
    return count_all(1, SEED)


# --- Counting ---


def events_of(table: Setting) -> tuple[list[tuple[int, Event]], Any]:
    """The events of a table's first game with the round they happened in, and its end."""
    record = record_game(GAME, table.options, [table.bot], SEED, 0)
    events, state = [], None
    for moment in replay(GAME, record):
        state = moment.state
        events += [(int(moment.before.round_now), event) for event in moment.events]
    return events, state


def counted(events: list[tuple[int, Event]]) -> Counter[Any]:
    """The same counts from typed events."""
    total: Counter[Any] = Counter()
    for _, event in events:
        match event:
            case e.CardPlayed():
                total["played"] += 1
                total.update({("card", key): n for key, n in event.tokens.items()})
            case e.Won():
                total["won"] += 1
                total["bid", event.resource] += event.bid
                total["price", CARD[event.card].kind, event.bid] += 1
            case e.TookCard() | e.Activated():
                total["price", "goods"] += event.price
                total["activated"] += isinstance(event, e.Activated)
            case e.Received():
                total["astray"] += event.seat != event.activator
            case e.Unclaimed():
                total["unclaimed"] += 1
            case e.Raised():
                total["raised"] += 1
            case e.Gained():
                total["entering", CARD[event.card].kind] += event.points
            case e.Answered():
                total["answers"] += event.points
            case e.MilestonesReached():
                total["reached"] += event.number
            case e.LandFought():
                total["lands", became(event)] += 1
    return total


def became(event: e.LandFought) -> int:
    if event.seat is not None:
        return HELD
    if not any(force.generals + force.admirals for force in event.forces):
        return DECOYS_ALONE
    most = max(force.strength for force in event.forces)
    top = [force for force in event.forces if force.strength == most]
    return DENIED if any(force.decoys for force in top) else TIED


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "table",
    [Setting(2), Setting(3, "es", bot="random"), Setting(4, "en", "on_square"), Setting(5, "es")],
    ids=str,
)
def test_counts_are_what_the_events_tell(table: Setting) -> None:
    n: Any = count(table, rng_state_from(SEED), 0, 1)[0]
    events, state = events_of(table)
    total = counted(events)
    for field in ("played", "won", "activated", "astray", "unclaimed", "raised", "answers"):
        assert n[field] == total[field], field
    assert n.reached == total["reached"]
    assert list(n.lands) == [total["lands", land] for land in range(4)]
    for number, resource in enumerate(RESOURCES):
        spent = [total[why, resource] for why in ("price", "card", "bid")]
        assert list(n.spent[:, number]) == spent
    for number, kind in enumerate(TYPES):
        assert n.entering[number] == total["entering", kind]
        prices = {
            int(price): int(n.prices[number, price]) for price in n.prices[number].nonzero()[0]
        }
        assert prices == {
            key[2]: times
            for key, times in total.items()
            if len(key) == 3 and key[:2] == ("price", kind)
        }
    check_end(n, table, state)
    check_winner(n, table, events, state)


def check_winner(n: Any, table: Setting, events: list[tuple[int, Event]], state: Any) -> None:
    """Who won, by place at the start, and with or without an early card."""
    order, _ = GAME.deal_order(GAME.start(table.options, seed_of_game(table)))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(n.places).index(1) == order.index(outcome.winners[0])
    early = {
        event.seat
        for number, event in events
        if isinstance(event, e.CardPlayed)
        and number <= 3
        and CARD[event.card].kind == "scientific_development"
    }
    assert n.early == len(early)
    assert n.early_wins == (outcome.winners[0] in early)


def seed_of_game(table: Setting) -> str:
    return record_game(GAME, table.options, [table.bot], SEED, 0).seed


def check_end(n: Any, table: Setting, state: Any) -> None:
    """Points by source are those of the score sheets; so is the rest of the end."""
    lines: Counter[Any] = Counter()
    for sheet in GAME.sheets(state):
        assert n.scores[sheet.score] >= 1
        assert n.cards[sheet.cards] >= 1
        for line in sheet.lines:
            kind = CARD[line.card].kind if line.card and line.why == "end" else ""
            lines[line.why, kind] += line.points
    assert [int(x) for x in n.ending[: len(TYPES)]] == [lines["end", kind] for kind in TYPES]
    assert n.leftover == lines["tokens", ""]
    assert n.sets == lines["great_persons", ""]
    assert n.entering.sum() == lines["entering", ""]
    assert n.answers == lines["answers", ""]
    assert n.left == state.tokens[: table.players].sum()
    assert n.kept == state.held[: table.players].sum()
    assert n.revealed == state.dealt
    assert [int(x) for x in n.leaders] == [int(state.leaders[:, x].sum()) for x in range(3)]


def test_all_points_have_a_source(counts: Counts) -> None:
    for table, n in counts.items():
        points = n.entering.sum() + n.answers + n.ending.sum() + n.leftover + n.sets
        assert points == (n.scores * np.arange(len(n.scores))).sum()
        assert n.scores.sum() == n.cards.sum() == table.players
        assert n.played + n.won == (n.cards * np.arange(len(n.cards))).sum()
        assert n.places.sum() == n.games == 1


def test_neither_threads_nor_pieces_change_a_count() -> None:
    table, word = Setting(3, bot="random"), rng_state_from(SEED)
    whole = count(table, word, 0, 4).view(np.int64)
    pieces = sum(count(table, word, first, 2).view(np.int64) for first in (2, 0))
    assert (whole == pieces).all()


# --- Figures ---


def test_a_share_has_an_interval() -> None:
    """Wilson's interval for 50 of 100 is 40.4 to 59.6 per cent."""
    assert str(share_of(50, 100)) == "50.0 % (40.4–59.6)"
    assert str(share_of(0, 10)) == "0.0 % (0.0–27.8)"
    assert share_of(0, 0) is None


def test_means_and_percentiles_of_a_tally() -> None:
    tally = np.array([0, 10, 80, 10, 0])
    assert mean_of(tally) == 2
    assert [percentile(tally, p) for p in (5, 10, 50, 90, 95)] == [1, 1, 2, 2, 3]


# --- The document ---


def test_every_mark_of_the_template_is_known_and_every_figure_used() -> None:
    marks = [mark for mark in MARK.findall(template()) if ": " in mark]
    assert {mark.split(":")[0] for mark in marks} == set(COLUMNS)
    assert {mark.split()[1] for mark in marks} == set(FIGURES)


def test_the_same_seed_gives_the_same_document(counts: Counts) -> None:
    again = count_all(1, SEED, jobs=1)
    assert files(counts, 1, SEED) == files(again, 1, SEED)


def test_the_document_is_whole(counts: Counts) -> None:
    text = document(counts, 1, SEED)
    assert "{{" not in text
    assert f"realms numbers medieval --games 1 --seed {SEED} --out docs" in text
    for line, following in pairwise(text.split("\n")):
        if line.startswith("|") and following.startswith("|"):
            assert line.count("|") == following.count("|"), following


def test_a_seed_is_told_as_a_shell_reads_it() -> None:
    assert "--seed 'two words'" in command(1, "two words")
    assert "--seed 'don'\\''t'" in command(1, "don't")


def test_pictures_are_svg_with_a_title_and_a_description(counts: Counts) -> None:
    for picture in pictures(counts).values():
        root = ElementTree.fromstring(picture)
        title, description = root[0], root[1]
        assert title.tag.endswith("title")
        assert title.text
        assert description.tag.endswith("desc")
        assert "5 players" in (description.text or "")
        assert "prefers-color-scheme: dark" in picture


def test_the_document_of_the_house_is_that_of_the_template() -> None:
    """Its words and its command; its figures take too long to play again here."""
    text = (DOCUMENTS / NAME).read_text("utf-8")
    for line in template().split("\n"):
        plain = re.escape(MARK.sub("\0", EACH.sub("\0", line))).replace("\0", ".*")
        assert re.search(f"^{plain}$", text, re.MULTILINE), line
    assert re.search(r"realms numbers medieval --games \d+ --seed \w+ --out docs", text)
    for name in re.findall(r"\((images/[\w-]+\.svg)\)", text):
        assert (DOCUMENTS / name).exists()
    assert len(TABLES) == 24
