"""The score page as its template shows it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARDS, SUITS
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.fantasy.web.scorer.card_finder import code_of, words_of
from realms.fantasy.web.scorer.choices import ChoiceShown, choices_shown
from realms.fantasy.web.scorer.query import (
    AREA,
    MOST_HANDS,
    ScoreAsked,
    address,
    choices_field,
    suffix,
)
from realms.fantasy.web.scorer.sheet import SIZE, ScorerSheet, count_text, score_hand
from realms.kernel.text import LANGUAGES, listed, say

NECROMANCER = "necromancer"


class TileShown(Struct, frozen=True):
    """A card to be picked."""

    card: CardShown
    code: str
    """The shortest letters that find it."""
    words: str
    """What it is called, word by word, in the reader's language and then the others."""
    picked: bool
    elsewhere: str
    """Who has it, where it is in another place."""


class PileShown(Struct, frozen=True):
    """The cards of a suit."""

    suit: str
    name: str
    tiles: tuple[TileShown, ...]


class ScorerHand(Struct, frozen=True):
    """A hand of the comparison."""

    number: int
    name: str
    typed: str
    """The name as it was typed; empty where nobody gave one."""
    cards: tuple[str, ...]
    count: str
    choose: str
    """Its choices as the address has them."""
    sheet: ScorerSheet | None
    wins: bool = False

    @property
    def suffix(self) -> str:
        """What follows the names of its fields."""
        return suffix(self.number)


class HeldShown(Struct, frozen=True):
    """A card in the hand, and what it is worth there."""

    card: CardShown
    total: str
    blanked: bool


class ScoreShown(Struct, frozen=True, kw_only=True):
    """The whole page."""

    moved: tuple[str, ...]
    """What was taken from another hand just now, in words."""
    address: str
    best_address: str
    """The same with the best choices for the hand that is looked at."""
    at: int
    field: str
    """The name that the cards to be picked have in the address."""
    suit: str
    hands: tuple[ScorerHand, ...]
    discard: tuple[str, ...]
    held: tuple[HeldShown, ...]
    holes: int
    """Places of the hand that are still empty."""
    count: str
    piles: tuple[PileShown, ...]
    choices: tuple[ChoiceShown, ...]
    verdict: str
    problems: tuple[str, ...]
    asks_discard: bool
    """Whether the discard area matters to some hand."""
    may_add: bool
    best_with: str
    """Where the best hands with the cards picked so far are told; empty where they are not."""

    @property
    def hand(self) -> ScorerHand:
        """The hand that is looked at."""
        return self.hands[max(self.at, 1) - 1]


def score_shown(query: ScoreAsked, language: str) -> ScoreShown:
    """What an address asks for, scored and told in a language."""
    problems = [problem.sentence(language) for problem in query.problems]
    hands = []
    for number, hand in enumerate(query.hands, 1):
        sheet, problem = score_hand(hand, query.discard, language)
        if problem is not None:
            problems.append(problem.sentence(language))
        hands.append(
            ScorerHand(
                number=number,
                name=hand.name or say("web.score.player", language, n=number),
                typed=hand.name,
                cards=hand.cards,
                count=count_text(hand.cards, language),
                choose="" if hand.choices is None else choices_field(hand.choices),
                sheet=sheet,
            )
        )
    best = winners(hands)
    shown = tuple(replace(hand, wins=hand in best) for hand in hands)
    here = shown[max(query.at, 1) - 1]
    return ScoreShown(
        address=address(query),
        best_address=address(_with_best(query)),
        at=query.at,
        field="discard" if query.at == AREA else f"hand{suffix(query.at)}",
        suit=query.suit,
        hands=shown,
        discard=query.discard,
        held=_held(query, here, language),
        holes=0 if query.at == AREA else max(SIZE - len(here.cards), 0),
        count=say("web.score.cards", language, n=len(query.discard))
        if query.at == AREA
        else here.count,
        piles=_piles(query, shown, language),
        choices=_choices(query, here, language),
        verdict=verdict(shown, language),
        problems=tuple(problems),
        moved=_moved(query, shown, language),
        asks_discard=bool(query.discard)
        or query.at == AREA
        or any(NECROMANCER in hand.cards for hand in shown),
        may_add=len(query.hands) < MOST_HANDS and not query.hands[-1].is_empty,
        best_with=_best_with(query),
    )


