"""The text of a card, derived from its cost and effects: what is told is what is played. [MR-6]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from realms.kernel.text import listed, say
from realms.medieval.content import effects as does
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import MedievalCard, MedievalContent, Word, WordForms

When = Literal["immediate", "repetitive", "production", "end"]
WHEN: tuple[When, ...] = ("immediate", "repetitive", "production", "end")
"""When effects happen, in the order a card tells them. [MR-7]"""


class CardWords(Struct, frozen=True):
    """A language, and the content whose names fill its sentences."""

    language: str
    content: MedievalContent = CONTENT

    def say(self, key: str, **fields: Any) -> str:
        """A message of Medieval Realms."""
        return say(f"medieval_{key}", self.language, **fields)

    def forms(self, table: str, id_: str) -> WordForms:
        """The word for a thing of a table of the content."""
        words: tuple[Word, ...] = getattr(self.content, table)
        return next(word for word in words if word.id == id_)[self.language]

    def of(self, table: str, id_: str, n: int = 1) -> str:
        """The word for `n` of them."""
        forms = self.forms(table, id_)
        return forms.one if n == 1 else forms.other

    def colours(self, ids: Sequence[str], n: int) -> str:
        """Colours as they stand beside `n` cards of any of them."""
        return listed([self.of("colour", id_, n) for id_ in ids], self.language, "or")


# --- Costs ---


@singledispatch
def _cost_text(cost: does.Cost, words: CardWords, players: int) -> str:
    """A cost as a sentence; for a number of players, if not 0."""
    raise TypeError(cost)


@_cost_text.register
def _(cost: does.Pay, words: CardWords, _players: int) -> str:
    tokens = words.of("resource", cost.resource, cost.amount)
    return words.say("cost.pay", n=cost.amount, tokens=tokens)


@_cost_text.register
def _(cost: does.PayByPlayers, words: CardWords, players: int) -> str:
    if players:
        return _cost_text(does.Pay(cost.resource, cost.amounts[players]), words, players)
    steps: list[str] = []
    for amount, group in groupby(sorted(cost.amounts), key=cost.amounts.__getitem__):
        numbers = listed([str(number) for number in group], words.language, "or")
        key = "cost.with_players" if not steps else "cost.with_more"
        steps.append(words.say(key, amount=amount, players=numbers))
    tokens = words.of("resource", cost.resource, 2)
    return words.say("cost.by_players", tokens=tokens, steps=listed(steps, words.language))


@_cost_text.register
def _(cost: does.WinningBid, words: CardWords, _players: int) -> str:
    return words.say("cost.bid", tokens=words.of("resource", cost.resource, 2))


@_cost_text.register
def _(cost: does.GiveUp, words: CardWords, _players: int) -> str:
    return words.say("cost.give_up", leader=words.of("leader", cost.leader))


@_cost_text.register
def _(cost: does.Own, words: CardWords, _players: int) -> str:
    leader, kind = words.of("leader", cost.leader), words.of("kind", cost.kind)
    return words.say("cost.own", leader=leader, kind=kind)


# --- Conditions ---


@singledispatch
def _held(condition: does.Condition, words: CardWords) -> str:
    """A condition as the end of a sentence that begins with *if*."""
    raise TypeError(condition)


@_held.register
def _(condition: does.Cards, words: CardWords) -> str:
    n = condition.at_least
    return words.say("condition.cards", n=n, colours=words.colours(condition.colours, n))


@_held.register
def _(condition: does.DifferentColours, words: CardWords) -> str:
    return words.say("condition.different_colours", n=condition.at_least)


@_held.register
def _(condition: does.GreatPersons, words: CardWords) -> str:
    return words.say("condition.great_persons", n=condition.at_least)


@_held.register
def _(condition: does.Leaders, words: CardWords) -> str:
    n = condition.at_least
    return words.say("condition.leaders", n=n, leaders=words.of("leader", condition.leader, n))


@_held.register
def _(condition: does.CombatValue, words: CardWords) -> str:
    return words.say("condition.combat_value", n=condition.at_least)


# --- Effects ---


@singledispatch
def _given(effect: does.MedievalEffect, words: CardWords) -> str:
    """What an effect gives, as part of a sentence."""
    raise TypeError(effect)


@_given.register
def _(effect: does.GainPoints, words: CardWords) -> str:
    return words.say("effect.points", points=effect.points)


@_given.register
def _(effect: does.GainTokens | does.Trigger, words: CardWords) -> str:
    tokens = words.of("resource", effect.resource, effect.amount)
    gained = words.say("effect.tokens", n=effect.amount, tokens=tokens)
    if isinstance(effect, does.GainTokens):
        return gained
    return listed([gained, words.say("effect.points", points=effect.points)], words.language)


@_given.register
def _(effect: does.ChooseTokens, words: CardWords) -> str:
    chosen = words.say("effect.choose_tokens", n=effect.amount)
    if not effect.excluding:
        return chosen
    excluded = listed(
        [words.forms("resource", id_).name.lower() for id_ in effect.excluding],
        words.language,
        "or",
    )
    return words.say("effect.excluding", tokens=chosen, resources=excluded)


@_given.register
def _(effect: does.GainLeader, words: CardWords) -> str:
    leaders = words.of("leader", effect.leader, effect.amount)
    return words.say("effect.leaders", n=effect.amount, leaders=leaders)


@_given.register
def _(effect: does.GetCard, words: CardWords) -> str:
    return words.say("effect.get_card", n=effect.amount)


@_given.register
def _(effect: does.GainTokensPerLeader, words: CardWords) -> str:
    tokens = words.of("resource", effect.resource, effect.amount)
    gained = words.say("effect.tokens", n=effect.amount, tokens=tokens)
    return words.say("effect.per_leader", gained=gained, leader=words.of("leader", effect.leader))


@_given.register
def _(effect: does.GainTokensPerMayorOnSquare, words: CardWords) -> str:
    tokens = words.of("resource", effect.resource, effect.amount)
    gained = words.say("effect.tokens", n=effect.amount, tokens=tokens)
    square = words.forms("resource", effect.resource).name.lower()
    return words.say("effect.per_mayor_on_square", gained=gained, square=square)


@_given.register
def _(effect: does.PointsPerLeader, words: CardWords) -> str:
    points = words.say("effect.points", points=effect.points)
    return words.say("effect.per_leader", gained=points, leader=words.of("leader", effect.leader))


@_given.register
def _(effect: does.PointsPerCombatValue, words: CardWords) -> str:
    return words.say("effect.per_combat_value", points=effect.points)


@_given.register
def _(effect: does.PointsPerDifferentColour, words: CardWords) -> str:
    return words.say("effect.per_different_colour", points=effect.points)


@_given.register
def _(effect: does.PointsPerCard, words: CardWords) -> str:
    colour = words.of("colour", effect.colour)
    return words.say("effect.per_card", points=effect.points, colour=colour)


@_given.register
def _(effect: does.PointsIf, words: CardWords) -> str:
    condition = _held(effect.condition, words)
    return words.say("effect.if", points=effect.points, condition=condition)


# --- Sentences ---


def cost_text(
    card: MedievalCard, language: str, players: int = 0, content: MedievalContent = CONTENT
) -> str:
    """The cost of a card, for a number of players if one is given.

    >>> from realms.medieval.content.content import find
    >>> cost_text(find("war"), "en")
    'Costs battle tokens: 7 with 2 or 3 players, 6 with 4 and 5 with 5.'
    >>> cost_text(find("war"), "es", players=4)
    'Cuesta 6 fichas de batalla.'
    """
    return _cost_text(card.cost, CardWords(language, content), players)


def effect_text(
    card: MedievalCard, when: When, language: str, content: MedievalContent = CONTENT
) -> str:
    """What a card does at one time; empty where it does nothing then. [MR-7]

    >>> from realms.medieval.content.content import find
    >>> effect_text(find("city blue"), "repetitive", "en")
    'Whenever you put another blue card in play: 1 science token and 1 VP.'
    """
    words, effects = CardWords(language, content), getattr(card, when)
    given = [_given(effect, words) for effect in effects]
    if when == "repetitive":
        colours = [words.of("colour", effect.colour) for effect in effects]
        answers = zip(colours, given, strict=True)
        return " ".join(words.say("when.repetitive", colour=c, gained=g) for c, g in answers)
    return words.say(f"when.{when}", gained=listed(given, language)) if given else ""


def card_text(
    card: MedievalCard, language: str, players: int = 0, content: MedievalContent = CONTENT
) -> str:
    """All that a card says: its colour, type and mark, its cost, and what it does.

    >>> from realms.medieval.content.content import find
    >>> print(card_text(find("castle"), "es"))
    Carta de mayoría naranja. Cuesta 6 fichas de materia prima. Cada ronda: 1 ficha de batalla.
    Al final de la partida: 1 PV por cada punto de valor de combate de tus líderes militares.
    """
    words = CardWords(language, content)
    kind = words.say(f"type.{card.type}", colour=words.of("colour", card.colour))
    sentences = [words.say("type.great_person" if card.great_person else "type.plain", card=kind)]
    sentences.append(cost_text(card, language, players, content))
    sentences += [effect_text(card, when, language, content) for when in WHEN]
    text = " ".join(filter(None, sentences))
    return text[0].upper() + text[1:]
