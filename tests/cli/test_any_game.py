"""A game that brings nothing but its rules: looked up, played, told and checked like any other."""

from __future__ import annotations

import json

import pytest

from realms.cli.commands import commands
from realms.cli.simulate import usual_bot
from realms.cli.terminal.setup import NewGame, start_game
from tests.cli.conftest import Realms, refused
from tests.support.bare_game import BareGame, bare_game

__all__ = ["bare_game"]
pytestmark = pytest.mark.usefixtures("bare_game")


@pytest.fixture(autouse=True)
def forget_commands() -> None:
    """What is cached of the games that are installed."""
    commands.cache_clear()


def game_of_ada(realms: Realms, *more: str, typed: str = "1\n" * 40) -> str:
    """Play in the terminal against bots that move at random; what is shown."""
    words = ("play", "--terminal", "bare", "--seed", "7", "--name", "Zoe", "--bots", "random")
    ran = realms(*words, "--record", "mine.realms", *more, typed=typed)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def test_a_whole_game_by_numbers(realms: Realms) -> None:
    shown = game_of_ada(realms)
    assert "A Bare Game · players=3" in shown
    assert "Hand" in shown
    assert "Your move:" in shown
    assert "The game is over: played. [BG-1]" in shown
    assert realms("verify", "mine.realms").out.startswith("holds: 12 moves, result Zoe ")


def test_a_move_may_be_typed_as_records_write_it(realms: Realms, bare_game: BareGame) -> None:
    """Or by its beginning; what the rules refuse is refused with its reason."""
    options = bare_game.options_type()
    hand = bare_game.view(bare_game.start(options, "7"), 0).hand
    missing = next(card for card in range(12) if card not in hand)
    shown = game_of_ada(realms, typed=f"lay {missing}\nfly\nlay {hand[2]}\nq\n")
    assert f"lay {missing}. [BG-1]" in shown
    assert "“fly” is none of these" in shown
    (first, *_others) = json.loads(realms("export", "mine.realms", "--json").out)["moves"]
    assert first["move"] == {"type": "lay", "card": hand[2]}


def test_questions_are_answered_meanwhile(realms: Realms) -> None:
    shown = game_of_ada(realms, typed="?\ns\nl\nq\n")
    assert "a paragraph of the rules" in shown
    assert shown.count("Points") == 2
    assert "Continue it with: realms play --resume mine.realms --bots random" in shown


def test_a_game_goes_on_from_its_record(realms: Realms) -> None:
    game_of_ada(realms, typed="1\n2\nq\n")
    ran = realms("play", "--resume", "mine.realms", "--bots", "random", typed="1\n" * 40)
    assert ran.status == 0
    assert realms("verify", "mine.realms").out.startswith("holds: 12 moves")


def test_a_replay_shows_each_what_it_may_know(realms: Realms) -> None:
    """What another laid aside stays its secret; whoever sees all sees it."""
    game_of_ada(realms)
    everything = realms("replay", "mine.realms", "--at", "3").out
    own = realms("replay", "mine.realms", "--at", "3", "--seat", "1").out
    assert "The game begins." in everything
    laid = [line for line in everything.splitlines() if "laid" in line]
    seen = [line for line in own.splitlines() if "laid" in line]
    assert len(laid) == len(seen) == 3
    assert laid[0] == seen[0]
    assert all(
        "?" in line and "?" not in open_line
        for line, open_line in zip(seen[1:], laid[1:], strict=True)
    )
    assert "Aside" in own
    assert everything.count("Aside") == 1 + 3, "as a spectator sees it, and as each seat does"


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_result_is_told(realms: Realms, language: str) -> None:
    game_of_ada(realms)
    output = realms("replay", "mine.realms", "--lang", language).out
    assert {"en": "The game is over", "es": "La partida ha terminado"}[language] in output
    assert {"en": "Points", "es": "Puntos"}[language] in output


def test_where_no_bot_is_named_one_that_the_game_has_plays(
    realms: Realms, bare_game: BareGame
) -> None:
    assert usual_bot(bare_game) == "random"
    table = start_game(NewGame("bare", 2, record="medium.realms"), "en")
    assert [bot.name for bot in table.bots.values()] == ["medium"]
    ran = realms("play", "--terminal", "bare", "--bots", "easy", "--name", "Zoe", typed="q\n")
    assert ran.status == 0
    assert "Looks only a little ahead" in ran.out


def test_what_it_does_not_have_costs_one_sentence(realms: Realms) -> None:
    assert refused(realms("cards", "bare")) == "A Bare Game has no cards to look up."
    for command in (("simulate", "bare"), ("play", "--terminal", "bare")):
        sentence = "A Bare Game has no variants: leave out --variant."
        assert refused(realms(*command, "--variant", "duel")) == sentence
    assert "A Bare Game has no content file" in refused(
        realms("simulate", "bare", "--content", "x")
    )


def test_help_speaks_of_it(realms: Realms) -> None:
    assert "Fantasy Realms, Medieval Realms and A Bare Game" in " ".join(
        realms("--help").out.split()
    )
    assert "fantasy, medieval or bare" in " ".join(realms("rules", "--help").out.split())
