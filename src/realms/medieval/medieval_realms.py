"""Medieval Realms as a game of the kernel: typed outside, integers inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.kernel.bits.sets import members
from realms.kernel.chance import SeedStream
from realms.kernel.errors import IllegalMove
from realms.kernel.game import Event, Game, Outcome, State, copy_state
from realms.kernel.journal import new_journal
from realms.kernel.record import Moment
from realms.medieval.content.registry import (
    content_for,
    digest_from_number,
    digest_number,
    rule_tables_for,
)
from realms.medieval.content.rule_tables import NOTHING
from realms.medieval.content.schema import PLAYERS, MedievalContent
from realms.medieval.content.switches import NAMES, VALUES, MedievalOptions
from realms.medieval.interface import events as e
from realms.medieval.interface import moves as m
from realms.medieval.interface.encoding import move_of, steps_of
from realms.medieval.interface.journal_events import events_from_journal
from realms.medieval.interface.notation import MedievalNotation
from realms.medieval.interface.view import MedievalView, view_of
from realms.medieval.rules import codes
from realms.medieval.rules.laws import LAWS, broken_law, new_counts
from realms.medieval.rules.placement_count import count_placements
from realms.medieval.rules.play import attempt, awaited, legal_moves, play, refusal
from realms.medieval.rules.redeal import SPECTATOR, redeal
from realms.medieval.rules.reports import NO_SUCH_MOVE, REFUSALS, UNFINISHED
from realms.medieval.rules.setup import deal, lay_out
from realms.medieval.rules.state import (
    BIDDING,
    DRAFTING,
    ENDED,
    PLACING,
    SEATS,
    STATE,
    draw_card,
    has,
    left_in_deck,
)
from realms.medieval.scoring.scoring import rank
from realms.medieval.scoring.sheets import MedievalSheet, score_sheet

EDITIONS = ("en", "es")
NOBODY = -1


class MedievalRealms(MedievalNotation, Game[m.AnyMove, MedievalView, MedievalOptions]):
    """The game of Medieval Realms, both editions and all switches."""

    name = "medieval"
    title = "Medieval Realms"
    rules = "medieval/1"
    state_type = STATE
    options_type = MedievalOptions
    move_type = m.AnyMove
    code_space = codes.CODES
    seats_paragraph = "MR-1"

    # --- Options and set-up ---

    def check_options(self, options: MedievalOptions) -> None:
        """Two to five players, and a content that is known. [MR-1]"""
        if options.players not in PLAYERS:
            raise IllegalMove(
                "options/medieval_players",
                paragraph="MR-1",
                low=PLAYERS[0],
                high=PLAYERS[-1],
                n=options.players,
            )
        content_for(options)

    def set_up(self, state: State, options: MedievalOptions, rng_state: np.uint64) -> None:
        """Lay out the boards and deal the panels. [MR-9] to [MR-14]"""
        self.prepare(state, options)
        state.chance = rng_state
        deal(state, rule_tables_for(options))

    def set_up_from(self, state: State, options: MedievalOptions, stream: SeedStream) -> None:
        """The same, the deck shuffled by a stream before it is dealt. [MR-10]"""
        self.prepare(state, options)
        stream.shuffle(state.deck[: state.cards])
        state.chance = stream.word()
        deal(state, rule_tables_for(options))

    def prepare(self, state: State, options: MedievalOptions) -> None:
        """Everything before chance: options noted, the deck in order."""
        state.players = options.players
        state.edition = EDITIONS.index(options.edition)
        state.content = digest_number(options.content)
        for place, name in enumerate(NAMES):
            value = getattr(options, name)
            state.switches[place] = -1 if value is None else VALUES[name].index(value)
        lay_out(state, rule_tables_for(options))

    def options(self, state: State) -> MedievalOptions:
        """The options a state is played with."""
        switches = {
            name: VALUES[name][state.switches[place]]
            for place, name in enumerate(NAMES)
            if state.switches[place] >= 0
        }
        return MedievalOptions(
            players=int(state.players),
            edition=EDITIONS[state.edition],  # type: ignore[arg-type]
            content=digest_from_number(int(state.content)),
            **switches,
        )

    def rule_tables(self, state: State) -> Any:
        """The rule tables that the rules read for a state."""
        return self._read(state)[0]

    def content(self, state: State) -> MedievalContent:
        """The content as the options of a state have it."""
        return self._read(state)[1]

    def _read(self, state: State) -> tuple[Any, MedievalContent]:
        """Rule tables and content, kept by the bytes of the record that tell the options."""
        key = state.tobytes()[8:OPTIONS_END]
        if key not in _TABLES:
            options = self.options(state)
            _TABLES[key] = (rule_tables_for(options), content_for(options))
        return _TABLES[key]

    # --- Moves ---

    def awaiting(self, state: State) -> tuple[int, ...]:
        """The seats that owe a decision: one, or all that have not placed yet."""
        return tuple(members(int(awaited(state))))

    def may_change(self, state: State) -> tuple[int, ...]:
        """Seats that have placed, while others have not. [MR-18]"""
        return tuple(members(int(state["ready"]))) if state["phase"] == PLACING else ()

    def midway(self, state: State, seat: int | None) -> bool:
        """Whether a seat has leaders to place."""
        if seat is None or state["phase"] != PLACING:
            return False
        return not int(state["ready"]) >> seat & 1

    def count(self, state: State, seat: int | None) -> int | None:
        """The placements of a seat; other moves are single steps."""
        if state.phase != PLACING or seat is None:
            return None
        if has(state.ready, seat):
            state = copy_state(state)
            self.advance(state, seat, codes.TAKE_BACK)
        return count_placements(state, self.rule_tables(state), seat)

    def codes(self, state: State, seat: int | None) -> NDArray[np.int64]:
        """The legal steps of a seat, in order."""
        moves = np.empty(codes.MOST_MOVES, np.int64)
        who = NOBODY if seat is None else seat
        return moves[: legal_moves(state, self.rule_tables(state), who, moves)]

    def refusal(self, state: State, seat: int | None, code: int) -> tuple[str, str] | None:
        """Why a step is not allowed."""
        number = refusal(state, self.rule_tables(state), NOBODY if seat is None else seat, code)
        return REFUSALS[int(number)] if number else None

    def advance(self, state: State, seat: int | None, code: int) -> list[Event]:
        """Make a legal step on the record itself and tell what happened."""
        journal, (tables, content) = new_journal(), self._read(state)
        play(state, tables, NOBODY if seat is None else seat, code, journal)
        return events_from_journal(journal, state, tables, content)

    def attempt(
        self, state: State, seat: int | None, steps: Sequence[int]
    ) -> tuple[tuple[str, str] | None, list[Any]]:
        """Make a whole move in one pass of the rules."""
        if not steps or seat is None:
            return self.refusal(state, seat, NOTHING) or REFUSALS[NO_SUCH_MOVE], []
        journal, (tables, content) = new_journal(), self._read(state)
        reason = int(attempt(state, tables, seat, np.array(steps, np.int64), journal))
        if not reason and self.midway(state, seat) and steps[-1] < codes.ACTIVATE:
            reason = 0 if steps[-1] < codes.TAKE_BACK else UNFINISHED
        if reason:
            return REFUSALS[reason], []
        return None, events_from_journal(journal, state, tables, content)

    def make_steps(self, state: State, seat: int, steps: Sequence[int]) -> None:
        """The same, untold."""
        attempt(state, self.rule_tables(state), seat, np.array(steps, np.int64), new_journal())

    def encode(self, state: State, seat: int | None, move: Any) -> tuple[int, ...]:
        """A typed move as the steps the rules see."""
        return steps_of(state, self.content(state), seat, move)

    def decode(self, state: State, seat: int | None, steps: Sequence[int]) -> m.AnyMove:
        """The steps of a whole move as a typed value."""
        return move_of(state, self.content(state), seat, steps)

    # --- Views and secrets ---

    def seen_from(self, state: State, seat: int | None) -> MedievalView:
        """What a seat, or a spectator, may know. [MR-8]"""
        return view_of(state, *self._read(state), seat)

    def redeal_in_place(self, state: State, seat: int | None, rng_state: np.uint64) -> None:
        """Deal anew all that a viewer cannot know. [MR-8]"""
        redeal(state, self.rule_tables(state), SPECTATOR if seat is None else seat, rng_state)

    def hidden(self, state: State) -> Any:
        """The cards that come next from the deck, and placements behind screens. [MR-8]"""
        other = copy_state(state)
        coming = tuple(int(draw_card(other)) for _ in range(min(6, int(left_in_deck(other)))))
        if state.phase != PLACING:
            return coming
        return coming, state.zone.tobytes(), state.forces.tobytes()

    def redact_move(
        self, state: State, seat: int | None, move: m.AnyMove, viewer: int | None, now: State
    ) -> m.AnyMove | None:
        """A placement that is still behind its screen is known to its seat alone. [MR-17]"""
        secret = now.phase == PLACING and now.round_now == state.round_now
        if not isinstance(move, m.Place) or seat == viewer or not secret:
            return move
        if seat is not None and has(state.ready, seat):
            return None  # nobody sees that a placement was changed
        return m.Place(mayors=None)

    def uncovers(self, before: State, after: State, events: Sequence[Any]) -> bool:
        """Cards from the deck, and placements revealed, are known for good. [MR-8]"""
        return any(isinstance(event, e.Revealed | e.Refilled) for event in events)

    def may_bid(self, state: State, seat: int) -> bool:
        """Whether a seat is still in the auction that is on. [MR-45]"""
        return bool(state["phase"] == BIDDING and int(state["inside"]) >> seat & 1)

    def proxy_move(self, state: State, seat: int, most: int) -> m.AnyMove | None:
        """One more than the last bid, up to the highest; else leave the auction. [MR-45]"""
        if state["phase"] != BIDDING or state["asked"] != seat:
            return None
        bid = int(state["bid"]) + 1
        return m.Bid(bid) if bid <= most and m.Bid(bid) in self.legal(state, seat) else m.PassBid()

    # --- The end ---

    def outcome(self, state: State) -> Outcome | None:
        """The scores, and the one winner. [MR-75] [MR-76]"""
        if state["phase"] != ENDED:
            return None
        points, ranking = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        rank(state, self.rule_tables(state), points, ranking)
        return Outcome(
            scores=tuple(int(points[seat]) for seat in range(state.players)),
            winners=(int(ranking[0]),),
            reason="last_round",
            paragraph="MR-74",
        )

    def ranking(self, state: State) -> tuple[int, ...]:
        """The seats in order, as if the game ended now, the winner first. [MR-76]"""
        points, ranking = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        rank(state, self.rule_tables(state), points, ranking)
        return tuple(int(seat) for seat in ranking[: state.players])

    def sheets(self, state: State) -> list[MedievalSheet]:
        """The score sheets: final, or as if the game ended now. [MR-75]"""
        tables, content = self._read(state)
        return [score_sheet(state, tables, content, seat) for seat in range(state.players)]

    def final_cards(self, state: State, seat: int) -> tuple[str, ...]:
        """The cards that entered a seat's realm, in order. [MR-75]"""
        cards, entered = self.content(state).card, int(state.entered)
        owned = zip(state.played[:entered], state.owner[:entered], strict=True)
        return tuple(cards[int(card)].id for card, owner in owned if owner == seat)

    def deal_order(self, state: State) -> tuple[list[int], list[str]]:
        """The turn order drawn at the start, and the deck in the order of the deal. [MR-10]"""
        dealt, cards = copy_state(state), self.content(state).card
        while left_in_deck(dealt):
            draw_card(dealt)
        order = [int(seat) for seat in state.order[: state.players]]
        return order, [cards[card].id for card in dealt.deck[: dealt.cards]]

    def export_fields(self, moments: Iterable[Moment]) -> dict[str, Any]:
        """How things stood at the end of each round, before the panel was refilled."""
        rounds = []
        number = 0
        for moment in moments:
            ends = any(isinstance(event, e.Finished | e.RoundBegan) for event in moment.events)
            number += ends
            if ends and moment.before.phase != DRAFTING:
                rounds.append(self._round_summary(moment.state, int(moment.before.round_now)))
        return {"rounds": rounds}

    def _round_summary(self, state: State, number: int) -> dict[str, Any]:
        view = self.seen_from(state, None)
        return {
            "round": number,
            "tokens": [seat.tokens for seat in view.seats],
            "points": [seat.points for seat in view.seats],
            "hands": [list(seat.hand) for seat in view.seats],
            "in_play": [list(seat.realm) for seat in view.seats],
            "order": list(view.order),
        }

    # --- Laws ---

    def violations(self, state: State) -> list[str]:
        """Every card exists exactly once; hands, tokens and leaders are what they may be."""
        law = int(broken_law(state, self.rule_tables(state), new_counts()))
        return [LAWS[law]] if law else []

    def stray_moves(self) -> list[m.AnyMove]:
        """Moves of every kind: refused nearly everywhere, and never a crash."""
        return [
            m.Draft(("gold", "gold")), m.Draft(("gold", "raw")), m.Draft(("gold",)), m.Draft(()),
            m.Draft(("gold", "no such thing")), m.Place(), m.Place({"battle": 4}, (1,), (1,)),
            m.Place({"gold": 4}, (11,), (0,)), m.Place({"gold": 99}, (1,), (1,)),
            m.Place({"gold": 4}, (1,), (2,), (1, 2)), m.Place({"gold": -1}, (1,), (2,)),
            m.Place({"gold": 4}, (9,), (10,)), m.Place(None), m.Activate(0), m.Activate(13),
            m.Activate(1), m.Activate(12, 1), m.Activate(5, -1), m.Activate(5, 10**6),
            m.Bid(0), m.Bid(999), m.Bid(-5), m.Bid(1), m.PassBid(), m.PassRound(), m.Play("war"),
            m.Play("no such card"), m.Choose("milestone", "gold"), m.Choose("tithe", "religion"),
            m.Choose("tithe", "?"), m.Get(1), m.Get(99),
        ]  # fmt: skip


OPTIONS_END = STATE.fields["phase"][1]  # type: ignore[index]
_TABLES: dict[bytes, tuple[Any, MedievalContent]] = {}


GAME = MedievalRealms()
"""The one that everybody plays with; it holds no state."""
