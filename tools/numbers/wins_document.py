"""The document of what wins: cards, pairs, threes and topics at the tables of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import resources

from realms.analysis.what_wins import AmountTally, CardsTally, TableWins, WhatWins, item_name
from realms.kernel.games import pack_named
from realms.kernel.text import listed, say
from realms.web.pages.rules.topics import is_list
from tools.numbers.wins_names import MOST_TIMES, card_name, per_cent, table_name
from tools.numbers.wins_pictures import pictures

MARK = re.compile(r"\{\{(\w+)\}\}")


KEPT = (
    "; and how many of all it ever came to ended with it. "
    "A card that a seat lost and got back counts twice"
)
ENOUGH = 50
"""Seats below which a rate says too little."""


def wins_files(found: WhatWins, command: str) -> dict[str, str]:
    """The document and its pictures, by where they belong; the document first."""
    drawn = pictures(found)
    images = {f"images/{found.game}-wins-{name}.svg": drawn[name] for name in drawn}
    whole = "--out" in command
    name = f"{found.game}-in-numbers.md" if whole else f"{found.game}-cards-in-numbers.md"
    return {name: wins_document(found, command), **images}


def wins_document(found: WhatWins, command: str) -> str:
    """The document, written by a command."""
    template = resources.files(__package__).joinpath("wins.en.md").read_text("utf-8")
    first = found.tables[0]
    facts = {
        "title": pack_named(found.game).title,
        "which": "in numbers" if "--out" in command else "in numbers: its cards",
        "command": command,
        "games": _games(found),
        "rules": found.rules,
        "game": found.game,
        "overview": "\n".join(_overview(found)),
        "cards": "\n".join(_cards(found)),
        "pairs": "\n".join(_several(found.game, first.pairs)),
        "threes": "\n".join(_several(found.game, first.threes)),
        "times": "\n".join(_times(found)),
        "time": found.time,
        "kept": KEPT if any(one.kept != one.seats for one in first.times) else "",
        "usual": table_name(first),
        "topics": "\n".join(_topics(found)),
    }
    return MARK.sub(lambda mark: facts[mark[1]], template)


def _games(found: WhatWins) -> str:
    """How many games were played, and by whom."""
    by_bot: dict[str, list[TableWins]] = {}
    for table in found.tables:
        by_bot.setdefault(table.bot, []).append(table)
    parts = []
    for bot, tables in by_bot.items():
        games = sorted({table.games for table in tables})
        each = " or ".join(f"{n:,}" for n in games)
        names = listed([table_name(table) for table in tables], "en")
        parts.append(f"{each} games at each of the tables {names}, all seats played by `{bot}`")
    return "; ".join(parts)


def _overview(found: WhatWins) -> Iterator[str]:
    yield "| | " + " | ".join(table_name(table) for table in found.tables) + " |"
    yield "|---|" + "---|" * len(found.tables)
    yield "| points of a seat | " + " | ".join(f"{table.score}" for table in found.tables) + " |"
    yield "| points of who won | " + " | ".join(f"{table.best}" for table in found.tables) + " |"
    yield "| games | " + " | ".join(f"{table.games:,}" for table in found.tables) + " |"
    yield "| played by | " + " | ".join(f"`{table.bot}`" for table in found.tables) + " |"
    fair = (f"{100 / table.players:.1f}" for table in found.tables)
    yield "| a fair share, % | " + " | ".join(fair) + " |"


def _cards(found: WhatWins) -> Iterator[str]:
    """A line a card in the order of the first table: how often it wins at each."""
    by_card = [{one.cards[0]: one for one in table.cards} for table in found.tables]
    yield "| card | held, % | points | " + " | ".join(map(table_name, found.tables)) + " |"
    yield "|---|---|---|" + "---|" * len(found.tables)
    first = found.tables[0]
    for one in first.cards:
        card = one.cards[0]
        held = f"{100 * one.seats / (first.games * first.players):.1f}"
        rates = " | ".join(per_cent(cards[card]) for cards in by_card)
        yield f"| {card_name(found.game, card)} | {held} | {one.score} | {rates} |"


def _several(game: str, found: Sequence[CardsTally]) -> Iterator[str]:
    yield "| cards | seats | won, % |"
    yield "|---|---|---|"
    for one in found:
        names = ", ".join(card_name(game, card) for card in one.cards)
        yield f"| {names} | {one.seats:,} | {per_cent(one)} |"


def _times(found: WhatWins) -> Iterator[str]:
    """A line a card: how often seats won that it came to, turn by turn or round by round."""
    first = found.tables[0]
    times = min(max((len(one.seats) for one in first.times), default=0), MOST_TIMES)
    shown = range(0 if any(one.seats[0] for one in first.times) else 1, times)
    heads = " | ".join(f"{found.time} {time}" if time else "dealt" for time in shown)
    is_lost = any(one.kept != one.seats for one in first.times)
    yield f"| card | {heads} |" + (" kept, % |" if is_lost else "")
    yield "|---|" + "---|" * (len(shown) + is_lost)
    for card in first.cards:
        one = first.times_of(card.cards[0])
        if one is None:
            continue
        tallies = [one.at(time) for time in shown]
        cells = " | ".join(per_cent(tally) if tally.seats >= ENOUGH else "" for tally in tallies)
        kept = 100 * sum(one.kept) / max(sum(one.seats), 1)
        last = f" {kept:.1f} |" if is_lost else ""
        yield f"| {card_name(found.game, one.card)} | {cells} |{last}"


def _topics(found: WhatWins) -> Iterator[str]:
    """What is counted besides the cards, a chapter a topic."""
    for topic in dict.fromkeys(one.topic for one in found.tables[0].amounts):
        key = f"{found.game}.topic.{topic}"
        yield f"## {say(f'{key}.title', 'en')}\n"
        yield f"{say(f'{key}.about', 'en')}\n"
        if is_list(found.tables[0].topic(topic)):
            yield from _topic_list(found, topic, say(f"{key}.column", "en"))
        else:
            yield f"![{say(f'{key}.title', 'en')}](images/{found.game}-wins-{topic}.svg)\n"
            yield from _topic_means(found, topic, say(f"{key}.column", "en"))
        yield ""


def _topic_list(found: WhatWins, topic: str, column: str) -> Iterator[str]:
    """How often each item won at each table, in per cent; how often it was chosen at the first."""
    by_table = [{one.item: one for one in table.topic(topic)} for table in found.tables]
    first = found.tables[0]
    items = list(dict.fromkeys(item for table in by_table for item in table))
    yield f"| {column} | chosen, % | " + " | ".join(map(table_name, found.tables)) + " |"
    yield "|---|---|" + "---|" * len(found.tables)
    for item in items:
        rates = [_rate(table.get(item)) for table in by_table]
        if not any(rates):
            continue
        known = by_table[0].get(item)
        chosen = 100 * sum(known.seats) / (first.games * first.players) if known else 0.0
        name = item_name(found.game, topic, item, "en")
        yield f"| {name} | {chosen:.1f} | {' | '.join(rates)} |"


def _rate(one: AmountTally | None) -> str:
    return per_cent(one.of(1)) if one and one.of(1).seats >= ENOUGH else ""


def _topic_means(found: WhatWins, topic: str, column: str) -> Iterator[str]:
    """How much of each item a seat had on average at each table, and what who won had."""
    by_table = [{one.item: one for one in table.topic(topic)} for table in found.tables]
    items = list(dict.fromkeys(item for table in by_table for item in table))
    yield (
        f"| {column}: on average, of who won | " + " | ".join(map(table_name, found.tables)) + " |"
    )
    yield "|---|" + "---|" * len(found.tables)
    for item in items:
        means = [_means(table.get(item)) for table in by_table]
        yield f"| {item_name(found.game, topic, item, 'en')} | {' | '.join(means)} |"


def _means(one: AmountTally | None) -> str:
    if one is None or not sum(one.won):
        return ""
    won = sum(n * part for n, part in enumerate(one.won)) / sum(one.won)
    return f"{one.mean:.2f}, {won:.2f}"
