"""What compiled rules tell the outside: rows of the journal, and reasons of refusals."""

from __future__ import annotations

# Tokens that come and go: seat, resource, amount, and the land or the card it is for.
(BY_DRAFT, BY_MAYORS, BY_LAND, BY_PRODUCTION, BY_STEP_FOUR, BY_CARD) = range(1, 7)
(BY_ANSWER, BY_MILESTONE, BY_CHOICE, FOR_PRICE, FOR_CARD, FOR_BID) = range(7, 13)
# Points: seat, points, card. Leaders: seat, leader, number, card.
(POINTS_BY_CARD, POINTS_BY_ANSWER, REACHED, LEADER_GAINED, LEADER_GIVEN_UP) = range(20, 25)
# The round.
(PLACED, REVEALED, FORCE, LAND, IN_ORDER, ROUND_BEGAN, TAKEN_BACK) = range(30, 37)
(TOOK, ACTIVATED, RECEIVED, UNCLAIMED, OPENED, RAISED, PASSED_BID, WON) = range(40, 48)
(PLAYED, PASSED, GOT, SWEPT, DRAWN, SLID, FINISHED) = range(50, 57)

(WRONG_STEP, NOT_YOUR_TURN, GAME_OVER, NO_SUCH_MOVE, UNFINISHED) = range(1, 6)
(SAME_TOKENS, PAIR_TAKEN, NOT_YOUR_DRAFT) = range(6, 9)
(NOT_PLACED_YET, TOO_MANY, NO_SQUARE, NO_LAND, OUT_OF_ORDER, BESIDE_LEADERS) = range(9, 15)
(EMPTY_SQUARE, TOO_FEW_GOODS, HAND_FULL, SAME_COLOUR, COST_NOT_OWNED) = range(15, 20)
(NOT_IN_HAND, TOO_FEW_TOKENS, TOO_FEW_LEADERS) = range(20, 23)
(ASKS_A_BID, NO_AUCTION, BID_TOO_LOW, BID_TOO_HIGH, NOT_HIGHER) = range(23, 28)
(NOT_ASKED_TO_BID, MUST_BID_OR_PASS, MUST_CHOOSE, NOT_ASKED, EXCLUDED, NOT_FOR_HAND) = range(28, 34)

REFUSALS: dict[int, tuple[str, str]] = {
    WRONG_STEP: ("move/wrong_step", "MR-16"),
    NOT_YOUR_TURN: ("move/not_your_turn", "MR-31"),
    GAME_OVER: ("move/game_over", "MR-74"),
    NO_SUCH_MOVE: ("move/meaningless", "MR-31"),
    UNFINISHED: ("move/not_all_placed", "MR-21"),
    SAME_TOKENS: ("move/same_tokens", "MR-15"),
    PAIR_TAKEN: ("move/pair_taken", "MR-15"),
    NOT_YOUR_DRAFT: ("move/not_your_draft", "MR-15"),
    NOT_PLACED_YET: ("move/not_all_placed", "MR-21"),
    TOO_MANY: ("move/too_many_placed", "MR-21"),
    NO_SQUARE: ("move/no_square", "MR-19"),
    NO_LAND: ("move/no_land", "MR-20"),
    OUT_OF_ORDER: ("move/out_of_order", "MR-18"),
    BESIDE_LEADERS: ("move/decoy_beside_leaders", "MR-22"),
    EMPTY_SQUARE: ("move/empty_square", "MR-33"),
    TOO_FEW_GOODS: ("move/too_few_goods", "MR-34"),
    HAND_FULL: ("move/hand_full", "MR-34"),
    SAME_COLOUR: ("move/same_colour", "MR-34"),
    COST_NOT_OWNED: ("move/cost_not_owned", "MR-35"),
    NOT_IN_HAND: ("move/not_in_your_hand", "MR-48"),
    TOO_FEW_TOKENS: ("move/too_few_tokens", "MR-48"),
    TOO_FEW_LEADERS: ("move/too_few_leaders", "MR-63"),
    ASKS_A_BID: ("move/asks_a_bid", "MR-44"),
    NO_AUCTION: ("move/no_auction", "MR-43"),
    BID_TOO_LOW: ("move/bid_too_low", "MR-44"),
    BID_TOO_HIGH: ("move/bid_too_high", "MR-45"),
    NOT_HIGHER: ("move/not_higher", "MR-45"),
    NOT_ASKED_TO_BID: ("move/not_asked_to_bid", "MR-45"),
    MUST_BID_OR_PASS: ("move/must_bid_or_pass", "MR-45"),
    MUST_CHOOSE: ("move/must_choose", "MR-55"),
    NOT_ASKED: ("move/not_asked_to_choose", "MR-55"),
    EXCLUDED: ("move/excluded", "MR-68"),
    NOT_FOR_HAND: ("move/not_for_hand", "MR-71"),
}
"""The stable code and the paragraph of each reason."""
