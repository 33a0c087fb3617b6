"""Reviews of games: what each decision was worth, why, and what luck did.

    from realms.analysis.review import review_record
    review_record(game, record)

Every decision is judged by what its seat could know when it made it: by its own view, over
re-deals of all else. `docs/review.md` tells how, and how well.
"""

from __future__ import annotations

from realms.analysis.review.depths import DEEP, DEPTHS, QUICK, STANDARD, ReviewDepth, depth_named
from realms.analysis.review.first_picture import first_picture
from realms.analysis.review.game_review import (
    Alternative,
    CurvePoint,
    GameReview,
    ReviewedDecision,
    ReviewedSeat,
)
from realms.analysis.review.loss_reasons import BringsLossReasons
from realms.analysis.review.remarks import with_remarks
from realms.analysis.review.reviewer import (
    by_importance,
    review_decisions,
    review_moments,
    review_record,
)
from realms.analysis.review.verdicts import BLUNDER, FAULTS, GREAT, INACCURACY, MISTAKE, Verdict

__all__ = [
    "BLUNDER",
    "DEEP",
    "DEPTHS",
    "FAULTS",
    "GREAT",
    "INACCURACY",
    "MISTAKE",
    "QUICK",
    "STANDARD",
    "Alternative",
    "BringsLossReasons",
    "CurvePoint",
    "GameReview",
    "ReviewDepth",
    "ReviewedDecision",
    "ReviewedSeat",
    "Verdict",
    "by_importance",
    "depth_named",
    "first_picture",
    "review_decisions",
    "review_moments",
    "review_record",
    "with_remarks",
]
