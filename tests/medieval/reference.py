"""A second, deliberately plain engine for Medieval Realms.

It is kept apart from the product so that two independent readings of the rules can be
compared. A table is made of dicts and lists, every step is written the way the specification
says it, and the paragraphs meant are given in brackets, such as [MR-24].

``replay`` takes what ``realms export`` writes and holds it to the rules from the first token
to the winner. A ``Table`` can also be led move by move, and tells at every point who is
awaited and what may be done.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from pathlib import Path
from typing import Any

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text("utf-8"))

RESOURCES: list[str] = CONTENT["resources"]  # [MR-4]
ZONE = [resource for resource in RESOURCES if resource != "battle"]  # [MR-3]
COMBAT = {"mayor": 0, "admiral": 1, "general": 2}  # [MR-5]
HAND_LIMIT = 4  # [MR-36]
DISCARDED = {2: 4, 3: 3, 4: 2, 5: 1}  # squares emptied at the end of a round [MR-51]
GREAT_PERSON_SET = [0, 1, 3, 6, 10, 15]  # [MR-75]

Action = tuple[Any, ...]
Seat = dict[str, Any]


class Broken(AssertionError):
    """Something that the rules do not allow, or an account that they do not bear out."""


def rule(holds: bool, paragraph: str, sentence: object = "") -> None:
    if not holds:
        raise Broken(f"[{paragraph}] {sentence}")


# --- What is printed ---------------------------------------------------------------------


def printed(options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The cards by id, as the edition and the switches have them [D-2] [D-3] [D-5] [D-7]."""
    cards = {}
    for entry in CONTENT["deck"]:
        card = {**entry, "cost": dict(entry["cost"]), "effects": []}
        if card["kind"] == "war":
            card["colour"] = options["war_colour"]
            card["cost"]["battle"] = card["cost"]["battle"][str(options["players"])]  # [MR-64]
        if card["kind"] in {"art_gallery", "cathedral"}:
            card["type"] = options["gallery_cathedral"]
        for effect in map(dict, entry["effects"]):
            if effect["when"] == "on_play_colour" and options["city_trigger"] == "same":
                effect["colour"] = card["colour"]
            if effect["do"] == "tokens_choice" and not options["tithe_exclude_religion"]:
                effect["except"] = []
            if effect["do"] == "vp_per_colour" and options["gp_end"] == "distinct":
                effect["do"] = "vp_per_distinct_colour"
            card["effects"].append(effect)
        cards[card["id"]] = card
    return cards


def price(square: int) -> int:
    """Goods for the card of a square: 1, 2, 3 by row [MR-33]."""
    return 1 + (square - 1) // 4


def deck_ids() -> list[str]:
    return sorted(card["id"] for card in CONTENT["deck"] for _ in range(card["count"]))


# --- Moves -------------------------------------------------------------------------------


def action(move: Mapping[str, Any]) -> Action:
    """A move of an export in a form that can be looked up among the legal ones."""
    match move["type"]:
        case "draft":
            return ("draft", *sorted(move["tokens"], key=RESOURCES.index))
        case "activate":
            return ("activate", move["square"], move.get("bid"))
        case "bid":
            return ("bid", move["amount"])
        case "play":
            return ("play", move["card"])
        case "choose":
            return ("choose", move["for"], move["resource"])
        case "place":
            return ("place",)
        case kind:
            return (kind,)


@cache
def placements(lands: int, mayor: int, admiral: int, general: int, decoys: int) -> int:
    """How many ways there are to place leaders; those of a kind are all alike [MR-19] [MR-20]."""

    def spread(leaders: int) -> list[frozenset[int]]:
        return list(map(frozenset, combinations_with_replacement(range(lands), leaders)))

    on_lands = 0
    for (occupied, times), (further, as_often) in product(
        Counter(spread(general)).items(), Counter(spread(admiral)).items()
    ):
        free = lands - len(occupied | further)
        ways = comb(free + decoys - 1, decoys) if free else 1  # [MR-22]
        on_lands += times * as_often * ways
    return comb(mayor + len(ZONE) - 1, mayor) * on_lands


