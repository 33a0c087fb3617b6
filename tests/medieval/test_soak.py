"""Random games keep the laws, and a position that breaks one is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from realms import medieval
from realms.arena.simulate import record_game
from realms.kernel.notation import options_written
from realms.medieval import game
from realms.medieval.arena import soak as soaking
from realms.medieval.arena.soak import soak
from realms.medieval.rules import laws as law
from realms.medieval.rules.state import ACTING, DRAFTING
from tests.medieval.number_games import FLIPPED
from tests.medieval.positions import MANY, drafted, placing, play, position

TABLES = [
    medieval.Options(players=players, edition=edition)
    for players in (2, 3, 4, 5)
    for edition in ("en", "es")
]
TABLES += [medieval.Options(players=players, **FLIPPED) for players in (2, 5)]


@pytest.mark.parametrize("options", TABLES, ids=options_written)
def test_random_games_keep_the_laws(options: medieval.Options) -> None:
    """[MR-6] [MR-16] [MR-21] [MR-36] [MR-54]"""
    result = soak(game, options, 100, "short")
    assert not result.fault, (result.fault, result.game, result.decision)
    assert result.games == 100
    assert result.decisions > 100 * 7 * options.players


def test_games_of_all_bots_keep_the_laws() -> None:
    result = soak(
        game, medieval.Options(players=3), 30, "short", bots=["greedy", "random", "greedy"]
    )
    assert (result.fault, result.games) == ("", 30)


def test_what_is_played_is_reported() -> None:
    reports: list[int] = []
    soak(game, medieval.Options(players=2), 3, "told", reports.append)
    assert reports == [3]


def test_the_games_are_those_of_a_simulation() -> None:
    """So that a game with a fault can be written down."""
    options = medieval.Options(players=2)
    decisions = [soak(game, options, games, "same").decisions for games in (1, 2, 3)]
    lengths = [len(record_game(game, options, ["random"], "same", n).moves) for n in range(3)]
    assert decisions == [sum(lengths[: n + 1]) for n in range(3)]


def test_a_fault_ends_a_soak_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def finds_one(*arguments: Any) -> int:
        found = arguments[-1]
        found[:] = law.ORDER, 7, 31
        return 1000

    monkeypatch.setattr(soaking, "soak_many", finds_one)
    result = soak(game, medieval.Options(players=2), 5000, "fault")
    assert result.fault == law.LAWS[law.ORDER]
    assert (result.games, result.game, result.decision) == (8, 7, 31)
    assert result.decisions == 1000
    assert soaking.main(10) == 8


def test_every_table_gets_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert soaking.main(1) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8
    assert all("1" in line for line in lines)


# --- The laws ---


def tampered(change: Callable[[Any], None], state: Any) -> int:
    change(state)
    return int(law.broken_law(state, game.rule_tables(state), law.new_counts()))


def set_to(name: str, value: Any, *index: int) -> Callable[[Any], None]:
    """A change of one field of a state."""

    def change(state: Any) -> None:
        if index:
            state[name][index] = value
        else:
            state[name] = value

    return change


def bidding() -> Any:
    state = position(panel={2: "leader-mayor"}, tokens={"Ada": "gold 5", "Bob": "gold 3"})
    return play(state, "Ada activate 2 bid 1")


def choosing() -> Any:
    state = position(hands={"Ada": "tithe"}, tokens={"Ada": MANY})
    return play(state, "Ada play tithe")


def behind_screens() -> Any:
    return play(drafted(2), "Ada place gold 4 general 1 admiral 2 decoy 3 4")


def sweep_one(state: Any) -> None:
    state.discards[0], state.current[0], state.swept = state.current[0], -1, 1


SOUND = [position, placing, drafted, bidding, choosing, behind_screens]

BROKEN = [
    (law.WHERE, position, set_to("phase", 9)),
    (law.WHERE, position, set_to("round_now", 8)),
    (law.CARDS, position, set_to("current", 3, 0)),
    (law.CARDS, bidding, set_to("lot", 3)),
    (law.HANDS, position, set_to("held", 5, 0)),
    (law.TOKENS, position, set_to("tokens", -1, 1, 2)),
    (law.TOKENS, position, set_to("points", -1, 2)),
    (law.LEADERS, drafted, set_to("leaders", 9, 0, 1)),
    (law.LEADERS, drafted, set_to("forces", 1, 0, 2, 4)),
    (law.LEADERS, position, set_to("unplaced", 1, 0, 0)),
    (law.DECOYS_PLACED, behind_screens, set_to("forces", 0, 0, 0, 3)),
    (law.DECOYS_PLACED, behind_screens, set_to("forces", 1, 0, 0, 0)),
    (law.DECOYS_PLACED, behind_screens, set_to("unplaced", 1, 1, 3)),
    (law.CHOICES, position, set_to("owes", 1)),
    (law.CHOICES, choosing, set_to("owed_left", 0, 0)),
    (law.CHOICES, choosing, set_to("phase", ACTING)),
    (law.CHOICES, choosing, set_to("chooser", 7)),
    (law.LOT, bidding, set_to("asked", 0)),
    (law.LOT, bidding, set_to("bid", 4)),
    (law.LOT, bidding, set_to("bid", 0)),
    (law.LOT, bidding, set_to("inside", 1)),
    (law.LOT, bidding, set_to("phase", DRAFTING)),
    (law.ORDER, position, set_to("order", 1, 0)),
    (law.ORDER, position, set_to("passed", 1)),
    (law.PANELS, drafted, sweep_one),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize("sound", SOUND)
def test_a_sound_position_breaks_no_law(sound: Callable[[], Any]) -> None:
    assert tampered(lambda _: None, sound()) == 0


@pytest.mark.uncompiled
@pytest.mark.parametrize(("number", "sound", "change"), BROKEN)
def test_a_broken_law_is_found(
    number: int, sound: Callable[[], Any], change: Callable[[Any], None]
) -> None:
    """[MR-4] [MR-21] [MR-22] [MR-31] [MR-36] [MR-45] [MR-55]"""
    assert tampered(change, sound()) == number


def test_every_law_is_broken_above() -> None:
    assert {number for number, _, _ in BROKEN} == set(law.LAWS)