def _moved(query: ScoreAsked, hands: Sequence[ScorerHand], language: str) -> tuple[str, ...]:
    """That a card was taken out of another hand, so that nobody misses it there."""
    lines = []
    for card, place in query.moved:
        name = name_of(card, language)
        if place == AREA:
            lines.append(say("web.score.moved_discard", language, card=name))
        elif place <= len(hands):
            owner = hands[place - 1].name
            lines.append(say("web.score.moved", language, card=name, name=owner))
    return tuple(lines)


def _best_with(query: ScoreAsked) -> str:
    """The page of the best hands with the cards of a hand that is not whole."""
    held = query.hand.cards
    if query.at == AREA or query.discard or not 0 < len(held) < SIZE:
        return ""
    others = [card for hand in query.hands if hand is not query.hand for card in hand.cards]
    fields = {"hand": ",".join(held), "without": ",".join(others)}
    encoded = urlencode({name: value for name, value in fields.items() if value}, safe=",")
    return f"/score/best?{encoded}"


def _with_best(query: ScoreAsked) -> ScoreAsked:
    hands = list(query.hands)
    hands[max(query.at, 1) - 1] = replace(query.hand, choices=None)
    return replace(query, hands=tuple(hands))


def _held(query: ScoreAsked, here: ScorerHand, language: str) -> tuple[HeldShown, ...]:
    """The cards where cards go to; in a hand each with its total, the raised one too."""
    if query.at == AREA or here.sheet is None:
        return tuple(HeldShown(card_shown(card, language), "", False) for card in query.held)
    rows = [row for row in here.sheet.rows if row.card in query.held]
    return tuple(HeldShown(card_shown(row.card, language), row.total, row.blanked) for row in rows)


def _piles(query: ScoreAsked, hands: Sequence[ScorerHand], language: str) -> tuple[PileShown, ...]:
    """All cards, by suit."""
    elsewhere = dict.fromkeys(query.discard, say("web.score.in_discard", language))
    for hand in hands:
        elsewhere |= dict.fromkeys(hand.cards, say("web.score.at_hand", language, name=hand.name))
    spoken = sorted(LANGUAGES, key=lambda code: code != language)
    held = set(query.held)
    tiles: dict[str, list[TileShown]] = {suit.id: [] for suit in SUITS}
    for card in CARDS:
        words = ("|".join(words_of(card.id, code)) for code in spoken)
        tiles[card.suit].append(
            TileShown(
                card=card_shown(card.id, language),
                code=code_of(card.id, language),
                words=" ".join(words),
                picked=card.id in held,
                elsewhere="" if card.id in held else elsewhere.get(card.id, ""),
            )
        )
    return tuple(
        PileShown(suit, name_of(suit, language), tuple(cards)) for suit, cards in tiles.items()
    )


def _choices(query: ScoreAsked, here: ScorerHand, language: str) -> tuple[ChoiceShown, ...]:
    if here.sheet is None or query.at == AREA:
        return ()
    taken = {card for hand in query.hands for card in hand.cards}
    area = query.discard or [card.id for card in CARDS if card.id not in taken]
    return choices_shown(here.cards, area, here.sheet, language)


# --- Who wins ---


def winners(hands: Sequence[ScorerHand]) -> list[ScorerHand]:
    """The best of two hands or more: most points, then the smaller sum of strengths. [FR-6]"""
    there = [hand for hand in hands if hand.sheet is not None]
    if len(there) < 2:
        return []
    best = max(_standing(hand) for hand in there)
    return [hand for hand in there if _standing(hand) == best]


def _standing(hand: ScorerHand) -> tuple[int, int]:
    sheet = hand.sheet
    return (sheet.score, -sheet.strengths) if sheet else (0, 0)


def verdict(hands: Sequence[ScorerHand], language: str) -> str:
    """Who wins, in a sentence; empty where there is nothing to compare. [FR-6] [FR-6a]"""
    best = winners(hands)
    if not best or best[0].sheet is None:
        return ""
    score = best[0].sheet.score
    points = say("web.score.points", language, n=score, points=best[0].sheet.points)
    if len(best) > 1:
        names = listed([hand.name for hand in best], language)
        return say("web.score.win_shared", language, names=names, points=points)
    level = [h.name for h in hands if h.sheet and h.sheet.score == score and h is not best[0]]
    if level:
        others = listed(level, language)
        return say("web.score.win_tie", language, name=best[0].name, others=others)
    is_over = all(len(hand.cards) >= SIZE for hand in hands)
    return say(
        f"web.score.{'win' if is_over else 'lead'}", language, name=best[0].name, points=points
    )
