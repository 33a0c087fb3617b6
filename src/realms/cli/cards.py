"""`realms cards`: every card of a game with its text."""

from __future__ import annotations

from typing import Annotated

import typer

from realms.cli.arguments import ContentFile, GameName, Json, Lang, spoken


def cards(
    game: GameName,
    suit: Annotated[str | None, typer.Option("--suit", metavar="SUIT")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    content: ContentFile = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """The cards of a game; `--suit` chooses a suit, or in Medieval Realms a colour."""
    from realms.kernel.games import pack_named

    listing = pack_named(game).cards(set_ or [], content)
    chosen = listing.cards_of(suit)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode([listing.as_json(card) for card in chosen]).decode())
    else:
        listing.show(chosen, spoken(lang))
