"""One look at a table of Medieval Realms: what the person sees, and the words for it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rich.text import Text

from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.kernel.text import LANGUAGES, say
from realms.medieval.content import effects as does
from realms.medieval.content.card_text import CardWords
from realms.medieval.content.schema import MedievalCard, MedievalContent
from realms.medieval.interface.thing_names import resource_name, tokens_text
from realms.medieval.interface.view import MedievalSeat, MedievalView
from realms.medieval.terminal.cards import COLOURS

WIDE = 110
"""Columns from which the panel is laid out as on the board."""


class TerminalView:
    """A view of a table with its content, in one language."""

    def __init__(self, table: TerminalGame, language: str) -> None:
        self.table, self.language = table, language
        self.view: MedievalView = table.view
        self.content: MedievalContent = table.game.content(table.state)  # type: ignore[attr-defined]
        self.words = CardWords(language, self.content)

    @cached_property
    def cards(self) -> dict[str, MedievalCard]:
        """The cards of this table by their ids."""
        return {card.id: card for card in self.content.card}

    @cached_property
    def legal(self) -> list[Any]:
        """What the person may do; for placements, of which there are many, ask the game."""
        return list(self.table.game.legal(self.table.state, PERSON))

    @property
    def mine(self) -> MedievalSeat:
        """The person's own seat."""
        return self.view.seats[PERSON]

    def say(self, key: str, **fields: Any) -> str:
        """A message of this game in the terminal."""
        return say(f"terminal_medieval.{key}", self.language, **fields)

    def tokens(self, tokens: dict[str, int]) -> str:
        """So many tokens of each resource."""
        return tokens_text(tokens, self.language, self.content)

    def resource(self, id_: str) -> str:
        """The short word for a resource."""
        return resource_name(id_, self.language, self.content)

    def reward(self, number: int) -> str:
        """What a land gives, in a few words. [MR-24]"""
        land = next(land for land in self.content.land if land.number == number)
        return " + ".join(f"{n} {self.resource(id_)}" for id_, n in land.reward.items())

    def span(self, low: int, high: int, resource: str) -> str:
        """From so many tokens to so many, or just so many."""
        most = self.tokens({resource: high})
        return most if low == high else self.say("span", low=low, high=most)

    def leaders(self, id_: str, number: int) -> str:
        """So many leaders of one sort."""
        if id_ == "decoy":
            return self.say("decoys", n=number)
        return f"{number} {self.words.of('leader', id_, number)}"

    def name(self, id_: str) -> Text:
        """A card's name, in its colour."""
        card = self.cards[id_]
        return Text(card.name[self.language], f"bold {COLOURS.get(card.colour, '')}")

    def names(self, id_: str) -> tuple[str, ...]:
        """What a card may be called: its id, and its name in every language."""
        return (id_, *(self.cards[id_].name[language] for language in LANGUAGES))

    def colour(self, id_: str) -> Text:
        """A card's colour as a word, in that colour."""
        colour = self.cards[id_].colour
        return Text(self.words.of("colour", colour), COLOURS.get(colour, ""))

    def type(self, id_: str) -> str:
        """The type of a card: hole, majority or auction. [MR-6]"""
        return say(f"medieval_table.{self.cards[id_].type}", self.language)

    def cost(self, id_: str) -> str:
        """What a card asks of the person, in a few words. [MR-48]"""
        card = self.cards[id_]
        match card.cost:
            case does.Pay(resource, amount):
                return self.tokens({resource: amount})
            case does.PayByPlayers(resource, amounts):
                return self.tokens({resource: amounts[self.view.players]})
            case does.WinningBid(resource):
                return self.say("cost_bid", resource=self.resource(resource))
            case does.Own(leader, kind):
                there = sum(self.cards[other].kind == kind for other in self.mine.realm)
                return self.say("cost_own", leaders=self.leaders(leader, there + 1))
            case does.GiveUp(leader):
                return self.say("cost_give_up", leaders=self.leaders(leader, 1))
        raise TypeError(card.cost)

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        return self.table.names[seat]
