"""What a game may bring to the pages, as methods of its pack: each a protocol of its own.

Where a pack lacks a method, pages do what they do for any game. Templates lie in
`web/templates/<game>/` of the game's folder, styles and scripts in `web/assets/`, the names
of its icons in `web/icons.toml`. Some files are found by their names:

* `<game>/table.html`, its board; `<game>/keys.html`, the keys of the board;
* `<game>/progress.html`, how far the game has come, at the left of the bar; `<game>/tabs.html`,
  the tabs of a phone; `<game>/drawer.html`, what stands in the drawer above the log;
* `<game>/home_scene.html`, its picture on the first page;
* `<game>/review/position.html`, a position of a review, and `<game>/review/ending.html`, how a
  game ended;
* `<game>/cards.html`, its cards, and `<game>/one_card.html`, one of them, where it brings a card
  list; `<game>/final_cards.html`, those of an ended seat, where its board shows them;
* `<game>/about.html`, where it brings a section of the page *About*;
* `css/<game>.css` and `js/<game>.js`, loaded with its board, and besides, where it is split,
  `css/<game>-face.css` before it, `css/<game>-end.css` and `css/<game>-phone.css` after it;
* `css/<game>-review.css`, loaded with its reviews;
* `css/<game>-theme.css`, loaded where its picture or its emblem is shown.

Messages are found by their keys: `web.<game>.home.line` and `web.<game>.home.players` on the
first page, `web.<game>.lesson` beside its lesson, `web.<game>.credit` on *About*,
`web.<game>.rules_hint` in the field that searches its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from msgspec import Struct

from realms.kernel.game import State
from realms.kernel.values import Move

if TYPE_CHECKING:
    from realms.kernel.game import Event
    from realms.web.api.catalogue import OptionShown, VariantShown
    from realms.web.pages.rules.text_search import TextSearch


# --- The board ---


class FormTable(Struct, frozen=True):
    """What reading a form needs to know of its table: no view, so that none is made for it."""

    game: str
    names: Sequence[str]
    """What the seats are called."""


class Board(Protocol):
    """The table of a game as pages show it."""

    def board(self, page: Any) -> Any:
        """What the template `<game>/table.html` shows of a table."""

    def headline(self, page: Any) -> str:
        """Whose turn it is and what is asked of the viewer, in one sentence."""

    def form_move(self, fields: dict[str, str], table: FormTable, /) -> Move:
        """The move that a posted form stands for; raises `RealmsError` where it is none."""


@runtime_checkable
class ExplainsRefusals(Protocol):
    """A board that can say of a form that was refused what is still missing."""

    def refusal(self, error: Any, page: Any) -> str:
        """What is missing, in one sentence; empty for what the rules say best themselves."""


class ShareItem(Struct, frozen=True):
    """A card, or a source of points, in the picture of a result."""

    name: str
    icon: str
    tone: str
    """A colour, as `#rrggbb`, on which white is legible."""
    points: str
    """Its points, as they are written."""
    is_blank: bool = False
    """Whether it counts for nothing."""


@runtime_checkable
class SharesItems(Protocol):
    """A board that can tell what a seat's points came from, for the picture of a result."""

    def share_items(self, page: Any, seat: int) -> tuple[ShareItem, ...]:
        """What made the points of a seat at the end, as it is to be shown."""


class FinalCards(Protocol):
    """The cards of an ended seat, for the template `<game>/final_cards.html`."""

    @property
    def is_told(self) -> bool:
        """Whether they say themselves what the points came from."""


@runtime_checkable
class ShowsFinalCards(Protocol):
    """A board that can show the cards of an ended seat by themselves, its table gone or not."""

    def final_cards(
        self, cards: Sequence[str], options: Mapping[str, Any], score: int, language: str
    ) -> FinalCards | None:
        """The cards, as they are kept with a result; None where they are not known any more."""


@runtime_checkable
class ShowsDecisions(Protocol):
    """A board that draws a past position with two moves marked in it.

    Its template is `<game>/review/position.html`; a review shows how a game ended by
    `<game>/review/ending.html`, with the `board` of its last moment.
    """

    def decision_shown(self, page: Any, made: Any, better: Any) -> Any:
        """What a seat saw when it decided, and the move that was made beside a better one, or None.

        Where the page has `views`, what was hidden is shown as well.
        """


@runtime_checkable
class BringsBoard(Protocol):
    """A pack whose game has a board of its own."""

    def board(self) -> Board:
        """The board of the game."""


# --- Words ---


class GameTexts(Protocol):
    """Events of a game in words, and what it is about."""

    def event_sentence(
        self, event: Event, names: Sequence[str], options: Any, language: str
    ) -> str:
        """An event as a sentence of the log, without its paragraph."""

    def opening_line(
        self, view: Any, names: Sequence[str], options: Any, language: str
    ) -> tuple[str, str]:
        """How a game begins, as a sentence, and the paragraph it rests on."""

    def is_own_act(self, event: Event, seat: int) -> bool:
        """Whether a seat did itself what an event tells."""

    def aim(self, options: Any, language: str) -> str:
        """What the game is about, for somebody who has not moved yet; may be empty."""


@runtime_checkable
class HasSounds(Protocol):
    """The words of a game that say what its events sound like, too."""

    def event_sound(self, event: Event) -> str:
        """The name of a sound of `sounds.js`; empty for none."""


