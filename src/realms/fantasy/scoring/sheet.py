"""Score sheets: a hand's score, card by card, with the reason of every point. [FR-19]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.fantasy.content import tables as t
from realms.fantasy.content.card_text import effect_text, name_of, signed
from realms.fantasy.content.cards import CARD, CARDS, SUITS
from realms.fantasy.content.effects import Blanked, Score
from realms.fantasy.scoring import blanking
from realms.fantasy.scoring import score as scoring
from realms.fantasy.scoring.choices import Choices, write_choices
from realms.fantasy.scoring.score import score_hand
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.singles import longest_run
from realms.fantasy.scoring.wilds import apply_choices
from realms.kernel.bits.sets import bits_of, members
from realms.kernel.journal import journal_rows, new_journal
from realms.kernel.presentation.html import html_of
from realms.kernel.text import LANGUAGES, listed, say


class SheetReason(Struct, frozen=True):
    """One thing that happened to a card: in which step, what, how much, because of whom."""

    step: str
    """choose, clear, blank, bonus, penalty or lacks"""
    paragraph: str
    points: int = 0
    effect: int = -1
    """The number of the effect among the card's own, bonus first."""
    by: tuple[str, ...] = ()
    """The cards that caused it, or that are missing."""
    kind: str = ""
    """What exactly, as a key of the catalogue under `sheet.`"""


class CardSheet(Struct, frozen=True):
    """What one card of the hand is worth."""

    card: str
    name: str
    suit: str
    strength: int
    bonus: int
    penalty: int
    blanked: bool
    reasons: tuple[SheetReason, ...]

    @property
    def total(self) -> int:
        """Nothing if blanked, else strength, bonus and penalty. [FR-8]"""
        return 0 if self.blanked else self.strength + self.bonus + self.penalty

    def explanation(self) -> dict[str, Any]:
        """As what the card was scored, and why: step, paragraph, points, cards, sentence."""
        return {
            "name": self.name,
            "suit": self.suit,
            "reasons": [
                {
                    "step": reason.step,
                    "paragraph": reason.paragraph,
                    "points": reason.points,
                    "by": list(reason.by),
                    "text": {
                        language: reason_text(self, reason, language) for language in LANGUAGES
                    },
                }
                for reason in self.reasons
            ],
        }


class ScoreSheet(Struct, frozen=True):
    """What a hand is worth, and why. [FR-19]"""

    score: int
    strengths: int
    choices: Choices
    cards: tuple[CardSheet, ...]

    @property
    def blanked(self) -> tuple[str, ...]:
        """The blanked cards."""
        return tuple(sheet.card for sheet in self.cards if sheet.blanked)

    _repr_html_ = html_of

    def as_json(self, why: bool = False) -> dict[str, Any]:
        """The sheet as data for other programs; with the reasons of every point if asked."""
        return {
            "score": self.score,
            "strengths": self.strengths,
            "blanked": list(self.blanked),
            "choices": self.choices,
            "cards": {
                sheet.card: {
                    "strength": sheet.strength,
                    "bonus": sheet.bonus,
                    "penalty": sheet.penalty,
                    "total": sheet.total,
                    **(sheet.explanation() if why else {}),
                }
                for sheet in self.cards
            },
        }


def score_sheet(hand: int, made: Any) -> ScoreSheet:
    """The score sheet of a hand, the raised card among it, with choices made. [FR-19]"""
    h, journal = new_scoring_hand(), new_journal()
    apply_choices(h, hand, made)
    score = int(score_hand(h, journal))
    rows = journal_rows(journal)
    sheets = tuple(_card_sheet(h, made, place, rows) for place in range(int(h.held)))
    return ScoreSheet(score, int(h.strengths), write_choices(made), sheets)


def _id(h: Any, place: int) -> str:
    return CARDS[int(h.card[place])].id


def _card_sheet(h: Any, made: Any, place: int, rows: list[tuple[int, ...]]) -> CardSheet:
    reasons = _choice_reasons(h, made, place)
    bonus = penalty = 0
    for kind, where, by, points, _ in rows:
        if where != place:
            continue
        if kind in (scoring.GAVE, scoring.GAVE_OWN):
            bonus += points
        elif kind == scoring.TOOK:
            penalty += points
        reason = _reason(h, place, kind, by, points)
        if reason:
            reasons.append(reason)
    return CardSheet(
        card=_id(h, place),
        name=CARDS[int(h.name[place])].id,
        suit=SUITS[int(h.suit[place])].id,
        strength=int(h.strength[place]),
        bonus=bonus,
        penalty=penalty,
        blanked=bool((h.blanked >> place) & 1),
        reasons=tuple(reasons),
    )


