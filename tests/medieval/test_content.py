"""The content: all there, every figure with its provenance, told in both languages."""

from __future__ import annotations

import json
import string
from collections import Counter
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from realms.kernel.errors import Ambiguous, Unreadable
from realms.kernel.text import LANGUAGES, catalogue
from realms.medieval.content import content
from realms.medieval.content import effects as does
from realms.medieval.content.card_text import WHEN, card_text, cost_text, effect_text
from realms.medieval.content.content import (
    CARD,
    CARD_NAMES,
    CARDS,
    CONTENT,
    DECK,
    NUMBER,
    find,
    load_content,
    read_content,
)
from realms.medieval.content.effects import every_field
from realms.medieval.content.registry import digest_of
from realms.medieval.content.schema import FIRST_SWITCHES, MedievalCard

FILE = Path(content.__file__).with_name("content.toml")
FACTS: dict[str, Any] = json.loads(Path(__file__).with_name("content.json").read_text("utf-8"))
FACT = {card["id"]: card for card in FACTS["deck"]}

each_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


# --- The facts ---


def test_there_are_seven_resources_and_ten_colours() -> None:
    """[MR-4] [MR-6]"""
    assert [resource.id for resource in CONTENT.resource] == FACTS["resources"]
    colours = ["yellow", "green", "red", "turquoise", "grey", "black", "orange", "blue"]
    assert [colour.id for colour in CONTENT.colour] == [*colours, "white", "violet"]


def test_mayors_produce_all_but_battle() -> None:
    """[MR-3]"""
    assert [resource.id for resource in CONTENT.resource if not resource.zone] == ["battle"]


def test_leaders_have_their_combat_value() -> None:
    """[MR-5]"""
    values = {leader.id: leader.combat for leader in CONTENT.leader}
    assert values == {"mayor": 0, "admiral": 1, "general": 2}


def test_what_each_player_begins_with() -> None:
    """[MR-13] [MR-14] [MR-26]"""
    start = CONTENT.start
    assert start.tokens == FACTS["start"]
    assert sum(start.tokens.values()) == 22
    assert start.leaders == {"mayor": 4, "admiral": 1, "general": 1}
    assert start.decoys == {2: 2, 3: 0, 4: 0, 5: 0}
    assert start.decoy_combat == 2


def test_the_lands() -> None:
    """[MR-20]"""
    assert {str(land.number): land.reward for land in CONTENT.land} == FACTS["lands"]
    assert [len(CONTENT.lands(players)) for players in (2, 3, 4, 5)] == [8, 8, 8, 10]


def test_the_board() -> None:
    """[MR-2] [MR-16] [MR-51] [MR-55] [MR-75]"""
    board = CONTENT.board
    assert (board.rounds, board.current, board.future, board.deck) == (7, 12, 6, 109)
    assert board.discards == {2: 4, 3: 3, 4: 2, 5: 1}
    assert board.milestone == 5
    assert board.great_persons == (1, 3, 6, 10, 15)


def test_a_row_has_its_price() -> None:
    """[MR-33]"""
    prices = [CONTENT.board.price(square) for square in range(1, 13)]
    assert prices == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]


def test_the_deck_has_109_cards_of_59_kinds_and_never_runs_out() -> None:
    """[MR-6] [MR-54]"""
    assert len(CARDS) == 59
    assert len(DECK) == 109
    assert CONTENT.board.needed == 90
    assert Counter(DECK) == {NUMBER[card.id]: card.count for card in CARDS}
    assert list(DECK) == sorted(DECK)


def test_how_the_deck_divides() -> None:
    """[MR-6]"""
    cards = [CARDS[number] for number in DECK]
    types = {"auction": 18, "hole": 43, "majority": 48}
    colours = {"yellow": 12, "green": 12, "red": 7, "turquoise": 8, "grey": 6, "black": 9}
    colours |= {"orange": 8, "violet": 13, "white": 18, "blue": 16}
    assert Counter(card.type for card in cards) == types
    assert Counter(card.colour for card in cards) == colours
    assert sum(card.great_person for card in cards) == 18


