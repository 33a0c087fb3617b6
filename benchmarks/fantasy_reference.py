"""A second, deliberately plain scorer for Fantasy Realms.

It is kept apart from the product so that two independent readings of the rules can be
compared. Nothing here is fast or clever; every step is written the way the specification
says it, and the paragraphs meant are given in brackets, such as [FR-13].

Card facts stand in one table, ``CARDS``, with one entry for each card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ARMY = "army"
LEADER = "leader"
WIZARD = "wizard"
WEAPON = "weapon"
ARTIFACT = "artifact"
BEAST = "beast"
LAND = "land"
WEATHER = "weather"
FLOOD = "flood"
FLAME = "flame"
WILD = "wild"

#: The suits the Book of Changes may give: all but Wild [FR-16a].
TEN_SUITS = (ARMY, LEADER, WIZARD, WEAPON, ARTIFACT, BEAST, LAND, WEATHER, FLOOD, FLAME)

MIRAGE_SUITS = (ARMY, LAND, WEATHER, FLOOD, FLAME)  # [FR-15]
SHAPESHIFTER_SUITS = (ARTIFACT, LEADER, WIZARD, WEAPON, BEAST)  # [FR-15]
ISLAND_SUITS = (FLOOD, FLAME)  # [FR-17g]
FOUNTAIN_SUITS = (WEAPON, FLOOD, FLAME, LAND, WEATHER)
NECROMANCER_SUITS = (ARMY, LEADER, WIZARD, BEAST)  # [FR-20]

DOPPELGANGER = "doppelganger"
MIRAGE = "mirage"
SHAPESHIFTER = "shapeshifter"
BOOK = "book_of_changes"
ISLAND = "island"
FOUNTAIN = "fountain_of_life"
NECROMANCER = "necromancer"

#: The cards a choice can be made for while scoring, in the rulebook's order [FR-12].
CHOICE_CARDS = (DOPPELGANGER, MIRAGE, SHAPESHIFTER, BOOK, ISLAND, FOUNTAIN)

FULL_HAND = 7


# --- A hand as it is scored --------------------------------------------------------------


@dataclass(frozen=True)
class ScoredCard:
    """A card of the hand after Doppelgänger, Mirage, Shapeshifter and Book [FR-12]."""

    id: str  # the physical card
    name: str  # the id of the card whose name it bears
    suit: str
    strength: int
    penalty_of: str  # the id of the card whose penalty it has (which may have none)


@dataclass(frozen=True)
class HandSeen:
    """What one card finds in the hand when its bonus or penalty is added up.

    Cards that are blanked are not found at all [FR-8]. The card itself is found like any
    other, unless its text says "other"; "other" goes with the one suit it stands before.
    """

    me: ScoredCard
    active: tuple[ScoredCard, ...]  # all cards of the hand that are not blanked, ``me`` included
    hand_size: int  # the number of cards of the hand, blanked ones included
    army_is_read: bool  # False while a penalty is read whose word Army is cleared [FR-10]
    fountain_choice: str | None

    def each(self, *suits: str) -> int:
        """Count the cards that have one of these suits."""
        return sum(card.suit in suits and self._reads(card.suit) for card in self.active)

    def each_other(self, suit: str) -> int:
        """Count the cards of this suit, without the card that asks."""
        return self.each(suit) - (self.me.suit == suit and self._reads(suit))

    def has_suit(self, *suits: str) -> bool:
        """Tell whether any card has one of these suits."""
        return self.each(*suits) > 0

    def has(self, name: str) -> bool:
        """Tell whether any card bears this name."""
        return any(card.name == name for card in self.active)

    def _reads(self, suit: str) -> bool:
        return self.army_is_read or suit != ARMY


# --- Bonuses too long for one line in the table -------------------------------------------


def _runs_total(strengths: list[int]) -> int:
    """Return the best total over all splits of the strengths into disjoint runs [FR-17a]."""
    if not strengths:
        return 0
    first = min(strengths)
    rest = list(strengths)
    rest.remove(first)
    best_total = _runs_total(rest)  # the lowest strength serves no run
    length = 1
    while first + length in rest:  # or it begins a run of ``length`` cards
        rest.remove(first + length)
        length += 1
        if length >= 3:
            value = {3: 10, 4: 30, 5: 60, 6: 100}.get(length, 150)
            best_total = max(best_total, value + _runs_total(rest))
    return best_total


def _collector_bonus(view: HandSeen) -> int:
    """+10 / +40 / +100 for 3 / 4 / 5 names in one suit; every suit scores [FR-17b]."""
    total = 0
    for suit in (*TEN_SUITS, WILD):
        names = {card.name for card in view.active if card.suit == suit}
        if len(names) >= 5:
            total += 100
        elif len(names) == 4:
            total += 40
        elif len(names) == 3:
            total += 10
    return total


def _jester_bonus(view: HandSeen) -> int:
    """+50 if the whole hand is odd (a blanked card is not), else +3 per other odd [FR-17d]."""
    odd = [card for card in view.active if card.strength % 2 == 1]
    if len(odd) == view.hand_size:
        return 50
    return 3 * sum(card.id != view.me.id for card in odd)


def _fountain_bonus(view: HandSeen) -> int:
    """Add the chosen strength; a blanked card has none. Where none is named, the highest."""
    if view.fountain_choice is None:
        return max((c.strength for c in view.active if c.suit in FOUNTAIN_SUITS), default=0)
    return sum(card.strength for card in view.active if card.id == view.fountain_choice)


def _world_tree_bonus(view: HandSeen) -> int:
    """+50 if all cards that are not blanked differ in suit; two Wilds clash [FR-17e]."""
    suits = [card.suit for card in view.active]
    return 50 if len(suits) == len(set(suits)) else 0


def _royal_bonus(view: HandSeen, spouse: str) -> int:
    """+5 for each Army, or +20 with the other half of King and Queen."""
    return (20 if view.has(spouse) else 5) * view.each(ARMY)


def _keth_bonus(view: HandSeen, partner: str, alone: int) -> int:
    """``alone`` with a Leader, or +40 with a Leader and the partner."""
    if not view.has_suit(LEADER):
        return 0
    return 40 if view.has(partner) else alone


def _unicorn_bonus(view: HandSeen) -> int:
    """+30 with Princess, otherwise +15 with Empress, Queen or Enchantress."""
    if view.has("princess"):
        return 30
    return 15 if view.has("empress") or view.has("queen") or view.has("enchantress") else 0


# --- Penalties that blank ------------------------------------------------------------------
#
# Each takes the card with the penalty, a card of the hand (also that card itself) and whether
# the word Army is read in the penalty [FR-10].


def _great_flood_blanks(_me: ScoredCard, card: ScoredCard, army_is_read: bool) -> bool:
    """Armies, Lands (not Mountain) and Flames (not Lightning)."""
    return (
        (card.suit == ARMY and army_is_read)
        or (card.suit == LAND and card.name != "mountain")
        or (card.suit == FLAME and card.name != "lightning")
    )


def _rainstorm_blanks(_me: ScoredCard, card: ScoredCard, _army_is_read: bool) -> bool:
    """Flames (not Lightning)."""
    return card.suit == FLAME and card.name != "lightning"


def _blizzard_blanks(_me: ScoredCard, card: ScoredCard, _army_is_read: bool) -> bool:
    """Floods."""
    return card.suit == FLOOD


def _wildfire_blanks(_me: ScoredCard, card: ScoredCard, _army_is_read: bool) -> bool:
    """Everything but five suits and five names; an unused Wild too [FR-17f]."""
    spared_suit = card.suit in (FLAME, WIZARD, WEATHER, WEAPON, ARTIFACT)
    spared_name = card.name in ("mountain", "great_flood", "island", "unicorn", "dragon")
    return not spared_suit and not spared_name


def _basilisk_blanks(me: ScoredCard, card: ScoredCard, army_is_read: bool) -> bool:
    """Armies, Leaders and other Beasts."""
    return (
        (card.suit == ARMY and army_is_read)
        or card.suit == LEADER
        or (card.suit == BEAST and card.id != me.id)
    )


# --- The cards -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """One card as printed [FR-2]. What is left out, the card does not have.

    The three fields after the strength are bonuses, the rest are penalties.
    """

    suit: str
    strength: int
    bonus: Callable[[HandSeen], int] | None = None
    clears: Callable[[ScoredCard], bool] | None = None  # clears the penalty of such a card
    clears_army: Callable[[ScoredCard], bool] | None = None  # clears the word Army in it [FR-10]
    penalty: Callable[[HandSeen], int] | None = None
    blanks: Callable[[ScoredCard, ScoredCard, bool], bool] | None = None
    blanked_unless: str | None = None  # a suit
    blanked_with: str | None = None  # a suit


CARDS: dict[str, Card] = {
    # Land
    "mountain": Card(
        LAND,
        9,
        bonus=lambda v: 50 * (v.has("smoke") and v.has("wildfire")),
        clears=lambda card: card.suit == FLOOD,
    ),
    "cavern": Card(
        LAND,
        6,
        bonus=lambda v: 25 * (v.has("dwarvish_infantry") or v.has("dragon")),
        clears=lambda card: card.suit == WEATHER,
    ),
    "bell_tower": Card(LAND, 8, bonus=lambda v: 15 * v.has_suit(WIZARD)),
    "forest": Card(LAND, 7, bonus=lambda v: 12 * v.each(BEAST) + 12 * v.has("elven_archers")),
    "earth_elemental": Card(LAND, 4, bonus=lambda v: 15 * v.each_other(LAND)),
    # Flood
    "fountain_of_life": Card(FLOOD, 1, bonus=_fountain_bonus),
    "swamp": Card(FLOOD, 18, penalty=lambda v: -3 * v.each(ARMY, FLAME)),
    "great_flood": Card(FLOOD, 32, blanks=_great_flood_blanks),
    "island": Card(FLOOD, 14),  # what it clears is a choice: see _is_cleared
    "water_elemental": Card(FLOOD, 4, bonus=lambda v: 15 * v.each_other(FLOOD)),
    # Weather
    "rainstorm": Card(WEATHER, 8, bonus=lambda v: 10 * v.each(FLOOD), blanks=_rainstorm_blanks),
    "blizzard": Card(
        WEATHER,
        30,
        penalty=lambda v: -5 * v.each(ARMY, LEADER, BEAST, FLAME),
        blanks=_blizzard_blanks,
    ),
    "smoke": Card(WEATHER, 27, blanked_unless=FLAME),
    "whirlwind": Card(
        WEATHER,
        13,
        bonus=lambda v: 40 * (v.has("rainstorm") and (v.has("blizzard") or v.has("great_flood"))),
    ),
    "air_elemental": Card(WEATHER, 4, bonus=lambda v: 15 * v.each_other(WEATHER)),
    # Flame
    "wildfire": Card(FLAME, 40, blanks=_wildfire_blanks),
    "candle": Card(
        FLAME,
        2,
        bonus=lambda v: 100 * (v.has(BOOK) and v.has("bell_tower") and v.has_suit(WIZARD)),
    ),
    "forge": Card(FLAME, 9, bonus=lambda v: 9 * v.each(WEAPON, ARTIFACT)),
    "lightning": Card(FLAME, 11, bonus=lambda v: 30 * v.has("rainstorm")),
    "fire_elemental": Card(FLAME, 4, bonus=lambda v: 15 * v.each_other(FLAME)),
    # Army
    "knights": Card(ARMY, 20, penalty=lambda v: -8 * (not v.has_suit(LEADER))),
    "elven_archers": Card(ARMY, 10, bonus=lambda v: 5 * (not v.has_suit(WEATHER))),
    "light_cavalry": Card(ARMY, 17, penalty=lambda v: -2 * v.each(LAND)),
    "dwarvish_infantry": Card(ARMY, 15, penalty=lambda v: -2 * v.each_other(ARMY)),
    "rangers": Card(ARMY, 5, bonus=lambda v: 10 * v.each(LAND), clears_army=lambda _card: True),
    # Wizard
    "collector": Card(WIZARD, 7, bonus=_collector_bonus),
    "beastmaster": Card(
        WIZARD,
        9,
        bonus=lambda v: 9 * v.each(BEAST),
        clears=lambda card: card.suit == BEAST,
    ),
    "necromancer": Card(WIZARD, 3),  # has done its work before scoring [FR-20a]: see best
    "warlock_lord": Card(
        WIZARD, 25, penalty=lambda v: -10 * (v.each(LEADER) + v.each_other(WIZARD))
    ),
    "enchantress": Card(WIZARD, 5, bonus=lambda v: 5 * v.each(LAND, WEATHER, FLOOD, FLAME)),
    "jester": Card(WIZARD, 3, bonus=_jester_bonus),
    # Leader
    "king": Card(LEADER, 8, bonus=lambda v: _royal_bonus(v, "queen")),
    "queen": Card(LEADER, 6, bonus=lambda v: _royal_bonus(v, "king")),
    "princess": Card(LEADER, 2, bonus=lambda v: 8 * (v.each(ARMY, WIZARD) + v.each_other(LEADER))),
    "warlord": Card(
        LEADER, 4, bonus=lambda v: sum(card.strength for card in v.active if card.suit == ARMY)
    ),
    "empress": Card(
        LEADER,
        15,
        bonus=lambda v: 10 * v.each(ARMY),
        penalty=lambda v: -5 * v.each_other(LEADER),
    ),
    # Beast
    "unicorn": Card(BEAST, 9, bonus=_unicorn_bonus),
    "basilisk": Card(BEAST, 35, blanks=_basilisk_blanks),
    "warhorse": Card(BEAST, 6, bonus=lambda v: 14 * v.has_suit(LEADER, WIZARD)),
    "dragon": Card(BEAST, 30, penalty=lambda v: -40 * (not v.has_suit(WIZARD))),
    "hydra": Card(BEAST, 12, bonus=lambda v: 28 * v.has("swamp")),
    # Weapon
    "warship": Card(
        WEAPON,
        23,
        clears_army=lambda card: card.suit == FLOOD,
        blanked_unless=FLOOD,
    ),
    "magic_wand": Card(WEAPON, 1, bonus=lambda v: 25 * v.has_suit(WIZARD)),
    "sword_of_keth": Card(WEAPON, 7, bonus=lambda v: _keth_bonus(v, "shield_of_keth", 10)),
    "elven_longbow": Card(
        WEAPON,
        3,
        bonus=lambda v: 30 * (v.has("elven_archers") or v.has("warlord") or v.has("beastmaster")),
    ),
    "war_dirigible": Card(WEAPON, 35, blanked_unless=ARMY, blanked_with=WEATHER),
    # Artifact
    "shield_of_keth": Card(ARTIFACT, 4, bonus=lambda v: _keth_bonus(v, "sword_of_keth", 15)),
    "gem_of_order": Card(
        ARTIFACT, 5, bonus=lambda v: _runs_total([card.strength for card in v.active])
    ),
    "world_tree": Card(ARTIFACT, 2, bonus=_world_tree_bonus),
    "book_of_changes": Card(ARTIFACT, 3),  # what it changes is a choice: see _as_scored
    "protection_rune": Card(ARTIFACT, 1, clears=lambda _card: True),
    # Wild: what they become is a choice: see _as_scored
    "shapeshifter": Card(WILD, 0),
    "mirage": Card(WILD, 0),
    "doppelganger": Card(WILD, 0),
}


# --- Choices [FR-14, FR-15, FR-16] ---------------------------------------------------------


def _check_hand(hand: Sequence[str]) -> None:
    for card_id in hand:
        if card_id not in CARDS:
            message = f"no such card: {card_id!r}"
            raise ValueError(message)
    if len(set(hand)) != len(hand):
        message = f"a card appears twice: {list(hand)!r}"
        raise ValueError(message)


def _require(legal: bool, card_id: str, choice: object) -> None:
    if not legal:
        message = f"illegal choice for {card_id}: {choice!r}"
        raise ValueError(message)


def _as_scored(hand: Sequence[str], choices: Mapping[str, Any]) -> list[ScoredCard]:
    """Apply Doppelgänger, Mirage, Shapeshifter and Book, in this order [FR-12].

    The Doppelgänger copies the card as printed, since the other two have not acted yet; a
    copied Mirage is an unused Wild with the name Mirage.
    """
    cards = {i: ScoredCard(i, i, CARDS[i].suit, CARDS[i].strength, i) for i in hand}

    if DOPPELGANGER in choices:
        model = choices[DOPPELGANGER]
        _require(model in hand and model != DOPPELGANGER, DOPPELGANGER, model)
        printed = CARDS[model]
        cards[DOPPELGANGER] = ScoredCard(
            DOPPELGANGER, model, printed.suit, printed.strength, penalty_of=model
        )

    for wild, suits in ((MIRAGE, MIRAGE_SUITS), (SHAPESHIFTER, SHAPESHIFTER_SUITS)):
        if wild in choices:
            model = choices[wild]
            _require(model in list(CARDS) and CARDS[model].suit in suits, wild, model)
            cards[wild] = ScoredCard(wild, model, CARDS[model].suit, 0, penalty_of=wild)

    if BOOK in choices:
        change = choices[BOOK]
        _require(isinstance(change, Mapping) and set(change) == {"card", "suit"}, BOOK, change)
        target, suit = change["card"], change["suit"]
        _require(target in hand and target != BOOK and suit in TEN_SUITS, BOOK, change)
        old = cards[target]
        cards[target] = ScoredCard(old.id, old.name, suit, old.strength, old.penalty_of)

    return list(cards.values())


def _with_suits(cards: Sequence[ScoredCard], suits: Sequence[str]) -> list[str]:
    return [card.id for card in cards if card.suit in suits]


# --- Clearing [FR-9, FR-10] ----------------------------------------------------------------
#
# Clearing is a bonus, so it is looked up by physical card: a Doppelgänger never clears. It is
# asked of all cards of the hand, since a card that ends up blanked still clears.


def _is_cleared(card: ScoredCard, cards: Sequence[ScoredCard], choices: Mapping[str, Any]) -> bool:
    """Tell whether the whole penalty of the card is cleared."""
    if choices.get(ISLAND) == card.id:
        return True
    for other in cards:
        clears = CARDS[other.id].clears
        if clears is not None and clears(card):
            return True
    return False


def _army_is_read(card: ScoredCard, cards: Sequence[ScoredCard]) -> bool:
    """Tell whether the word Army still stands in the penalty of the card [FR-10]."""
    for other in cards:
        clears_army = CARDS[other.id].clears_army
        if clears_army is not None and clears_army(card):
            return False
    return True


# --- Blanking [FR-13] ----------------------------------------------------------------------


def _on_a_cycle(arrows: Mapping[str, set[str]]) -> set[str]:
    """Return those from which the arrows lead back to themselves."""
    found = set()
    for start in arrows:
        reached: set[str] = set()
        to_visit = [start]
        while to_visit:
            for following in arrows[to_visit.pop()]:
                if following not in reached:
                    reached.add(following)
                    to_visit.append(following)
        if start in reached:
            found.add(start)
    return found


def _blanked_by_others(cards: Sequence[ScoredCard], cleared: set[str]) -> set[str]:
    """Return the cards blanked by *blanks* penalties [FR-13, FR-13a]."""
    arrows: dict[str, set[str]] = {}
    for card in cards:
        blanks = CARDS[card.penalty_of].blanks
        if blanks is None or card.id in cleared:
            arrows[card.id] = set()
        else:
            army = _army_is_read(card, cards)
            arrows[card.id] = {other.id for other in cards if blanks(card, other, army)}

    active: set[str] = set()
    blanked: set[str] = set()
    undecided = {card.id for card in cards}
    while undecided:
        changed = True
        while changed:
            changed = False
            for card_id in sorted(undecided):
                sources = {source for source in arrows if card_id in arrows[source]}
                if sources & active:
                    blanked.add(card_id)
                elif sources <= blanked:
                    active.add(card_id)
                else:
                    continue
                undecided.remove(card_id)
                changed = True
        # What is left lies on or behind a cycle. All that lies on one is blanked together.
        on_a_cycle = _on_a_cycle({card_id: arrows[card_id] & undecided for card_id in undecided})
        blanked |= on_a_cycle
        undecided -= on_a_cycle
    return blanked


def _judge_need(
    card: ScoredCard,
    sure: Sequence[ScoredCard],
    undecided: Sequence[ScoredCard],
    army_is_read: bool,
) -> tuple[str, set[str]]:
    """Judge one *blanked unless* / *blanked with* card by what is known so far [FR-13b].

    Returns "stays" or "blanked"; or "open", with the undecided cards it depends on. A card
    of the suit it needs supports itself; a card of the suit that disturbs it disturbs itself.
    """
    needed = CARDS[card.penalty_of].blanked_unless
    if needed == ARMY and not army_is_read:
        needed = None  # it needs no Army then [FR-10]
    disturbing = CARDS[card.penalty_of].blanked_with

    sure_suits = {other.suit for other in sure} | {card.suit}
    need_is_met = needed is None or needed in sure_suits
    is_disturbed = disturbing is not None and disturbing in sure_suits
    others = [other for other in undecided if other.id != card.id]
    supporters = {other.id for other in others if other.suit == needed}
    disturbers = {other.id for other in others if other.suit == disturbing}

    if is_disturbed or (not need_is_met and not supporters):
        return "blanked", set()
    if need_is_met and not disturbers:
        return "stays", set()
    return "open", disturbers if need_is_met else supporters | disturbers


def _blanked_by_need(
    cards: Sequence[ScoredCard], cleared: set[str], already_blanked: set[str]
) -> set[str]:
    """Return the cards blanked by their own *blanked unless* or *blanked with* [FR-13b]."""
    sure: list[ScoredCard] = []  # these are active and stay so
    undecided: list[ScoredCard] = []
    for card in cards:
        has_condition = CARDS[card.penalty_of].blanked_unless is not None
        if card.id not in already_blanked:
            if has_condition and card.id not in cleared:
                undecided.append(card)
            else:
                sure.append(card)

    blanked: set[str] = set()
    while undecided:
        changed = True
        depends_on: dict[str, set[str]] = {}
        while changed:
            changed = False
            depends_on = {}
            for card in list(undecided):
                army = _army_is_read(card, cards)
                verdict, depends_on[card.id] = _judge_need(card, sure, undecided, army)
                if verdict == "stays":
                    sure.append(card)
                elif verdict == "blanked":
                    blanked.add(card.id)
                else:
                    continue
                undecided.remove(card)
                changed = True
        # What is left lies on or behind a circle of cards that depend on one another. All
        # that lies on one is blanked together.
        on_a_circle = _on_a_cycle(depends_on)
        blanked |= on_a_circle
        undecided = [card for card in undecided if card.id not in on_a_circle]
    return blanked


# --- Scoring -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """The score of a hand and how each physical card came to its points.

    For every card, points = strength + bonus + penalty (a penalty is 0 or less); a blanked
    card has 0 in each. ``strengths`` is the sum that breaks ties [FR-6b].
    """

    score: int
    strengths: int
    blanked: frozenset[str]
    points: dict[str, int]
    strength: dict[str, int]
    bonus: dict[str, int]
    penalty: dict[str, int]


def score(hand: Sequence[str], choices: Mapping[str, Any] | None = None) -> Result:
    """Score a hand with exactly the given choices, in the order of [FR-12].

    Without a choice, a wild card stays as printed, the Book changes nothing, the Island
    clears nothing and the Fountain adds nothing. An eighth card taken by the Necromancer is
    simply part of the hand, and no choice here. A choice for a card that is not in the hand,
    or an illegal one, raises ValueError.
    """
    choices = {} if choices is None else choices
    _check_hand(hand)
    for card_id in choices:
        _require(card_id in CHOICE_CARDS and card_id in hand, card_id, choices[card_id])

    cards = _as_scored(hand, choices)
    for chooser, suits in ((ISLAND, ISLAND_SUITS), (FOUNTAIN, FOUNTAIN_SUITS)):
        if chooser in choices:
            target = choices[chooser]
            _require(target in _with_suits(cards, suits), chooser, target)

    cleared = {card.id for card in cards if _is_cleared(card, cards, choices)}
    blanked = _blanked_by_others(cards, cleared)
    blanked |= _blanked_by_need(cards, cleared, blanked)

    strength = dict.fromkeys(hand, 0)
    bonus = dict.fromkeys(hand, 0)
    penalty = dict.fromkeys(hand, 0)
    active = tuple(card for card in cards if card.id not in blanked)
    fountain_choice = choices.get(FOUNTAIN)
    for card in active:
        strength[card.id] = card.strength
        # A bonus is looked up by physical card: copies have none [FR-14, FR-15].
        bonus_text = CARDS[card.id].bonus
        if bonus_text is not None:
            bonus[card.id] = bonus_text(HandSeen(card, active, len(hand), True, fountain_choice))
        penalty_text = CARDS[card.penalty_of].penalty
        if penalty_text is not None and card.id not in cleared:
            army = _army_is_read(card, cards)
            penalty[card.id] = penalty_text(HandSeen(card, active, len(hand), army, None))

    points = {card_id: strength[card_id] + bonus[card_id] + penalty[card_id] for card_id in hand}
    return Result(
        score=sum(points.values()),
        strengths=sum(strength.values()),
        blanked=frozenset(blanked),
        points=points,
        strength=strength,
        bonus=bonus,
        penalty=penalty,
    )


# --- All choices, and the best [FR-18, FR-20] ----------------------------------------------


def _options(hand: Sequence[str], chooser: str, values: Sequence[object]) -> list[dict[str, Any]]:
    """Return what can be chosen for one card: nothing or, if it is in the hand, any value."""
    if chooser not in hand:
        return [{}]
    return [{}, *({chooser: value} for value in values)]


def _choices_before_fountain(hand: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield every legal assignment of all choice cards but the Fountain of Life."""
    not_double = [i for i in hand if i != DOPPELGANGER]
    for_mirage = [i for i, printed in CARDS.items() if printed.suit in MIRAGE_SUITS]
    for_shape = [i for i, printed in CARDS.items() if printed.suit in SHAPESHIFTER_SUITS]
    not_book = [i for i in hand if i != BOOK]
    for_book = [{"card": i, "suit": suit} for i in not_book for suit in TEN_SUITS]

    for double in _options(hand, DOPPELGANGER, not_double):
        for mirage in _options(hand, MIRAGE, for_mirage):
            for shape in _options(hand, SHAPESHIFTER, for_shape):
                for change in _options(hand, BOOK, for_book):
                    chosen = double | mirage | shape | change
                    for_island = _with_suits(_as_scored(hand, chosen), ISLAND_SUITS)
                    for clearing in _options(hand, ISLAND, for_island):
                        yield chosen | clearing


