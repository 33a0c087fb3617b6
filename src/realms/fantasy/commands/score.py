"""`realms score`: the score of a hand, explained; or of many, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from realms.cli.arguments import Json, Lang, language_for, read_names
from realms.cli.compiling.mode import run_by_cost, run_lines
from realms.kernel.errors import Unreadable

if TYPE_CHECKING:
    from realms.fantasy.scoring.hand import Hand

WITH_DISCARDS = 5.0
"""Seconds that all choices from a discard area may take as plain Python; others take none."""
NO_CHOICES = ("none", "ninguna")
"""What `--choose` says for a hand scored as printed."""


def score(
    *,
    cards: Annotated[list[str] | None, typer.Argument(metavar="CARD…")] = None,
    discard: Annotated[list[str] | None, typer.Option("--discard", metavar="CARD…")] = None,
    choose: Annotated[list[str] | None, typer.Option("--choose", metavar="TEXT…")] = None,
    hands: Annotated[str | None, typer.Option("--hands", metavar="FILE")] = None,
    device: Annotated[Literal["cpu", "cuda"], typer.Option("--device", metavar="cpu|cuda")] = "cpu",
    json: Json = False,
    lang: Lang = None,
) -> None:
    """The score of a hand."""
    language = language_for(lang)
    if hands is None:
        run_by_cost(WITH_DISCARDS if discard else 0)
    elif device == "cpu":
        run_lines(hands)
    if hands is not None:
        if cards or discard or choose:
            raise Unreadable("usage/hands_alone")
        from realms.fantasy.commands.score_lines import score_file

        if not score_file(hands, json, language, device):
            raise typer.Exit(1)
        return
    if device != "cpu":
        raise Unreadable("usage/device_hands")
    hand = _hand(cards or [], discard or [], choose or [], language)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(hand.sheet.as_json(why=True)).decode())
    else:
        _show(hand, language)


def _hand(cards: list[str], discard: list[str], choose: list[str], language: str) -> Hand:
    """The hand that was typed, scored."""
    from realms.cli.compiling.notice import compile_notice

    with compile_notice(language):
        from realms.fantasy.content.cards import CARDS
        from realms.fantasy.scoring.hand import hand
        from realms.kernel.names import folded

        names = {folded(name) for card in CARDS for name in (card.name.en, card.name.es)}

        def listed(arguments: list[str]) -> list[str]:
            return read_names(arguments, lambda text: folded(text) in names)

        scored = hand(listed(cards), listed(discard) or None, _choices(choose))
        _ = scored.sheet
    return scored


def _choices(typed: list[str]) -> dict[str, Any] | None:
    """The choices typed; None leaves them to the rules [FR-18]."""
    from realms.fantasy.scoring.choices import parse_choice

    if not typed:
        return None
    if [text.casefold() for text in typed] in [[word] for word in NO_CHOICES]:
        return {}
    return dict(parse_choice(text) for text in typed)


def _show(hand: Hand, language: str) -> None:
    from realms.cli.screen import console
    from realms.fantasy.terminal.screen import choice_sentences, sheet_table, total_line

    out = console()
    out.print(sheet_table(hand.sheet, language))
    for sentence in choice_sentences(hand.choices, language):
        out.print(sentence)
    out.print(total_line(hand.sheet, language))