def as_listed(card: MedievalCard) -> dict[str, Any]:
    """A card in the words of the list of facts."""
    return {
        "id": card.id,
        "name_en": card.name.en,
        "name_es": card.name.es,
        "kind": card.kind,
        "colour": card.colour,
        "type": card.type,
        "great_person": card.great_person,
        "cost": listed_cost(card.cost),
        "effects": [listed_effect(effect, when) for when in WHEN for effect in getattr(card, when)],
        "count": card.count,
    }


def listed_cost(cost: does.AnyCost) -> dict[str, Any]:
    match cost:
        case does.Pay():
            return {cost.resource: cost.amount}
        case does.PayByPlayers():
            return {cost.resource: {str(players): n for players, n in cost.amounts.items()}}
        case does.WinningBid():
            return {"bid": cost.resource}
    assert cost == does.Own(leader="admiral", kind="island")
    return {"requires_admirals": "islands_in_play + 1"}


VERBS: dict[Any, str] = {
    does.GainPoints: "vp",
    does.GainTokens: "tokens",
    does.ChooseTokens: "tokens_choice",
    does.GainLeader: "leader",
    does.Trigger: "tokens+vp",
    does.GainTokensPerLeader: "tokens_per_mayor",
    does.PointsPerLeader: "vp_per_mayor",
    does.PointsPerCombatValue: "vp_combat",
    does.PointsPerDifferentColour: "vp_per_distinct_colour",
    does.PointsPerCard: "vp_per_colour",
    does.PointsIf: "vp_if",
}


def listed_effect(effect: Any, when: str) -> dict[str, Any]:
    facts = {"when": when, "do": VERBS[type(effect)], **msgspec.structs.asdict(effect)}
    match effect:
        case does.Trigger():
            facts |= {"when": "on_play_colour", "vp": facts.pop("points")}
        case does.ChooseTokens():
            facts["except"] = list(facts.pop("excluding"))
        case does.GainTokensPerLeader() | does.PointsPerLeader():
            assert facts.pop("leader") == "mayor"
        case does.PointsPerCombatValue():
            assert facts.pop("points") == 1
        case does.PointsIf():
            facts["condition"] = listed_condition(effect.condition)
    for field in ("points", "amount"):
        if field in facts:
            facts["n"] = facts.pop(field)
    return facts


def listed_condition(condition: does.AnyCondition) -> dict[str, Any]:
    counted: dict[str, Any] = {}
    match condition:
        case does.Cards(colours=(colour,)):
            counted = {"cards_of_colour": colour}
        case does.Cards(colours=colours):
            counted = {"cards_of_colours": list(colours)}
        case does.DifferentColours():
            counted = {"distinct_colours": True}
        case does.GreatPersons():
            counted = {"great_persons": True}
        case does.Leaders(leader=leader):
            counted = {"leaders": [leader]}
        case does.CombatValue():
            counted = {"combat_value": True}
    return {**counted, "at_least": condition.at_least}


@each_card
def test_a_card_is_as_the_facts_have_it(card: MedievalCard) -> None:
    """[MR-58] [MR-59] [MR-60] [MR-61] [MR-62] [MR-63] [MR-64] [MR-65] [MR-66] [MR-67] [MR-68]
    [MR-69] [MR-70]
    """
    fact = {key: value for key, value in FACT[card.id].items() if key != "reconstructed"}
    order = ["immediate", "on_play_colour", "production", "end"]
    effects = [{k: v for k, v in e.items() if k != "text"} for e in fact["effects"]]
    fact["effects"] = sorted(effects, key=lambda effect: order.index(effect["when"]))
    assert as_listed(card) == fact


def test_the_cards_are_in_the_order_of_the_facts() -> None:
    assert [card.id for card in CARDS] == list(FACT)


def test_no_card_gets_a_card_but_the_effect_is_known() -> None:
    """[MR-71]"""
    effects = [effect for card in CARDS for effect in card.immediate]
    assert not [effect for effect in effects if isinstance(effect, does.GetCard)]
    assert msgspec.convert({"does": "get_card", "amount": 1}, type=does.GetCard)


