"""`realms cards`: every card of a game with its text."""

from __future__ import annotations

from typing import Annotated

import typer

from realms.cli.arguments import ContentFile, GameName, Json, Lang, language_for
from realms.cli.compiling.mode import run_plainly


def cards(
    game: GameName,
    group: Annotated[str | None, typer.Option("--suit", metavar="SUIT")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    content: ContentFile = None,
    toml: Annotated[bool, typer.Option("--toml")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """The cards of a game, all or those of one group: what the game sorts its cards by."""
    run_plainly()
    from realms.cli.files import content_pairs
    from realms.cli.game_parts import BringsCards, CardListing
    from realms.cli.terminal.deck_listing import DeckListing
    from realms.kernel.games import pack_named

    pack = pack_named(game)
    if toml:
        typer.echo(content_text(pack.name, content), nl=False)
        return
    listing: CardListing
    if isinstance(pack, BringsCards):
        listing = pack.cards(set_ or [], content)
    else:
        listing = DeckListing(pack.game, [*(set_ or []), *content_pairs(pack.game, content)])
    chosen = listing.cards_of(group)
    if json:
        import msgspec

        typer.echo(msgspec.json.encode([listing.as_json(card) for card in chosen]).decode())
    else:
        listing.show(chosen, language_for(lang))


def content_text(game: str, content: str | None) -> str:
    """The content of a game as a file to begin one's own from; or one's own, checked."""
    from realms.cli.files import read_text
    from realms.kernel.content_files import content_pack

    pack = content_pack(game)
    if content is None:
        return pack.content_text()
    pack.use_content(content)
    return read_text(content)
