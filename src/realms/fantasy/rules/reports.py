"""What compiled rules tell the outside: kinds of events, and reasons of refusals."""

from __future__ import annotations

(DREW, DREW_TWO, TOOK, DISCARDED, KEPT, OFFERED) = range(1, 7)
(TRADED, WITHDREW, PASSED, TIME_UP_CALLED, LAID_ASIDE, DECLARED_CHOICE, FINISHED) = range(7, 14)

(WRONG_STEP, NOT_YOUR_TURN, GAME_OVER, NO_SUCH_MOVE) = range(1, 5)
(NO_DECK, NOT_IN_AREA, MUST_DRAW, NOT_IN_HAND, TAKEN_BACK, NOT_DRAWN) = range(5, 11)
(ALREADY_OFFERED, NOT_A_PARTNER, NO_SUCH_OFFER, NO_CLOCK) = range(11, 15)
(NOT_A_CHOICE, ALREADY_DECLARED, MUST_RAISE, NOT_TO_TRADE, MUST_ADD) = range(15, 20)

REFUSALS: dict[int, tuple[str, str]] = {
    WRONG_STEP: ("move/wrong_step", "FR-4"),
    NOT_YOUR_TURN: ("move/not_your_turn", "FR-3"),
    GAME_OVER: ("move/game_over", "FR-6"),
    NO_SUCH_MOVE: ("move/not_in_variant", "FR-3"),
    NO_DECK: ("move/deck_empty", "FR-4c"),
    NOT_IN_AREA: ("move/not_in_area", "FR-5"),
    MUST_DRAW: ("move/must_draw", "FR-4b"),
    NOT_IN_HAND: ("move/not_in_hand", "FR-4"),
    TAKEN_BACK: ("move/just_taken", "FR-4a"),
    NOT_DRAWN: ("move/not_drawn", "FR-21"),
    ALREADY_OFFERED: ("move/already_offered", "FR-23a"),
    NOT_A_PARTNER: ("move/not_a_partner", "FR-23a"),
    NO_SUCH_OFFER: ("move/no_such_offer", "FR-23a"),
    NO_CLOCK: ("move/no_clock", "FR-25"),
    NOT_A_CHOICE: ("move/not_a_choice", "FR-18"),
    ALREADY_DECLARED: ("move/already_declared", "FR-18"),
    MUST_RAISE: ("move/must_raise", "FR-24"),
    NOT_TO_TRADE: ("move/not_in_hand", "FR-23a"),
    MUST_ADD: ("move/must_add", "FR-17c"),
}
"""The stable code and the paragraph of each reason."""
