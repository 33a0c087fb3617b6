"""Why a move of Medieval Realms is advised: what it yields, wins, denies and leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from realms.bots.advice import Reason
from realms.kernel.game import copy_state
from realms.kernel.text import Text
from realms.medieval.bots.estate import card_worth
from realms.medieval.bots.lands import WHOLE, judge_lands, own_strength
from realms.medieval.bots.wants import cost_worth, most_of, weigh
from realms.medieval.bots.workspace import new_desk
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    GENERAL,
    GOODS,
    HOLE,
    KINDS_OF_TOKEN,
    MAYOR,
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


def reasons_for(s: Any, seat: int, steps: Sequence[int]) -> list[Reason]:
    """The reasons for a move, the weightiest first."""
    return list(Speaker(s, seat).reasons(steps))[:MOST_REASONS]


class Speaker:
    """Puts what a steward weighs about one position into reasons."""

    def __init__(self, s: Any, seat: int) -> None:
        self.s, self.seat = s, seat
        self.b, self.content = GAME.book(s), GAME.content(s)
        self.desk = new_desk()
        weigh(s, self.b, seat, self.desk)

    def reasons(self, steps: Sequence[int]) -> Iterator[Reason]:
        """The reasons for a move, by its kind."""
        code = int(steps[0])
        if self.s.phase == PLACING:
            yield from self._placing(steps)
        elif code < codes.TAKE_BACK:
            yield from self._wanting(code // KINDS_OF_TOKEN)
            yield from self._wanting(code % KINDS_OF_TOKEN)
        elif code < codes.OPEN:
            yield from self._taking(code - codes.ACTIVATE)
        elif code < codes.PLAY:
            yield from self._bidding(int(self.s.current[(code - codes.OPEN) // codes.BIDS]))
        elif code < codes.PASS:
            yield from self._playing(code, int(self.s.hands[self.seat, code - codes.PLAY]))
        elif code == codes.PASS:
            yield Reason("nothing_pays")
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
        word = self.content.resource[resource]
        return Text(*(w.one if n == 1 else w.other for w in (word.en, word.es)))

    def _amount(self, resource: int, n: int) -> Text:
        tokens = self._tokens(resource, n)
        return Text(f"{n} {tokens.en}", f"{n} {tokens.es}")

    # --- Actions ---

    def _promising(self, card: int) -> Iterator[Reason]:
        points = round(card_worth(self.s, self.b, self.seat, card, self.desk) / 100)
        if points > 0:
            yield Reason("promises", {"card": self._card(card), "n": points})

    def _taking(self, square: int) -> Iterator[Reason]:
        s, b, seat = self.s, self.b, self.seat
        card = int(s.current[square])
        yield from self._promising(card)
        if b.type[card] != HOLE and recipient(s, b, seat, card) == seat:
            resource = int(b.asks_for[card])
            yield Reason(
                "majority",
                {
                    "own": int(s.tokens[seat, resource]),
                    "most": int(most_of(s, seat, resource)),
                    "tokens": self._tokens(resource, 2),
                },
            )
        rivals = [r + 1 for r in range(s.players) if r != seat and self._would_get(r, square)]
        if rivals:
            yield Reason("denies", {"seats": tuple(str(r) for r in rivals), "n": len(rivals)})
        if b.asks[card] == TOKENS:
            resource, price = int(b.asks_for[card]), int(b.price[square])
            owned = int(s.tokens[seat, resource]) - (price if resource == GOODS else 0)
            missing = int(b.amount[card]) - owned
            if missing <= 0:
                yield Reason("affordable")
            else:
                yield Reason("lacks", {"amount": self._amount(resource, missing)})
        left = int(s.tokens[seat, GOODS]) - int(b.price[square])
        yield Reason("leaves", {"amount": self._amount(GOODS, left)})

    def _would_get(self, rival: int, square: int) -> bool:
        """Whether a rival could get the card of a square in this round."""
        s, b = self.s, self.b
        card = int(s.current[square])
        if has(s.passed, rival) or s.tokens[rival, GOODS] < b.price[square]:
            return False
        if b.asks[card] == TOKENS and s.tokens[rival, b.asks_for[card]] < b.amount[card]:
            return False
        return bool(b.type[card] == HOLE or recipient(s, b, rival, card) == rival)

    def _bidding(self, card: int) -> Iterator[Reason]:
        s, b, seat = self.s, self.b, self.seat
        resource = int(b.asks_for[card])
        worth = card_worth(s, b, seat, card, self.desk)
        most = 0
        while most < purse(s, b, seat, card) and worth > cost_worth(
            s, seat, resource, most + 1, self.desk
        ):
            most += 1
        yield from self._promising(card)
        if most:
            yield Reason("worth_bid", {"amount": self._amount(resource, most)})
        else:
            yield Reason("too_dear")

    def _playing(self, code: int, card: int) -> Iterator[Reason]:
        """What the card does, seen by doing it on a copy."""
        s, b, seat = self.s, self.b, self.seat
        after = copy_state(s)
        GAME.attempt(after, seat, (code,))
        points = int(after.points[seat]) - int(s.points[seat])
        if points:
            yield Reason("points", {"n": points})
        at_end = _score_of_cards(after, b, seat) - _score_of_cards(s, b, seat) - points
        if at_end:
            yield Reason("end_points", {"n": at_end})
        made = sum(int(produced(s, b, seat, card, effect)) for effect in range(4))
        rounds = int(b.rounds) - int(s.round_now)
        if made and rounds:
            yield Reason("income", {"n": made, "rounds": rounds})
        for leader in (MAYOR, ADMIRAL, GENERAL):
            if leaders_owned(after, b, seat, leader) > leaders_owned(s, b, seat, leader):
                word = self.content.leader[leader]
                yield Reason("leader", {"leader": Text(word.en.one, word.es.one)})
        for slot in range(after.held[seat]):
            other = int(after.hands[seat, slot])
            resource = int(b.asks_for[other])
            if b.asks[other] == TOKENS and after.tokens[seat, resource] >= b.amount[other]:
                yield Reason("still_affordable", {"card": self._card(other)})
                break

    # --- Placements and tokens ---

    def _placing(self, steps: Sequence[int]) -> Iterator[Reason]:
        s, b, seat, desk = self.s, self.b, self.seat, self.desk
        made: dict[int, int] = {}
        for code in steps:
            if code < codes.PLACE_GENERAL:
                resource = int(code) - codes.PLACE_MAYOR
                made[resource] = made.get(resource, 0) + 1
            elif code < codes.PLACE_ADMIRAL:
                desk.plan[GENERAL, code - codes.PLACE_GENERAL] += 1
            elif code < codes.PLACE_DECOY:
                desk.plan[ADMIRAL, code - codes.PLACE_ADMIRAL] += 1
        for slot in range(s.held[seat]):
            card = int(s.hands[seat, slot])
            resource = int(b.asks_for[card])
            if b.asks[card] == TOKENS and made.get(resource):
                missing = int(b.amount[card]) - int(s.tokens[seat, resource])
                if 0 < missing <= made[resource]:
                    yield Reason("pays_for", {"card": self._card(card)})
        for resource, n in sorted(made.items(), key=lambda item: -item[1])[:2]:
            yield Reason("makes", {"amount": self._amount(resource, n)})
        judge_lands(s, b, seat, desk)
        for land in range(len(b.lands)):
            strength = int(own_strength(b, land, desk))
            if strength:
                chance = round(100 * int(desk.odds[land, min(strength, 7)]) / WHOLE)
                yield Reason("land", {"land": land + 1, "chance": chance})

    def _wanting(self, resource: int) -> Iterator[Reason]:
        s, b, seat = self.s, self.b, self.seat
        for slot in range(s.held[seat]):
            card = int(s.hands[seat, slot])
            if b.asks[card] == TOKENS and b.asks_for[card] == resource:
                missing = int(b.amount[card]) - int(s.tokens[seat, resource])
                if missing > 0:
                    yield Reason("wanted_for", {"card": self._card(card), "n": missing})
                    return
        behind = int(most_of(s, seat, resource)) - int(s.tokens[seat, resource])
        if self.desk.wish[resource] > 0 and 0 <= behind <= 1:
            yield Reason("takes_lead", {"tokens": self._tokens(resource, 2)})
        elif self.desk.wish[resource] > 0:
            yield Reason("for_panel", {"tokens": self._tokens(resource, 2)})
        elif resource == GOODS:
            yield Reason("for_actions")


def _score_of_cards(s: Any, b: Any, seat: int) -> int:
    """The points of a seat if the game ended now, but for what is left in the manor."""
    return int(final_score(s, b, seat)) - int(tokens_left(s, seat)) // 2
