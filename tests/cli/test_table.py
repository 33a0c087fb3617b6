"""The table in the terminal, with bots that do as the test says."""

from __future__ import annotations

import builtins
import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from realms import fantasy
from realms.cli.terminal.game_loop import play_to_end
from realms.cli.terminal.person import Left
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.kernel.game import Game, State
from realms.kernel.record import new_record

Decide = Callable[[Any, int], Any]


class Puppet:
    """A bot whose moves are decided by its view."""

    name = "puppet"

    def __init__(self, decide: Decide) -> None:
        self.decide = decide
        self.positions: list[bytes] = []

    def choose(self, game: Game, position: State, seat: int, seed: str) -> Any:
        self.positions.append(game.snapshot(position))
        return self.decide(game.view(position, seat), seat)


def played(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    options: fantasy.Options,
    *decisions: Decide,
) -> TerminalGame:
    """A table where the person has typed some lines and then left, unless it was over."""
    lines = iter(typed)
    monkeypatch.setattr(builtins, "input", lambda _prompt: next(lines, "q"))
    record = new_record(fantasy.game, options, ["Ada", "Bob", "Cleo"], "table")
    table = TerminalGame(fantasy.game, record, path, [Puppet(decide) for decide in decisions])
    with contextlib.suppress(Left):
        play_to_end(Console(quiet=True), table, "en")
    return table


CHAOS = fantasy.Options(players=3, variant="chaos")


def passes(_view: Any, _seat: int) -> Any:
    return fantasy.Pass()


def offers(view: Any, seat: int) -> Any:
    mine = [offer for offer in view.offers if offer.seat == seat]
    return fantasy.Pass() if mine else fantasy.Offer(view.hand[0], None, "king")


def moves_of(table: TerminalGame) -> list[Any]:
    return [played.move for played in table.record.moves if played.seat == PERSON]


def test_an_offer_is_made_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["offer", "1", "bob", "back", "offer", "2", "all", "drag", "offer", "1", "cleo", "mago"]
    path = tmp_path / "a.realms"
    table = played(path, monkeypatch, [*typed, "withdraw"], CHAOS, passes, passes)
    hand = fantasy.game.view(fantasy.game.start(CHAOS, "table"), PERSON).hand
    first = fantasy.Offer(hand[1], None, "dragon")
    second = fantasy.Offer(hand[0], 2, "wizard")
    assert moves_of(table) == [first, second], "“withdraw” could mean either offer"


def test_an_offer_is_withdrawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["offer", "1", "bob", "none", "withdraw"]
    table = played(tmp_path / "a.realms", monkeypatch, typed, CHAOS, passes, passes)
    offer, withdrawal = moves_of(table)
    assert withdrawal == fantasy.Withdraw(offer.card)


def test_an_offer_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["pass", "bob", "back", "bob", "1"]
    table = played(tmp_path / "a.realms", monkeypatch, typed, CHAOS, offers, passes)
    assert isinstance(moves_of(table)[1], fantasy.Accept)
    assert moves_of(table)[1].seat == 1
    assert table.view.trades == 1


def test_bots_are_handed_a_re_deal_that_their_seat_cannot_tell_from_the_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(tmp_path / "a.realms", monkeypatch, ["pass"] * 4, CHAOS, offers, offers)
    for bot in table.bots.values():
        assert isinstance(bot, Puppet)
        positions = [fantasy.game.restore(position) for position in bot.positions]
        assert len({tuple(position.deck) for position in positions}) == len(positions)


def test_choices_are_declared_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody passes at once; whatever choices the hand has are left as printed."""
    options = fantasy.Options(players=3, variant="chaos", declare=True)

    def leaves(view: Any, seat: int) -> Any:
        return fantasy.Pass() if view.phase == "trading" else fantasy.Declare("best")

    hand = fantasy.game.view(fantasy.game.start(options, "table"), PERSON).hand
    steps = ["1"] if "necromancer" in hand else []
    typed = ["pass", *steps, "nothing", "best"]
    table = played(tmp_path / "a.realms", monkeypatch, typed, options, leaves, leaves)
    assert all(isinstance(move, fantasy.Declare) for move in moves_of(table)[1:])
    assert len(moves_of(table)) > 1
    assert re.search(r"Ada +declare ", table.path.read_text())
