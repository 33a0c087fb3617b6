"""What the bots of Fantasy Realms advise, and why, in the game's own terms.

A reason is given only where it is true of the position, and rests on what the seat knows: its
own hand, the cards lying open, and those the next player was seen to take.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.advice import Advice, AdviceReason, put_in_order
from realms.bots.tree_search import Findings
from realms.fantasy.bots.hand_value import exact_value, raised_value
from realms.fantasy.bots.planner import best_ends, expected_gain, guess, threat, unseen_cards
from realms.fantasy.bots.trades import weigh_trades
from realms.fantasy.bots.workspace import new_workspace
from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import NECROMANCER
from realms.fantasy.rules.codes import DISCARD, DRAW, KEEP, PASS, TAKE
from realms.fantasy.rules.state import DISCARDING, DUEL, KEEPING, TAKING, bit
from realms.fantasy.rules.turn import DUEL_END, STANDARD_END, is_building
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.bits.sets import count, members
from realms.kernel.text import Text

TOLD = 5
"""Moves that are told."""
WELL_TRIED = 4
"""Points decide between moves that were tried at least this part as often as another."""
NOTEWORTHY = 5
"""Points from which on something is worth a word."""


class Adviser:
    """The reasons for the moves of one position."""

    def __init__(self, position: Any, seat: int, rng_state: np.uint64) -> None:
        self.s, self.seat = position, seat
        self.workspace, self.choice_workspace = new_workspace(), (new_scoring_hand(), new_choices())
        self.workspace.chance = rng_state
        self.ends: dict[int, int] = {}
        self.threats: dict[int, float] = {}
        if position.phase not in (TAKING, KEEPING, DISCARDING):
            return
        n = int(best_ends(position, seat, self.workspace, *self.choice_workspace))
        self.ends = {int(self.workspace.codes[i]): int(self.workspace.ends[i]) for i in range(n)}
        self.unseen = int(unseen_cards(position, seat))
        if not is_building(position, seat):
            guess(position, seat, self.workspace, self.unseen)
            open_cards = [c - DISCARD for c in self.ends if DISCARD <= c < KEEP]
            for card in [*open_cards, *members(int(position.area))]:
                self.threats[card] = float(threat(self.workspace, card))

    def value(self, hand: int) -> int:
        """The value of a hand, with what could be raised now."""
        value = int(exact_value(hand, self.workspace, *self.choice_workspace))
        if (hand >> NECROMANCER) & 1:
            value += int(raised_value(self.workspace, hand, int(self.s.area)))
        return value

    def reasons(self, code: int) -> tuple[AdviceReason, ...]:
        """Why a move may be good, or what speaks against it."""
        if code not in self.ends:
            return (AdviceReason("passes"),) if code == PASS and self._is_no_trade_better() else ()
        reasons: list[AdviceReason] = []
        if code == DRAW:
            reasons += self._chances()
        else:
            reasons.append(AdviceReason("now", {"points": self.value(self.ends[code])}))
        if TAKE <= code < DISCARD:
            reasons += self._brought(code - TAKE, self.ends[code]) + self._denied(code - TAKE)
        elif KEEP <= code < PASS:
            reasons += self._brought(code - KEEP, self.ends[code])
        elif DISCARD <= code < KEEP:
            reasons += self._given(code - DISCARD)
        return (*reasons, *self._ending(code))

    def _is_no_trade_better(self) -> bool:
        """Whether no trade promises more than to keep the hand. [FR-23a]"""
        unseen = int(unseen_cards(self.s, self.seat))
        n = int(weigh_trades(self.s, self.seat, self.workspace, unseen))
        return bool((self.workspace.values[1:n] <= 0).all())

    def _chances(self) -> list[AdviceReason]:
        """What the deck may bring."""
        if is_building(self.s, self.seat):
            return [AdviceReason("builds")]
        hand = int(self.s.hands[self.seat])
        gain = float(expected_gain(self.workspace, hand, self.unseen))
        return [AdviceReason("chances", {"points": round(gain), "n": count(self.unseen)})]

    def _brought(self, card: int, hand: int) -> list[AdviceReason]:
        """What a new card completes: the card of the hand it goes with best."""
        without = hand & ~bit(card)
        alone = self.value(hand) - self.value(without)
        best, partner = 0, -1
        for other in members(without):
            kept = hand & ~bit(other)
            merge_findings = alone - (self.value(kept) - self.value(kept & ~bit(card)))
            if merge_findings > best:
                best, partner = merge_findings, other
        if best < NOTEWORTHY:
            brought = AdviceReason("brings", {"card": _name(card), "points": alone})
            return [brought] if alone > 0 else []
        fields = {"card": _name(card), "with_card": _name(partner), "points": best}
        return [AdviceReason("completes", fields)]

    def _denied(self, card: int) -> list[AdviceReason]:
        """What a card taken would have been worth to the next player."""
        return self._worth_to_next("denies", card)

    def _given(self, card: int) -> list[AdviceReason]:
        """What a card laid down is worth to the next player."""
        if card not in self.threats:
            return []
        worth = self._worth_to_next("gives", card)
        return worth or [AdviceReason("harmless", {"card": _name(card)})]

    def _worth_to_next(self, key: str, card: int) -> list[AdviceReason]:
        points = round(self.threats.get(card, 0.0))
        if points < NOTEWORTHY:
            return []
        return [AdviceReason(key, {"card": _name(card), "points": points})]

    def _ending(self, code: int) -> list[AdviceReason]:
        """Whether the turn ends the game. [FR-6] [FR-22]"""
        end = DUEL_END if self.s.variant == DUEL else STANDARD_END
        adds = code == DRAW or DISCARD <= code < KEEP
        full = all(count(int(self.s.hands[k])) >= 7 for k in range(int(self.s.players)))
        return (
            [AdviceReason("ends")] if adds and full and count(int(self.s.area)) + 1 >= end else []
        )


def _name(card: int) -> Text:
    return CARDS[card].name


def advice_from(position: Any, seat: int, rng_state: np.uint64, found: Findings) -> list[Advice]:
    """The best moves of a search with their reasons, best first."""
    adviser, players = Adviser(position, seat, rng_state), int(position.players)
    order = np.lexsort((found.values, found.visits))[::-1][:TOLD]
    advice = [
        Advice(
            move=(int(found.moves[k]),),
            wins=tuple(float(part) for part in found.wins[k, :players]),
            win_error=float(found.errors[k]),
            score=float(found.scores[k, seat]),
            visits=int(found.visits[k]),
            reasons=adviser.reasons(int(found.moves[k])),
        )
        for k in order
        if found.visits[k]
    ]
    often = max((one.visits for one in advice), default=0) // WELL_TRIED
    return put_in_order(advice, seat, least=often)
