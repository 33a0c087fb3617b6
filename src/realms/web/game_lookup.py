"""What pages use of a game, found by its name: what its pack brings, else what any game gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from realms.kernel.game import State
from realms.kernel.games import pack_named
from realms.kernel.packs import packs
from realms.web import general
from realms.web.game_parts import (
    AboutSection,
    Board,
    BringsAbout,
    BringsBoard,
    BringsCardList,
    BringsPageTraits,
    BringsTexts,
    CardList,
    ExplainsDecisions,
    FinalCards,
    GameTexts,
    HasSounds,
    KnowsHoldings,
    PageLink,
    PageTraits,
    ShareItem,
    SharesItems,
    ShowsFinalCards,
)

if TYPE_CHECKING:
    from realms.kernel.game import Event

GENERAL = "general"
"""The folder of the board of games that bring none."""


def board_of(game: str) -> Board:
    """The board of a game: its own, or the general one."""
    pack = pack_named(game)
    return pack.board() if isinstance(pack, BringsBoard) else general


def share_items(page: Any, seat: int) -> tuple[ShareItem, ...]:
    """What made the points of a seat of a finished game; nothing where its board does not say."""
    board = board_of(page.table.game)
    return board.share_items(page, seat) if isinstance(board, SharesItems) else ()


def final_cards(
    game: str, cards: Sequence[str], options: Mapping[str, Any], score: int, language: str
) -> FinalCards | None:
    """The cards of an ended seat; None where its board does not show them by themselves."""
    board = board_of(game)
    if not isinstance(board, ShowsFinalCards):
        return None
    return board.final_cards(cards, options, score, language)


def texts_of(game: str) -> GameTexts:
    """The words of a game: its own, or those of its catalogue."""
    pack = pack_named(game)
    return pack.texts() if isinstance(pack, BringsTexts) else general.GeneralTexts(game)


def sound_of(game: str, event: Event) -> str:
    """What an event sounds like; empty where its game does not say."""
    texts = texts_of(game)
    return texts.event_sound(event) if isinstance(texts, HasSounds) else ""


def decision_idea(game: str, view: Any, language: str) -> str:
    """What to think of before a move; empty where its game does not say."""
    texts = texts_of(game)
    return texts.decision_idea(view, language) if isinstance(texts, ExplainsDecisions) else ""


def touches(texts: GameTexts, event: Event | None, seat: int) -> bool:
    """Whether an event changes what a seat holds, as far as its game says."""
    return event is not None and isinstance(texts, KnowsHoldings) and texts.touches(event, seat)


def board_folder(game: str) -> str:
    """The folder of the templates, and the name of the styles, of a game's board."""
    return game if isinstance(pack_named(game), BringsBoard) else GENERAL


def traits_of(game: str) -> PageTraits:
    """What pages have to know of a game."""
    pack = pack_named(game)
    return pack.page_traits() if isinstance(pack, BringsPageTraits) else PageTraits()


def unhurried_position(game: str, state: State, seat: int) -> State | None:
    """A position in which a bot may pass, where one clock runs for all; None without one."""
    shared = traits_of(game).shared_clock
    return shared.unhurried(state, seat) if shared and shared.unhurried else None


def card_list_of(game: str) -> CardList | None:
    """The cards of a game; None where it has none to look through."""
    pack = pack_named(game)
    return pack.card_list() if isinstance(pack, BringsCardList) else None


def about_sections(language: str) -> list[tuple[str, AboutSection]]:
    """The sections that games bring to the page *About*, each with the name of its game."""
    return [
        (name, pack.about_section(language))
        for name, pack in packs().items()
        if isinstance(pack, BringsAbout)
    ]


def page_links() -> list[PageLink]:
    """The pages of all games that the menu leads to."""
    return [link for name in packs() for link in traits_of(name).links]
