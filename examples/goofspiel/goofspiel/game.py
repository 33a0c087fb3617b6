"""Goofspiel as a game of the kernel: typed outside, numbers inside."""

from collections.abc import Sequence

import numpy as np

from goofspiel.moves import EVENTS, Bid, GoofspielOptions, GoofspielSeat, GoofspielView, Turned
from goofspiel.rules import CARDS, NOBODY, STATE, bid, deal, redeal, refusal
from realms.kernel.bits.sets import members
from realms.kernel.chance import SeedStream
from realms.kernel.game import Event, Game, Outcome, State
from realms.kernel.journal import journal_rows, new_journal
from realms.kernel.record import Played

REFUSALS = (None, ("move/not_your_card", "GS-3"), ("move/game_over", "GS-6"))


def number(seat: int | None) -> int:
    """A seat as the rules see it: nobody's is a number too."""
    return NOBODY if seat is None else seat


class Goofspiel(Game):
    """The game of Goofspiel."""

    name, title, rules, seats_paragraph = "goofspiel", "Goofspiel", "goofspiel/1", "GS-1"
    state_type, options_type, move_type = STATE, GoofspielOptions, Bid
    code_space = CARDS + 1

    def set_up(self, state: State, options: GoofspielOptions, word: np.uint64) -> None:
        """Lay out a game. [GS-1]"""
        state.players, state.cards = options.players, options.cards
        deal(state, word)

    def set_up_from(self, state: State, options: GoofspielOptions, stream: SeedStream) -> None:
        """The same among people: the prizes in the order of a stream. [GS-2]"""
        self.set_up(state, options, stream.word())
        stream.shuffle(state.prizes[: state.cards])
        state.stake = state.prizes[0]

    def awaiting(self, state: State) -> tuple[int, ...]:
        """Everybody who has not bid. [GS-3]"""
        seats = range(state.players if state.played < state.cards else 0)
        return tuple(seat for seat in seats if not state.bids[seat])

    def may_change(self, state: State) -> tuple[int, ...]:
        """Everybody who has bid, while others have not. [GS-3]"""
        return tuple(seat for seat in range(state.players) if state.bids[seat])

    def refusal(self, state: State, seat: int | None, code: int) -> tuple[str, str] | None:
        """Why a card cannot be bid. [GS-3] [GS-6]"""
        return REFUSALS[refusal(state, number(seat), code)]

    def encode(self, state: State, seat: int | None, move: Bid) -> tuple[int, ...]:
        """A bid is one step, its card."""
        return () if move.card is None else (move.card,)

    def decode(self, state: State, seat: int | None, steps: Sequence[int]) -> Bid:
        """The bid of a card."""
        return Bid(steps[0])

    def advance(self, state: State, seat: int | None, code: int) -> list[Event]:
        """Bid, and tell what happened."""
        journal = new_journal()
        bid(state, number(seat), code, journal)
        rows = ((EVENTS[kind], numbers) for kind, *numbers in journal_rows(journal))
        return [kind(*numbers[: len(kind.__struct_fields__)]) for kind, numbers in rows]

    def seen_from(self, state: State, viewer: int | None) -> GoofspielView:
        """All but the order of the prizes, and the bids of others. [GS-7]"""
        seats = []
        for seat in range(state.players):
            hand = tuple(members(state.hands[seat]))
            seats.append(GoofspielSeat(int(state.points[seat]), hand, bool(state.bids[seat])))
        coming = tuple(sorted(state.prizes[state.played + 1 : state.cards].tolist()))
        own = None if viewer is None else int(state.bids[viewer]) or None
        now = min(int(state.played) + 1, int(state.cards))
        return GoofspielView(now, int(state.stake), coming, own, tuple(seats))

    def redeal_in_place(self, state: State, seat: int | None, word: np.uint64) -> None:
        """Deal anew all that a viewer cannot know. [GS-7]"""
        redeal(state, number(seat), word)

    def redact_move(
        self, state: State, seat: int | None, move: Bid, viewer: int | None, now: State
    ) -> Bid:
        """A bid is known to its seat alone until all are revealed. [GS-7]"""
        return move if seat == viewer or now.played > state.played else Bid(None)

    def outcome(self, state: State) -> Outcome | None:
        """Most points win, when all prizes have been played for. [GS-6]"""
        if state.played < state.cards:
            return None
        scores = tuple(state.points[: state.players].tolist())
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(scores, winners, reason="prizes_gone", paragraph="GS-6")

    def revealed(self, events: Sequence[Event], viewer: int | str | None) -> str | None:
        """The last bid of a round is answered by the next prize. [GS-2]"""
        return next((str(event.prize) for event in events if isinstance(event, Turned)), None)

    def uncovers(self, before: State, after: State, events: Sequence[Event]) -> bool:
        """Bids that were revealed are known for good. [GS-4]"""
        return bool(after.played > before.played)

    def opens_round(self, before: Played | None, played: Played, first: int | None) -> bool:
        """A round of a record begins with the first bid, and whenever a prize was turned."""
        return before is None or before.answer is not None

    def deal_order(self, state: State) -> tuple[list[int], list[str]]:
        """The seats, and the prizes in the order of their deck. [GS-2]"""
        prizes = state.prizes[: state.cards]
        return list(range(state.players)), [str(prize) for prize in prizes]

    def violations(self, state: State) -> list[str]:
        """Prizes, cards and points are neither lost nor made."""
        cards, hands = int(state.cards), state.hands[: state.players].tolist()
        points = state.points.sum() + state.stake + state.prizes[state.played + 1 : cards].sum()
        laws = {
            "prizes": sorted(state.prizes[:cards]) == list(range(1, cards + 1)),
            "hands": all(hand.bit_count() == cards - state.played for hand in hands),
            "points": points == cards * (cards + 1) // 2,
        }
        return [law for law, holds in laws.items() if not holds]

    def hidden(self, state: State) -> tuple[bytes, ...]:
        """The order of the prizes, and the bids. [GS-7]"""
        return state.prizes.tobytes(), state.bids.tobytes()

    def stray_moves(self) -> list[Bid]:
        """Bids that are refused nearly everywhere."""
        return [Bid(card) for card in (None, -1, 0, 1, CARDS, 64)]


GAME = Goofspiel()
