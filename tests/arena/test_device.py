"""The GPU plays and scores as the processor does.

Where no card is, Numba's simulator runs the kernels as Python, on a few games.
"""

from __future__ import annotations

import atexit
import functools
import importlib.util
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from realms import fantasy, medieval
from realms.arena.loops import Lineup
from realms.arena.simulate import simulate
from realms.fantasy.arena import games as fantasy_players
from realms.fantasy.content.tables import (
    BOOK,
    DOPPELGANGER,
    ISLAND,
    MIRAGE,
    NECROMANCER,
    SHAPESHIFTER,
)
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import best_choices, may_raise, new_choices
from realms.kernel.chance import rng_state_from
from realms.medieval.arena import games as medieval_players

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)


@functools.cache
def has_card() -> bool:
    """Whether there is a card to play on; asked in a process of its own."""
    asked = "import sys; from numba import cuda; sys.exit(not cuda.is_available())"
    return subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


RUNNING = """
import contextlib, io, json, sys, traceback
for line in sys.stdin:
    program, *arguments = json.loads(line)
    sys.argv = ["-c", *arguments]
    with contextlib.redirect_stdout(io.StringIO()) as told:
        try:
            with contextlib.suppress(SystemExit):
                exec(compile(program, "program", "exec"), {"__name__": "__main__"})
            answer = {"told": json.loads(told.getvalue())}
        except BaseException:
            answer = {"fault": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
"""
"""Runs the programs it is sent, one after another: a process takes seconds to load it all."""


@functools.cache
def started() -> subprocess.Popen[str]:
    """A process that runs programs on the card, or in the simulator, as long as the tests."""
    simulated = {} if has_card() else {"NUMBA_ENABLE_CUDASIM": "1", "REALMS_COMPILE": "0"}
    process = subprocess.Popen(
        [sys.executable, "-c", RUNNING],
        env={**os.environ, **simulated},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate)
    return process


def there(program: str, *arguments: str) -> Any:
    """What a program prints as JSON that runs on the card, or in the simulator."""
    process = started()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps([program, *arguments]) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    assert "fault" not in answer, answer["fault"]
    return answer["told"]


def few(games: int) -> int:
    """So many games in the simulator; on a card more, which cost it nothing."""
    return 200 * games if has_card() else games


PLAY = """
import json, sys
from realms import fantasy, medieval
from realms.kernel.gpu import device
from realms.kernel.chance import rng_state_from
device.require()
from realms.arena.device import play_rows
game, options, bots, games = json.loads(sys.argv[1])
options = {"fantasy": fantasy, "medieval": medieval}[game].Options(**options)
told = play_rows(game, options, bots, rng_state_from("device"), 40, games)
print(json.dumps([column.tolist() for column in told]))
"""


@pytest.mark.parametrize(
    ("game", "options", "bots", "games"),
    [
        ("fantasy", {"players": 4}, [0, 0, 0, 0], 4),
        ("fantasy", {"players": 3}, [1, 0, 1], 2),
        ("fantasy", {"players": 3, "declare": True}, [0, 0, 0], 2),
        ("fantasy", {"players": 2, "variant": "duel"}, [0, 1], 3),
        ("fantasy", {"players": 3, "variant": "chaos"}, [0, 0, 0], 1),
        ("fantasy", {"players": 3, "variant": "chaos"}, [1, 0, 1], 1),
        ("medieval", {"players": 2}, [0, 0], 2),
        ("medieval", {"players": 3, "edition": "es"}, [0, 0, 0], 2),
        ("medieval", {"players": 5}, [0, 0, 0, 0, 0], 1),
    ],
)
def test_games_on_the_card_are_the_games_of_the_processor(
    game: str, options: dict[str, Any], bots: list[int], games: int
) -> None:
    games = few(games)
    answer = there(PLAY, json.dumps([game, options, bots, games]))
    players: Any = {"fantasy": fantasy_players, "medieval": medieval_players}[game]
    agreed = {"fantasy": fantasy, "medieval": medieval}[game].Options(**options)
    rows = np.arange(40, 40 + games), np.tile(np.arange(len(bots)), (games, 1))
    lineup = Lineup(*rows, np.array(bots), players.LOOPS.new_workspaces(len(bots)))
    here = players.LOOPS.play_rows(agreed, rng_state_from("device"), lineup)
    assert answer == [column.tolist() for column in (here.scores, here.winners, here.lengths)]