# --- Provenance ---

MARKS = {
    "count": ("count",),
    "condition": ("end.condition",),
    "trigger colour": ("repetitive.colour",),
    "end-effect colour": ("end.colour",),
    "which leader": ("immediate.leader",),
    "resource": ("repetitive.resource", "immediate.resource", "production.resource"),
}


@each_card
def test_a_card_marks_what_is_reconstructed_and_nothing_else(card: MedievalCard) -> None:
    """[MR-6]"""
    marks = FACT[card.id]["reconstructed"].split(", ")
    figures = {figure for mark in marks for figure in MARKS[mark] if figure in card.figures}
    assert len(figures) == len(marks)
    assert {f for f in card.figures if card.source(f) == "reconstructed"} == figures
    assert {f for f in card.figures if card.source(f) == "rulebook"} == {*card.figures} - figures


def test_every_figure_has_a_provenance() -> None:
    """[MR-3] [MR-6] [MR-13]"""
    sources = {
        (thing, figure): facts.source(figure)
        for thing, facts in CONTENT.things()
        for figure in facts.figures
    }
    public = {("board", "deck")} | {(resource.id, "zone") for resource in CONTENT.resource}
    rewards = {(f"land {number}", "reward") for number in range(1, 11)}
    ours = {what for what, source in sources.items() if source == "reconstructed"}
    assert set(sources.values()) == {"rulebook", "public", "reconstructed"}
    assert {what for what, source in sources.items() if source == "public"} == public
    assert {what for what in ours if what[0] not in CARD} == rewards | {("start", "tokens")}


def test_what_is_no_figure_has_no_provenance() -> None:
    with pytest.raises(KeyError):
        CARD["war"].source("strength")


# --- Names ---


@each_card
def test_a_card_is_found_by_id_and_by_name_in_both_languages(card: MedievalCard) -> None:
    for name in (card.id, card.name.en, card.name.es, card.name.es.upper()):
        assert CARD_NAMES.find(name) == card.id
        assert find(name) is card


def test_a_name_of_several_cards_is_ambiguous() -> None:
    with pytest.raises(Ambiguous):
        find("City")


@each_language
def test_every_name_is_unique(language: str) -> None:
    tables = (CONTENT.resource, CONTENT.colour, CONTENT.leader, CONTENT.kind, CARDS)
    for table in tables:
        assert len({thing.name[language] for thing in table}) == len(table)


# --- Texts ---


def full(text: str) -> bool:
    """Whether a text is in full sentences with everything filled in."""
    return text.endswith(".") and not set(text) & set("{}_[]") and "  " not in text


@each_language
@each_card
def test_a_card_is_told_in_full_sentences(card: MedievalCard, language: str) -> None:
    assert full(card_text(card, language))
    assert card_text(card, language)[0].isupper()
    assert all(full(cost_text(card, language, players)) for players in (0, 2, 3, 4, 5))
    for when in WHEN:
        assert bool(effect_text(card, when, language)) == bool(getattr(card, when))


@each_language
@each_card
def test_a_text_names_all_that_the_card_names(card: MedievalCard, language: str) -> None:
    text = card_text(card, language).lower()
    tables = {"colours": "colour", "excluding": "resource", "leader": "leader", "kind": "kind"}
    for field, value in [*every_field(card.cost), *every_field(card)]:
        table = tables.get(field, field)
        if table not in ("resource", "colour", "leader", "kind") or value == card.kind:
            continue
        for id_ in (value,) if isinstance(value, str) else value:
            word = next(word for word in getattr(CONTENT, table) if word.id == id_)[language]
            forms = (word.name, word.one, word.other)
            assert any(form.lower() in text for form in forms), (id_, text)


@each_language
@each_card
def test_a_text_gives_every_number_of_the_card(card: MedievalCard, language: str) -> None:
    text = card_text(card, language)
    fields = dict(every_field(card))
    numbers = [value for field, value in fields.items() if type(value) is int and field != "count"]
    assert all(str(number) in text for number in numbers)


