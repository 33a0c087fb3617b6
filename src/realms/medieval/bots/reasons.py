"""Why a move of Medieval Realms is advised: what it yields, wins, denies and leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from realms.bots.advice import AdviceReason
from realms.kernel.game import copy_state
from realms.kernel.text import Text
from realms.medieval.bots.estate import card_worth
from realms.medieval.bots.lands import WHOLE, judge_lands, own_strength
from realms.medieval.bots.wants import cost_worth, most_of, weigh
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    GENERAL,
    GOODS,
    HOLE,
    MAYOR,
    RESOURCE_COUNT,
    TOKENS,
)
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules import codes
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
            yield from self._bidding(int(self.s.current[(code - codes.OPEN) // codes.BIDS]))
        elif code < codes.PASS:
            yield from self._playing(code, int(self.s.hands[self.seat, code - codes.PLAY]))
        elif code == codes.PASS:
            yield AdviceReason("nothing_pays")
        elif code <= codes.PASS_BID:
            yield from self._bidding(int(self.s.lot))
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
        yield from self._promising(card)
        if tables.type[card] != HOLE and recipient(s, tables, seat, card) == seat:
            resource = int(tables.asks_for[card])
            yield AdviceReason(
                "majority",
                {
                    "own": int(s.tokens[seat, resource]),
                    "most": int(most_of(s, seat, resource)),
                    "tokens": self._tokens(resource, 2),
                },
            )
        rivals = [r + 1 for r in range(s.players) if r != seat and self._would_get(r, square)]
        if rivals:
            yield AdviceReason("denies", {"seats": tuple(str(r) for r in rivals), "n": len(rivals)})
        if tables.asks[card] == TOKENS:
            resource, price = int(tables.asks_for[card]), int(tables.price[square])
            owned = int(s.tokens[seat, resource]) - (price if resource == GOODS else 0)
            missing = int(tables.amount[card]) - owned
            if missing <= 0:
                yield AdviceReason("affordable")
            else:
                yield AdviceReason("lacks", {"amount": self._amount(resource, missing)})
        left = int(s.tokens[seat, GOODS]) - int(tables.price[square])
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

    def _bidding(self, card: int) -> Iterator[AdviceReason]:
        s, tables, seat = self.s, self.tables, self.seat
        resource = int(tables.asks_for[card])
        worth = card_worth(s, tables, seat, card, self.workspace)
        most = 0
        while most < purse(s, tables, seat, card) and worth > cost_worth(
            s, seat, resource, most + 1, self.workspace
        ):
            most += 1
        yield from self._promising(card)
        if most:
            yield AdviceReason("worth_bid", {"amount": self._amount(resource, most)})
        else:
            yield AdviceReason("too_dear")

    def _playing(self, code: int, card: int) -> Iterator[AdviceReason]:
        """What the card does, seen by doing it on a copy."""
        s, tables, seat = self.s, self.tables, self.seat
        after = copy_state(s)
        GAME.attempt(after, seat, (code,))
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
                made[resource] = made.get(resource, 0) + 1
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
        behind = int(most_of(s, seat, resource)) - int(s.tokens[seat, resource])
        if self.workspace.wish[resource] > 0 and 0 <= behind <= 1:
            yield AdviceReason("takes_lead", {"tokens": self._tokens(resource, 2)})
        elif self.workspace.wish[resource] > 0:
            yield AdviceReason("for_panel", {"tokens": self._tokens(resource, 2)})
        elif resource == GOODS:
            yield AdviceReason("for_actions")


def _score_of_cards(s: Any, tables: Any, seat: int) -> int:
    """The points of a seat if the game ended now, but for what is left in the manor."""
    return int(final_score(s, tables, seat)) - int(tokens_left(s, seat)) // 2
