"""Goldens: short records, and beside each what everybody at the table was told of it.

Each `NAME.realms` in `goldens/` is one idea. `NAME.told.txt` tells its log as every seat and
a spectator may know it, what each sees at chapter ends, and the final score sheets; who is
told the same stands on one line, so a leak shows as a name that moved. `hands.txt` tells the
rulebook's examples of scoring. After a change that is meant:

    python -m tests.test_goldens --write
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from realms import medieval
from realms.arena.simulate import record_game
from realms.fantasy import Options, hand
from realms.kernel import notation
from realms.kernel.game import Event, Game, State
from realms.kernel.games import all_games, game_named
from realms.kernel.record import Moment, Record, completed, replay, verify
from realms.medieval.interface import events
from tests.fantasy import golden as fantasy_told
from tests.medieval import golden as medieval_told
from tests.medieval.number_games import FLIPPED
from tests.support.line_wrap import wrapped

FOLDER = Path(__file__).with_name("goldens")
TELLERS: dict[str, Any] = {"fantasy": fantasy_told, "medieval": medieval_told}
"""How each game is told."""

LONGEST = 150
SPANISH = (
    "short-standard-game",
    "chaos-with-a-clock",
    "medieval-decoys-deny-a-land",
    "medieval-an-auction-won-after-passing",
)
"""Goldens whose log is told in Spanish too."""

DEALT: dict[str, tuple[str, Any, list[str], int]] = {
    "dealt-standard": ("fantasy", Options(players=3), ["greedy", "random", "random"], 0),
    "dealt-duel": ("fantasy", Options(players=2, variant="duel"), ["greedy", "random"], 4),
    "dealt-chaos": (
        "fantasy",
        Options(players=3, variant="chaos", rounds=4),
        ["greedy", "random", "random"],
        5,
    ),
    **{
        f"medieval-dealt-{players}-{edition}": (
            "medieval",
            medieval.Options(players=players, edition=edition),
            ["greedy", "random", "greedy", "random", "random"][:players],
            0,
        )
        for players in (2, 3, 4, 5)
        for edition in ("en", "es")
    },
    "medieval-every-switch": (
        "medieval",
        medieval.Options(players=2, edition="en", **FLIPPED),
        ["greedy", "greedy"],
        0,
    ),
    "medieval-readings-taken-literally": (
        "medieval",
        medieval.Options(players=3, majority_tie="activator", island_test="taken"),
        ["greedy", "random", "random"],
        0,
    ),
}
"""Games between bots, dealt once with this number; their records are kept as they are."""

HANDS: list[tuple[str, str, dict[str, Any]]] = [
    ("A chain, with the Cavern", "Blizzard, Great Flood, Wildfire, Cavern", {}),
    ("The chain without the Cavern", "Blizzard, Great Flood, Wildfire", {}),
    (
        "Mirage as Rainstorm",
        "Mountain, Great Flood, Smoke, Whirlwind, Air Elemental, Wildfire, Mirage",
        {"mirage": "Rainstorm"},
    ),
    (
        "The high hand, the Book on the Gem",
        "Bell Tower, Candle, Queen, Sword of Keth, Shield of Keth, Gem of Order, Book of Changes",
        {"book_of_changes": {"card": "Gem of Order", "suit": "Wizard"}},
    ),
    ("Two Basilisks", "Basilisk, Doppelganger, Knights", {"doppelganger": "Basilisk"}),
    ("The Jester with a blanked card", "Jester, Smoke, Gem of Order", {}),
    ("Rangers and Wildfire", "Rangers, Knights, Wildfire", {}),
    (
        "A copied Smoke and the War Dirigible",
        "Smoke, Doppelganger, War Dirigible, Rangers",
        {"doppelganger": "Smoke"},
    ),
]


def names_of_records() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.realms"))


def record_of(name: str) -> tuple[Game, Record]:
    text = (FOLDER / f"{name}.realms").read_text("utf-8")
    return notation.read(text, all_games())


# --- Telling a record ---


def golden_text(name: str) -> str:
    """Everything that everybody was told of a golden's game."""
    game, record = record_of(name)
    teller = TELLERS[game.name]
    in_full = teller.is_told_in_full(record)
    facts = (teller.facts if in_full else teller.brief_facts)(record.seats)
    ends = teller.ends_chapter if in_full else teller.ends_round
    moments = list(replay(game, record))
    lines = ["The deal", *view_told(game, record, moments[0].state, facts)]
    for moment in moments[1:]:
        if in_full or moment is moments[-1]:
            lines += move_told(game, record, moment, name)
        if ends(moment.number, moment.events) and moment is not moments[-1]:
            lines.append(f"After {moment.number} moves")
            lines += view_told(game, record, moment.state, facts)
    lines += ["At the end", *view_told(game, record, moments[-1].state, facts)]
    lines += teller.result_told(game, record, moments[-1].state)
    return "\n".join(lines) + "\n"


def move_told(game: Game, record: Record, moment: Moment, name: str) -> Iterator[str]:
    """What a move made happen, as each may know it."""
    for event in moment.events:
        for language in ("en", "es") if name in SPANISH else ("en",):
            tell = partial(event_told, game, record, moment.state, event, language)
            yield from grouped(record, tell)