def test_the_languages_differ() -> None:
    for card in CARDS:
        assert card_text(card, "en") != card_text(card, "es")


def test_spanish_agrees_with_the_cards() -> None:
    assert "2 cartas negras o naranjas" in card_text(CARD["island-war-castle"], "es")
    assert card_text(CARD["cathedral"], "es").startswith("Carta de mayoría blanca.")
    assert "otra carta roja: 1 ficha de producción y 1 PV" in card_text(CARD["city-red"], "es")


def test_a_number_of_players_has_its_cost() -> None:
    """[MR-64]"""
    costs = [cost_text(CARD["war"], "en", players) for players in (2, 3, 4, 5)]
    assert costs == [f"Costs {n} battle tokens." for n in (7, 7, 6, 5)]


@pytest.mark.parametrize(
    ("effect", "english", "spanish"),
    [
        (
            does.GetCard(amount=1),
            "On entering play: 1 card of the current panel into your hand, without paying goods.",
            "Al entrar en juego: 1 carta del panel actual a tu mano, sin pagar producción.",
        ),
        (
            does.ChooseTokens(amount=1),
            "On entering play: 1 token of a resource of your choice.",
            "Al entrar en juego: 1 ficha de un recurso a tu elección.",
        ),
        (
            does.GainLeader(leader="general", amount=2),
            "On entering play: 2 generals.",
            "Al entrar en juego: 2 generales.",
        ),
    ],
)
def test_effects_that_no_card_has_are_told(effect: Any, english: str, spanish: str) -> None:
    """[MR-71]"""
    card = msgspec.structs.replace(CARD["war"], immediate=(effect,))
    assert effect_text(card, "immediate", "en") == english
    assert effect_text(card, "immediate", "es") == spanish


def test_a_card_of_another_file_is_told_in_the_words_of_that_file() -> None:
    text = FILE.read_text("utf-8").replace('one = "gold token"', 'one = "coin"')
    other = read_content(text.encode(), "mine.toml")
    assert effect_text(CARD["city-yellow"], "repetitive", "en", other).endswith("1 coin and 1 VP.")


def test_the_catalogues_have_the_same_sentences_with_the_same_fields() -> None:
    ours = [
        [
            (key, fields(sentence))
            for key, sentence in catalogue(language).items()
            if "medieval_" in key
        ]
        for language in LANGUAGES
    ]
    assert ours[0]
    assert sorted(ours[0], key=itemgetter(0)) == sorted(ours[1], key=itemgetter(0))


def fields(message: Any) -> set[str]:
    texts = message.values() if isinstance(message, dict) else [message]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


# --- Content that is wrong ---

GOOD = FILE.read_text("utf-8")
WAR = GOOD[GOOD.index('[[card]]\nid = "war"') : GOOD.index('[[card]]\nid = "castle"')]
LAND = GOOD[GOOD.index("[[land]]\nnumber = 10") : GOOD.index("# --- Switches")]


def war(old: str, new: str) -> str:
    """The content with one thing changed about War."""
    assert old in WAR
    return GOOD.replace(WAR, WAR.replace(old, new))


def changed(old: str, new: str) -> str:
    """The content with one thing changed."""
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


