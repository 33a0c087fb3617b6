"""The chairs of a table: who takes them, under which name, and which bots play them."""

from __future__ import annotations

from msgspec import Struct

from realms.bots import bots_of, seated_name
from realms.kernel.names import folded
from realms.tables.changes import Change
from realms.tables.entries import BotSeated
from realms.tables.names import tidied_name
from realms.tables.secrets import hash_secret, is_same
from realms.tables.terms import refuse

STAND_IN = "greedy"
"""The bot that plays for somebody who left, where the game has it; else its first."""


class Chair(Struct):
    """A seat of a table: free, a person's, a bot's, or a person's whom a bot stands in for."""

    name: str = ""
    secret: str = ""
    bot: str = ""
    title: str = ""
    """What bots of its kind are called, where a bot was put there."""
    attempt: str = ""
    """The hash of the key under which it was taken; empty where there was none."""

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down."""
        return not self.secret and not self.bot

    @property
    def is_person(self) -> bool:
        """Whether the seat is played by a person now."""
        return bool(self.secret) and not self.bot


def stand_in(game: str) -> str:
    """The bot of a game that plays for somebody who left, or whose time is over."""
    bots = bots_of(game)
    return STAND_IN if STAND_IN in bots else bots[0]


def choose_seat(held: tuple[int, ...], wanted: int | None) -> int | None:
    """Of the seats that somebody holds the one that is wanted, or the first; None if none is."""
    if wanted is not None:
        return wanted if wanted in held else None
    return held[0] if held else None


class Seating:
    """All chairs of a table, and the changes that entries about them make.

    Methods return a change to apply later, and raise `IllegalMove` where it is not allowed.
    `is_started` says whether the game has been dealt.
    """

    def __init__(self, game: str, players: int) -> None:
        self.game = game
        self.chairs = [Chair() for _ in range(players)]

    def chair(self, seat: int) -> Chair:
        """A chair by its number."""
        if not 0 <= seat < len(self.chairs):
            raise refuse("no_such_seat", seat=seat + 1)
        return self.chairs[seat]

    def is_away(self, seat: int | None) -> bool:
        """Whether a bot plays a seat that is a person's."""
        if seat is None or not 0 <= seat < len(self.chairs):
            return False
        return bool(self.chairs[seat].secret and self.chairs[seat].bot)

    @property
    def people(self) -> frozenset[int]:
        """The seats that persons play now."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.is_person)

    @property
    def holders(self) -> frozenset[int]:
        """The seats that are people's, whether they play them now or a bot stands in."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.secret)

    def proven_by(self, secret: str) -> tuple[int, ...]:
        """The seats that a secret proves, as far as this process knows."""
        digest = hash_secret(secret)
        return tuple(
            [
                seat
                for seat, chair in enumerate(self.chairs)
                if chair.secret and is_same(digest, chair.secret)
            ]
        )

    def taken_in_attempt(self, digest: str, attempt: str) -> list[int]:
        """The seats that a secret, given by its hash, took under a key, given by its hash."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.attempt and (chair.secret, chair.attempt) == (digest, attempt)
        ]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, as records have them."""
        return tuple(chair.name or f"Seat {number}" for number, chair in enumerate(self.chairs, 1))

    def take(self, seat: int, name: str, secret: str, attempt: str = "") -> Change:
        """A person takes a free seat."""
        chair = self.chair(seat)
        if not chair.is_free:
            raise refuse("seat_taken", seat=seat + 1)
        name = self._free_name(seat, name)

        def apply() -> None:
            chair.name, chair.secret, chair.attempt = name, secret, attempt

        return Change(apply)

    def rename(self, seat: int, name: str) -> Change:
        """A person takes another name."""
        chair, name = self.chair(seat), self._free_name(seat, name)
        return Change(lambda: setattr(chair, "name", name))

    def leave(self, seat: int, is_started: bool) -> Change:
        """A person leaves: the seat is free before the deal, a bot's after it."""
        chair = self.chair(seat)
        if not chair.is_person:
            raise refuse("nobody_there", seat=seat + 1)

        def apply() -> None:
            if is_started:
                chair.bot = stand_in(self.game)
            else:
                chair.name = chair.secret = chair.attempt = ""

        return Change(apply)

    def cover(self, seat: int, is_started: bool) -> Change:
        """A bot stands in for a person who does not come."""
        chair = self.chair(seat)
        if not is_started:
            raise refuse("not_started")
        if not chair.is_person:
            raise refuse("nobody_there", seat=seat + 1)
        return Change(lambda: setattr(chair, "bot", stand_in(self.game)))

    def seat_bot(self, entry: BotSeated, is_started: bool, logged: bool = False) -> Change:
        """A bot takes a free seat, or the place of another bot; noted by its full name.

        A bot that is not installed any more keeps its seat in tables that had it.
        """
        seat, title = entry.seat, entry.title
        chair, bot = self.chair(seat), seated_name(entry.bot, self.game)
        if (is_started and not chair.bot) or (not is_started and chair.secret):
            raise refuse("seat_taken", seat=seat + 1)
        called = title or bot.capitalize()
        namesake = None if logged and not entry.name else self._namesake(seat, called)
        if chair.name:
            name = chair.name
        elif logged and not entry.name:
            name = self._lettered(seat, called)
        elif logged:
            name = entry.name
        else:
            name = self._bot_name(seat, called, namesake)

        def apply() -> None:
            if namesake and name != called and not chair.name:
                namesake.name = self._lettered(seat, called, name)
            chair.bot, chair.name, chair.title = bot, name, called

        return Change(apply, entry=BotSeated(seat, bot, title, name))

    def return_to(self, seat: int) -> Change:
        """A person takes a seat back from the bot that stood in."""
        chair = self.chair(seat)
        if not chair.secret or not chair.bot:
            raise refuse("nothing_to_return_to", seat=seat + 1)
        return Change(lambda: setattr(chair, "bot", ""))

    def _free_name(self, seat: int, name: str) -> str:
        name = tidied_name(name)
        others = [chair.name for place, chair in enumerate(self.chairs) if place != seat]
        if folded(name) in [folded(other) for other in others]:
            raise refuse("name_taken", name=name)
        return name

    def _bot_name(self, seat: int, title: str, namesake: Chair | None) -> str:
        """What a bot is called: by its title alone, and a letter where there are several."""
        taken = [chair.name for place, chair in enumerate(self.chairs) if place != seat]
        if folded(title) not in [folded(name) for name in taken]:
            has_letters = any(name.startswith(f"{title} ") for name in taken)
            return self._lettered(seat, title) if has_letters else title
        first = self._lettered(seat, title)
        return self._lettered(seat, title, first) if namesake else first

    def _namesake(self, seat: int, title: str) -> Chair | None:
        """The bot that has a title to itself so far, without a letter."""
        others = (chair for place, chair in enumerate(self.chairs) if place != seat)
        return next((c for c in others if c.bot and not c.secret and c.name == title), None)

    def _lettered(self, seat: int, title: str, *besides: str) -> str:
        """A title with the first letter that is free."""
        taken = [chair.name for place, chair in enumerate(self.chairs) if place != seat]
        names = (f"{title} {letter}" for letter in "ABCDEFGH")
        return next(name for name in names if name not in (*taken, *besides))
