"""Why a move of Medieval Realms is advised: what it yields, wins, denies and leaves.

A reason is given only where it is true of the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from realms.bots.advice import AdviceReason
from realms.bots.tree import MOST
from realms.kernel.game import copy_state
from realms.kernel.text import Text
from realms.medieval.bots.candidates import list_ranks
from realms.medieval.bots.estate import card_worth
from realms.medieval.bots.lands import WHOLE, judge_lands, own_strength
from realms.medieval.bots.wants import cost_worth, most_of, weigh
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    BIDDING,
    GENERAL,
    GOODS,
    HOLE,
    MAJORITY,
    MAYOR,
    NOTHING,
    RESOURCE_COUNT,
    TOKENS,
)
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules import codes
from realms.medieval.rules.actions import play_refusal
from realms.medieval.rules.auction import purse
from realms.medieval.rules.income import leaders_owned, produced
from realms.medieval.rules.majority import recipient
from realms.medieval.rules.state import PLACING, has
from realms.medieval.scoring.scoring import final_score, tokens_left

MOST_REASONS = 4


def reasons_for(s: Any, seat: int, steps: Sequence[int]) -> list[AdviceReason]:
    """The reasons for a move, the weightiest first."""
    return list(Speaker(s, seat).reasons(steps))[:MOST_REASONS]


class Speaker:
    """Puts what a steward weighs about one position into reasons."""

    def __init__(self, s: Any, seat: int) -> None:
        self.s, self.seat = s, seat
        self.tables, self.content = GAME.rule_tables(s), GAME.content(s)
        self.workspace = new_workspace()
        weigh(s, self.tables, seat, self.workspace)

    def reasons(self, steps: Sequence[int]) -> Iterator[AdviceReason]:
        """The reasons for a move, by its kind."""
        code = int(steps[0])
        if self.s.phase == PLACING:
            yield from self._placing(steps)
        elif code < codes.TAKE_BACK:
            yield from self._wanting(code // RESOURCE_COUNT)
            yield from self._wanting(code % RESOURCE_COUNT)
        elif code < codes.OPEN:
            yield from self._taking(code - codes.ACTIVATE)
        elif code < codes.PLAY:
            square, bid = divmod(code - codes.OPEN, codes.BIDS)
            yield from self._bidding(int(self.s.current[square]), bid)
        elif code < codes.PASS:
            yield from self._playing(code, int(self.s.hands[self.seat, code - codes.PLAY]))
        elif code == codes.PASS:
            yield from self._passing()
        elif code < codes.PASS_BID:
            yield from self._bidding(int(self.s.lot), code - codes.BID)
        elif code == codes.PASS_BID:
            yield from self._leaving(int(self.s.lot))
        elif code < codes.GET:
            yield from self._wanting(code - codes.CHOOSE)
        else:
            yield from self._promising(int(self.s.current[code - codes.GET]))

    # --- The words for things ---

    def _card(self, card: int) -> Text:
        return self.content.card[card].name

    def _tokens(self, resource: int, n: int) -> Text:
        rng_state = self.content.resource[resource]
        return Text(*(w.one if n == 1 else w.other for w in (rng_state.en, rng_state.es)))

    def _amount(self, resource: int, n: int) -> Text:
        tokens = self._tokens(resource, n)
        return Text(f"{n} {tokens.en}", f"{n} {tokens.es}")

    # --- Actions ---

    def _promising(self, card: int) -> Iterator[AdviceReason]:
        points = round(card_worth(self.s, self.tables, self.seat, card, self.workspace) / 100)
        if points > 0:
            yield AdviceReason("promises", {"card": self._card(card), "n": points})

    def _taking(self, square: int) -> Iterator[AdviceReason]:
        s, tables, seat = self.s, self.tables, self.seat
        card = int(s.current[square])
        left = int(s.tokens[seat, GOODS]) - int(tables.price[square])
        if tables.type[card] != HOLE and recipient(s, tables, seat, card) != seat:
            yield AdviceReason("leaves", {"amount": self._amount(GOODS, left)})
            return  # somebody else gets it
        yield from self._promising(card)
        resource = int(tables.asks_for[card])
        own, most = int(s.tokens[seat, resource]), int(most_of(s, seat, resource))
        if tables.type[card] != HOLE and own > most:
            fields = {"own": own, "most": most, "tokens": self._tokens(resource, 2)}
            yield AdviceReason("majority", fields)
        rivals = [r + 1 for r in range(s.players) if r != seat and self._would_get(r, square)]
        if rivals:
            yield AdviceReason("denies", {"seats": tuple(str(r) for r in rivals), "n": len(rivals)})
        if tables.asks[card] == TOKENS:
            missing = int(tables.amount[card]) - (left if resource == GOODS else own)
            if missing > 0:
                yield AdviceReason("lacks", {"amount": self._amount(resource, missing)})
            elif self._is_playable_after(codes.ACTIVATE + square, card):
                yield AdviceReason("affordable")
        yield AdviceReason("leaves", {"amount": self._amount(GOODS, left)})

    def _would_get(self, rival: int, square: int) -> bool:
        """Whether a rival could get the card of a square in this round."""
        s, tables = self.s, self.tables
        card = int(s.current[square])
        if has(s.passed, rival) or s.tokens[rival, GOODS] < tables.price[square]:
            return False
        if (
            tables.asks[card] == TOKENS
            and s.tokens[rival, tables.asks_for[card]] < tables.amount[card]
        ):
            return False
        return bool(tables.type[card] == HOLE or recipient(s, tables, rival, card) == rival)

    def _is_playable_after(self, code: int, card: int) -> bool:
        """Whether a card can be played once a move has brought it, seen by making the move."""
        after = copy_state(self.s)
        GAME.make_steps(after, self.seat, (code,))
        held = [int(after.hands[self.seat, slot]) for slot in range(after.held[self.seat])]
        if card not in held:
            return False
        return not play_refusal(after, self.tables, self.seat, held.index(card))

    def _worth_in_bids(self, card: int) -> int:
        """The highest bid that a card is worth."""
        s, tables, seat = self.s, self.tables, self.seat
        resource = int(tables.asks_for[card])
        worth = card_worth(s, tables, seat, card, self.workspace)
        most = 0
        while most < purse(s, tables, seat, card) and worth > cost_worth(
            s, seat, resource, most + 1, self.workspace
        ):
            most += 1
        return most

    def _bidding(self, card: int, bid: int) -> Iterator[AdviceReason]:
        yield from self._promising(card)
        most, resource = self._worth_in_bids(card), int(self.tables.asks_for[card])
        if 0 < most >= bid:
            yield AdviceReason("worth_bid", {"amount": self._amount(resource, most)})

    def _leaving(self, card: int) -> Iterator[AdviceReason]:
        """To leave an auction: the next bid would be too much."""
        if self._worth_in_bids(card) <= int(self.s.bid):
            yield AdviceReason("too_dear")

    def _passing(self) -> Iterator[AdviceReason]:
        """To pass: nothing pays, neither by what it promises nor by points it brings at once."""
        s, tables, seat = self.s, self.tables, self.seat
        moves, ranks = np.zeros(MOST, np.int64), np.zeros(MOST, np.float64)
        n = list_ranks(s, tables, seat, self.workspace, moves, ranks)
        if any(ranks[place] > 0 for place in range(n) if moves[place] != codes.PASS):
            return
        for slot in range(s.held[seat]):
            if not play_refusal(s, tables, seat, slot) and self._gain(codes.PLAY + slot) > 0:
                return
        yield AdviceReason("nothing_pays")

    def _gain(self, code: int) -> int:
        """The points more that a move brings if the game ended after it."""
        after = copy_state(self.s)
        GAME.make_steps(after, self.seat, (code,))
        before = int(final_score(self.s, self.tables, self.seat))
        return int(final_score(after, self.tables, self.seat)) - before

    def _playing(self, code: int, card: int) -> Iterator[AdviceReason]:
        """What the card does, seen by doing it on a copy."""
        s, tables, seat = self.s, self.tables, self.seat
        after = copy_state(s)
        GAME.make_steps(after, seat, (code,))
        points = int(after.points[seat]) - int(s.points[seat])
        if points:
            yield AdviceReason("points", {"n": points})
        at_end = _score_of_cards(after, tables, seat) - _score_of_cards(s, tables, seat) - points
        if at_end:
            yield AdviceReason("end_points", {"n": at_end})
        made = sum(int(produced(s, tables, seat, card, effect)) for effect in range(4))
        rounds = int(tables.rounds) - int(s.round_now)
        if made and rounds:
            yield AdviceReason("income", {"n": made, "rounds": rounds})
        for leader in (MAYOR, ADMIRAL, GENERAL):
            if leaders_owned(after, tables, seat, leader) > leaders_owned(s, tables, seat, leader):
                rng_state = self.content.leader[leader]
                yield AdviceReason("leader", {"leader": Text(rng_state.en.one, rng_state.es.one)})
        for slot in range(after.held[seat]):
            other = int(after.hands[seat, slot])
            resource = int(tables.asks_for[other])
            if (
                tables.asks[other] == TOKENS
                and after.tokens[seat, resource] >= tables.amount[other]
            ):
                yield AdviceReason("still_affordable", {"card": self._card(other)})
                break

    # --- Placements and tokens ---

    def _placing(self, steps: Sequence[int]) -> Iterator[AdviceReason]:
        s, tables, seat, workspace = self.s, self.tables, self.seat, self.workspace
        made: dict[int, int] = {}
        for code in steps:
            if code < codes.PLACE_GENERAL:
                resource = int(code) - codes.PLACE_MAYOR
                made[resource] = made.get(resource, 0) + 1 + int(workspace.on_square[resource])
            elif code < codes.PLACE_ADMIRAL:
                workspace.plan[GENERAL, code - codes.PLACE_GENERAL] += 1
            elif code < codes.PLACE_DECOY:
                workspace.plan[ADMIRAL, code - codes.PLACE_ADMIRAL] += 1
        for slot in range(s.held[seat]):
            card = int(s.hands[seat, slot])
            resource = int(tables.asks_for[card])
            if tables.asks[card] == TOKENS and made.get(resource):
                missing = int(tables.amount[card]) - int(s.tokens[seat, resource])
                if 0 < missing <= made[resource]:
                    yield AdviceReason("pays_for", {"card": self._card(card)})
        for resource, n in sorted(made.items(), key=lambda item: -item[1])[:2]:
            yield AdviceReason("makes", {"amount": self._amount(resource, n)})
        judge_lands(s, tables, seat, workspace)
        for land in range(len(tables.lands)):
            strength = int(own_strength(tables, land, workspace))
            if strength:
                chance = round(100 * int(workspace.odds[land, min(strength, 7)]) / WHOLE)
                yield AdviceReason("land", {"land": land + 1, "chance": chance})

    def _wanting(self, resource: int) -> Iterator[AdviceReason]:
        s, tables, seat = self.s, self.tables, self.seat
        for slot in range(s.held[seat]):
            card = int(s.hands[seat, slot])
            if tables.asks[card] == TOKENS and tables.asks_for[card] == resource:
                missing = int(tables.amount[card]) - int(s.tokens[seat, resource])
                if missing > 0:
                    yield AdviceReason("wanted_for", {"card": self._card(card), "n": missing})
                    return
        if self.workspace.wish[resource] > 0 and self._is_on_panel(resource, by_majority=True):
            yield AdviceReason("takes_lead", {"tokens": self._tokens(resource, 2)})
        elif self.workspace.wish[resource] > 0 and self._is_on_panel(resource, by_majority=False):
            yield AdviceReason("for_panel", {"tokens": self._tokens(resource, 2)})
        elif resource == GOODS:
            yield AdviceReason("for_actions")

    def _is_on_panel(self, resource: int, by_majority: bool) -> bool:
        """Whether a card of the panel goes by the majority of a resource, or asks for it."""
        tables = self.tables
        lying = [int(card) for card in self.s.current if card != NOTHING]
        about = [card for card in lying if int(tables.asks_for[card]) == resource]
        if by_majority:
            return any(tables.type[card] == MAJORITY for card in about)
        return any(tables.asks[card] in (TOKENS, BIDDING) for card in about)


def _score_of_cards(s: Any, tables: Any, seat: int) -> int:
    """The points of a seat if the game ended now, but for what is left in the manor."""
    return int(final_score(s, tables, seat)) - int(tokens_left(s, seat)) // 2
