"""What a card does, in signs: numbers, tokens, leaders and colours instead of sentences."""

from __future__ import annotations

from functools import singledispatch

from msgspec import Struct

from realms.medieval.content import effects as does
from realms.medieval.content.card_text import WHEN
from realms.medieval.content.schema import MedievalCard


class Sign(Struct, frozen=True):
    """One sign of a line, by its kind and what it shows.

    Kinds: `text`, `points`, `token`, `any` token, `leader`, `colour` of a card, all `colours`,
    `combat` value, Great `person`; `per`, `arrow` and `if` join others.
    """

    kind: str
    value: str = ""


class SignLine(Struct, frozen=True):
    """What a card does at one time."""

    when: str
    """`immediate`, `repetitive`, `production` or `end`. [MR-7]"""
    signs: tuple[Sign, ...]


PER, ARROW, IF = Sign("per"), Sign("arrow"), Sign("if")


def sign_lines(card: MedievalCard) -> tuple[SignLine, ...]:
    """All that a card does, a line for each time.

    >>> from realms.medieval.content.content import CONTENT
    >>> cards = {card.id: card for card in CONTENT.card}
    >>> [(line.when, len(line.signs)) for line in sign_lines(cards["castle"])]
    [('production', 2), ('end', 3)]
    """
    lines = []
    for when in WHEN:
        signs = tuple(sign for effect in getattr(card, when) for sign in _signs(effect))
        if signs:
            lines.append(SignLine(when, signs))
    return tuple(lines)


def _points(number: int) -> Sign:
    return Sign("points", str(number))


def _more(number: int) -> Sign:
    return Sign("text", f"+{number}")


@singledispatch
def _signs(effect: does.MedievalEffect) -> tuple[Sign, ...]:
    """An effect in signs."""
    raise TypeError(effect)


@_signs.register
def _(effect: does.GainPoints) -> tuple[Sign, ...]:
    return (_points(effect.points),)


@_signs.register
def _(effect: does.GainTokens) -> tuple[Sign, ...]:
    return _more(effect.amount), Sign("token", effect.resource)


@_signs.register
def _(effect: does.ChooseTokens) -> tuple[Sign, ...]:
    return _more(effect.amount), Sign("any")


@_signs.register
def _(effect: does.GainLeader) -> tuple[Sign, ...]:
    return _more(effect.amount), Sign("leader", effect.leader)


@_signs.register
def _(effect: does.GetCard) -> tuple[Sign, ...]:
    return _more(effect.amount), Sign("card")


@_signs.register
def _(effect: does.Trigger) -> tuple[Sign, ...]:
    number = (_more(effect.amount),) if effect.amount > 1 else ()
    token = Sign("token", effect.resource)
    return Sign("colour", effect.colour), ARROW, *number, token, _points(effect.points)


@_signs.register
def _(effect: does.GainTokensPerLeader) -> tuple[Sign, ...]:
    return _more(effect.amount), Sign("token", effect.resource), PER, Sign("leader", effect.leader)


@_signs.register
def _(effect: does.GainTokensPerMayorOnSquare) -> tuple[Sign, ...]:
    token = Sign("token", effect.resource)
    return _more(effect.amount), token, PER, Sign("leader", "mayor"), token


@_signs.register
def _(effect: does.PointsPerLeader) -> tuple[Sign, ...]:
    return _points(effect.points), PER, Sign("leader", effect.leader)


@_signs.register
def _(effect: does.PointsPerCombatValue) -> tuple[Sign, ...]:
    return _points(effect.points), PER, Sign("combat")


@_signs.register
def _(effect: does.PointsPerDifferentColour) -> tuple[Sign, ...]:
    return _points(effect.points), PER, Sign("colours")


@_signs.register
def _(effect: does.PointsPerCard) -> tuple[Sign, ...]:
    return _points(effect.points), PER, Sign("colour", effect.colour)


@_signs.register
def _(effect: does.PointsIf) -> tuple[Sign, ...]:
    least = Sign("text", f"{effect.condition.at_least}+")
    return _points(effect.points), IF, least, *_condition(effect.condition)


@singledispatch
def _condition(condition: does.Condition) -> tuple[Sign, ...]:
    """What a condition counts."""
    raise TypeError(condition)


@_condition.register
def _(condition: does.Cards) -> tuple[Sign, ...]:
    return tuple(Sign("colour", colour) for colour in condition.colours)


@_condition.register
def _(_condition: does.DifferentColours) -> tuple[Sign, ...]:
    return (Sign("colours"),)


@_condition.register
def _(_condition: does.GreatPersons) -> tuple[Sign, ...]:
    return (Sign("person"),)


@_condition.register
def _(condition: does.Leaders) -> tuple[Sign, ...]:
    return (Sign("leader", condition.leader),)


@_condition.register
def _(_condition: does.CombatValue) -> tuple[Sign, ...]:
    return (Sign("combat"),)