SCORE = """
import json, sys
import numpy as np
from realms.kernel.gpu import device
device.require()
from realms.fantasy.device.hands import best_choices_of, score_plain
hands, raisable = (np.array(column, np.int64) for column in json.loads(sys.argv[1]))
best = best_choices_of(hands, raisable)
print(json.dumps([score_plain(hands).tolist(), [list(map(int, made.item())) for made in best]]))
"""


def test_hands_on_the_card_score_and_choose_as_on_the_processor() -> None:
    chance = np.random.default_rng(5)
    drawn = [chance.choice(54, 14, replace=False) for _ in range(few(12))]
    hands = np.array([sum(1 << int(card) for card in cards[:7]) for cards in drawn])
    areas = [sum(1 << int(card) for card in cards[7:]) for cards in drawn]
    raisable = [int(may_raise(hand, area)) for hand, area in zip(hands, areas, strict=True)]
    points = np.zeros(len(hands), np.int64)
    score_plain(hands, points)
    h, made, best = new_scoring_hand(), new_choices(), []
    for hand, cards in zip(hands, raisable, strict=True):
        best_choices(h, made, hand, cards, False)
        best.append([int(value) for value in made.item()])
    plain_there, best_there = there(SCORE, json.dumps([hands.tolist(), raisable]))
    assert plain_there == points.tolist()
    # Up to `fountain` the fields are what was found; the others are room of the search.
    found = [0, 1, 2, 4, *range(6, 13)]
    assert [[row[field] for field in found] for row in best_there] == [
        [row[field] for field in found] for row in best
    ]


SHARED = """
import json, sys
import numpy as np
from numba import cuda
from realms.kernel.gpu import device
device.require()
from realms.fantasy.device import hands as scoring
*told, alone = json.loads(sys.argv[1])
many, scoring.MANY = scoring.MANY, (0,) * alone
hands, raisable = (cuda.to_device(np.array(column, np.int64)) for column in told)
points, strengths = cuda.device_array_like(hands), cuda.device_array_like(hands)
scoring.best_points(hands, raisable, False, points, strengths)
scoring.MANY = many
print(json.dumps([points.copy_to_host().tolist(), strengths.copy_to_host().tolist()]))
"""


@pytest.mark.parametrize(
    ("choosers", "alone"),
    [
        ((), 0),
        ((MIRAGE, ISLAND), 0),
        ((BOOK,), 0),
        ((SHAPESHIFTER, DOPPELGANGER), 0),
        ((MIRAGE, BOOK), 1),
    ],
)
def test_threads_that_share_the_choices_of_a_hand_find_the_best(
    choosers: tuple[int, ...], alone: int
) -> None:
    """Where there are many hands, those with few cards that choose are left to one thread."""
    chance = np.random.default_rng(11)
    others = [card for card in range(54) if card not in (NECROMANCER, *choosers)]
    drawn = [chance.choice(others, 7, replace=False).tolist() for _ in range(few(2))]
    held = [(NECROMANCER, *choosers, *cards)[:7] for cards in drawn]
    hands = [sum(1 << card for card in cards) for cards in held]
    raisable = [
        int(may_raise(hand, 1 << cards[-1])) for hand, cards in zip(hands, drawn, strict=True)
    ]
    h, made, best = new_scoring_hand(), new_choices(), []
    for hand, cards in zip(hands, raisable, strict=True):
        best_choices(h, made, hand, cards, False)
        best.append((int(made.points), int(made.strengths)))
    answer = there(SHARED, json.dumps([hands, raisable, alone]))
    assert list(zip(*answer, strict=True)) == best


FITTING = """
import json
from realms.kernel.gpu import device
from realms.fantasy.device.hands import SCORING_HAND_THERE as there
print(json.dumps({name: there[name].base.itemsize for name in there.names}))
"""


