"""The cards as tables: what the compiled rules read instead of asking which card it is.

Three small languages are used here. A *set of names* is a mask over the 54 cards. A *set
of suits* is a mask over the eleven suits, Wild the last. A *census* counts active cards
per suit, four bits each, in one integer; a set of suits widened to a census mask (`wide`)
picks counts out of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.fantasy.content import effects as does
from realms.fantasy.content.cards import CARDS, NUMBER, SUIT_NUMBER, SUITS, FantasyCard
from realms.kernel.bits.sets import bits_of, members

IntArray = NDArray[np.int64]

DECK = len(CARDS)
SUIT_COUNT = len(SUITS)
NOBODY = DECK
"""The number of no card: it has no suit of its own, no bonus and no penalty."""

ALL_CARDS = (1 << DECK) - 1
ALL_SUITS = (1 << SUIT_COUNT) - 1
WILD = SUIT_NUMBER["wild"]

DOPPELGANGER = NUMBER["doppelganger"]
MIRAGE = NUMBER["mirage"]
SHAPESHIFTER = NUMBER["shapeshifter"]
BOOK = NUMBER["book_of_changes"]
ISLAND = NUMBER["island"]
FOUNTAIN = NUMBER["fountain_of_life"]
NECROMANCER = NUMBER["necromancer"]
JESTER = NUMBER["jester"]


def wide(suits: int) -> int:
    """A set of suits as a mask over a census."""
    return sum(0xF << 4 * suit for suit in members(suits))


def _suits(names: Iterable[str]) -> int:
    if names == "all":
        return ALL_SUITS
    return bits_of(SUIT_NUMBER[name] for name in names if name in SUIT_NUMBER)


def _names(names: Iterable[str]) -> int:
    return bits_of(NUMBER[name] for name in names if name in NUMBER)


def _of(card: FantasyCard, effect_type: type[Any]) -> list[Any]:
    return [effect for effect in card.bonus + card.penalty if isinstance(effect, effect_type)]


def _column(entries: Iterable[int]) -> IntArray:
    """One entry a card, and a last one, 0, for no card."""
    return np.array([*entries, 0], np.int64)


STRENGTH = _column(card.strength for card in CARDS)
SUIT = np.array([*(SUIT_NUMBER[card.suit] for card in CARDS), WILD], np.int64)

# Clearing [FR-9] [FR-10]: the suits whose penalties a card clears, whole or of the word.
CLEARS = _column(sum(_suits(e.of) for e in _of(card, does.Clear)) for card in CARDS)
CLEARS_WORD = _column(sum(_suits(e.of) for e in _of(card, does.ClearWord)) for card in CARDS)
WORD = _suits({effect.word for card in CARDS for effect in _of(card, does.ClearWord)})
if len(list(members(WORD))) > 1:
    raise ValueError("cards.toml: all cards that clear a word must clear the same one")


# Blanking [FR-8]: for each card and each suit, the names it blanks when they are of that
# suit; and the same once the word is cleared from its penalty [FR-10].
def _names_blanked(card: FantasyCard, suit: str, word: int) -> int:
    """The names a card blanks in a suit, some word being cleared from its text."""
    names = 0
    for effect in _of(card, does.Blank):
        if effect.suits == "all":  # Wild too [FR-17f]; no suit is named, no word is cleared
            hit = suit not in effect.spares
        else:
            hit = suit in effect.suits + effect.other_suits and not _suits([suit]) & word
        if hit:
            names |= ALL_CARDS & ~_names(effect.spares)
    return names


def _blanks(word: int) -> IntArray:
    rows = [[_names_blanked(card, suit.id, word) for suit in SUITS] for card in CARDS]
    return np.array([*rows, [0] * SUIT_COUNT], np.int64)


BLANKS = _blanks(0)
BLANKS_ARMY_CLEARED = _blanks(WORD)
SPARES_ITSELF = _column(
    _suits({suit for e in _of(card, does.Blank) for suit in e.other_suits}) for card in CARDS
)
"""The suits in which a card that blanks them leaves itself alone: *other* Beasts."""

NEEDS = _column(sum(_suits(e.unless) for e in _of(card, does.Blanked)) for card in CARDS)
BANES = _column(sum(_suits(e.having) for e in _of(card, does.Blanked)) for card in CARDS)

# Choices at scoring [FR-14] to [FR-17], [FR-20]: the suits a card may choose from.
CHOOSES = _column(
    sum(
        _suits(e.of)
        for e in _of(card, does.CopyName)
        + _of(card, does.ClearOne)
        + _of(card, does.AddStrengthOfOne)
        + _of(card, does.Raise)
    )
    for card in CARDS
)
BOOK_SUITS = _suits(_of(CARDS[BOOK], does.ChangeSuit)[0].to)
CHOICE_CARDS = bits_of((DOPPELGANGER, MIRAGE, SHAPESHIFTER, BOOK, ISLAND, FOUNTAIN))
"""The cards with a choice at scoring, the Necromancer's eighth card aside."""

# Rules of single cards [FR-17]: which one a card has, and its figures.
NO_RULE, RUNS, COLLECTIONS, DIFFERENT, ODD, STRENGTHS, ONE_STRENGTH = range(7)
_RULES = {
    does.ScoreRuns: RUNS,
    does.ScoreCollections: COLLECTIONS,
    does.ScoreDifferentSuits: DIFFERENT,
    does.ScoreOdd: ODD,
    does.AddStrengths: STRENGTHS,
    does.AddStrengthOfOne: ONE_STRENGTH,
}
OWN_RULE = _column(
    sum(number for effect_type, number in _RULES.items() if _of(card, effect_type))
    for card in CARDS
)


