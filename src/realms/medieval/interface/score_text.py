"""Score sheets in words: each line of them, and what broke a tie. [MR-75] [MR-76]"""

from __future__ import annotations

from collections.abc import Sequence

from realms.kernel.text import listed
from realms.medieval.content import effects as does
from realms.medieval.content.card_text import CardWords
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import MedievalContent
from realms.medieval.interface.thing_names import card_name
from realms.medieval.scoring.sheets import MedievalSheet, ScoreLine

BREAKERS = ("cards", "castles", "leaders")
"""What breaks a tie, in order; then the turn order. [MR-76]"""


def sheet_lines(
    sheet: MedievalSheet, language: str, content: MedievalContent = CONTENT
) -> list[tuple[str, int, str]]:
    """Each line of a sheet: what scores, how many points, by which paragraph. [MR-75]"""
    words = CardWords(language, content)
    return [(_line_text(line, words), line.points, line.paragraph) for line in sheet.lines]


def _line_text(line: ScoreLine, words: CardWords) -> str:
    if line.card is None:
        return words.say(f"sheet.{line.why}", n=line.times)
    name = card_name(line.card, words.language, words.content)
    if line.why == "entering":
        return words.say("sheet.entering", card=name)
    card = next(card for card in words.content.card if card.id == line.card)
    effect = card.end[line.effect]
    if isinstance(effect, does.PointsIf):
        return words.say("sheet.met" if line.times else "sheet.not_met", card=name)
    points = words.say("effect.points", points=line.each)
    return words.say("sheet.each", card=name, points=points, things=_things(effect, line, words))


def _things(effect: does.End, line: ScoreLine, words: CardWords) -> str:
    """What an end-of-game effect counts, and how many there are."""
    n = line.times
    match effect:
        case does.PointsPerLeader(_, leader):
            return words.say("sheet.leaders", n=n, leaders=words.of("leader", leader, n))
        case does.PointsPerCombatValue():
            return words.say("sheet.combat_value", n=n)
        case does.PointsPerCard(_, colour):
            return words.say("sheet.cards", n=n, colour=words.of("colour", colour, n))
    return words.say("sheet.colours", n=n)


def tie_text(
    sheets: Sequence[MedievalSheet],
    ranking: Sequence[int],
    names: Sequence[str],
    language: str,
    content: MedievalContent = CONTENT,
) -> str:
    """Which tie-breaker decided for the winner; empty where points did. [MR-76]"""
    first, second = sheets[ranking[0]], sheets[ranking[1]]
    if first.score != second.score:
        return ""
    words = CardWords(language, content)
    tied = [seat for seat in ranking[1:] if sheets[seat].score == first.score]
    by = next((b for b in BREAKERS if getattr(first, b) != getattr(second, b)), "order")
    sentence = words.say(
        f"tie.{by}",
        winner=names[ranking[0]],
        others=listed([names[seat] for seat in tied], language),
        points=first.score,
        castles=words.of("kind", "castle", 2),
        most=getattr(first, by, 0),
        fewer=getattr(second, by, 0),
    )
    return f"{sentence} [MR-76]"
