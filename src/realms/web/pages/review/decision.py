"""The decision that is looked at: what could be done, what each move promised, where it was."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from realms.analysis.review import ReviewedDecision
from realms.kernel.presentation.texts import move_text
from realms.web.game_lookup import board_of
from realms.web.game_parts import ShowsDecisions
from realms.web.pages.replay.context import practice_path, what_if_path
from realms.web.pages.review.moments import MomentReader, MomentShown, begun


class WeighedOption(Struct, frozen=True):
    """A move that was possible."""

    text: str
    chance: int
    error: int
    low: int
    high: int
    reason: str
    is_made: bool
    is_best: bool


class SeatChances(Struct, frozen=True):
    """The chances of a seat before a decision and after it, in percent."""

    seat: int
    name: str
    before: int
    before_error: int
    after: int
    after_error: int


class DecisionShown(Struct, frozen=True, kw_only=True):
    """The decision that is looked at."""

    moment: MomentShown
    options: tuple[WeighedOption, ...]
    reason: str
    """Why another move was better …"""
    reason_about: str
    """… and which it speaks of: `best`, `made`, or nothing where it names the move itself."""
    chances: tuple[SeatChances, ...]
    board: str
    """Where the table of that moment can be seen, by the eyes of the player."""
    practice: str
    """Where that moment can be tried again."""
    what_if: str
    """Where the best of the other moves is played out beside the one made."""
    position: Any
    """The game's own picture of the position, both moves marked; None where it has none."""


def decision_shown(
    reader: MomentReader, one: ReviewedDecision, moment: MomentShown, is_open: bool
) -> DecisionShown:
    """A decision as its page shows it; with `is_open` what was hidden is shown as well."""
    replay = reader.replay
    words = reader.reader(one)
    reasons = [option.reason for option in one.alternatives]
    options = tuple(
        WeighedOption(
            text=begun(move_text(option.move, words)),
            chance=round(100 * option.chance),
            error=half_width(option.low, option.high),
            low=round(1000 * option.low),
            high=max(round(1000 * option.low) + 4, round(1000 * option.high)),
            reason=begun(option.reason[reader.language])
            if option.reason and option.reason not in reasons[:place]
            else "",
            is_made=option.move == one.move,
            is_best=place == 0,
        )
        for place, option in enumerate(one.alternatives)
    )
    seen = urlencode({"at": one.number - 1, "as": one.seat})
    about, reason = _reason(one, options, reader.language)
    return DecisionShown(
        moment=moment,
        options=options,
        reason=reason,
        reason_about=about,
        chances=_chances(reader, one),
        board=f"{replay.path}?{seen}",
        practice=practice_path(replay, one.number - 1, one.seat),
        what_if=what_if_path(replay, one.number - 1, _other_move(reader, one)),
        position=_position(reader, one, is_open),
    )


def _reason(
    one: ReviewedDecision, options: tuple[WeighedOption, ...], language: str
) -> tuple[str, str]:
    """Why another move was better, without the move that stands beside it anyway."""
    sentence = one.reason[language] if one.reason else ""
    for option in options:
        if (option.is_best or option.is_made) and sentence.startswith(f"{option.text}: "):
            rest = sentence.removeprefix(f"{option.text}: ")
            return ("best" if option.is_best else "made"), begun(rest)
    return "", sentence


def half_width(low: float, high: float) -> int:
    """Half an interval in percent; nobody is sure.

    >>> half_width(0.41, 0.46), half_width(0.5, 0.5)
    (3, 1)
    """
    return max(1, round(50 * (high - low) + 0.01))


def _chances(reader: MomentReader, one: ReviewedDecision) -> tuple[SeatChances, ...]:
    """Everybody's chances before and after."""
    if not one.before_low:
        return ()
    return tuple(
        SeatChances(
            seat=seat,
            name=reader.name_of(seat),
            before=round(100 * one.before[seat]),
            before_error=half_width(one.before_low[seat], one.before_high[seat]),
            after=round(100 * one.after[seat]),
            after_error=half_width(one.after_low[seat], one.after_high[seat]),
        )
        for seat in range(len(one.before))
    )


def _other_move(reader: MomentReader, one: ReviewedDecision) -> str:
    """The best of the moves that were not made, as a record has it."""
    others = [option.move for option in one.alternatives if option.move != one.move]
    replay = reader.replay
    return replay.game.write_move(others[0], replay.names) if others else ""


def _position(reader: MomentReader, one: ReviewedDecision, is_open: bool) -> Any:
    """The position as its game draws it, the two moves marked; None where it does not."""
    replay = reader.replay
    board = board_of(replay.game.name)
    if not isinstance(board, ShowsDecisions):
        return None
    page = replay.page(one.number - 1, one.seat, reader.language)
    if is_open:
        state = replay.states[one.number - 1]
        views = tuple(replay.game.view(state, seat) for seat in range(len(replay.names)))
        page = replace(page, views=views)
    best = one.alternatives[0].move
    return board.decision_shown(page, one.move, best if best != one.move else None)
