"""The chairs of a table: who sits down, is called how, rises, and comes back."""

from __future__ import annotations

from realms.bots import offered_bot
from realms.kernel.game import Game, State
from realms.kernel.names import folded
from realms.tables.terms import checked_name, refuse
from realms.tables.turns import Chair, Change

STAND_IN = "greedy"
"""The bot that plays for somebody who left."""


class Seating:
    """The chairs, and what entries about them change."""

    game: Game
    chairs: list[Chair]
    state: State | None

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

    def _sat(self, seat: int, name: str, secret: str) -> Change:
        chair = self.chair(seat)
        if not chair.is_free:
            raise refuse("seat_taken", seat=seat + 1)
        name = self._free_name(seat, name)

        def make() -> None:
            chair.name, chair.secret = name, secret

        return Change(make)

    def _free_name(self, seat: int, name: str) -> str:
        name = checked_name(name)
        others = [chair.name for place, chair in enumerate(self.chairs) if place != seat]
        if folded(name) in [folded(other) for other in others]:
            raise refuse("name_taken", name=name)
        return name

    def _named(self, seat: int, name: str) -> Change:
        chair, name = self.chair(seat), self._free_name(seat, name)
        return Change(lambda: setattr(chair, "name", name))

    def _rose(self, seat: int) -> Change:
        chair = self.chair(seat)
        if not chair.is_person:
            raise refuse("nobody_there", seat=seat + 1)

        def make() -> None:
            if self.state is None:
                chair.name = chair.secret = ""
            else:
                chair.bot = STAND_IN

        return Change(make)

    def _seated(self, seat: int, bot: str, title: str) -> Change:
        chair, bot = self.chair(seat), offered_bot(bot, self.game.name).name
        if self.state is None and chair.secret:
            raise refuse("seat_taken", seat=seat + 1)
        if self.state is not None and not chair.bot:
            raise refuse("seat_taken", seat=seat + 1)
        name = chair.name or self._bot_name(seat, title or bot.capitalize())

        def make() -> None:
            chair.bot, chair.name = bot, name

        return Change(make)

    def _bot_name(self, seat: int, title: str) -> str:
        taken = [chair.name for place, chair in enumerate(self.chairs) if place != seat]
        names = (f"{title} {letter}" for letter in "ABCDEFG")
        return next(name for name in names if name not in taken)

    def _returned(self, seat: int) -> Change:
        chair = self.chair(seat)
        if not chair.secret or not chair.bot:
            raise refuse("nothing_to_return_to", seat=seat + 1)
        return Change(lambda: setattr(chair, "bot", ""))