class Table:
    """A game in progress."""

    def __init__(self, options: Mapping[str, Any], order: Sequence[int], deck: list[str]) -> None:
        self.options = options
        self.players: int = options["players"]
        rule(2 <= self.players <= 5, "MR-1", self.players)
        rule(sorted(deck) == deck_ids(), "MR-6", "not the deck")
        rule(sorted(order) == list(range(self.players)), "MR-12", order)
        self.cards = printed(options)
        self.lands = [int(land) for land in CONTENT["lands"] if int(land) <= 8 or self.players == 5]
        self.order = list(order)
        self.deck = list(deck)
        self.current: list[str | None] = [self.draw() for _ in range(12)]  # [MR-10]
        self.future: list[str | None] = [self.draw() for _ in range(6)]
        self.discards: list[str] = []
        self.seats = [self.new_seat(number) for number in range(self.players)]
        self.round = 1
        self.drafting = list(reversed(order))  # [MR-15]
        self.drafted: list[Action] = []
        self.turn: int | None = None
        self.auction: dict[str, Any] | None = None
        self.choices: list[tuple[int, str, list[str]]] = []
        self.rounds: list[dict[str, Any]] = []
        self.stayed_off = False  # whether decoys ever had no land [MR-22]
        self.scores: list[int] | None = None
        self.winner: int | None = None

    def new_seat(self, number: int) -> Seat:
        """What every player begins with [MR-9] [MR-13] [MR-14]."""
        return {
            "number": number,
            "tokens": dict(CONTENT["start"]),
            "points": 0,
            "leaders": {"mayor": 4, "admiral": 1, "general": 1},
            "decoys": 2 if self.players == 2 else 0,
            "hand": [],
            "in_play": [],
            "placed": None,
            "passed": False,
        }

    def draw(self) -> str | None:
        """The next card of the deck; none once it is empty [MR-54]."""
        return self.deck.pop(0) if self.deck else None

    # --- Who may do what ---

    @property
    def phase(self) -> str:
        if self.scores is not None:
            return "over"
        if self.choices:
            return "choosing"
        if self.drafting:
            return "drafting"
        if self.auction:
            return "bidding"
        return "placing" if self.turn is None else "acting"

    def awaiting(self) -> list[int]:
        """The seats that must do something now."""
        match self.phase:
            case "choosing":
                return [self.choices[0][0]]  # also out of turn [MR-57]
            case "drafting":
                return self.drafting[:1]
            case "bidding":
                assert self.auction
                return [self.auction["asked"]]
            case "placing":
                return [number for number, seat in enumerate(self.seats) if not seat["placed"]]
            case "acting":
                assert self.turn is not None
                return [self.turn]
        return []

    def may_change(self) -> list[int]:
        """The seats that have placed and may do so again, until the last has placed [MR-18]."""
        if self.phase != "placing":
            return []
        return [number for number, seat in enumerate(self.seats) if seat["placed"]]

    def legal(self, number: int) -> set[Action]:
        """All that a seat may do, except placements, which `placement` judges one by one."""
        if number not in self.awaiting():
            return set()
        match self.phase:
            case "choosing":
                _, what, resources = self.choices[0]
                return {("choose", what, resource) for resource in resources}
            case "drafting":
                pairs = {("draft", *pair) for pair in combinations(RESOURCES, 2)}
                return pairs - set(self.drafted)  # [MR-15]
            case "bidding":
                assert self.auction
                most = self.seats[number]["tokens"][self.auction["resource"]]
                bids = range(self.auction["bid"] + 1, most + 1)  # [MR-45]
                return {("bid", bid) for bid in bids} | {("pass_bid",)}
            case "acting":
                return (
                    {("pass",)} | self.plays(number) | self.activations(number)
                )  # [MR-31] [MR-32]
        return set()

    def plays(self, number: int) -> set[Action]:
        seat = self.seats[number]
        return {("play", card) for card in seat["hand"] if self.can_pay(seat, self.cards[card])}

    def can_pay(self, seat: Seat, card: Mapping[str, Any], spent: int = 0) -> bool:
        """Whether a seat could pay a card, after a price in goods was spent [MR-48] [MR-63]."""
        if card["kind"] == "island":
            islands = [held for held in seat["in_play"] if self.cards[held]["kind"] == "island"]
            needed = 1 if self.options["island_consumes"] else len(islands) + 1
            return bool(seat["leaders"]["admiral"] >= needed)
        left: Counter[str] = Counter(seat["tokens"])
        left["goods"] -= spent
        return all(left[resource] >= n for resource, n in card["cost"].items())

    def activations(self, number: int) -> set[Action]:
        found: set[Action] = set()
        seat = self.seats[number]
        for square, held in enumerate(self.current, 1):
            if held is None:
                continue
            card = self.cards[held]
            if card["type"] == "auction":
                least, most = self.options["auction_min_bid"], seat["tokens"][card["cost"]["bid"]]
                found |= {("activate", square, bid) for bid in range(least, most + 1)}  # [MR-44]
            elif seat["tokens"]["goods"] >= price(square):
                if card["type"] == "majority" or self.may_take(seat, card, price(square)):
                    found.add(("activate", square, None))  # [MR-37] [MR-41]
        return found

    def may_take(self, seat: Seat, card: Mapping[str, Any], spent: int) -> bool:
        """Whether a hole card may be taken [MR-34] [MR-35] [MR-63] [D-1] [GAP-7]."""
        tested = self.options["hole_requires_cost"]
        if card["kind"] == "island" and self.options["island_test"] == "taken":
            tested = True
        if tested and not self.can_pay(seat, card, spent):
            return False
        return self.has_room(seat, card)

    def has_room(self, seat: Seat, card: Mapping[str, Any]) -> bool:
        """Whether a hand accepts a card: at most four, all of different colours [MR-36]."""
        colours = {self.cards[held]["colour"] for held in seat["hand"]}
        return len(seat["hand"]) < HAND_LIMIT and card["colour"] not in colours

    # --- Making a move ---

    def play(self, number: int, move: Mapping[str, Any]) -> None:
        """Make a move of an export, or say why it is not one."""
        done = action(move)
        seat = self.seats[number]
        if self.phase == "placing":
            rule(done[0] == "place", "MR-18", move)
            seat["placed"] = self.placement(number, move)
            if not self.awaiting():
                self.reveal()
            return
        rule(done in self.legal(number), "MR-31", (self.round, number, move, self.awaiting()))
        match done[0]:
            case "draft":
                seat["tokens"][done[1]] += 1
                seat["tokens"][done[2]] += 1
                self.drafted.append(done)
                self.drafting.pop(0)
                return
            case "choose":
                _, what, _ = self.choices.pop(0)
                seat["tokens"][done[2]] += 4 if what == "tithe" else 1  # [MR-55] [MR-68]
            case "bid":
                assert self.auction
                self.auction.update(bid=done[1], holder=number)
                self.ask_next()
            case "pass_bid":
                assert self.auction
                self.auction["out"].add(number)
                self.ask_next()
            case "pass":
                seat["passed"] = True  # [MR-50]
            case "play":
                self.play_card(seat, done[1])
            case "activate":
                self.activate(number, done[1], done[2])
        if not self.choices and not self.auction:
            self.next_turn()

    def next_turn(self) -> None:
        """The next in turn order who has not passed; after an auction, too [MR-31] [MR-47]."""
        assert self.turn is not None
        place = self.order.index(self.turn)
        for number in self.order[place + 1 :] + self.order[: place + 1]:
            if not self.seats[number]["passed"]:
                self.turn = number
                return
        self.end_round()

    # --- Steps 2 to 5 ---

    def placement(self, number: int, move: Mapping[str, Any]) -> dict[str, Any]:
        """A placement of all leaders of a seat [MR-19] [MR-20] [MR-21] [MR-22]."""
        seat = self.seats[number]
        mayors = {square: n for square, n in move["mayors"].items() if n}
        rule(set(mayors) <= set(ZONE) and min(mayors.values(), default=1) > 0, "MR-19", move)
        rule(sum(mayors.values()) == seat["leaders"]["mayor"], "MR-21", move)
        placed: dict[str, Any] = {"mayor": mayors}
        for leader in ("general", "admiral", "decoy"):
            placed[leader] = list(move[leader + "s"])
            rule(set(placed[leader]) <= set(self.lands), "MR-20", move)
        military = set(placed["general"]) | set(placed["admiral"])
        for leader in ("general", "admiral"):
            rule(len(placed[leader]) == seat["leaders"][leader], "MR-21", move)
        rule(not military & set(placed["decoy"]), "MR-22", move)
        decoys = seat["decoys"] if military < set(self.lands) else 0
        rule(len(placed["decoy"]) == decoys, "MR-22", move)
        self.stayed_off |= decoys < seat["decoys"]
        return placed

    def placements(self, number: int) -> int:
        """How many placements a seat has."""
        seat = self.seats[number]
        return placements(len(self.lands), **seat["leaders"], decoys=seat["decoys"])

    def reveal(self) -> None:
        """Steps 3, 4 and 5: income, extra goods, turn order [MR-16] [MR-23]."""
        for seat in self.seats:
            for square, mayors in seat["placed"]["mayor"].items():
                seat["tokens"][square] += mayors
            self.production(seat)
        for land in self.lands:
            self.fight(land)
        for seat in self.seats:
            seat["tokens"]["goods"] += 2  # [MR-28]
            seat["placed"], seat["passed"] = None, False
        self.set_order()
        self.turn = self.order[0]

    def production(self, seat: Seat) -> None:
        """Repetitive production effects of the cards in play [MR-58] [MR-66]."""
        for effect in self.effects(seat["in_play"], "production"):
            mayors = self.mayors(seat)
            if self.options["scidev"] == "on_square":
                mayors = seat["placed"]["mayor"].get(effect["resource"], 0)
            times = mayors if effect["do"] == "tokens_per_mayor" else 1
            seat["tokens"][effect["resource"]] += effect["n"] * times

    def fight(self, land: int) -> None:
        """The strongest by at least 1, with military leaders there, gets the land [MR-24]."""
        strengths = []
        for seat in self.seats:
            there = {leader: lands.count(land) for leader, lands in seat["placed"].items()
                     if leader != "mayor"}  # fmt: skip
            strengths.append(2 * there["general"] + there["admiral"] + 2 * there["decoy"])
        best = max(strengths)
        if strengths.count(best) > 1:
            return  # [MR-25]
        winner = self.seats[strengths.index(best)]
        if land in winner["placed"]["general"] + winner["placed"]["admiral"]:  # [MR-26]
            for resource, n in CONTENT["lands"][str(land)].items():
                winner["tokens"][resource] += n

    def set_order(self) -> None:
        """Most goods first; near the previous, then near the new initial player [MR-29] [MR-30]."""

        def ranked(initial: int) -> list[int]:
            def key(number: int) -> tuple[int, int]:
                return -self.seats[number]["tokens"]["goods"], (number - initial) % self.players

            return sorted(range(self.players), key=key)

        first = ranked(self.order[0])[0]
        self.order = [first] + [number for number in ranked(first) if number != first]

    # --- Step 6 ---

    def activate(self, number: int, square: int, bid: int | None) -> None:
        held = self.current[square - 1]
        assert held is not None
        card, seat = self.cards[held], self.seats[number]
        self.current[square - 1] = None
        if card["type"] == "auction":
            resource = card["cost"]["bid"]  # [MR-43]
            self.auction = {"card": held, "resource": resource, "bid": bid, "holder": number,
                            "asked": number, "out": set()}  # fmt: skip
            self.ask_next()
            return
        seat["tokens"]["goods"] -= price(square)
        if card["type"] == "hole":
            seat["hand"].append(held)
            return
        [resource] = card["cost"]
        candidates = [n for n, other in enumerate(self.seats) if self.has_room(other, card)]
        if not candidates:
            self.discards.append(held)  # [MR-42]
            return
        most = max(self.seats[n]["tokens"][resource] for n in candidates)  # [MR-38]
        tied = [n for n in candidates if self.seats[n]["tokens"][resource] == most]
        taker = number if number in tied else min(tied, key=self.order.index)  # [MR-39] [MR-40]
        if self.options["majority_tie"] == "activator" and len(tied) > 1 and number in candidates:
            taker = number
        self.seats[taker]["hand"].append(held)

    def ask_next(self) -> None:
        """Clockwise to the next who can raise; to the holder, and the card is won [MR-45]."""
        auction = self.auction
        assert auction
        while True:
            auction["asked"] = asked = (auction["asked"] + 1) % self.players
            if asked == auction["holder"]:
                break
            if self.seats[asked]["tokens"][auction["resource"]] <= auction["bid"]:
                auction["out"].add(asked)
            if asked not in auction["out"]:
                return
        winner = self.seats[auction["holder"]]
        winner["tokens"][auction["resource"]] -= auction["bid"]  # [MR-46]
        self.auction = None
        self.enter(winner, auction["card"])

    def play_card(self, seat: Seat, held: str) -> None:
        """Pay the printed cost and put the card in play [MR-48]."""
        seat["hand"].remove(held)
        card = self.cards[held]
        if card["kind"] != "island":
            for resource, n in card["cost"].items():
                seat["tokens"][resource] -= n
        elif self.options["island_consumes"]:
            seat["leaders"]["admiral"] -= 1
        self.enter(seat, held)

    def enter(self, seat: Seat, held: str) -> None:
        """Immediate effects, then those of Cities already in play [MR-49] [MR-61]."""
        colour, earlier = self.cards[held]["colour"], list(seat["in_play"])
        seat["in_play"].append(held)
        for effect in self.effects([held], "immediate"):
            match effect["do"]:
                case "vp":
                    self.gain_points(seat, effect["n"])
                case "leader":
                    seat["leaders"][effect["leader"]] += effect["n"]
                case "tokens":
                    seat["tokens"][effect["resource"]] += effect["n"]
                case "tokens_choice":
                    kinds = [one for one in RESOURCES if one not in effect["except"]]
                    self.choices.append((seat["number"], "tithe", kinds))
        for effect in self.effects(earlier, "on_play_colour"):
            if effect["colour"] == colour:
                seat["tokens"][effect["resource"]] += effect["n"]
                self.gain_points(seat, effect["vp"])

    def gain_points(self, seat: Seat, points: int) -> None:
        """A token of choice for each multiple of 5 that is reached or passed [MR-55]."""
        before = seat["points"]
        seat["points"] += points
        for _ in range(seat["points"] // 5 - before // 5):
            self.choices.append((seat["number"], "milestone", RESOURCES))

    def effects(self, cards: Iterable[str], when: str) -> list[dict[str, Any]]:
        return [one for held in cards for one in self.cards[held]["effects"] if one["when"] == when]

    # --- Step 7 and the end ---

    def end_round(self) -> None:
        """Close the round: the account of it, then the panels, or the end [MR-53] [MR-74]."""
        self.turn = None
        self.rounds.append(
            {
                "round": self.round,
                "tokens": [dict(seat["tokens"]) for seat in self.seats],
                "points": [seat["points"] for seat in self.seats],
                "hands": [sorted(seat["hand"]) for seat in self.seats],
                "in_play": [sorted(seat["in_play"]) for seat in self.seats],
                "order": list(self.order),
            }
        )
        if self.round == self.options["rounds"]:
            self.score()
            return
        self.refill()
        self.round += 1

    def refill(self) -> None:
        """Discard, slide, fill from the future panel and the deck [MR-51] [MR-52]."""
        gone = DISCARDED[self.players]
        self.discards += [held for held in self.current[:gone] if held]
        current = [held for held in self.current[gone:] if held]
        future = [held for held in self.future if held]
        while len(current) < 12 and future:
            current.append(future.pop(0))
        self.current = [*current, *(self.draw() for _ in range(12 - len(current)))]
        self.future = [*future, *(self.draw() for _ in range(6 - len(future)))]

    def score(self) -> None:
        """Final scoring and the winner [MR-75] [MR-76]."""
        scores = []
        for seat in self.seats:
            points = seat["points"] + sum(
                self.end_points(seat, effect) for effect in self.effects(seat["in_play"], "end")
            )
            tokens = sum(seat["tokens"].values())
            if self.options["milestone_final"]:  # [MR-56] [D-8]
                tokens += points // 5 - seat["points"] // 5
            persons = min(self.great_persons(seat), 5)
            scores.append(points + tokens // 2 + GREAT_PERSON_SET[persons])

        def standing(number: int) -> tuple[int, ...]:
            seat = self.seats[number]
            castles = sum(self.cards[held]["kind"] == "castle" for held in seat["in_play"])
            leaders = sum(seat["leaders"].values()) + seat["decoys"]
            late = self.order.index(number)
            return scores[number], len(seat["in_play"]), castles, leaders, -late

        self.scores = scores
        self.winner = max(range(self.players), key=standing)

    def end_points(self, seat: Seat, effect: Mapping[str, Any]) -> int:
        """What an end-of-game effect is worth [MR-58] [MR-59] [MR-61] [MR-63] [MR-65]."""
        match effect["do"]:
            case "vp_combat":
                return self.combat(seat)
            case "vp_per_mayor":
                return int(effect["n"]) * self.mayors(seat)
            case "vp_per_colour":
                return int(effect["n"]) * self.coloured(seat, [effect["colour"]])
            case "vp_per_distinct_colour":
                return int(effect["n"]) * self.colours(seat)
            case "vp_if":
                return int(effect["n"]) if self.holds(seat, effect["condition"]) else 0
        raise Broken(effect)

    def holds(self, seat: Seat, condition: Mapping[str, Any]) -> bool:
        """Whether the printed condition of an Island holds [MR-63]."""
        match next(iter(condition)):
            case "cards_of_colour":
                found = self.coloured(seat, [condition["cards_of_colour"]])
            case "cards_of_colours":
                found = self.coloured(seat, condition["cards_of_colours"])
            case "distinct_colours":
                found = self.colours(seat)
            case "great_persons":
                found = self.great_persons(seat)
            case "combat_value":
                found = self.combat(seat)
            case "leaders":
                assert condition["leaders"] == ["mayor"]
                found = self.mayors(seat)
        return bool(found >= condition["at_least"])

    def coloured(self, seat: Seat, colours: Sequence[str]) -> int:
        return sum(self.cards[held]["colour"] in colours for held in seat["in_play"])

    def colours(self, seat: Seat) -> int:
        return len({self.cards[held]["colour"] for held in seat["in_play"]})

    def great_persons(self, seat: Seat) -> int:
        return sum(self.cards[held]["great_person"] for held in seat["in_play"])

    def combat(self, seat: Seat) -> int:
        """Combat value of admirals and generals; decoys never count [MR-5] [MR-58]."""
        return sum(COMBAT[leader] * n for leader, n in seat["leaders"].items())

    def mayors(self, seat: Seat) -> int:
        """Mayors, with the decoys only where the switch says so [MR-73]."""
        decoys = seat["decoys"] if self.options["decoys_count_as_mayors"] else 0
        return int(seat["leaders"]["mayor"] + decoys)


# --- Whole games -------------------------------------------------------------------------


def account_of(account: Mapping[str, Any]) -> dict[str, Any]:
    """The account of a round, with hands and cards in play in no order."""
    in_order = {key: [sorted(cards) for cards in account[key]] for key in ("hands", "in_play")}
    return {**account, **in_order, "order": list(account["order"])}


def replay(export: Mapping[str, Any]) -> Table:
    """Play an export again and hold it to the rules: moves, rounds, scores and winner."""
    table = Table(export["options"], export["order"], export["deck"])
    for made in export["moves"]:
        table.play(made["seat"], made["move"])
    accounts = [account_of(account) for account in export["rounds"]]
    for ours, theirs in zip(table.rounds, accounts, strict=False):
        rule(ours == theirs, "MR-53", f"\n{ours}\n{theirs}")
    rule(len(table.rounds) == len(accounts), "MR-16", "another number of rounds")
    result = export["result"]
    rule((table.scores is None) == (result is None), "MR-74", result)
    if result is not None:
        rule(table.scores == list(result["scores"]), "MR-75", (table.scores, result))
        rule([table.winner] == list(result["winners"]), "MR-76", (table.winner, result))
    return table