NINETY = GOOD[: GOOD.index('[[card]]\nid = "art-gallery"')].replace("deck = 109", "deck = 90")
COST = WAR[WAR.index("cost = ") : WAR.index("immediate")]
WRONG = {
    "a colour that is none": (
        war('colour = "black"', 'colour = "pink"'),
        "war names the colour pink, which there is not",
    ),
    "a colour in an effect that is none": (
        changed('colours = ["black", "orange"]', 'colours = ["black", "pink"]'),
        "island-war-castle names the colour pink, which there is not",
    ),
    "a resource in a cost that is none": (
        war('resource = "battle"', 'resource = "fish"'),
        "war names the resource fish, which there is not",
    ),
    "a resource in a reward that is none": (
        changed("{ battle = 2 }", "{ fish = 2 }"),
        "land 7 names the resource fish, which there is not",
    ),
    "a resource excluded that is none": (
        changed('excluding = ["religion"]', 'excluding = ["fish"]'),
        "tithe names the resource fish, which there is not",
    ),
    "capital in no resource": (
        changed("tokens = { goods = 5", "tokens = { fish = 5"),
        "start names the resource fish, which there is not",
    ),
    "a leader that is none": (
        changed('counts = "leaders", leader = "mayor"', 'counts = "leaders", leader = "pope"'),
        "island-mayors6 names the leader pope, which there is not",
    ),
    "a leader at the start that is none": (
        changed("leaders = { mayor = 4", "leaders = { pope = 4"),
        "start names the leader pope, which there is not",
    ),
    "a kind that is none": (
        war('kind = "war"', 'kind = "truce"'),
        "war names the kind truce, which there is not",
    ),
    "a type that is none": (war('"majority"', '"swap"'), "Invalid enum value 'swap' - at `$.card["),
    "no cost": (war(COST, ""), "Object missing required field `cost` - at `$.card[28]` (war)"),
    "a cost of nothing": (
        war(COST, 'cost = { does = "pay", resource = "battle", amount = 0 }\n'),
        "Expected `int` >= 1 - at `$.card[28].cost.amount` (war)",
    ),
    "a cost for too few numbers of players": (
        war(", 5 = 5", ""),
        "war does not give the amounts for 2, 3, 4 and 5 players",
    ),
    "discards for too many numbers of players": (
        changed("4 = 2, 5 = 1 }", "4 = 2, 5 = 1, 6 = 1 }"),
        "board does not give the discards for 2, 3, 4 and 5 players",
    ),
    "a count below 1": (
        war("count = 9", "count = 0"),
        "Expected `int` >= 1 - at `$.card[28].count` (war)",
    ),
    "a count beyond reason": (war("count = 9", "count = 10000"), "Expected `int` <= 999"),
    "a card twice": (GOOD + WAR, "the card war is there twice"),
    "a colour twice": (
        changed('id = "grey"', 'id = "black"'),
        "the colour black is there twice",
    ),
    "no effect": (
        war("immediate", "end = []\n# immediate"),
        "the card war has no effect",
    ),
    "an effect at the wrong time": (war("immediate", "end"), "Invalid value 'gain_points'"),
    "a bid without an auction": (
        war(COST, 'cost = { does = "bid", resource = "battle" }\n'),
        "the card war must have a bid for its cost if it is an auction card, and only then",
    ),
    "an auction without a bid": (
        war('"majority"', '"auction"'),
        "the card war must have a bid for its cost if it is an auction card, and only then",
    ),
    "a majority of nothing": (
        war(COST, 'cost = { does = "own", leader = "admiral", kind = "war" }\n'),
        "the majority card war must have a resource in its cost",
    ),
    "a mark on no figure": (
        war('["count"]', '["count", "end.colour"]'),
        "war marks the figure end.colour, which it does not have",
    ),
    "lands out of order": (
        changed("number = 9\n", "number = 11\n"),
        "the lands are not numbered from 1 to 10",
    ),
    "a land too few": (changed(LAND, ""), "the lands are not numbered from 1 to 10"),
    "a land for six": (changed(LAND, LAND.replace("= 5", "= 6")), "Expected `int` <= 5"),
    "no prices": (changed("prices = [1, 2, 3]", "prices = []"), "Expected `array` of length >= 1"),
    "a deck that does not add up": (
        war("count = 9", "count = 8"),
        "the counts of the cards add up to 108, but the deck has 109",
    ),
    "a deck too small": (
        GOOD.replace("rounds = 7", "rounds = 9"),
        "the deck has 109 cards, but 9 rounds may need 114",
    ),
    "a deck one card too small": (
        NINETY.replace("deck = 90", "deck = 89").replace("count = 9", "count = 8"),
        "the deck has 89 cards, but 7 rounds may need 90",
    ),
    "an unknown field": (war("count", "copies"), "unknown field `copies`"),
    "an unknown verb": (war('"gain_points"', '"sing"'), "Invalid value 'sing'"),
    "no TOML": ("[[card]\nid = ", "Expected"),
    "no text": ("\udcff", "invalid start byte"),
}


