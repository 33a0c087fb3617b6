"""Small charts as SVG: a line of scores, and bars with how sure they are."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from realms.web.pages.games.statistics import Share

WIDTH, HEIGHT, EDGE = 160, 48, 3
MOST_POINTS = 60
"""Scores that a line shows, the last ones."""
BAR, BAR_HEIGHT = 120, 20


def score_line(scores: Sequence[int]) -> Markup:
    """The last scores as a line over their average; decoration, the numbers stand beside it."""
    shown = scores[-MOST_POINTS:]
    if len(shown) < 2:
        return Markup("")
    low, high = min(shown), max(shown)
    span = max(high - low, 1)

    def height(score: float) -> str:
        return f"{HEIGHT - EDGE - (score - low) / span * (HEIGHT - 2 * EDGE):.1f}"

    step = WIDTH / (len(shown) - 1)
    points = " ".join(f"{n * step:.1f},{height(score)}" for n, score in enumerate(shown))
    mean = height(sum(shown) / len(shown))
    return Markup(
        '<svg class="score-line" viewBox="0 0 {w} {h}" preserveAspectRatio="none" '
        'aria-hidden="true">'
        '<polygon points="0,{h} {points} {w},{h}"/><line x1="0" x2="{w}" y1="{mean}" y2="{mean}"/>'
        '<polyline points="{points}"/></svg>'
    ).format(w=WIDTH, h=HEIGHT, points=points, mean=mean)


def share_bar(share: Share) -> Markup:
    """A part of the games as a bar, with its interval and the fair part."""
    middle = BAR_HEIGHT // 2
    x = {name: f"{value * BAR:.1f}" for name, value in _positions(share).items()}
    return Markup(
        '<svg class="share-bar" viewBox="0 0 {w} {h}" preserveAspectRatio="none" '
        'aria-hidden="true">'
        '<rect class="whole" y="3" width="{w}" height="{b}" rx="3"/>'
        '<rect class="part" y="3" width="{rate}" height="{b}" rx="3"/>'
        '<path class="fair" d="M{fair} 0V{h}"/>'
        '<path class="sure" d="M{low} {m}H{high}M{low} 5v8M{high} 5v8"/></svg>'
    ).format(w=BAR, h=BAR_HEIGHT, b=BAR_HEIGHT - 6, m=middle, **x)


def _positions(share: Share) -> dict[str, float]:
    return {"rate": share.rate, "fair": share.fair, "low": share.low, "high": share.high}