def event_told(
    game: Game, record: Record, state: State, event: Event, language: str, viewer: int | None
) -> str:
    """An event as a sentence of one viewer's log; empty where it is told nothing."""
    seen, teller = event.seen_by(viewer), TELLERS[game.name]
    return "" if seen is None else teller.sentence(game, state, seen, record.seats, language)


def grouped(record: Record, sentence: Callable[[int | None], str]) -> Iterator[str]:
    """A sentence for each viewer, those who are told the same together."""
    viewers: list[int | None] = [*range(len(record.seats)), None]
    groups: dict[str, list[str]] = {}
    for viewer in viewers:
        who = "spectator" if viewer is None else record.seats[viewer]
        groups.setdefault(sentence(viewer), []).append(who)
    for text, told_it in groups.items():
        label = "all" if len(told_it) == len(viewers) else ", ".join(told_it)
        if text:
            yield from wrapped(f"  {label}: {text}", "      ")


def view_told(
    game: Game, record: Record, state: State, facts: Iterable[Callable[[Any], str]]
) -> Iterator[str]:
    """What everybody sees of a position."""
    for tell in facts:
        yield from grouped(record, partial(seen_told, game, state, tell))


def seen_told(game: Game, state: State, tell: Callable[[Any], str], viewer: int | None) -> str:
    return tell(game.view(state, viewer))


def hands_told() -> str:
    """The rulebook's examples, scored and explained in both languages."""
    parts = []
    for title, cards, choices in HANDS:
        scored = hand(cards, choices=choices)
        parts.append(f"# {title}\n\n{scored.text('en')}\n\n{scored.text('es')}\n")
    return "\n".join(line.rstrip() for line in "\n".join(parts).splitlines()) + "\n"


# --- The tests ---


@pytest.mark.parametrize("name", names_of_records())
def test_a_record_holds_and_is_written_as_it_stands(name: str) -> None:
    game, record = record_of(name)
    outcome = verify(game, record)
    assert (outcome is not None) == bool(record.result)
    text = (FOLDER / f"{name}.realms").read_text("utf-8")
    assert notation.write(game, completed(game, record)) == text


@pytest.mark.parametrize("name", names_of_records())
def test_a_record_is_told_as_it_was(name: str) -> None:
    text = (FOLDER / f"{name}.told.txt").read_text("utf-8")
    assert golden_text(name) == text
    assert text.count("\n") <= LONGEST  # or nobody reads it


def test_hands_are_told_as_they_were() -> None:
    assert hands_told() == (FOLDER / "hands.txt").read_text("utf-8")


def test_every_file_among_the_goldens_is_one() -> None:
    names = {f"{name}{end}" for name in names_of_records() for end in (".realms", ".told.txt")}
    assert {path.name for path in FOLDER.iterdir()} == names | {"hands.txt"}
    assert set(DEALT) | set(SPANISH) <= set(names_of_records())


def values_wanted(options: type[Any]) -> dict[str, set[Any]]:
    """The values of each option that some golden must have; None is any but the default."""
    wanted: dict[str, set[Any]] = {}
    for name, kind in get_type_hints(options).items():
        if get_origin(kind) is Literal:
            wanted[name] = set(get_args(kind))
        elif kind is bool:
            wanted[name] = {True, False}
        elif name not in ("players", "content"):
            wanted[name] = {None}
    return wanted


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_variant_and_option_has_a_golden(game: Game) -> None:
    plain = game.options_type()
    played = [record.options for g, record in map(record_of, names_of_records()) if g is game]
    for option, values in values_wanted(game.options_type).items():
        met = {getattr(options, option) for options in played}
        missing = values - met if values != {None} else met <= {getattr(plain, option)}
        assert not missing, f"no golden of {game.name} with {option}: {missing}"


def test_options_that_want_a_golden_are_found() -> None:
    """So that the test above can fail."""
    wanted = values_wanted(Options)
    assert wanted["variant"] == {"standard", "duel", "chaos"}
    assert wanted["declare"] == {True, False}
    assert wanted["rounds"] == {None}
    assert "players" not in wanted
    assert values_wanted(medieval.Options)["gp_end"] == {None}


def test_every_event_of_medieval_realms_is_told_in_a_golden() -> None:
    """But what no card of ours makes happen, and half of a change. [MR-18] [MR-71]"""
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type)}
    wanted = {kind for kind in kinds if issubclass(kind, Event)} - {Event}
    wanted -= {events.GotCard, events.TookBack}
    met: set[type] = set()
    for name in names_of_records():
        game, record = record_of(name)
        moments = list(replay(game, record))
        in_full = TELLERS[game.name].is_told_in_full(record)
        for moment in moments if in_full else moments[-1:]:
            met |= {type(event) for event in moment.events}
    assert wanted - met == set()


def write() -> None:
    """Write every golden anew: records completed, everything told."""
    for name, (game_name, options, bots, number) in DEALT.items():
        path, dealt = FOLDER / f"{name}.realms", game_named(game_name)
        if not path.exists():
            record = record_game(dealt, options, bots, name, number)
            path.write_text(notation.write(dealt, record), "utf-8")
    for name in names_of_records():
        game, record = record_of(name)
        text = notation.write(game, completed(game, record))
        (FOLDER / f"{name}.realms").write_text(text, "utf-8")
        (FOLDER / f"{name}.told.txt").write_text(golden_text(name), "utf-8")
    (FOLDER / "hands.txt").write_text(hands_told(), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("python -m tests.test_goldens --write")
    write()
