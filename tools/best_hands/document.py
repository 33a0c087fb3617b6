"""The document of the best hands: its template with every mark filled in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from realms.arena.machine import machine as machine_facts
from realms.fantasy.content.card_text import name_of, signed
from realms.fantasy.content.cards import CARD
from realms.fantasy.scoring.sheet import CardSheet, reason_text
from realms.fantasy.solve.answers import Answer, answers
from realms.fantasy.solve.question import (
    EIGHT,
    Question,
    parse_cards_and_suits,
    suits_to_ask_for,
)
from realms.fantasy.solve.search import Solution
from realms.fantasy.solve.spread import Spread, draw_spread, picture_title, spread_of
from realms.kernel.text import say

NAME, PICTURE = "best-hands.md", "images/best-hands.svg"
MARK = re.compile(r"\{\{(\w+) ?([^{}]*)\}\}")
THOUSAND = 1000
EVERY = Question(top=THOUSAND, every=True)
"""Every hand, scored without bounds."""

Answers = Mapping[str, Solution]


@cache
def words() -> Any:
    """The words of the document's tables."""
    text = resources.files(__package__).joinpath("best_hands.toml").read_text("utf-8")
    return tomllib.loads(text)


def questions() -> dict[str, Question]:
    """What the document asks, by name."""
    suits = {f"suit {suit}": Question(top=1, suit=suit) for suit in suits_to_ask_for()}
    return {
        "seven": Question(),
        "eight": Question(cards=EIGHT),
        "tame": Question(without=parse_cards_and_suits("wild, book")),
        "worst": Question(worst=True),
        "worst eight": Question(cards=EIGHT, worst=True),
        "thousand": Question(top=THOUSAND),
        **suits,
    }


def files(solved: Answers, every: Solution) -> dict[str, str]:
    """The document and its picture, by where they belong in the folder of documents."""
    spread = spread_of(every)
    worst, best = solved["worst"].found[0][0], solved["seven"].found
    is_same = solved["thousand"].found == every.found and best == every.found[: len(best)]
    if not is_same or spread.lowest != worst:
        raise AssertionError("the search with bounds and the one without find other hands")
    return {NAME: document(solved, every, spread), PICTURE: draw_spread(spread)}


def document(solved: Answers, every: Solution, spread: Spread) -> str:
    """The document, from the answers to its questions."""
    text = resources.files(__package__).joinpath("best_hands.en.md").read_text("utf-8")
    whole = {**solved, "every": every}
    writers: dict[str, Callable[[str], str]] = {
        "score": lambda name: minus(whole[name].found[0][0]),
        "hands": lambda name: f"{whole[name].hands:,}",
        "table": lambda name: table(answers(whole[name])),
        "sheets": lambda name: "\n\n".join(map(sheet, answers(whole[name]))),
        "first": lambda name: sheet(answers(whole[name])[0]),
        "suits": lambda _: suits(solved),
        "percentiles": lambda _: percentiles(spread),
        "mean": lambda _: f"{spread.mean:.2f}",
        "deviation": lambda _: f"{spread.deviation:.2f}",
        "thousand": lambda _: f"{THOUSAND:,}",
        "picture": lambda _: picture_title(),
        "took": lambda _: took(whole),
        "machine": lambda _: machine(),
    }
    return MARK.sub(lambda mark: writers[mark[1]](mark[2]), text)


def rows(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def minus(number: int) -> str:
    """A number, minus as a minus."""
    return str(number).replace("-", "−")


def cards_named(answer: Answer) -> str:
    """The cards of a hand; those that may be the Necromancer's eighth in italics."""
    names = {card: name_of(card, "en") for card in answer.cards}
    return ", ".join(f"*{names[card]}*" if card in answer.raised else names[card] for card in names)


def choices_named(answer: Answer) -> str:
    """The choices of a hand, in words."""
    sentences = []
    for chooser, value in answer.sheet.choices.items():
        page = value if isinstance(value, dict) else {"card": value, "suit": ""}
        named = {key: name_of(thing, "en") for key, thing in page.items() if thing}
        sentences.append(
            say(f"cli.choice.{chooser}", "en", chooser=name_of(chooser, "en"), **named)
        )
    return " ".join(sentences)


def table(listed: Sequence[Answer]) -> str:
    """Hands in order, with their choices."""
    head = words()["table"]["head"]
    body = [
        [str(place), minus(answer.score), cards_named(answer), choices_named(answer)]
        for place, answer in enumerate(listed, 1)
    ]
    return rows(head, body)


def sheet(answer: Answer) -> str:
    """A score sheet, card by card. [FR-19]"""
    title = words()["sheet"]["title"].format(points=minus(answer.score))
    body = [sheet_row(card) for card in answer.sheet.cards]
    return f"### {title}\n\n{rows(words()['sheet']['head'], body)}"


def sheet_row(card: CardSheet) -> list[str]:
    """What one card is worth, and why."""
    printed = f"{name_of(card.suit, 'en')}"
    if card.suit != CARD[card.card].suit:
        printed = f"*{printed}*"
    points = [signed(value) if value else "" for value in (card.bonus, card.penalty)]
    why = "; ".join(reason_text(card, why, "en") for why in card.reasons if why.step != "lacks")
    blank = say("sheet.blank", "en") + "; " if card.blanked else ""
    name = name_of(card.card, "en")
    return [name, printed, str(card.strength), *points, minus(card.total), blank + why]


def suits(solved: Answers) -> str:
    """The best hand of each suit."""
    body = []
    for name, answer in solved.items():
        kind, _, suit = name.partition(" ")
        if kind == "suit":
            best = answers(answer)[0]
            body.append([name_of(suit, "en"), minus(best.score), cards_named(best)])
    return rows(words()["suits"]["head"], body)


def percentiles(spread: Spread) -> str:
    """The scores that shares of all hands do not exceed."""
    head = [words()["percentiles"]["head"], *(f"{share} %" for share in spread.percentiles)]
    scores = [minus(score) for score in spread.percentiles.values()]
    return rows(head, [[words()["percentiles"]["row"], *scores]])


def took(whole: Mapping[str, Solution]) -> str:
    """Hands, units and seconds of each search."""
    named = words()["took"]
    body = [
        [
            named[name.replace(" ", "_")],
            f"{answer.hands:,}",
            f"{answer.units:,}",
            f"{answer.bounded:,}" if answer.bounded else "–",
            f"{answer.scored:,}",
            f"{answer.core_seconds:.1f}",
            f"{answer.seconds:.1f}" if name != "every" else "–",
        ]
        for name, answer in whole.items()
        if not name.startswith("suit ")
    ]
    return rows(named["head"], body)


def machine() -> str:
    """The machine that the times are from."""
    return str(words()["took"]["machine"].format(**machine_facts()))