def legal_choices(hand: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield every legal assignment of all choice cards in the hand, none left out.

    Each may also go unused; what is unused has no key. Keys stand in the rulebook's order
    [FR-12].
    """
    _check_hand(hand)
    for chosen in _choices_before_fountain(hand):
        for_fountain = _with_suits(_as_scored(hand, chosen), FOUNTAIN_SUITS)
        for adding in _options(hand, FOUNTAIN, for_fountain):
            yield chosen | adding


def _with_best_fountain(hand: Sequence[str], chosen: dict[str, Any]) -> dict[str, Any]:
    """Add the Fountain's best choice, which changes nothing but its own bonus.

    It is the strongest eligible card that is not blanked; none, where that adds nothing.
    """
    blanked = score(hand, chosen).blanked
    if FOUNTAIN not in hand or FOUNTAIN in blanked:
        return chosen
    strongest = 0
    with_fountain = chosen
    for card in _as_scored(hand, chosen):
        eligible = card.suit in FOUNTAIN_SUITS and card.id not in blanked
        if eligible and card.strength > strongest:
            strongest = card.strength
            with_fountain = {**chosen, FOUNTAIN: card.id}
    return with_fountain


def best(hand: Sequence[str], discard: Sequence[str] = ()) -> tuple[Result, dict[str, Any]]:
    """Return the best result and the choices that lead to it [FR-18].

    The best has the highest score, then the lowest sum of strengths, then the fewest
    changes. With the Necromancer in a hand of at most seven, each Army, Leader, Wizard and
    Beast of the discard area (suits as printed) is tried as an extra card [FR-20]; if one is
    taken it counts as a change and stands in the choices as "necromancer".
    """
    _check_hand([*hand, *discard])
    takes: list[dict[str, Any]] = [{}]
    if NECROMANCER in hand and len(hand) <= FULL_HAND:
        takes += [{NECROMANCER: i} for i in discard if CARDS[i].suit in NECROMANCER_SUITS]

    best_rank: tuple[int, int, int] | None = None
    best_found: tuple[Result, dict[str, Any]] | None = None
    for take in takes:
        whole_hand = [*hand, *take.values()]
        for without_fountain in _choices_before_fountain(whole_hand):
            chosen = _with_best_fountain(whole_hand, without_fountain)
            result = score(whole_hand, chosen)
            rank = (-result.score, result.strengths, len(take) + len(chosen))
            if best_rank is None or rank < best_rank:
                best_rank = rank
                best_found = (result, take | chosen)
    if best_found is None:  # cannot be: making no choice at all is always legal
        raise AssertionError
    return best_found