@runtime_checkable
class ExplainsDecisions(Protocol):
    """The words of a game that say what a decision is about, too."""

    def decision_idea(self, view: Any, language: str) -> str:
        """What to think of before a move, for somebody new to the game; may be empty."""


@runtime_checkable
class KnowsHoldings(Protocol):
    """The words of a game that say whose things an event changes, too."""

    def touches(self, event: Event, seat: int) -> bool:
        """Whether an event changes what a seat holds."""


@runtime_checkable
class BringsTexts(Protocol):
    """A pack whose game has words of its own for its events."""

    def texts(self) -> GameTexts:
        """The words of the game."""


# --- Traits ---


class PageLink(Struct, frozen=True):
    """A page of a game that the menu and the first page lead to."""

    path: str
    icon: str
    key: str
    """Its messages: `<key>.nav` in the menu, `<key>.title` and `<key>.line` as a tool."""


class SharedClock(Struct, frozen=True, kw_only=True):
    """A variant that ends after some rounds, or when one clock for everybody stops.

    The messages `web.<game>.pace.…` name the two ways, their lengths and the question.
    """

    variant: str
    rounds: str
    """The option that says after how many rounds."""
    clock: str
    """The option that is set where it is played against the clock."""
    field: str
    """The field of the form that says for how many seconds."""
    seconds: tuple[int, ...]
    usual: int
    paragraph: str
    unhurried: Callable[[State, int], State] | None = None
    """A position on the clock as a seat would have it that may pass: bots act for a reason."""


class PageTraits(Struct, frozen=True, kw_only=True):
    """What pages have to know of a game."""

    usual_players: int = 0
    """How many play when somebody just wants to play; 0 for as few as can."""
    is_open: bool = False
    """Whether nothing is secret but what several decide at once: others need not look away."""
    preset: str = ""
    """The option that sets all those which are left open, such as an edition."""
    unasked: tuple[str, ...] = ()
    """Options that the form of a new table has no field for."""
    shared_clock: SharedClock | None = None
    turns_of_moves: bool = False
    """Whether moves of one seat, one after the other, make one turn."""
    open_scores: bool = False
    """Whether score sheets may be read during the game: all they tell lies open."""
    tells_events: bool = False
    """Whether the board itself tells what just happened."""
    independent_moves: tuple[str, ...] = ()
    """Types of moves that mean the same whatever others do meanwhile."""
    moves_with_forms: tuple[str, ...] = ()
    """Types of moves that have a form of their own, so that no hint makes them."""
    links: tuple[PageLink, ...] = ()


@runtime_checkable
class BringsPageTraits(Protocol):
    """A pack whose game is not like any other."""

    def page_traits(self) -> PageTraits:
        """What pages have to know of the game."""


# --- The catalogue ---


class GameCatalogue(Protocol):
    """The variants and options of a game, described."""

    def variants(self) -> list[VariantShown]:
        """The ways to play, the usual one first, and for how many."""

    def options(self, language: str) -> Iterable[OptionShown]:
        """What a table agrees on, in the order of the options type."""


@runtime_checkable
class BringsCatalogue(Protocol):
    """A pack that describes the variants and options of its game itself."""

    def catalogue(self) -> GameCatalogue:
        """The variants and options, described."""


# --- Cards, rules, lessons ---


class FilterChoice(Struct, frozen=True):
    """A suit, a colour, a type or an edition, to be chosen."""

    id: str
    name: str
    count: int
    is_chosen: bool


class CardFilter(Struct, frozen=True):
    """A list to choose from, by which cards are filtered."""

    name: str
    """The field of the address."""
    label: str
    choices: tuple[FilterChoice, ...]
    every: str = ""
    """What choosing none is called; empty where one has to be chosen."""


class CardsFound(Struct, frozen=True):
    """The cards that somebody asked for."""

    filters: tuple[CardFilter, ...]
    found: int
    cards: Any
    """What the template `<game>/cards.html` shows, as `cards`."""


class CardList(Protocol):
    """All cards of a game, to be looked through."""

    STYLES: tuple[str, ...]
    """The stylesheets of the page."""

    def count(self) -> int:
        """How many cards there are."""

    def lead(self, language: str) -> str:
        """A sentence about the cards, above their list."""

    def find(self, fields: Mapping[str, str], sought: TextSearch, language: str) -> CardsFound:
        """The cards that the fields of an address ask for."""

    def one(self, card: str, settings: Mapping[str, Any], language: str) -> Any:
        """What `<game>/one_card.html` shows, as `shown`, by the settings of a table; None for none.

        It has a `name`.
        """


@runtime_checkable
class BringsCardList(Protocol):
    """A pack whose game has cards to look through."""

    def card_list(self) -> CardList:
        """The list of cards."""


class AboutSection(Struct, frozen=True):
    """A section of the page *About*, shown by the template `<game>/about.html`."""

    id: str
    title: str
    content: Any


@runtime_checkable
class BringsAbout(Protocol):
    """A pack with something to tell on the page *About*."""

    def about_section(self, language: str) -> AboutSection:
        """The section, in a language."""


@runtime_checkable
class BringsLessonHints(Protocol):
    """A pack that can tell why a move of a lesson is not the best one."""

    def lesson_hint(self, view: Any, move: Mapping[str, Any], language: str) -> str:
        """The reason; empty where there is nothing to tell."""


@runtime_checkable
class BringsPages(Protocol):
    """A pack whose game has pages besides its tables."""

    def pages(self) -> Sequence[Any]:
        """The route handlers of the pages that the game brings."""
