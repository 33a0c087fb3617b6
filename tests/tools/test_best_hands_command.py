"""`realms solve --out`: the document of the best hands, written into a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from realms.fantasy.solve.question import Question, parse_cards_and_suits
from tests.cli.conftest import Realms, refused
from tools.__main__ import COMMANDS
from tools.best_hands import document as best_hands
from tools.best_hands.document import questions

GIVEN = "Candle, Bell Tower, Book, Gem of Order, Collector"


def test_the_document_and_its_picture(
    realms: Realms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    having = parse_cards_and_suits(GIVEN)
    names = list(questions())
    small = dict.fromkeys(names, Question(having=having, top=5))
    small["worst"] = Question(having=having, top=5, worst=True)
    monkeypatch.setattr(best_hands, "questions", lambda: small)
    monkeypatch.setattr(best_hands, "EVERY", Question(having=having, top=5, every=True))
    ran = realms("solve", "fantasy", "--out", "new/docs", brought=COMMANDS)
    assert ran.status == 0, ran.err
    assert (tmp_path / "new/docs/images/best-hands.svg").exists()
    text = (tmp_path / "new/docs/best-hands.md").read_text()
    assert text.startswith("# The best hands of Fantasy Realms\n")
    assert ran.out.count("Wrote ") == 2


def test_there_is_nothing_to_solve_in_another_game(realms: Realms) -> None:
    sentence = refused(realms("solve", "medieval", "--out", "docs", brought=COMMANDS))
    assert sentence == "There is nothing to solve in medieval, only in fantasy."
