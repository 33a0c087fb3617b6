"""Why a move was better than the one made: in a sentence, in every language, by the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from realms.analysis.review.decisions import Steps
from realms.bots.advice import AdviceReason
from realms.kernel.game import Game, State
from realms.kernel.packs import packs
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import Text, say


@runtime_checkable
class BringsLossReasons(Protocol):
    """A pack whose game can say what speaks for moves, and why one is better than another."""

    def move_reasons(
        self, position: Any, seat: int, steps: Sequence[int]
    ) -> Sequence[AdviceReason]:
        """The reasons for a move, the weightiest first; `position` is a re-deal for the seat."""

    def loss_reason(
        self, position: Any, seat: int, made: Sequence[int], better: Sequence[int]
    ) -> tuple[str, AdviceReason] | None:
        """Why one move was better than the one made: `made` or `better`, and what is said of it."""


class PlayedApart(Struct, frozen=True):
    """What became of two moves where games were played on from them: the better less the other."""

    points: float
    """One's own points, on average."""
    rival: float
    """Those of the best rival."""
    wins: float
    """Parts of the win."""

    @property
    def finding(self) -> tuple[str, int]:
        """What is worth telling, as the key of a message, and its number; empty for nothing."""
        points, fewer, wins = round(self.points), round(-self.rival), round(100 * self.wins)
        if points >= max(fewer, 1):
            return "more_points", points
        if fewer >= 1:
            return "fewer_rival", fewer
        return ("more_wins", wins) if wins >= 1 else ("", 0)


class LossReasons:
    """Puts what a game says of moves into words."""

    def __init__(self, game: Game, options: Any, names: Sequence[str]) -> None:
        self.game, self.options, self.names = game, options, tuple(names)
        pack: Any = packs().get(game.name)
        self._pack = pack if isinstance(pack, BringsLossReasons) else None

    def of_move(self, position: State, seat: int, steps: Steps) -> Text | None:
        """What speaks for a move; None where the game says nothing."""
        reasons = self._pack.move_reasons(position, seat, steps) if self._pack else ()
        return self._both(lambda language: self._said(reasons[0], language)) if reasons else None

    def of_loss(self, position: State, seat: int, made: Steps, better: Steps) -> Text | None:
        """Why one move was better than the one made; None where the game cannot tell."""
        which_and_why = self._pack.loss_reason(position, seat, made, better) if self._pack else None
        if which_and_why is None:
            return None
        which, reason = which_and_why
        move = self.game.decode(position, seat, made if which == "made" else better)
        view = self.game.view(position, seat)

        def sentence(language: str) -> str:
            reader = Reader(self.game.name, self.options, view, self.names, language)
            words, said = move_text(move, reader), self._said(reason, language)
            begun = words[:1].upper() + words[1:]
            return say("review.because", language, move=begun, reason=said)

        return self._both(sentence)

    def of_games(
        self, position: State, seat: int, better: Steps, played: PlayedApart
    ) -> Text | None:
        """What games show that were played on after a better move; None where they show nothing."""
        key, n = played.finding
        return self._of(position, seat, better, key, n=n) if key else None

    def of_rivals(
        self, position: State, seat: int, made: Steps, chances: Sequence[tuple[float, float]]
    ) -> Text | None:
        """Whom the move that was made helped most; `chances` are those of all, before and after."""
        gains = [(after - before, rival) for rival, (before, after) in enumerate(chances)]
        gain, rival = max((one for one in gains if one[1] != seat), default=(0.0, seat))
        low, high = (round(100 * chance) for chance in chances[rival])
        if gain <= 0 or high <= low:
            return None
        name = self.names[rival]
        return self._of(position, seat, made, "lifts_rival", name=name, low=low, high=high)

    def _of(self, position: State, seat: int, steps: Steps, key: str, **fields: Any) -> Text:
        """Something said of a move."""
        move, view = self.game.decode(position, seat, steps), self.game.view(position, seat)

        def sentence(language: str) -> str:
            reader = Reader(self.game.name, self.options, view, self.names, language)
            words = move_text(move, reader)
            begun = words[:1].upper() + words[1:]
            return say(f"review.{key}", language, move=begun, **fields)

        return self._both(sentence)

    def _said(self, reason: AdviceReason, language: str) -> str:
        return reason.text(self.game.name, language)

    def _both(self, sentence: Any) -> Text:
        return Text(sentence("en"), sentence("es"))
