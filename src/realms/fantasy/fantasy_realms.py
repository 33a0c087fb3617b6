"""Fantasy Realms as a game of the kernel: typed outside, integers inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.fantasy.content.cards import CARDS
from realms.fantasy.content.tables import DECK, NOBODY
from realms.fantasy.interface import moves as m
from realms.fantasy.interface.encoding import move_of, steps_of, withdraw_code
from realms.fantasy.interface.log import ENDINGS, events_from_journal
from realms.fantasy.interface.notation import FantasyNotation
from realms.fantasy.interface.options import PLAYER_PARAGRAPHS, PLAYERS, FantasyOptions
from realms.fantasy.interface.view import (
    VARIANTS,
    FantasyView,
    seat_numbers,
    view_of,
    visible_slots,
)
from realms.fantasy.rules import codes
from realms.fantasy.rules.ending import compare, score_seat
from realms.fantasy.rules.play import TABLE, awaited, legal_moves, play, refusal
from realms.fantasy.rules.redeal import SPECTATOR, redeal
from realms.fantasy.rules.reports import REFUSALS
from realms.fantasy.rules.state import (
    CHAOS,
    DECLARING,
    DUEL,
    ENDED,
    FOUNTAIN_CARD,
    HAND,
    STATE,
    TRADING,
    deal,
    deck_cards,
    draw_card,
    every_card,
    hand_size,
    lay_out,
    left_in_deck,
)
from realms.fantasy.scoring.scoring_hand import RESTS, new_scoring_hand
from realms.fantasy.scoring.sheet import ScoreSheet, score_sheet
from realms.fantasy.scoring.wilds import new_choices
from realms.kernel.bits.sets import count, members
from realms.kernel.chance import SeedStream
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Event, Game, Outcome, State, copy_state
from realms.kernel.journal import new_journal


class FantasyRealms(FantasyNotation, Game[m.AnyMove, FantasyView, FantasyOptions]):
    """The game of Fantasy Realms in its three variants."""

    name = "fantasy"
    title = "Fantasy Realms"
    rules = "fantasy/1"
    state_type = STATE
    options_type = FantasyOptions
    move_type = m.AnyMove
    code_space = codes.CODES
    seats_paragraph = "FR-3"

    def check_options(self, options: FantasyOptions) -> None:
        """Each variant has its number of players. [FR-3a] [FR-21] [FR-23]"""
        low, high = PLAYERS[options.variant]
        if not low <= options.players <= high:
            raise IllegalMove(
                "options/players" if low < high else "options/duel_players",
                paragraph=PLAYER_PARAGRAPHS[options.variant],
                variant=options.variant,
                low=low,
                high=high,
                n=options.players,
            )
        if not 1 <= options.rounds <= 1000:
            raise IllegalMove("options/rounds", paragraph="FR-25", n=options.rounds)
        if options.clock and options.variant != "chaos":
            raise IllegalMove("options/clock", paragraph="FR-23")

    def check_unattended(self, options: FantasyOptions) -> None:
        """Without people nobody calls time: Chaos is played in rounds. [FR-25]"""
        self.check_options(options)
        if options.clock:
            raise IllegalMove("simulate/clock", paragraph="FR-25")

    def set_up(self, state: State, options: FantasyOptions, rng_state: np.uint64) -> None:
        """Lay out the deck and deal. [FR-1] [FR-3]"""
        self.prepare(state, options)
        state.chance = rng_state
        deal(state)

    def set_up_from(self, state: State, options: FantasyOptions, stream: SeedStream) -> None:
        """The same, the deck shuffled by a stream before it is dealt. [FR-3]"""
        self.prepare(state, options)
        stream.shuffle(state.deck[: state.cards])
        state.chance = stream.word()
        deal(state)

    def prepare(self, state: State, options: FantasyOptions) -> None:
        """Everything before the deal: options noted, the deck laid out in order. [FR-1]"""
        state.variant = VARIANTS.index(options.variant)
        state.players = options.players
        state.stall_guard = options.stall_guard
        state.declare = options.declare
        state.rounds = options.rounds
        state.clock = options.clock
        state.put_back = options.put_back
        lay_out(state, options.jester)

    def needs_clock(self, options: FantasyOptions) -> bool:
        """Whether Chaos is played against a clock. [FR-23]"""
        return options.clock

    def time_up_move(self, state: State) -> m.TimeUp | None:
        """Time is called where trades run on a clock. [FR-24]"""
        return m.TimeUp() if len(self.codes(state, None)) else None

    def options(self, state: State) -> FantasyOptions:
        """The options a state is played with."""
        return FantasyOptions(
            players=int(state.players),
            variant=VARIANTS[state.variant],  # type: ignore[arg-type]
            jester=bool(state.cards == DECK),
            stall_guard=bool(state.stall_guard),
            declare=bool(state.declare),
            rounds=int(state.rounds),
            clock=bool(state.clock),
            put_back=bool(state.put_back),
        )

    def awaiting(self, state: State) -> tuple[int, ...]:
        """The seats that owe a decision: one, or several in Chaos and at scoring."""
        return seat_numbers(int(awaited(state)))

    def codes(self, state: State, seat: int | None) -> NDArray[np.int64]:
        """The legal moves of a seat, or of the table (None), in order."""
        who = TABLE if seat is None else seat
        moves = np.empty(codes.MOST_MOVES, np.int64)
        return moves[: legal_moves(state, who, moves, new_scoring_hand(), new_choices())]

    def refusal(self, state: State, seat: int | None, code: int) -> tuple[str, str] | None:
        """Why a move is not allowed."""
        who = TABLE if seat is None else seat
        number = int(refusal(state, who, code, new_scoring_hand(), new_choices()))
        return REFUSALS[number] if number else None

    def advance(self, state: State, seat: int | None, code: int) -> list[Event]:
        """Make a legal move on the record itself and tell what happened."""
        journal = new_journal()
        play(state, TABLE if seat is None else seat, code, journal)
        return events_from_journal(journal)

    def make_steps(self, state: State, seat: int, steps: Sequence[int]) -> None:
        """The same, untold."""
        journal = new_journal()
        for code in steps:
            play(state, seat, code, journal)

    def play_again(
        self, state: State, seat: int | None, move: m.AnyMove
    ) -> tuple[State, list[Any]]:
        """Make a move of a log; a Fountain that adds nothing was once allowed. [FR-17c]"""
        if seat is None or not _rests(state, seat, move):
            return super().play_again(state, seat, move)
        after = copy_state(state)
        events = self.advance(after, seat, codes.DECLARE + codes.STAY)
        after.choice[FOUNTAIN_CARD] = RESTS
        return after, events

    def encode(self, state: State, seat: int | None, move: Any) -> tuple[int, ...]:
        """A typed move as the rules see it: one step."""
        return steps_of(state, seat, move)

    def decode(self, state: State, seat: int | None, steps: Sequence[int]) -> m.AnyMove:
        """A move of the rules as a typed value."""
        return move_of(state, seat, steps)

    def seen_from(self, state: State, seat: int | None) -> FantasyView:
        """What a seat, or a spectator, may know."""
        return view_of(state, seat)

    def redeal_in_place(self, state: State, seat: int | None, rng_state: np.uint64) -> None:
        """Deal anew all that a viewer cannot know. [FR-5] [FR-23b]"""
        redeal(state, SPECTATOR if seat is None else seat, rng_state)

    def outcome(self, state: State) -> Outcome | None:
        """The scores, and who won. [FR-6]"""
        if state["phase"] != ENDED:
            return None
        players = int(state.players)
        points, strengths = np.zeros(players, np.int64), np.zeros(players, np.int64)
        h, made = new_scoring_hand(), new_choices()
        for seat in range(players):
            points[seat] = score_seat(state, seat, h, made)
            strengths[seat] = made.strengths
        return Outcome(
            scores=tuple(int(value) for value in points),
            winners=tuple(members(int(compare(points, strengths, players)))),
            reason=ENDINGS[int(state.reason)][0],
            paragraph=ENDINGS[int(state.reason)][1],
            strengths=tuple(int(value) for value in strengths),
        )

    def sheets(self, state: State) -> list[ScoreSheet]:
        """The score sheets of an ended game. [FR-19]"""
        seats = range(int(state.players))
        return [score_sheet(*self._final_hand(state, seat)) for seat in seats]

    def final_cards(self, state: State, seat: int) -> tuple[str, ...]:
        """The cards that make a seat's score when the game is over. [FR-19]"""
        hand, _made = self._final_hand(state, seat)
        return tuple(CARDS[card].id for card in members(hand))

    def _final_hand(self, state: State, seat: int) -> tuple[int, Any]:
        """The cards that a seat scores, one that is raised among them, and its choices. [FR-19]"""
        made = new_choices()
        score_seat(state, seat, new_scoring_hand(), made)
        hand = int(state.hands[seat])
        if made.raised != NOBODY:
            hand |= 1 << int(made.raised)
        return hand, made

    def uncovers(self, before: State, after: State, events: Sequence[Any]) -> bool:
        """What was drawn; and the end of trading, whether a card was laid aside or not. [FR-24]"""
        ended = before["phase"] == TRADING and after["phase"] != TRADING
        return bool(ended) or super().uncovers(before, after, events)

    def violations(self, state: State) -> list[str]:
        """Every card exists exactly once; hands have their size; areas their end. [FR-1]"""
        found = []
        places = [int(deck_cards(state)), int(state.area)]
        places += [int(state.hands[seat]) for seat in range(7)]
        places += [1 << int(card) for card in state.pair if card != NOBODY]
        if sum(count(place) for place in places) != int(state.cards):
            found.append("a card is missing or exists twice")
        union = 0
        for place in places:
            union |= place
        if union != every_card(state):
            found.append("the cards are not those of the deck")
        sizes = [int(hand_size(state, seat)) for seat in range(int(state.players))]
        if state.variant != DUEL and any(not HAND <= size <= HAND + 1 for size in sizes):
            found.append("a hand has the wrong size")
        if state.variant == CHAOS and any(size != HAND for size in sizes):
            found.append("a trade changed the size of a hand")
        if int(state.shown) & ~sum(int(state.hands[seat]) for seat in range(7)):
            found.append("a card is shown that is in no hand")
        if state.phase != TRADING and state.offers.any():
            found.append("an offer is open after trading")
        return found

    def deal_order(self, state: State) -> tuple[list[int], list[str]]:
        """The seats in the order of play, and the deck in the order of the deal. [FR-3]"""
        dealt, players = copy_state(state), int(state.players)
        while left_in_deck(dealt):
            draw_card(dealt)
        order = [(int(state.first) + turn) % players for turn in range(players)]
        return order, [CARDS[card].id for card in dealt.deck[: dealt.cards]]

    def hidden(self, state: State) -> tuple[int, ...]:
        """All hands, and the deck."""
        return (*(int(hand) for hand in state.hands), int(deck_cards(state)))

    def stray_moves(self) -> list[m.AnyMove]:
        """Moves of every kind: refused nearly everywhere, and never a crash."""
        cards = ("dragon", "jester", "mountain", "no such card")
        kinds = (m.Take, m.Discard, m.Keep, m.Offer, m.Withdraw)
        moves: list[m.AnyMove] = [kind(card) for kind in kinds for card in cards]
        moves += [m.Draw(), m.Pass(), m.TimeUp(), m.Declare("best"), m.Declare("island")]
        moves += [m.Accept(9, 1, "dragon"), m.Accept(1, 7, "dragon"), m.Accept(0, 0, "?")]
        moves += [m.Offer("dragon", 9), m.Offer("dragon", None, "no such wish")]
        return [*moves, m.Declare("mirage", "no such card"), m.Declare("mirage", "dragon")]

    def redact_move(
        self, state: State, seat: int | None, move: m.AnyMove, viewer: int | None, now: State
    ) -> m.AnyMove | None:
        """A move as another seat may know it."""
        if seat == viewer or seat is None:
            return move
        match move:
            case m.Keep():
                return m.Keep(m.UNKNOWN)
            case m.Offer():
                if move.to is None or move.to == viewer:
                    return m.Offer(m.UNKNOWN, move.to, move.wish)
                return None
            case m.Accept():
                return move if move.seat == viewer else None
            case m.Withdraw(card):
                slot = withdraw_code(state, seat, card) - codes.WITHDRAW
                seen = slot in visible_slots(state, seat, viewer)
                return m.Withdraw(m.UNKNOWN) if seen else None
            case m.Declare():
                return None
        return move


def _rests(state: State, seat: int, move: m.AnyMove) -> bool:
    """Whether a seat that is asked for the Fountain's choice declares none. [FR-17c]"""
    if state.phase != DECLARING or not 0 <= seat < int(state.players):
        return False
    return state.pending[seat] == FOUNTAIN_CARD and move == m.Declare("fountain_of_life")


GAME = FantasyRealms()
"""The one that everybody plays with; it holds no state."""
