"""Moves and events of Fantasy Realms, as typed values that people can read."""

from __future__ import annotations

from realms.fantasy.content.cards import CARD, SUIT
from realms.kernel.game import Event, Move

UNKNOWN = "?"
"""A card that whoever reads this may not know."""


def english_name(thing: str | None) -> str:
    """The English name of a card or a suit in notation."""
    if thing in CARD:
        return CARD[thing].name.en
    return SUIT[thing].en.one if thing in SUIT else thing or UNKNOWN


class Draw(Move, frozen=True):
    """Take the top card of the deck; in the duel, two while the hand is short. [FR-4] [FR-21]"""

    def __str__(self) -> str:
        return "+deck"


class Take(Move, frozen=True):
    """Take a card of the discard area. [FR-4]"""

    card: str

    def __str__(self) -> str:
        return f"+{english_name(self.card)}"


class Discard(Move, frozen=True):
    """Lay a card into the discard area. [FR-4]"""

    card: str

    def __str__(self) -> str:
        return f"-{english_name(self.card)}"


class Keep(Move, frozen=True):
    """Keep one of two cards drawn, discard the other. [FR-21]"""

    card: str

    def __str__(self) -> str:
        return f"={english_name(self.card)}"


class Pass(Move, frozen=True):
    """Do nothing this turn of trading. [FR-25]"""

    def __str__(self) -> str:
        return "pass"


class TimeUp(Move, frozen=True, tag="time_up"):
    """The table calls time. [FR-24]"""

    def __str__(self) -> str:
        return "time"


class Offer(Move, frozen=True):
    """Offer a card, face down, to a seat or to all (`to` None), with a wish. [FR-23a]"""

    card: str
    to: int | None = None
    wish: str | None = None

    def __str__(self) -> str:
        to = "all" if self.to is None else f"#{self.to + 1}"
        wish = f" for {english_name(self.wish)}" if self.wish else ""
        return f"offer {english_name(self.card)} to {to}{wish}"


class Accept(Move, frozen=True):
    """Answer an offer of a seat, counted from 1 among those one sees, with a card. [FR-23a]"""

    seat: int
    offer: int
    card: str

    def __str__(self) -> str:
        return f"accept #{self.seat + 1} {self.offer} with {english_name(self.card)}"


class Withdraw(Move, frozen=True):
    """Withdraw one's offer of a card. [FR-23a]"""

    card: str

    def __str__(self) -> str:
        return f"withdraw {english_name(self.card)}"


class Declare(Move, frozen=True):
    """Declare a choice at scoring: the card that chooses, and what (None: nothing). [FR-18]

    `choice="best"` leaves all choices to the rules.
    """

    choice: str
    value: str | None = None

    def __str__(self) -> str:
        if self.choice == "best":
            return "declare best"
        value = english_name(self.value) if self.value else "none"
        return f"declare {english_name(self.choice)}: {value}"


AnyMove = Draw | Take | Discard | Keep | Pass | TimeUp | Offer | Accept | Withdraw | Declare


class Dealt(Event, frozen=True):
    """Cards were dealt and the first player drawn. [FR-3]"""

    first: int

    @property
    def paragraph(self) -> str:
        """Set-up."""
        return "FR-3"


class Drew(Event, frozen=True):
    """A seat drew from the deck; only it knows what. [FR-4]"""

    seat: int
    cards: tuple[str, ...]

    @property
    def paragraph(self) -> str:
        """One card, or two in the duel."""
        return "FR-4" if len(self.cards) == 1 else "FR-21"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Others see that, not what."""
        return self if viewer == self.seat else Drew(self.seat, (UNKNOWN,) * len(self.cards))


class Took(Event, frozen=True):
    """A seat took a card of the discard area, for all to see. [FR-5]"""

    seat: int
    card: str

    @property
    def paragraph(self) -> str:
        """Taking in the open."""
        return "FR-5"


class Discarded(Event, frozen=True):
    """A seat discarded a card. [FR-4]"""

    seat: int
    card: str

    @property
    def paragraph(self) -> str:
        """The second half of a turn."""
        return "FR-4"


class Kept(Event, frozen=True):
    """A seat kept one card and discarded the other. [FR-21]"""

    seat: int
    card: str
    discarded: str

    @property
    def paragraph(self) -> str:
        """The duel's first turns."""
        return "FR-21"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Others see the discard only."""
        return self if viewer == self.seat else Kept(self.seat, UNKNOWN, self.discarded)


class Offered(Event, frozen=True):
    """A seat made an offer. [FR-23a]"""

    seat: int
    card: str
    to: int | None
    wish: str | None

    @property
    def paragraph(self) -> str:
        """Offers."""
        return "FR-23a"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Those it is made to see it face down; others see nothing."""
        if viewer == self.seat:
            return self
        if self.to is None or viewer == self.to:
            return Offered(self.seat, UNKNOWN, self.to, self.wish)
        return None


class Traded(Event, frozen=True):
    """Two seats swapped cards: `card` was offered, `answer` came back. [FR-23b]"""

    seat: int
    other: int
    card: str
    answer: str

    @property
    def paragraph(self) -> str:
        """What is public of a trade."""
        return "FR-23b"

    def seen_by(self, viewer: int | None) -> Event | None:
        """All others learn that there was a trade, not whose."""
        if viewer in (self.seat, self.other) and viewer is not None:
            return self
        return TradeMade()


class TradeMade(Event, frozen=True, tag="trade_made"):
    """Somebody traded with somebody. [FR-23b]"""

    @property
    def paragraph(self) -> str:
        """What is public of a trade."""
        return "FR-23b"


class Withdrew(Event, frozen=True):
    """A seat withdrew an offer. [FR-23a]"""

    seat: int
    card: str
    to: int | None

    @property
    def paragraph(self) -> str:
        """Offers."""
        return "FR-23a"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Those who saw the offer see it go."""
        if viewer == self.seat:
            return self
        return Withdrew(self.seat, UNKNOWN, self.to) if self.to in (None, viewer) else None


class Passed(Event, frozen=True):
    """A seat passed its turn of trading. [FR-25]"""

    seat: int

    @property
    def paragraph(self) -> str:
        """Trading without a clock."""
        return "FR-25"


class TimeCalled(Event, frozen=True, tag="time_called"):
    """The clock ran down. [FR-24]"""

    @property
    def paragraph(self) -> str:
        """The end of Chaos."""
        return "FR-24"


class LaidAside(Event, frozen=True, tag="laid_aside"):
    """The Necromancer's owner drew a card to choose from. [FR-24]"""

    seat: int
    card: str

    @property
    def paragraph(self) -> str:
        """The Necromancer in Chaos."""
        return "FR-24"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Nobody else learns who holds the Necromancer."""
        return self if viewer == self.seat else None


class Declared(Event, frozen=True):
    """A seat declared a choice at scoring. [FR-18]"""

    seat: int
    choice: str
    value: str | None

    @property
    def paragraph(self) -> str:
        """Choices at scoring."""
        return "FR-18"

    def seen_by(self, viewer: int | None) -> Event | None:
        """Declarations are secret until all are made."""
        return self if viewer == self.seat else None


class Ended(Event, frozen=True):
    """The game ended. [FR-6]"""

    reason: str
    cites: str

    @property
    def paragraph(self) -> str:
        """The paragraph that ended it."""
        return self.cites
