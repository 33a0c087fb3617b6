"""`realms play --terminal medieval`: whole games at the keyboard, in words and by numbers."""

from __future__ import annotations

import builtins
import io
import re
from importlib import resources
from pathlib import Path

import pytest
from rich.console import Console

from realms import medieval
from realms.cli.files import read_record
from realms.cli.terminal.game_loop import person_at
from realms.cli.terminal.setup import NewGame, start_game
from realms.cli.terminal.terminal_game import PERSON
from realms.medieval.interface.moves import Activate, PassRound, Place
from tests.cli.conftest import Realms, refused

PROMPTS = {"en": "Your choice (? for help): ", "es": "Tu decisión (? para la ayuda): "}
DRAFTS = "gold raw\ngold science\nraw science\ngoods battle\nculture battle\n"
"""Of these five pairs one is free, whatever four others take."""
PLACED = "gold 2 raw 2 general 3 admiral 8\ngold 4 general 1 admiral 2 decoy 3 4\n"
ON = "\n1\n5\n13\n2\npass\n\n3\n7\n6\n4\n8\npass\n" * 150
"""Repeat a placement, or go step by step; take what some squares have, play, pass."""
WHOLE = DRAFTS + PLACED + ON


def new_game(path: Path, *more: str) -> tuple[str, ...]:
    arguments = (
        "--terminal",
        "medieval",
        "--seed",
        "tests",
        "--name",
        "Zoe",
        "--record",
        str(path),
    )
    return ("play", *arguments, *more)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("width", "options"),
    [
        (120, []),
        (80, ["--players", "2"]),
        (120, ["--players", "5", "--bots", "random", "--set", "edition=es"]),
        (80, ["--players", "3", "--bots", "greedy,random", "--set", "auction_min_bid=0"]),
    ],
)
def test_a_whole_game(
    realms: Realms,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    width: int,
    options: list[str],
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    path = tmp_path / "whole.realms"
    ran = realms(*new_game(path, "--lang", language, *options), typed=WHOLE)
    assert ran.status == 0
    assert {"en": "The game is over", "es": "La partida ha terminado"}[language] in ran.out
    _game, record = read_record(str(path))
    assert record.result
    assert record.options.players == len(record.seats)
    lines = ran.out.replace(PROMPTS[language], "\n").splitlines()
    assert [line for line in lines if len(line) > width and str(path) not in line] == []


def test_what_is_seen(realms: Realms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    ran = realms(*new_game(tmp_path / "a.realms"), typed=DRAFTS + PLACED)
    assert "Medieval Realms · Round 1 of 7 · placement · 91 cards in the deck" in ran.out
    assert "Place your leaders: 4 mayors, 1 general and 1 admiral." in ran.out
    for word in ("Current panel", "Future panel:", "Lands", "Religion", "Admirals", "to hand"):
        assert word in ran.out
    acting = ran.out.split("· actions ·")[1]
    assert re.search(r"→ \w+ \d", acting), "who holds a land"
    assert re.search(r"^\d\. +Zoe .* to act$", acting, re.MULTILINE)
    assert re.search(r"^ +0 +Pass", acting, re.MULTILINE)
    view = medieval.game.view(medieval.game.start(medieval.Options(), "tests"), 0)
    content = medieval.game.content(medieval.game.start(medieval.Options(), "tests"))
    cards = {card.id: card for card in content.card}
    for id_ in view.current[:4]:
        card = cards[id_ or ""]
        assert re.search(rf"\b{card.colour} · ", ran.out), "a colour is also a word"


def test_questions_and_refusals_cost_nothing(realms: Realms, tmp_path: Path) -> None:
    path = tmp_path / "a.realms"
    typed = f"""
?
help
s
l
c castle
cards city
c
c 1
r MR-24
rules 999
xyzzy
gold
gold
gold gold
gold raw
gold raw religion
{"9" * 5000}
{DRAFTS}
gold 3 general 3 admiral 8
gold 4 general 9 admiral 8
battle 4 general 1 admiral 1
general
oro 4 gen 3 alm
gold 4 general 3 x 8
{PLACED}
activate
activate 99
a 1 bid x
play war
play nonsense
bid 3
14
log
score
puntos
q
"""
    ran = realms(*new_game(path), typed=typed)
    assert ran.status == 0
    assert "a placement: mayors by resource, others by land" in ran.out
    assert "Castle · Orange majority card. Costs 6 raw material tokens." in ran.out
    assert ran.out.count("City (") > 9
    assert "Each land is fought over" in ran.out
    assert "The rules have no paragraph “999”" in ran.out
    assert "“xyzzy” is none of these" in ran.out
    assert "Choose two different resources: draft gold gold. [MR-15]" in ran.out
    assert "Place all your leaders first" in ran.out
    assert "That land is not used with this number of players" in ran.out
    assert "Mayors produce anything but battle" in ran.out
    assert "On which lands?" in ran.out
    assert "No resource or leader is called “x”." in ran.out
    assert "Not in your hand: play war. [MR-48]" in ran.out
    assert "No card is called “nonsense”." in ran.out
    assert "If the game ended now [MR-75]" in ran.out
    moves = [played.move for played in read_record(str(path))[1].moves if played.seat == 0]
    assert len(moves) == 2
    assert isinstance(moves[1], Place)


@pytest.mark.parametrize("typed", ["1", "a 1", "activate 1", "activa 1", "MARKET", "mercado"])
def test_an_action_by_number_word_or_name(realms: Realms, tmp_path: Path, typed: str) -> None:
    """The seed lays a Market, a hole card, on the first square and on no other."""
    seed = market_first()
    path = tmp_path / "a.realms"
    command = ("play", "--terminal", "medieval", "--name", "Zoe", "--bots", "random")
    lines = f"{DRAFTS}goods 4 general 3 admiral 8\n{typed}\n"
    ran = realms(*command, "--seed", seed, "--record", str(path), typed=lines)
    assert ran.status == 0
    record = read_record(str(path))[1]
    assert Activate(1) in [played.move for played in record.moves if played.seat == 0]


def market_first() -> str:
    """A seed by which the first player in turn order is Zoe, with a Market for her."""
    for number in range(10_000):
        state = medieval.game.start(medieval.Options(), f"market {number}")
        view = medieval.game.view(state, 0)
        kinds = [card for card in (*view.current, *view.future) if card == "market"]
        if view.order[0] == 0 and view.current[0] == "market" and len(kinds) == 1:
            return f"market {number}"
    raise AssertionError


def test_a_placement_step_by_step_and_once_more(realms: Realms, tmp_path: Path) -> None:
    path = tmp_path / "a.realms"
    steps = "steps\nback\n1\ngold\nraw\nback\n1\n1\nscience\n3\n8\n3\nback\n5\n1\n5\n"
    typed = DRAFTS + steps + "1\nback\n2\nyes\n" + "pass\n" * 12 + "\n"
    ran = realms(*new_game(path, "--players", "2"), typed=typed)
    assert ran.status == 0
    assert "Where does mayor 1 of 4 go?" in ran.out
    assert "On which land does general 1 of 1 stand?" in ran.out
    assert "A decoy cannot share a land with your generals or admirals" in ran.out
    assert "Your placement: mayors on goods (2), science and gold;" in ran.out
    mine = [played.move for played in read_record(str(path))[1].moves if played.seat == 0]
    first, *others = [move for move in mine if isinstance(move, Place)]
    assert first == Place({"goods": 2, "science": 1, "gold": 1}, (3,), (5,), (1, 2))
    assert others == [first], "Enter repeats the placement of the round before"


def test_where_only_passing_is_left_enter_does_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = (
        "medieval",
        4,
        None,
        (),
        "random",
        "tests",
        "Zoe",
        str(tmp_path / "a.realms"),
        None,
    )
    table = start_game(NewGame(*arguments), "en")
    table.bots[PERSON] = table.bots[1]
    while table.view.phase != "acting" or table.seat_to_move() != PERSON:
        table.play(table.seat_to_move(), table.bot_move(table.seat_to_move()))
    table.state.tokens[PERSON] = 0
    out = Console(file=io.StringIO(), width=120)
    monkeypatch.setattr(builtins, "input", lambda _prompt: "")
    assert person_at(out, table, "en").move() == PassRound()
    assert "All you can do is pass: press Enter. [MR-32]" in out.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("lines", [0, 6, 14])
def test_a_game_left_goes_on_as_if_never_left(realms: Realms, tmp_path: Path, lines: int) -> None:
    whole, left = tmp_path / "whole.realms", tmp_path / "left.realms"
    realms(*new_game(whole, "--bots", "random"), typed=WHOLE)
    typed = WHOLE.splitlines(keepends=True)
    ran = realms(*new_game(left, "--bots", "random"), typed="".join(typed[:lines]))
    assert ran.status == 0
    assert f"realms play --resume {left} --bots random" in ran.out
    assert "[Result" not in left.read_text()
    rest = "".join(typed[lines:])
    ran = realms("play", "--resume", str(left), "--bots", "random", typed=rest)
    assert ran.status == 0
    assert left.read_text() == whole.read_text()


def test_leaving_at_every_prompt(
    realms: Realms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C and Ctrl-D, after every number of lines of the first round."""
    typed = [*DRAFTS.split(), "1", "gold", "raw", "1", "1", "3", "8", "", "1", "1", "pass"]
    for number, leaves in ((n, how) for n in range(len(typed)) for how in (EOFError, None)):
        lines = iter(typed[:number])

        def answer(_prompt: str, lines=lines, leaves=leaves) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001
            line: str | None = next(lines, None)
            if line is None:
                raise leaves or KeyboardInterrupt
            return line

        path = tmp_path / f"{number}{'d' if leaves else 'c'}.realms"
        with monkeypatch.context() as patch:
            patch.setattr(builtins, "input", answer)
            ran = realms(*new_game(path, "--bots", "random"))
        assert ran.status == (0 if leaves else 130)
        assert "realms play --resume" in ran.out
        assert read_record(str(path))[1].seats[0] == "Zoe"


def content_of_ours() -> str:
    return resources.files("realms.medieval").joinpath("content", "content.toml").read_text("utf-8")


def test_a_content_file_of_ones_own(realms: Realms, tmp_path: Path) -> None:
    mine, path = tmp_path / "mine.toml", tmp_path / "a.realms"
    mine.write_text(content_of_ours().replace("Art Gallery", "Picture House"))
    more = ("--content", str(mine))
    ran = realms(*new_game(path, *more), typed=DRAFTS + PLACED + "c picture\nq\n")
    assert ran.status == 0
    assert "Picture House" in ran.out
    assert "Art Gallery" not in ran.out
    assert f"--resume {path} --content {mine}" in ran.out
    assert "content=" in path.read_text()
    ran = realms("play", "--resume", str(path), *more, typed=WHOLE)
    assert ran.status == 0
    assert f"realms replay {path} --content {mine}" in ran.out
    assert realms("replay", str(path), *more).status == 0
    assert "[Result" in path.read_text()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--players", "6"], "Medieval Realms is for 2 to 5 players, not 6. [MR-1]"),
        (["--variant", "duel"], "Medieval Realms has no variants: leave out --variant."),
        (["--set", "edition=fr"], "“fr” is not a value for the option edition; there are en, es."),
        (["--set", "content=0123456789ab"], "This game is played with the content 0123456789ab"),
        (["--content", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--bots", "greedy,random"], "Name one bot, or one for each of the 3 seats they fill."),
    ],
)
def test_what_cannot_be_played_costs_one_sentence(
    realms: Realms, options: list[str], sentence: str
) -> None:
    assert refused(realms("play", "--terminal", "medieval", *options)).startswith(sentence)
    assert list(Path().iterdir()) == []


def test_fantasy_realms_has_no_content_file(realms: Realms) -> None:
    sentence = refused(realms("play", "--terminal", "fantasy", "--content", "mine.toml"))
    assert sentence == "Fantasy Realms has no content file: it cannot be played with another one."
