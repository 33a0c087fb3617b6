"""`realms cards`: every card of a game with its text."""

from __future__ import annotations

import importlib
from typing import Annotated

import typer

from realms.cli.arguments import GameName, Json, Lang, spoken


def cards(
    game: GameName,
    suit: Annotated[str | None, typer.Option("--suit", metavar="SUIT")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """The cards of a game; `--suit` chooses a suit, or in Medieval Realms a colour."""
    from realms.games import described

    listing = importlib.import_module(f"realms.cli.cards_{described(game)}")
    chosen = listing.cards_of(suit)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode([listing.as_json(card) for card in chosen]).decode())
    else:
        listing.show(chosen, spoken(lang))