def _only(effect_type: type[Any]) -> Any:
    """The one effect of a type that a single card has."""
    (effect,) = [effect for card in CARDS for effect in _of(card, effect_type)]
    return effect


def _steps(points: dict[str, int]) -> IntArray:
    """Points by length, 0 to 16: a longer one counts as the longest listed."""
    table = np.zeros(17, np.int64)
    for length in range(17):
        table[length] = max((p for step, p in points.items() if int(step) <= length), default=0)
    return table


RUN_POINTS = _steps(_only(does.ScoreRuns).points)
COLLECTION_POINTS = _steps(_only(does.ScoreCollections).points)
DIFFERENT_POINTS = _only(does.ScoreDifferentSuits).points
ODD_EACH = _only(does.ScoreOdd).each_other
ODD_WHOLE = _only(does.ScoreOdd).whole_hand
STRENGTHS_OF = _suits(_only(does.AddStrengths).of)

# Rows [FR-7]: one per `score` effect, a card's bonuses first, then its penalties.
(POINTS, ALL_NAMES, ANY_SUITS, ANY_NAMES, NONE_SUITS, NONE_NAMES, EACH, OTHER, ONCE) = range(9)


def _row(effect: does.Score) -> list[int]:
    counted = _suits(effect.each) | _suits(effect.each_other)
    free = not effect.any_of
    return [
        effect.points,
        _names(effect.all_of),
        wide(ALL_SUITS if free else _suits(effect.any_of)),
        _names(effect.any_of),
        wide(_suits(effect.none_of)),
        _names(effect.none_of),
        wide(_suits(effect.each)),
        wide(_suits(effect.each_other)),
        0 if counted else 1,
    ]


ROWS: IntArray
ROW_EFFECTS: list[does.Score] = []
BONUS_ROW = np.zeros(DECK + 1, np.int64)
PENALTY_ROW = np.zeros(DECK + 1, np.int64)
END_ROW = np.zeros(DECK + 1, np.int64)
for _number, _card in enumerate(CARDS):
    BONUS_ROW[_number] = len(ROW_EFFECTS)
    ROW_EFFECTS += [e for e in _card.bonus if isinstance(e, does.Score)]
    PENALTY_ROW[_number] = len(ROW_EFFECTS)
    ROW_EFFECTS += [e for e in _card.penalty if isinstance(e, does.Score)]
    END_ROW[_number] = len(ROW_EFFECTS)
ROWS = np.array([_row(effect) for effect in ROW_EFFECTS], np.int64)

# Which cards take part in a step at all: most hands can skip most steps.
CLEARING = bits_of(n for n in range(DECK) if CLEARS[n] | CLEARS_WORD[n])
BLANKING = bits_of(n for n in range(DECK) if BLANKS[n].any())
DEPENDENT = bits_of(n for n in range(DECK) if NEEDS[n] | BANES[n])
SINGLES = bits_of(n for n in range(DECK) if OWN_RULE[n] != NO_RULE)

HAS_PENALTY = _column(1 if card.penalty else 0 for card in CARDS)


# What a card speaks of, which is all that a choice can matter to. [FR-18]
def _spoken(card: FantasyCard, *effect_types: type[Any], fields: tuple[str, ...]) -> set[str]:
    """The suits and cards named in some fields of some effects of a card."""
    found: set[str] = set()
    for effect in card.bonus + card.penalty:
        if isinstance(effect, effect_types):
            for field in set(fields) & set(effect.__struct_fields__):
                value = getattr(effect, field)
                found.update([suit.id for suit in SUITS] if value == "all" else value)
    return found


def _drawing_suits(card: FantasyCard) -> int:
    """Suits that another card may do good by entering: counted, needed or told apart."""
    if _of(card, does.ScoreCollections) or _of(card, does.ScoreDifferentSuits):
        return ALL_SUITS
    named = _spoken(card, does.Blanked, fields=("unless", "having"))
    named |= _spoken(card, does.AddStrengths, does.AddStrengthOfOne, fields=("of",))
    for effect in card.bonus + card.penalty:
        if isinstance(effect, does.Score):
            named |= set(effect.none_of) if effect.points < 0 else set()
            named |= (
                {*effect.each, *effect.each_other, *effect.any_of} if effect.points > 0 else set()
            )
    return _suits(named)


DRAWING = _column(_drawing_suits(card) for card in CARDS)
SPARING = _column(_suits(_spoken(card, does.Blank, fields=("spares",))) for card in CARDS)
TOUCHING = _column(
    _suits(_spoken(card, does.Blank, fields=("suits", "other_suits")))
    | _suits(_spoken(card, does.Clear, does.ClearOne, does.ClearWord, fields=("of",)))
    for card in CARDS
)
"""Suits whose cards are blanked or cleared: worth entering for a card with a penalty."""
LEAVING = _column(
    _suits(_spoken(card, does.Blank, fields=("suits", "other_suits")))
    | _suits(_spoken(card, does.Blanked, fields=("having",)))
    | _suits(
        {
            suit
            for effect in _of(card, does.Score)
            for suit in (
                effect.each + effect.each_other + effect.any_of
                if effect.points < 0
                else effect.none_of
            )
        }
    )
    for card in CARDS
)
"""Suits that a card may do good by leaving: counted against, unwanted or blanked."""
NAMES_SPOKEN = _column(
    _names(_spoken(card, does.Score, does.Blank, fields=("all_of", "any_of", "none_of", "spares")))
    for card in CARDS
)
NAMES_UNWANTED = _column(_names(_spoken(card, does.Score, fields=("none_of",))) for card in CARDS)
OF_SUIT = np.array(
    [bits_of(n for n in range(DECK) if SUIT[n] == suit) for suit in range(SUIT_COUNT)], np.int64
)
