"""The text of a card, derived from its effects: what is printed is what is played. [FR-2]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from realms.fantasy.content import effects as does
from realms.fantasy.content.cards import CARD, SUIT, FantasyCard
from realms.kernel.text import listed, say


def signed(points: int) -> str:
    """A number with its sign, minus as a minus.

    >>> signed(-8), signed(15)
    ('−8', '+15')
    """
    return f"{points:+d}".replace("-", "−")


def name_of(thing: str, language: str) -> str:
    """The name of a card, or of a suit, in a language."""
    return CARD[thing].name[language] if thing in CARD else SUIT[thing][language].one


def _any(things: Sequence[str], language: str) -> list[str]:
    """Cards by name, suits as *any* of the suit."""
    return [
        SUIT[thing][language].any if thing in SUIT else name_of(thing, language) for thing in things
    ]


def _cards_of(suits: does.Suits, language: str) -> str:
    if isinstance(suits, str):
        return say("effect.all_cards", language)
    return listed([SUIT[suit][language].cards for suit in suits], language)


def _one_of(suits: Sequence[str], language: str) -> str:
    return listed([SUIT[suit][language].one for suit in suits], language, "or")


@singledispatch
def effect_text(effect: does.FantasyEffect, language: str) -> str:
    """One effect as a sentence in a language."""
    raise TypeError(effect)


@effect_text.register
def _(effect: does.Score, language: str) -> str:
    points = signed(effect.points)
    if effect.points < 0 and effect.none_of:
        return say(
            "effect.unless",
            language,
            points=points,
            things=listed(_any(effect.none_of, language), language, "or"),
        )
    parts = [points]
    counted = [SUIT[suit][language].one for suit in effect.each]
    counted += [SUIT[suit][language].other for suit in effect.each_other]
    if counted:
        parts.append(say("effect.each", language, things=listed(counted, language)))
    required = _any(effect.all_of, language)
    if effect.any_of:
        either = _any(effect.any_of, language)
        bracket = "effect.either" if required and len(either) > 1 else "effect.plain"
        required.append(say(bracket, language, things=listed(either, language, "or")))
    if required:
        parts.append(say("effect.with", language, things=listed(required, language)))
    if effect.none_of:
        absent = [name_of(thing, language) for thing in effect.none_of]
        parts.append(say("effect.without", language, things=listed(absent, language, "or")))
    return " ".join(parts) + "."


@effect_text.register
def _(effect: does.Clear, language: str) -> str:
    return say("effect.clear", language, cards=_cards_of(effect.of, language))


@effect_text.register
def _(effect: does.ClearOne, language: str) -> str:
    return say("effect.clear_one", language, suits=_one_of(effect.of, language))


@effect_text.register
def _(effect: does.ClearWord, language: str) -> str:
    word = name_of(effect.word, language)
    return say("effect.clear_word", language, word=word, cards=_cards_of(effect.of, language))


@effect_text.register
def _(effect: does.Blank, language: str) -> str:
    return say("effect.blank", language, cards=_blanked(effect, language))


def _blanked(effect: does.Blank, language: str) -> str:
    """What one sentence of a blanking penalty blanks."""
    spared = listed([name_of(thing, language) for thing in effect.spares], language)
    if isinstance(effect.suits, str):
        return say("effect.everything_but", language, things=spared)
    cards = [SUIT[suit][language].cards for suit in effect.suits]
    cards += [SUIT[suit][language].others for suit in effect.other_suits]
    text = listed(cards, language)
    return say("effect.except", language, cards=text, things=spared) if spared else text


@effect_text.register
def _(effect: does.Blanked, language: str) -> str:
    things = listed(_any(effect.unless, language), language, "or")
    text = say("effect.blanked_unless", language, things=things)
    if effect.having:
        things = listed(_any(effect.having, language), language, "or")
        text += " " + say("effect.blanked_having", language, things=things)
    return text


def _steps(points: dict[str, int]) -> dict[str, str]:
    numbers = " / ".join(points)
    return {"points": " / ".join(signed(value) for value in points.values()), "numbers": numbers}


@effect_text.register
def _(effect: does.ScoreRuns, language: str) -> str:
    return say("effect.runs", language, **_steps(effect.points))


@effect_text.register
def _(effect: does.ScoreCollections, language: str) -> str:
    return say("effect.collections", language, **_steps(effect.points))


@effect_text.register
def _(effect: does.ScoreDifferentSuits, language: str) -> str:
    return say("effect.different", language, points=signed(effect.points))


@effect_text.register
def _(effect: does.ScoreOdd, language: str) -> str:
    each, whole = signed(effect.each_other), signed(effect.whole_hand)
    return say("effect.odd", language, each=each, whole=whole)


@effect_text.register
def _(effect: does.AddStrengths, language: str) -> str:
    return say("effect.strengths", language, cards=_cards_of(effect.of, language))


@effect_text.register
def _(effect: does.AddStrengthOfOne, language: str) -> str:
    return say("effect.one_strength", language, suits=_one_of(effect.of, language))


@effect_text.register
def _(_effect: does.CopyCard, language: str) -> str:
    return say("effect.copy_card", language)


@effect_text.register
def _(effect: does.CopyName, language: str) -> str:
    return say("effect.copy_name", language, suits=_one_of(effect.of, language))


@effect_text.register
def _(_effect: does.ChangeSuit, language: str) -> str:
    return say("effect.change_suit", language)


@effect_text.register
def _(effect: does.Raise, language: str) -> str:
    return say("effect.raise", language, suits=_one_of(effect.of, language))


def _sentences(effects: Sequence[does.FantasyEffect], language: str) -> str:
    """Effects as sentences; blanking is told in one."""
    blanks = [effect for effect in effects if isinstance(effect, does.Blank)]
    sentences = []
    for effect in effects:
        if blanks and effect is blanks[0]:
            cards = listed([_blanked(blank, language) for blank in blanks], language)
            sentences.append(say("effect.blank", language, cards=cards))
        elif effect not in blanks:
            sentences.append(effect_text(effect, language))
    return " ".join(sentences)


def bonus_text(card: FantasyCard, language: str) -> str:
    """The bonus of a card; empty where it has none.

    >>> bonus_text(CARD["whirlwind"], "en")
    '+40 with Rainstorm and either Blizzard or Great Flood.'
    >>> bonus_text(CARD["mountain"], "es")
    '+50 con Humo e Incendio. Ignora las penalizaciones de las cartas de Agua.'
    """
    return _sentences(card.bonus, language)


def penalty_text(card: FantasyCard, language: str) -> str:
    """The penalty of a card; empty where it has none.

    >>> penalty_text(CARD["great_flood"], "en")
    'Blanks Armies, Lands (not Mountain) and Flames (not Lightning).'
    """
    return _sentences(card.penalty, language)