def _choice_reasons(h: Any, made: Any, place: int) -> list[SheetReason]:
    """How choices changed a card before anything was scored. [FR-14] to [FR-17] [FR-20]"""
    card, name = int(h.card[place]), int(h.name[place])
    reasons = []
    if card == made.raised:
        reasons.append(SheetReason("choose", "FR-20", by=("necromancer",), kind="raised"))
    if card != name:
        whole = card == t.DOPPELGANGER
        paragraph = "FR-14" if whole else "FR-15"
        reasons.append(SheetReason("choose", paragraph, by=(CARDS[name].id,), kind="copied"))
    if card == made.book_card:
        reasons.append(SheetReason("choose", "FR-16", by=("book_of_changes",), kind="changed"))
    if card == made.island:
        reasons.append(SheetReason("clear", "FR-17g", by=("island",), kind="cleared"))
    return reasons


def _reason(h: Any, place: int, kind: int, by: int, points: int) -> SheetReason | None:
    """One row of the scoring's journal as a reason; None where it says nothing. [FR-19]"""
    if kind in (blanking.CLEARED, blanking.CLEARED_WORD):
        if not t.HAS_PENALTY[h.penalty_of[place]]:
            return None
        whole = kind == blanking.CLEARED
        what = ("FR-9", "cleared") if whole else ("FR-10", "cleared_word")
        if not whole and not _speaks_of_word(int(h.penalty_of[place])):
            return None
        return SheetReason("clear", what[0], by=(_id(h, by),), kind=what[1])
    if kind == blanking.BLANKED:
        return SheetReason("blank", "FR-13", by=(_id(h, by),), kind="blanked")
    if kind == blanking.BLANKED_CYCLE:
        kind_shown = "blanked_itself" if by == place else "blanked_cycle"
        return SheetReason("blank", "FR-13a", by=(_id(h, by),), kind=kind_shown)
    if kind == blanking.BLANKED_UNLESS:
        return _blanked_unless_reason(h, place)
    if kind == scoring.GAVE_OWN:
        return _own_reason(h, place, by, points)
    return _row_reason(h, place, by, points, "penalty" if kind == scoring.TOOK else "bonus")


def _blanked_unless_reason(h: Any, place: int) -> SheetReason:
    """What brought down a card that is *blanked unless* or *blanked with*. [FR-13b]"""
    owner = CARDS[int(h.penalty_of[place])]
    (effect,) = (effect for effect in owner.penalty if isinstance(effect, Blanked))
    disturbers = _matching(h, effect.having)
    if disturbers:
        return SheetReason("blank", "FR-13b", by=tuple(disturbers), kind="disturbed")
    return SheetReason("blank", "FR-13b", by=tuple(effect.unless), kind="blanked_unless")


def _word() -> str:
    """The suit whose word some cards clear from penalties. [FR-10]"""
    return SUITS[next(members(t.WORD))].id


def _speaks_of_word(card: int) -> bool:
    return any(
        _word() in getattr(effect, field)
        for effect in CARDS[card].penalty
        for field in effect.__struct_fields__
        if isinstance(getattr(effect, field), list)
    )


def _active(h: Any) -> list[int]:
    return [place for place in range(int(h.held)) if not (h.blanked >> place) & 1]


def _matching(h: Any, things: Sequence[str], besides: int = -1) -> list[str]:
    """The active cards that are among some names and suits."""
    return [
        _id(h, place)
        for place in _active(h)
        if place != besides
        and (CARDS[int(h.name[place])].id in things or SUITS[int(h.suit[place])].id in things)
    ]


