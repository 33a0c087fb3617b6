"""The person at a table of Medieval Realms: what is shown and asked, phase by phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rich.text import Text

from realms.cli.terminal.menu import Ask
from realms.cli.terminal.person import Person
from realms.kernel.text import listed
from realms.medieval.content.card_text import card_text
from realms.medieval.interface.events import Placed
from realms.medieval.terminal.action_text import find_cards
from realms.medieval.terminal.actions import act
from realms.medieval.terminal.choices import bid, choose
from realms.medieval.terminal.draft import draft
from realms.medieval.terminal.placement import leaders_to_place, place
from realms.medieval.terminal.score import score_parts
from realms.medieval.terminal.table_screen import table_parts
from realms.medieval.terminal.table_view import TerminalView

PHASES: dict[str, Callable[[TerminalView, Ask], Any]] = {
    "drafting": draft,
    "placing": place,
    "acting": act,
    "bidding": bid,
    "choosing": choose,
}


class MedievalPerson(Person):
    """A person who plays Medieval Realms."""

    most_events = 18
    help_key = "terminal_medieval.help"

    @property
    def seen(self) -> TerminalView:
        """The table as it is now."""
        return TerminalView(self.table, self.language)

    def move(self) -> Any:
        """The person's next move."""
        seen = self.seen
        self.clear_screen()
        for part in table_parts(seen, question_text(seen), self.out.width):
            self.out.print(part)
        self.show_log()
        if seen.view.auction is not None:
            self.show_card(seen.view.auction.card)
        return PHASES[seen.view.phase](seen, self.ask)

    def is_shown(self, event: Any) -> bool:
        """That somebody has placed is soon told again, when the screens come down."""
        return not isinstance(event, Placed)

    def show_card(self, name: str) -> bool:
        """The text of a card; without a name, of all on the panel and in the hand. [MR-6]"""
        seen = self.seen
        for number, card in find_cards(seen, name):
            text = card_text(seen.cards[card], self.language, seen.view.players, seen.content)
            place = f"{number:>2} " if number else ""
            self.out.print(Text.assemble((place, "bold"), seen.name(card), f" · {text}"))
        return True

    def show_score(self) -> None:
        """What everybody would score now. [MR-75]"""
        for part in score_parts(self.seen):
            self.out.print(part)


def question_text(seen: TerminalView) -> str:
    """What is asked of the person, in one sentence."""
    view = seen.view
    if view.auction is not None:
        auction = view.auction
        return seen.say(
            "ask_bidding",
            card=seen.name(auction.card).plain,
            bidder=seen.seat(auction.bidder),
            tokens=seen.tokens({auction.resource: auction.bid}),
        )
    if view.choice is not None:
        choice = view.choice
        card = seen.name(choice.card).plain
        return seen.say(f"ask_{choice.what}", card=card, amount=choice.amount, n=choice.times)
    if view.phase == "placing":
        counts = Counter(leaders_to_place(seen))
        leaders = [seen.leaders(sort, number) for sort, number in counts.items()]
        return seen.say("ask_placing", leaders=listed(leaders, seen.language))
    return seen.say(f"ask_{view.phase}")
