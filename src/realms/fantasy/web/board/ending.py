"""The end of a game: who won and why, hand by hand with its score sheet. [FR-6] [FR-19]"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct

from realms.fantasy.content.card_text import signed
from realms.fantasy.interface.view import FantasyView
from realms.fantasy.interface.what_if import best_sheet
from realms.fantasy.scoring.sheet import ScoreSheet
from realms.fantasy.web.board.cards import CardShown, cards_shown
from realms.fantasy.web.board.moments import TurningPoint, key_moments
from realms.fantasy.web.board.sheets import SheetShown, minus, sheet_shown
from realms.fantasy.web.board.threads import Woven, weave
from realms.kernel.game import Outcome
from realms.kernel.text import listed, say
from realms.web.pages.table.table_page import TablePage


class FinalHand(Struct, frozen=True, kw_only=True):
    """A hand at the end."""

    seat: int
    place: int
    name: str
    is_mine: bool
    is_winner: bool
    points: str
    strengths: int
    cards: tuple[CardShown, ...]
    sheet: SheetShown | None
    """None where choices were declared that nobody told us."""
    score_path: str
    """Where the same hand can be scored with other choices."""
    margin: str = ""
    """Which place it has, and how far it is behind the winner, or before the next."""
    short: str = ""
    """The same where there is little room: `−41`."""
    bonuses: str = ""
    penalties: str = ""
    lost: int = 0
    """The strengths of blanked cards."""
    threads: Woven | None = None
    """What its cards do to each other."""

    @property
    def blanked(self) -> tuple[str, ...]:
        """The cards that are blanked."""
        return tuple(row.card.id for row in self.sheet.rows if row.blanked) if self.sheet else ()


class EndShown(Struct, frozen=True, kw_only=True):
    """The result of a game as the board shows it."""

    winners: str
    reason: str
    paragraph: str
    tie: str
    """How a tie was broken, or that it was not; empty where nobody was tied."""
    tie_paragraph: str
    hands: tuple[FinalHand, ...]
    """The winners first."""
    moments: tuple[TurningPoint, ...] = ()
    """What mattered."""

    @property
    def shown(self) -> FinalHand:
        """The hand that is told first: one's own, or the winner's."""
        return next((hand for hand in self.hands if hand.is_mine), self.hands[0])


def ending(page: TablePage) -> EndShown | None:
    """How the game ended; None before that."""
    outcome = page.table.outcome
    if outcome is None or page.table.view is None or page.table.view.phase != "ended":
        return None
    seats = range(len(outcome.scores))
    order = sorted(seats, key=lambda s: (s not in outcome.winners, -outcome.scores[s]))
    reason = say(f"reason.{outcome.reason}", page.language)
    tie, cited = tie_text(outcome, page.names, page.language)
    return EndShown(
        winners=win_text(outcome, page.names, page.language),
        reason=say("event.ended", page.language, reason=reason),
        paragraph=outcome.paragraph,
        tie=tie,
        tie_paragraph=cited,
        hands=tuple(_hand(page, outcome, seat, order) for seat in order),
        moments=key_moments(page, outcome, [_cards(page, seat) for seat in seats]),
    )


def win_text(outcome: Outcome, names: Sequence[str], language: str) -> str:
    """Who won, and with how many points."""
    points = outcome.scores[outcome.winners[0]]
    return say(
        "web.fantasy.end.won" if len(outcome.winners) == 1 else "web.fantasy.end.shared",
        language,
        n=points,
        points=minus(points),
        winners=listed([names[seat] for seat in outcome.winners], language),
    )


def tie_text(outcome: Outcome, names: Sequence[str], language: str) -> tuple[str, str]:
    """How several with the same points were told apart, and the paragraph. [FR-6] [FR-6a]"""
    best = outcome.scores[outcome.winners[0]]
    level = [seat for seat, score in enumerate(outcome.scores) if score == best]
    if len(level) == 1:
        return "", ""
    fields = {"points": minus(best), "n": best, "strengths": outcome.strengths[outcome.winners[0]]}
    if len(outcome.winners) > 1:
        return say("web.fantasy.end.tie_shared", language, **fields), "FR-6a"
    others = [names[seat] for seat in level if seat not in outcome.winners]
    fields |= {"winner": names[outcome.winners[0]], "others": listed(others, language)}
    return say("web.fantasy.end.tie", language, **fields), "FR-6"


def _cards(page: TablePage, seat: int) -> tuple[str, ...]:
    """A hand that lies open."""
    view: FantasyView = page.table.view
    return tuple(page.views[seat].hand if page.views is not None else view.seats[seat].known)


def _hand(page: TablePage, outcome: Outcome, seat: int, order: Sequence[int]) -> FinalHand:
    view: FantasyView = page.table.view
    cards = _cards(page, seat)
    sheet = _sheet(page, outcome, seat, cards)
    return FinalHand(
        seat=seat,
        place=1 + sum(outcome.scores[other] > outcome.scores[seat] for other in order),
        name=page.names[seat],
        is_mine=seat == page.table.seat,
        is_winner=seat in outcome.winners,
        points=minus(outcome.scores[seat]),
        strengths=outcome.strengths[seat],
        cards=cards_shown(cards, page.language),
        sheet=None if sheet is None else sheet_shown(sheet, page.language),
        score_path=score_path(cards, view.area, page.names[seat]),
        margin=margin_text(outcome, seat, page.language),
        short=minus(outcome.scores[seat] - max(outcome.scores)),
        bonuses=signed(_counted(sheet, "bonus")),
        penalties=minus(_counted(sheet, "penalty")),
        lost=sum(row.strength for row in sheet.cards if row.blanked) if sheet else 0,
        threads=weave(sheet, page.language) if sheet else None,
    )


def margin_text(outcome: Outcome, seat: int, language: str) -> str:
    """How far a seat is behind who won, or the only winner before the next."""
    best, points = max(outcome.scores), outcome.scores[seat]
    rank = 1 + sum(score > points for score in outcome.scores)
    place = say(f"web.fantasy.place.{rank}", language)
    if seat not in outcome.winners:
        key, n = "behind" if points < best else "level", best - points
        return say(f"web.fantasy.finale.{key}", language, n=n, place=place)
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    ahead = points - max(others, default=points)
    return say("web.fantasy.finale.by", language, n=ahead, place=place) if ahead > 0 else ""


def _counted(sheet: ScoreSheet | None, what: str) -> int:
    """The bonuses or penalties of the cards that are not blanked."""
    rows = sheet.cards if sheet else ()
    return sum(int(getattr(row, what)) for row in rows if not row.blanked)


def _sheet(page: TablePage, outcome: Outcome, seat: int, cards: Sequence[str]) -> ScoreSheet | None:
    """The sheet of the game itself where we are told it; else that of the best choices."""
    if page.sheets:
        sheet: ScoreSheet = page.sheets[seat]
        return sheet
    view: FantasyView = page.table.view
    best = best_sheet(cards, view.area, view.variant == "chaos")
    same = (best.score, best.strengths) == (outcome.scores[seat], outcome.strengths[seat])
    return best if same else None


def score_path(cards: Sequence[str], area: Sequence[str], name: str) -> str:
    """The page that scores a hand, with this one on it."""
    fields = {"name": name, "hand": ",".join(cards)}
    if area:
        fields["discard"] = ",".join(area)
    return f"/score?{urlencode(fields, safe=',')}"
