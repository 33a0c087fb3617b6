"""What a card can do, as values: printed, explained, compared and scored from one source."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Suits = list[str] | Literal["all"]


class FantasyEffect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does"):
    """One sentence of a card's bonus or penalty; `does` is its verb."""


class Score(FantasyEffect, frozen=True, tag="score"):
    """Points, once or for each card of some suits, while its conditions hold. [FR-7]"""

    points: int
    all_of: list[str] = []
    any_of: list[str] = []
    none_of: list[str] = []
    each: list[str] = []
    each_other: list[str] = []


class Clear(FantasyEffect, frozen=True, tag="clear"):
    """Clears the penalties of all cards of some suits. [FR-9]"""

    of: Suits


class ClearOne(FantasyEffect, frozen=True, tag="clear_one"):
    """Clears the penalty of one card of some suits, chosen at scoring. [FR-17g]"""

    of: list[str]


class ClearWord(FantasyEffect, frozen=True, tag="clear_word"):
    """Clears one word, a suit, from the penalties of some suits. [FR-10]"""

    word: str
    of: Suits


class Blank(FantasyEffect, frozen=True, tag="blank"):
    """Blanks the cards of some suits, but for those it spares. [FR-8]"""

    suits: Suits
    other_suits: list[str] = []
    spares: list[str] = []


class Blanked(FantasyEffect, frozen=True, tag="blanked"):
    """Is itself blanked unless one suit is there, or when another is. [FR-8]"""

    unless: list[str]
    having: list[str] = []


class ScoreRuns(FantasyEffect, frozen=True, tag="score_runs"):
    """Points for runs of consecutive strengths, by their length. [FR-17a]"""

    points: dict[str, int]


class ScoreCollections(FantasyEffect, frozen=True, tag="score_collections"):
    """Points for different cards of one suit, by their number. [FR-17b]"""

    points: dict[str, int]


class ScoreDifferentSuits(FantasyEffect, frozen=True, tag="score_different_suits"):
    """Points when no two active cards share a suit. [FR-17e]"""

    points: int


class ScoreOdd(FantasyEffect, frozen=True, tag="score_odd"):
    """Points for each other odd strength, or more when the whole hand is odd. [FR-17d]"""

    each_other: int
    whole_hand: int


class AddStrengths(FantasyEffect, frozen=True, tag="add_strengths"):
    """Adds the strengths of all cards of some suits. [FR-2]"""

    of: list[str]


class AddStrengthOfOne(FantasyEffect, frozen=True, tag="add_strength_of_one"):
    """Adds the strength of one card of some suits, chosen at scoring. [FR-17c]"""

    of: list[str]


class CopyCard(FantasyEffect, frozen=True, tag="copy_card"):
    """May take name, suit, strength and penalty of another card of the hand. [FR-14]"""


class CopyName(FantasyEffect, frozen=True, tag="copy_name"):
    """May take name and suit of any card of some suits, wherever it is. [FR-15]"""

    of: list[str]


class ChangeSuit(FantasyEffect, frozen=True, tag="change_suit"):
    """May change the suit of another card of the hand. [FR-16]"""

    to: list[str]


class Raise(FantasyEffect, frozen=True, tag="raise"):
    """May take a card of some suits from the discard area as an eighth. [FR-20]"""

    of: list[str]


AnyEffect = (
    Score
    | Clear
    | ClearOne
    | ClearWord
    | Blank
    | Blanked
    | ScoreRuns
    | ScoreCollections
    | ScoreDifferentSuits
    | ScoreOdd
    | AddStrengths
    | AddStrengthOfOne
    | CopyCard
    | CopyName
    | ChangeSuit
    | Raise
)