def test_good_content_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("count = 9", "count = 10").replace("= 109", "= 110"), "utf-8")
    assert read_content(GOOD.encode(), "mine.toml") == CONTENT
    assert len(load_content(path).deck) == len(load_content(str(path)).deck) == 110


def test_ninety_cards_are_enough() -> None:
    """[MR-54]"""
    assert len(read_content(NINETY.encode(), "mine.toml").deck) == 90


@pytest.mark.parametrize(("text", "reason"), WRONG.values(), ids=WRONG)
def test_wrong_content_costs_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_content(text.encode("utf-8", "surrogateescape"), "mine.toml")
    sentence = str(error.value)
    assert sentence.startswith("mine.toml: ")
    assert reason in sentence
    assert "\n" not in sentence
    assert error.value.code == "content/unreadable"


def test_a_fault_is_told_in_spanish_too() -> None:
    text = war('colour = "black"', 'colour = "pink"')
    with pytest.raises(Unreadable) as error:
        read_content(text.encode(), "mio.toml")
    sentence = error.value.sentence("es")
    assert sentence == "mio.toml: war nombra pink, que no está en la tabla colour"


def test_a_file_that_is_not_there_costs_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="No such file"):
        load_content(tmp_path / "none.toml")


RESOURCES = '["goods", "science", "culture", "religion", "gold", "raw", "battle"]'


def test_a_file_of_ones_own_keeps_the_switches(tmp_path: Path) -> None:
    """Which switches there are, and what an edition sets, is part of the rules."""
    path = tmp_path / "mine.toml"
    path.write_text(changed('es = "orange"', 'es = "black"'), encoding="utf-8")
    with pytest.raises(Unreadable, match="the switches must stay as they are"):
        load_content(path)
    path.write_text(changed("rounds = 7 ", "rounds = 3 "), encoding="utf-8")
    with pytest.raises(Unreadable, match="the board has 7 rounds"):
        load_content(path)
    path.write_text(GOOD, encoding="utf-8-sig")
    assert load_content(path) == CONTENT


def test_a_file_from_before_the_last_switches_is_completed(tmp_path: Path) -> None:
    """And it keeps the digest that its records name."""
    path = tmp_path / "older.toml"
    start, end = GOOD.index('[[switch]]\nid = "majority_tie"'), GOOD.index("# --- The cards ---")
    older = GOOD[:start] + GOOD[end:]
    path.write_text(older, encoding="utf-8")
    assert load_content(path) == CONTENT
    path.write_text(older.replace('en = "The number of rounds"', 'en = "Rounds"'), "utf-8")
    with pytest.raises(Unreadable, match="the switches must stay as they are"):
        load_content(path)
    own = structs.replace(CONTENT, land=CONTENT.land[:-1])
    assert len(own.switch) > FIRST_SWITCHES
    before = structs.replace(own, switch=own.switch[:FIRST_SWITCHES])
    assert digest_of(own) == digest_of(before)
    digest = sha256(msgspec.json.encode(before)).hexdigest()
    assert digest_of(own) == digest[: len(digest_of(own))]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (lambda: changed('id = "gold"\nen', 'id = "silver"\nen'), "silver|gold"),
        (lambda: changed('id = "castle"\nen', 'id = "keep"\nen'), "castle"),
        (lambda: changed("current = 12 ", "current = 11 "), "12 and 6 squares"),
        (lambda: changed('id = "war"\nname', 'id = "w (x)"\nname'), "must be small letters"),
        (
            lambda: changed('name = { en = "War"', 'name = { en = "\\u001b[1m"'),
            "a name that can be",
        ),
        (lambda: changed('excluding = ["religion"]', f"excluding = {RESOURCES}"), "no resource to"),
        (lambda: changed("[1, 3, 6, 10, 15]", str(list(range(1, 10)))), "more than 8 steps"),
    ],
)
def test_what_the_rules_have_no_room_for_is_refused(text: Any, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_content(text().encode(), "mine.toml")