def test_what_a_cast_holds_fits_into_the_smaller_one_of_the_card() -> None:
    done = subprocess.run([sys.executable, "-c", FITTING], capture_output=True, check=True)
    sizes = json.loads(done.stdout)
    assert min(sizes.values()) == 1
    chance = np.random.default_rng(7)
    h, made = new_scoring_hand(), new_choices()
    for _ in range(5_000):
        cards = [NECROMANCER, BOOK, MIRAGE][: chance.integers(4)]
        others = [card for card in range(54) if card not in cards]
        cards += chance.choice(others, 8 - len(cards), replace=False).tolist()
        best_choices(h, made, sum(1 << int(card) for card in cards), 0, False)
        for name, size in sizes.items():
            assert np.all(np.abs(h[name]) < 1 << (8 * size - 1)), name


SIMULATE = """
import json, sys, msgspec
from realms.arena.simulate import simulate
from realms.kernel.games import game_named
game, players, bots, games = json.loads(sys.argv[1])
played = game_named(game)
results = simulate(played, played.options_type(players=players), bots, games, "s", device="cuda")
print(json.dumps(msgspec.to_builtins(results)))
"""


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [("fantasy", 3, ["greedy", "random", "random"]), ("medieval", 3, ["random"])],
)
def test_a_simulation_counts_on_the_card_as_it_does_here(
    game: str, players: int, bots: list[str]
) -> None:
    answer = there(SIMULATE, json.dumps([game, players, bots, few(3)]))
    face: Any = {"fantasy": fantasy, "medieval": medieval}[game]
    here = simulate(face.game, face.Options(players=players), bots, few(3), "s", jobs=1)
    for measured in ("seconds", "games_per_second", "decisions_per_second"):
        del answer[measured]
    assert answer == {name: getattr(here, name) for name in answer}


REFUSED = """
import json
from realms import medieval
from realms.arena.simulate import simulate
from realms.kernel.errors import RealmsError
try:
    simulate(medieval.game, medieval.Options(players=2), ["greedy"], 1, "s", device="cuda")
except RealmsError as error:
    print(json.dumps([error.code, error.sentence("en"), error.sentence("es")]))
"""


def test_a_bot_that_does_not_play_on_the_card_is_named() -> None:
    code, english, spanish = there(REFUSED)
    assert code == "device/bot"
    assert "greedy" in english
    assert "greedy" in spanish


STEP = """
import json, sys
import numpy as np
from numba import cuda
from realms import fantasy, medieval
from realms.kernel.gpu import device
device.require()
from realms.fantasy.device import games as device_fantasy
from realms.medieval.device import games as device_medieval
from realms.medieval.content.registry import rule_tables_row
duel, table = fantasy.Options(players=2, variant="duel"), medieval.Options(players=2)
states = [fantasy.game.start(duel, str(number)) for number in range(3)]
there = cuda.to_device(np.concatenate([device.to_device_layout(state) for state in states]))
device_fantasy.step(there, cuda.to_device(np.zeros(3, np.int64)))
drawn = there.copy_to_host()["pair"].tolist()
states = [medieval.game.start(table, str(number)) for number in range(3)]
there = cuda.to_device(np.concatenate([device.to_device_layout(state) for state in states]))
book = cuda.to_device(device.to_device_layout(rule_tables_row(table)[0]))
codes = np.array([medieval.game.codes(s, medieval.game.awaiting(s)[0])[2] for s in states])
device_medieval.step(there, book, cuda.to_device(codes.astype(np.int64)))
print(json.dumps([drawn, there.copy_to_host()["drafted"].tolist()]))
"""


def test_a_batch_on_the_card_makes_one_step_in_every_game() -> None:
    drawn, drafted = there(STEP)
    duel, table = fantasy.Options(players=2, variant="duel"), medieval.Options(players=2)
    for number in range(3):
        state: Any = fantasy.game.start(duel, str(number))
        state, _ = fantasy.game.play(state, fantasy.game.awaiting(state)[0], fantasy.Draw())
        assert drawn[number] == state.pair.tolist()
        state = medieval.game.start(table, str(number))
        seat = medieval.game.awaiting(state)[0]
        state, _ = medieval.game.play(state, seat, medieval.game.legal(state, seat)[2])
        assert drafted[number] == state.drafted.tolist()
