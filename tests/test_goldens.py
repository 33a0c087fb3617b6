"""Goldens: short records, and beside each what everybody at the table was told of it.

Each `NAME.realms` in `goldens/` is one idea. `NAME.told.txt` tells its log as every seat and
a spectator may know it, what each sees at chapter ends, and the final score sheets; who is
told the same stands on one line, so a leak shows as a name that moved. `hands.txt` tells the
rulebook's examples of scoring. After a change that is meant:

    python -m tests.test_goldens --write
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from realms.arena.simulate import recorded
from realms.fantasy import Options, hand
from realms.fantasy.explain import CardSheet, ScoreSheet, reason_text
from realms.fantasy.telling import event_text
from realms.fantasy.view import FantasyView, OfferView
from realms.fantasy.wording import name_of
from realms.games import all_games, game_named
from realms.kernel import notation
from realms.kernel.game import Event, Game, State
from realms.kernel.record import Moment, Record, completed, replay, verify

FOLDER = Path(__file__).with_name("goldens")
CHAPTER = 8
"""Moves after which everybody's view is told."""

LONGEST = 150
WIDTH = 100
SPANISH = ("short-standard-game", "chaos-with-a-clock")
"""Goldens whose log is told in Spanish too."""

DEALT: dict[str, tuple[Options, list[str], int]] = {
    "dealt-standard": (Options(players=3), ["greedy", "random", "random"], 0),
    "dealt-duel": (Options(players=2, variant="duel"), ["greedy", "random"], 4),
    "dealt-chaos": (
        Options(players=3, variant="chaos", rounds=4),
        ["greedy", "random", "random"],
        5,
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


def told(name: str) -> str:
    """Everything that everybody was told of a golden's game."""
    game, record = record_of(name)
    languages = ("en", "es") if name in SPANISH else ("en",)
    moments = list(replay(game, record))
    lines = ["The deal", *view_told(game, record, moments[0].state)]
    for moment in moments[1:]:
        lines += move_told(record, moment, languages)
        if moment.number % CHAPTER == 0 and moment is not moments[-1]:
            lines += [f"After {moment.number} moves", *view_told(game, record, moment.state)]
    lines += ["At the end", *view_told(game, record, moments[-1].state)]
    lines += result_told(game, record, moments[-1].state)
    return "\n".join(lines) + "\n"


def move_told(record: Record, moment: Moment, languages: Iterable[str]) -> Iterator[str]:
    """What a move made happen, as each may know it."""
    for event in moment.events:
        for language in languages:
            yield from grouped(record, partial(event_told, record, event, language))


def event_told(record: Record, event: Event, language: str, viewer: int | None) -> str:
    """An event as a sentence of one viewer's log; empty where it is told nothing."""
    seen = event.seen_by(viewer)
    return "" if seen is None else event_text(seen, record.seats, language)


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


def wrapped(line: str, indent: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def view_told(game: Game, record: Record, state: State) -> Iterator[str]:
    """What everybody sees of a position."""
    seats = range(len(record.seats))
    facts: list[Callable[[FantasyView], str]] = [
        partial(table_told, record.seats),
        area_told,
        *(partial(hand_told, record.seats, seat) for seat in seats),
        partial(own_told, record.seats),
    ]
    for tell in facts:
        yield from grouped(record, partial(seen_told, game, state, tell))


def seen_told(
    game: Game, state: State, tell: Callable[[FantasyView], str], viewer: int | None
) -> str:
    return tell(game.view(state, viewer))


def table_told(names: Sequence[str], view: FantasyView) -> str:
    """What lies open on the table."""
    facts = [f"{view.variant}, {view.phase}", f"turn {names[view.turn]}", f"deck {view.deck}"]
    facts.append("awaited " + (", ".join(names[seat] for seat in view.awaiting) or "nobody"))
    facts += ["must draw"] if view.must_draw else []
    facts += [f"just taken {name_of(view.taken, 'en')}"] if view.taken else []
    facts += [f"ready {names[seat]}" for seat, told in enumerate(view.seats) if told.ready]
    if view.variant == "chaos":
        facts += [f"trades {view.trades}", f"passes {view.passes}"]
        facts += [f"rounds left {view.rounds_left}"] if view.rounds_left is not None else []
    return "; ".join(facts)


def area_told(view: FantasyView) -> str:
    return cards_told("area", view.area)


def cards_told(what: str, cards: Sequence[str]) -> str:
    return f"{what}: {', '.join(name_of(card, 'en') for card in cards)}" if cards else ""


def hand_told(names: Sequence[str], seat: int, view: FantasyView) -> str:
    """What is known of a seat's hand."""
    cards = view.seats[seat]
    shown = [name_of(card, "en") for card in cards.known]
    hidden = cards.cards - len(shown)
    shown += [f"{hidden} hidden"] if hidden else []
    assert seat != view.seat or view.hand == cards.known
    return f"{names[seat]} holds {', '.join(shown) or 'nothing'}"


def own_told(names: Sequence[str], view: FantasyView) -> str:
    """What only some see: cards drawn, open offers, the choice to declare."""
    facts = [cards_told("drawn", view.drawn)] if view.drawn else []
    facts += [offer_told(offer, names) for offer in view.offers]
    facts += [f"to declare: {name_of(view.choice, 'en')}"] if view.choice else []
    return "; ".join(facts)


def offer_told(offer: OfferView, names: Sequence[str]) -> str:
    card = name_of(offer.card, "en") if offer.card else "a card"
    to = "all" if offer.to is None else names[offer.to]
    wish = f" for {name_of(offer.wish, 'en')}" if offer.wish else ""
    return f"offer {offer.offer} of {names[offer.seat]}: {card} to {to}{wish}"


def result_told(game: Game, record: Record, state: State) -> Iterator[str]:
    """The final score sheets, card by card."""
    outcome = game.outcome(state)
    if outcome is None:
        yield "The game goes on."
        return
    for seat, sheet in enumerate(game.sheets(state)):
        won = ", won" if seat in outcome.winners else ""
        yield f"{record.seats[seat]}: {sheet.score} points, strengths {sheet.strengths}{won}"
        yield from sheet_told(sheet)


def sheet_told(sheet: ScoreSheet) -> Iterator[str]:
    for card in sheet.cards:
        points = str(card.total).replace("-", "−")
        yield from wrapped(f"{points:>6}  {card_told(card)}", " " * 8)


def card_told(card: CardSheet) -> str:
    """A card, its suit, and what happened to it; what a bonus lacks is left out here."""
    why = [reason_text(card, why, "en") for why in card.reasons if why.step != "lacks"]
    return f"{name_of(card.card, 'en')} ({name_of(card.suit, 'en')}) " + "; ".join(why)


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
    assert told(name) == text
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
        elif name != "players":
            wanted[name] = {None}
    return wanted


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_variant_and_option_has_a_golden(game: Game) -> None:
    plain = game.options_type()  # type: ignore[call-arg]
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


def write() -> None:
    """Write every golden anew: records completed, everything told."""
    fantasy = game_named("fantasy")
    for name, (options, bots, number) in DEALT.items():
        path = FOLDER / f"{name}.realms"
        if not path.exists():
            record = recorded(fantasy, options, bots, name, number)
            path.write_text(notation.write(fantasy, record), "utf-8")
    for name in names_of_records():
        game, record = record_of(name)
        text = notation.write(game, completed(game, record))
        (FOLDER / f"{name}.realms").write_text(text, "utf-8")
        (FOLDER / f"{name}.told.txt").write_text(told(name), "utf-8")
    (FOLDER / "hands.txt").write_text(hands_told(), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("python -m tests.test_goldens --write")
    write()