def _row_reason(h: Any, place: int, row: int, points: int, step: str) -> SheetReason | None:
    effect = t.ROW_EFFECTS[row]
    owner = CARDS[int(h.bonus_of[place] if step == "bonus" else h.penalty_of[place])]
    number = list(owner.bonus + owner.penalty).index(effect)
    if points:
        silent = _word() if step == "penalty" and (h.army_cleared >> place) & 1 else ""
        by = _matching(h, [suit for suit in effect.each if suit != silent])
        by += _matching(h, [suit for suit in effect.each_other if suit != silent], place)
        by += _matching(h, effect.all_of) + _matching(h, effect.any_of)
        return SheetReason(step, "FR-7", points, number, tuple(dict.fromkeys(by)), "given")
    if step == "penalty" or _superseded(h, effect):
        return None
    missing = [thing for thing in effect.all_of if not _matching(h, [thing])]
    if missing:
        return SheetReason("lacks", "FR-19", 0, number, tuple(missing), "lacks")
    spoilers = _matching(h, effect.none_of)
    if spoilers:
        return SheetReason("lacks", "FR-19", 0, number, tuple(spoilers), "spoiled")
    either = effect.any_of or effect.each + effect.each_other
    return SheetReason("lacks", "FR-19", 0, number, tuple(either), "lacks_any")


def _superseded(h: Any, effect: Score) -> bool:
    """Whether a bonus is silent only because a better one of the card speaks."""
    return bool(_matching(h, effect.none_of)) and bool(effect.each or effect.any_of)


OWN_PARAGRAPHS = {
    t.RUNS: "FR-17a",
    t.COLLECTIONS: "FR-17b",
    t.DIFFERENT: "FR-17e",
    t.ODD: "FR-17d",
    t.STRENGTHS: "FR-2",
    t.ONE_STRENGTH: "FR-17c",
}


def _own_reason(h: Any, place: int, rule: int, points: int) -> SheetReason:
    by: list[str] = []
    if rule == t.STRENGTHS:
        by = _matching(h, [SUITS[suit].id for suit in members(t.STRENGTHS_OF)])
    elif rule == t.ONE_STRENGTH and h.fountain >= 0:
        by = [_id(h, int(h.fountain))]
    elif rule == t.ODD and points:
        by = [_id(h, p) for p in _active(h) if h.strength[p] & 1 and p != place]
    elif rule == t.RUNS and points:
        by = _in_runs(h)
    elif rule == t.COLLECTIONS and points:
        by = _crowded(h, 3)
    elif rule == t.DIFFERENT and not points:
        return SheetReason("lacks", OWN_PARAGRAPHS[rule], 0, 0, tuple(_crowded(h, 2)), "clashes")
    step, kind = ("bonus", "given") if points else ("lacks", "lacks_own")
    return SheetReason(step, OWN_PARAGRAPHS[rule], points, 0, tuple(by), kind)


def _in_runs(h: Any) -> list[str]:
    """The active cards that make up the runs, one for each strength of a run. [FR-17a]"""
    left, named = _active(h), []
    for _ in range(2):
        run = int(longest_run(bits_of(int(h.strength[place]) for place in left)))
        if run.bit_count() < 3:
            break
        for strength in members(run):
            place = next(place for place in left if h.strength[place] == strength)
            left.remove(place)
            named.append(place)
    return [_id(h, place) for place in sorted(named)]


def _crowded(h: Any, cards: int) -> list[str]:
    """The active cards of suits that so many share. [FR-17b] [FR-17e]"""
    suits = [int(h.suit[place]) for place in _active(h)]
    full = [suit for suit in suits if suits.count(suit) >= cards]
    return [_id(h, place) for place in _active(h) if int(h.suit[place]) in full]


def reason_text(sheet: CardSheet, reason: SheetReason, language: str) -> str:
    """A reason as a sentence, with its paragraph. [FR-19]"""
    names = [name_of(thing, language) for thing in reason.by]
    owner = CARD[sheet.name if sheet.card == "doppelganger" else sheet.card]
    every = owner.bonus + owner.penalty
    effect = effect_text(every[reason.effect], language) if reason.effect >= 0 else ""
    joint = "or" if reason.kind in ("lacks_any", "blanked_unless") else "and"
    kind = "given_by" if reason.kind == "given" and names else reason.kind
    text = say(
        f"sheet.{kind}",
        language,
        points=signed(reason.points),
        effect=effect.rstrip("."),
        cards=listed(names, language, joint),
        suit=name_of(sheet.suit, language),
        word=name_of(_word(), language),
        n=len(names),
    )
    return f"{text} [{reason.paragraph}]"
