"""What every game must hold to, as checks that anybody can run on any game.

`check_game` plays random games and holds each position to the contract: legal lists are
ordered, distinct, and non-empty exactly while a seat is awaited; every legal move plays and
every other is refused and changes nothing; nothing is lost or made; a re-deal leaves the
view of its seat as it was; records replay to the same bytes; the outcome is that of the
score sheets. `digest` and `digest_uncompiled` tell whether compiled rules are the rules.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, field, structs

from realms.kernel import notation
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Game, State
from realms.kernel.games import game_named
from realms.kernel.record import Played, Record, completed, final_state, new_record, redacted

SAMPLE = 24
"""Moves of a long list, and codes beside it, that are tried at each position."""
PATHS = 4
"""Moves of a list that is walked, not written down, that are tried: each costs a walk."""


class Nonconformance(AssertionError):
    """A game breaks the contract."""


class Report(Struct):
    """What was checked."""

    games: int = 0
    positions: int = 0
    moves_played: int = 0
    moves_refused: int = 0
    redeals: int = 0
    redeals_that_differ: int = 0
    dealt_anew: dict[int, bool] = field(default_factory=dict)
    """Whether each part of what is hidden was ever dealt anew for the spectator."""


def require(holds: bool, what: str, **facts: Any) -> None:
    """Raise when something does not hold."""
    if not holds:
        listed = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        raise Nonconformance(f"{what} ({listed})" if listed else what)


def check_game(
    game: Game, options: Any, seeds: Iterable[str], *, evenly: bool = False, every: int = 1
) -> Report:
    """Play one random game per seed and hold every position to the contract, or every n-th."""
    report = Report()
    for seed in seeds:
        check_one(game, options, seed, report, evenly=evenly, every=every)
    kept = [part for part, anew in report.dealt_anew.items() if not anew]
    require(not kept, "a re-deal keeps what is hidden", parts=kept)
    return report


def check_one(
    game: Game, options: Any, seed: str, report: Report, *, evenly: bool = False, every: int = 1
) -> Record:
    """Play one random game and hold it to the contract; returns its record."""
    dice = random.Random(f"conformance {seed}")
    record = new_record(game, options, seat_names(options.players), seed)
    state = game.start(options, seed)
    require(game.options(state) == options, "a state forgets its options", options=options)
    played: list[Played] = []
    while game.awaiting(state):
        require(game.outcome(state) is None, "an outcome while a seat is awaited")
        if len(played) % every == 0:
            check_position(game, state, dice, report)
            report.positions += 1
        seat, move = random_move(game, state, dice, evenly=evenly)
        state, _ = game.play(state, seat, move)
        played.append(Played(seat, move))
        if len(played) % 16 == 0:
            check_redacted(game, structs.replace(record, moves=tuple(played)), options.players)
    report.games += 1
    check_end(game, state, dice, report)
    record = completed(game, structs.replace(record, moves=tuple(played)))
    check_record(game, record, state)
    return record


def seat_names(players: int) -> list[str]:
    """Names for the seats of a made-up table."""
    return ["Ada", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gil"][:players]


def random_move(
    game: Game, state: State, dice: random.Random, *, evenly: bool = False
) -> tuple[int | None, Any]:
    """A random move of a random awaited seat; now and then the table's, if it has one.

    The kind of move is drawn first, so that rare kinds are met as often as common ones.
    Drawn evenly, every move is as likely as any other: where one may pass, games are long.
    """
    seats: list[int | None] = list(game.awaiting(state))
    if game.codes(state, None).size and dice.random() < 0.05:
        seats = [None]
    elif game.may_change(state) and dice.random() < 0.1:
        seats = list(game.may_change(state))
    seat = dice.choice(seats)
    legal = game.legal(state, seat)
    if evenly or not legal.are_steps:
        return seat, legal[dice.randrange(len(legal))]
    kinds: dict[str, list[Any]] = {}
    for move in legal:
        kinds.setdefault(type(move).__name__, []).append(move)
    return seat, dice.choice(kinds[dice.choice(sorted(kinds))])


def check_position(game: Game, state: State, dice: random.Random, report: Report) -> None:
    """Hold one position to the contract."""
    require(not game.violations(state), "a law is broken", laws=game.violations(state))
    require(
        game.restore(game.snapshot(state)).tobytes() == state.tobytes(),
        "a snapshot does not bring the state back",
    )
    awaited = game.awaiting(state)
    for seat in range(game.options(state).players):
        codes = [int(code) for code in game.codes(state, seat)]
        require(codes == sorted(set(codes)), "a legal list is not ordered and distinct", seat=seat)
        may = seat in awaited or seat in game.may_change(state)
        require(bool(codes) == may, "legal moves, but not awaited", seat=seat)
        check_moves(game, state, seat, codes, dice, report)
    for viewer in (None, *range(game.options(state).players)):
        check_redeal(game, state, viewer, dice, report)


def check_moves(
    game: Game, state: State, seat: int, codes: list[int], dice: random.Random, report: Report
) -> None:
    """Every legal move plays and reads back; every other is refused and changes nothing."""
    before = state.tobytes()
    names = seat_names(game.options(state).players)
    moves = game.legal(state, seat)
    tried = SAMPLE if moves.are_steps else PATHS
    for place in dice.sample(range(len(moves)), min(len(moves), tried)):
        move = moves[place]
        steps = game.encode(state, seat, move)
        require(game.decode(state, seat, steps) == move, "a move means another", move=move)
        require(len(steps) != 1 or steps[0] in codes, "a move is no legal step", move=move)
        require(move in moves, "a legal move is not in its list", move=move)
        read = game.read_move(game.write_move(move, names), names)
        require(read == move, "a move does not read back", move=move, read=read)
        game.play(state, seat, move)
        report.moves_played += 1
    legal = set(codes)
    for code in (dice.randrange(-2, game.code_space + 2) for _ in range(SAMPLE)):
        if code not in legal:
            require(game.refusal(state, seat, code) is not None, "an illegal move plays", code=code)
            report.moves_refused += 1
    for move in dice.sample(game.stray_moves(), 4):
        if move not in moves:
            check_refused(game, state, seat, move)
    require(state.tobytes() == before, "asking changed the state")


def check_refused(game: Game, state: State, seat: int, move: Any) -> None:
    """A move that is not legal raises, and cites its paragraph."""
    try:
        game.play(state, seat, move)
    except IllegalMove as error:
        require(bool(error.paragraph), "a refusal without a paragraph", move=move)
    else:
        raise Nonconformance(f"an illegal move plays: {move!r}")


def shown_to(game: Game, state: State, viewer: int | None) -> bytes:
    """Everything a viewer is given of a state, as bytes."""
    if viewer is None:
        return msgspec.json.encode(game.view(state, viewer))
    legal = game.legal(state, viewer)
    first = list(islice(legal, SAMPLE if legal.are_steps else PATHS))
    return msgspec.json.encode([game.view(state, viewer), len(legal), legal.codes, first])


def check_redeal(
    game: Game, state: State, viewer: int | None, dice: random.Random, report: Report
) -> None:
    """What a viewer cannot see may be dealt anew without its noticing.

    The re-deal is a world like any other: dealt anew again for another seat, that seat
    must not notice either, so nothing of what was hidden can have been left in it. And it
    rests on what the viewer knows and the seed alone: worlds that look alike are dealt anew
    alike.
    """
    seed = str(dice.random())
    other = game.redeal(state, viewer, seed)
    require(
        shown_to(game, state, viewer) == shown_to(game, other, viewer),
        "a re-deal shows",
        viewer=viewer,
        before=game.view(state, viewer),
        after=game.view(other, viewer),
    )
    require(not game.violations(other), "a re-deal breaks a law", laws=game.violations(other))
    require(
        game.redeal(other, viewer, seed).tobytes() == other.tobytes(),
        "a re-deal rests on what is hidden",
        viewer=viewer,
    )
    witness = dice.randrange(game.options(state).players)
    again = game.redeal(other, witness, str(dice.random()))
    require(
        shown_to(game, other, witness) == shown_to(game, again, witness),
        "a re-deal of a re-deal shows",
        viewer=witness,
    )
    hidden, anew = game.hidden(state), game.hidden(other)
    report.redeals += 1
    report.redeals_that_differ += hidden != anew
    if viewer is None:
        for part, (one, another) in enumerate(zip(parts(hidden), parts(anew), strict=True)):
            report.dealt_anew[part] = report.dealt_anew.get(part, False) or one != another


def parts(hidden: Any) -> tuple[Any, ...]:
    """What is hidden, by its parts where a game tells several."""
    has_parts = isinstance(hidden, tuple) and any(isinstance(p, tuple | bytes) for p in hidden)
    return hidden if has_parts else (hidden,)


def check_end(game: Game, state: State, dice: random.Random, report: Report) -> None:
    """The end of a game: nobody is awaited, and the sheets are the scores."""
    outcome = game.outcome(state)
    require(outcome is not None, "a game ends without an outcome")
    assert outcome is not None
    scores = tuple(sheet.score for sheet in game.sheets(state))
    require(scores == outcome.scores, "sheets and scores differ", sheets=scores)
    best = max(outcome.scores)
    require(bool(outcome.winners), "nobody wins")
    require(all(outcome.scores[seat] == best for seat in outcome.winners), "a winner has less")
    require(not game.violations(state), "a law is broken", laws=game.violations(state))
    for viewer in (None, *range(len(outcome.scores))):
        require(not len(game.codes(state, viewer)), "a move after the end", viewer=viewer)
        check_redeal(game, state, viewer, dice, report)


def check_record(game: Game, record: Record, state: State) -> None:
    """The record reads back as written and replays to the same bytes."""
    text = notation.write(game, record)
    _, read = notation.read(text, [game])
    require(notation.write(game, read) == text, "a record does not read back")
    require(
        final_state(game, read).tobytes() == state.tobytes(), "a record replays to another state"
    )


def check_redacted(game: Game, record: Record, players: int) -> None:
    """What a seat is told of an unfinished game has no seed, and reads back."""
    for viewer in (None, *range(players)):
        known = redacted(game, record, viewer)
        text = notation.write(game, known)
        if known.is_redacted:
            require(f'"{record.seed}"' not in text, "a redacted record tells the seed")
        require(notation.write(game, notation.read(text, [game])[1]) == text, "redacted differs")


def digest(game: Game, options: Any, seeds: Iterable[str], *, evenly: bool = False) -> str:
    """A digest of every state of random games, to compare two ways of running the rules."""
    total = hashlib.sha256()
    for seed in seeds:
        dice = random.Random(f"digest {seed}")
        state = game.start(options, seed)
        while game.awaiting(state):
            total.update(state.tobytes())
            state, events = game.play(state, *random_move(game, state, dice, evenly=evenly))
            total.update(msgspec.json.encode([msgspec.to_builtins(e) for e in events]))
        total.update(msgspec.json.encode([game.outcome(state), game.sheets(state)]))
    return total.hexdigest()


def digest_uncompiled(
    game: Game, options: Any, seeds: Iterable[str], *, evenly: bool = False
) -> str:
    """The same digest from another process that runs the rules as plain Python."""
    arguments = [notation.options_written(options), "evenly" if evenly else "by kind"]
    command = [sys.executable, "-m", "realms.kernel.conformance", game.name]
    run = subprocess.run(
        [*command, *arguments, *seeds],
        env={**os.environ, "REALMS_COMPILE": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def main(name: str, options_text: str, chooser: str, *seeds: str) -> None:
    """Print the digest of an installed game: see `digest_uncompiled`."""
    game = game_named(name)
    options = notation.options_read(game, options_text.split(";"))
    sys.stdout.write(digest(game, options, seeds, evenly=chooser == "evenly") + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
