"""The journal of the rules as events: rows that belong together become one."""

from __future__ import annotations

from typing import Any

from realms.kernel.game import Event
from realms.kernel.journal import journal_rows
from realms.medieval.content.rule_tables import (
    ADMIRAL,
    DECOY,
    GENERAL,
    LEADERS,
    NOTHING,
    RESOURCES,
)
from realms.medieval.content.schema import MedievalContent
from realms.medieval.interface import events as e
from realms.medieval.interface.moves import LandForce, Place
from realms.medieval.rules import reports as r


def placement_of(zone: list[int], forces: list[list[int]]) -> Place:
    """Where the leaders of a seat stand, from its squares and its lands."""
    mayors = zip(RESOURCES, zone, strict=True)
    lands = [
        tuple(land for land, number in enumerate(leaders, 1) for _ in range(number))
        for leaders in forces
    ]
    return Place(
        {resource: number for resource, number in mayors if number},
        generals=lands[GENERAL],
        admirals=lands[ADMIRAL],
        decoys=lands[DECOY],
    )


def events_from_journal(journal: Any, s: Any, tables: Any, content: MedievalContent) -> list[Event]:
    """The rows of a journal as typed events; `s` is the state they led to."""
    return _JournalReader(s, tables, content).events(journal_rows(journal))


class _JournalReader:
    """Reads rows one after another, and joins those that tell one thing."""

    def __init__(self, s: Any, tables: Any, content: MedievalContent) -> None:
        self.s, self.tables, self.content = s, tables, content
        self.rows: list[tuple[int, ...]] = []
        self.at = 0

    def events(self, rows: list[tuple[int, ...]]) -> list[Event]:
        self.rows = rows
        events = []
        while self.at < len(rows):
            events.append(self.event(self.next()))
        return events

    def next(self) -> tuple[int, ...]:
        """The next row, taken."""
        self.at += 1
        return self.rows[self.at - 1]

    def follows(self, *kinds: int) -> bool:
        """Whether the next row is of one of these kinds."""
        return self.at < len(self.rows) and self.rows[self.at][0] in kinds

    def placement(self, seat: int) -> Place:
        """Where the leaders of a seat stand."""
        return placement_of(self.s.zone[seat].tolist(), self.s.forces[seat].tolist())

    def card(self, number: int) -> str:
        """The id of a card."""
        return self.content.card[number].id

    def resource_asked(self, number: int) -> str:
        """The resource that a card asks for."""
        return RESOURCES[int(self.tables.asks_for[number])]

    def tokens(self, row: tuple[int, ...]) -> e.Tokens:
        """The tokens of a row and of all like it that follow."""
        kind, seat, resource, amount, what = row
        total = {RESOURCES[resource]: abs(amount)}
        while self.follows(kind) and self.rows[self.at][1::3] == (seat, what):
            _, _, resource, amount, _ = self.next()
            total[RESOURCES[resource]] = total.get(RESOURCES[resource], 0) + abs(amount)
        return total

    def event(self, row: tuple[int, ...]) -> Event:
        """The event that begins with a row."""
        kind, a, _, c, d = row
        match kind:
            case r.BY_DRAFT:
                return e.Drafted(a, self.tokens(row))
            case r.ROUND_BEGAN:
                return e.RoundBegan(a)
            case r.TAKEN_BACK:
                again = self.follows(r.PLACED)
                return e.Placed(self.next()[1], self.placement(a), True) if again else e.TookBack(a)
            case r.PLACED:
                return e.Placed(a, self.placement(a))
            case r.REVEALED:
                seats = range(int(self.s.players))
                return e.Revealed(a, tuple(map(self.placement, seats)))
            case r.BY_MAYORS:
                return e.Produced(a, self.tokens(row))
            case r.FORCE | r.LAND:
                return self.land(row)
            case r.BY_PRODUCTION:
                return e.CardProduced(a, self.card(d), self.tokens(row))
            case r.BY_STEP_FOUR:
                while self.follows(r.BY_STEP_FOUR):
                    self.next()
                return e.GoodsGiven(c)
            case r.IN_ORDER:
                return self.order(row)
            case r.SWEPT:
                return e.Swept(self.cards(row))
            case r.DRAWN:
                return e.Refilled(self.cards(row))
            case r.FINISHED:
                return e.Finished(a)
        return self.action(row)

    def action(self, row: tuple[int, ...]) -> Event:
        """The event of an action that begins with a row."""
        kind, a, b, c, d = row
        match kind:
            case r.TOOK | r.ACTIVATED:
                price = -self.next()[3] if self.follows(r.FOR_PRICE) else 0
                made = e.TookCard if kind == r.TOOK else e.Activated
                return made(a, self.card(b), c + 1, price)
            case r.RECEIVED:
                return e.Received(a, self.card(b), self.resource_asked(b), c, d)
            case r.UNCLAIMED:
                return e.Unclaimed(self.card(a))
            case r.OPENED:
                return e.Opened(a, self.card(b), c + 1, d, self.resource_asked(b))
            case r.RAISED:
                return e.Raised(a, b)
            case r.PASSED_BID:
                return e.LeftAuction(a, bool(b))
            case r.WON:
                if self.follows(r.FOR_BID):
                    self.next()
                return e.Won(a, self.card(b), c, self.resource_asked(b))
            case r.PLAYED:
                return self.played(a, self.card(b))
            case r.BY_CARD | r.POINTS_BY_CARD | r.LEADER_GAINED:
                return self.gained(row)
            case r.BY_ANSWER | r.POINTS_BY_ANSWER:
                return self.answered(row)
            case r.REACHED:
                return e.MilestonesReached(a, b, c)
            case r.BY_MILESTONE:
                return e.Chose(a, "milestone", RESOURCES[b], c, None)
            case r.BY_CHOICE:
                return e.Chose(a, "tithe", RESOURCES[b], c, self.card(d))
            case r.GOT:
                return e.GotCard(a, self.card(b), c + 1)
            case r.PASSED:
                return e.PassedRound(a)
        raise AssertionError(row)

    def land(self, row: tuple[int, ...]) -> Event:
        """Who stood on a land, who holds it, and what it gives. [MR-24]"""
        forces = []
        while row[0] == r.FORCE:
            _, seat, land, generals, others = row
            decoys, admirals = divmod(others, 100)
            values = self.tables.combat
            strength = generals * int(values[GENERAL]) + admirals * int(values[ADMIRAL])
            strength += decoys * int(values[DECOY])
            forces.append(LandForce(seat, generals, admirals, decoys, strength))
            row = self.next()
        _, land, holder, _, _ = row
        tokens = self.tokens(self.next()) if self.follows(r.BY_LAND) else {}
        return e.LandFought(land + 1, None if holder == NOTHING else holder, tuple(forces), tokens)

    def order(self, row: tuple[int, ...]) -> Event:
        """The seats in turn order, and their goods. [MR-30]"""
        order, goods = [row[1]], [row[3]]
        while self.follows(r.IN_ORDER):
            _, seat, _, amount, _ = self.next()
            order.append(seat)
            goods.append(amount)
        return e.OrderSet(tuple(order), tuple(goods))

    def cards(self, row: tuple[int, ...]) -> tuple[str, ...]:
        """The cards of a row and of all like it that follow."""
        cards = [self.card(row[1])]
        while self.follows(row[0]):
            cards.append(self.card(self.next()[1]))
        return tuple(cards)

    def played(self, seat: int, card: str) -> Event:
        """A card played, with what it cost. [MR-48]"""
        tokens: e.Tokens = {}
        leaders: e.Leaders = {}
        if self.follows(r.FOR_CARD):
            tokens = self.tokens(self.next())
        elif self.follows(r.LEADER_GIVEN_UP):
            _, _, leader, number, _ = self.next()
            leaders = {LEADERS[leader]: number}
        return e.CardPlayed(seat, card, tokens, leaders)

    def gained(self, row: tuple[int, ...]) -> Event:
        """What a card gave at once, until something else happens. [MR-49]"""
        points, tokens, leaders = 0, e.Tokens(), e.Leaders()
        seat = row[1]
        card = row[3] if row[0] == r.POINTS_BY_CARD else row[4]
        while True:
            kind, _, b, c, _ = row
            if kind == r.POINTS_BY_CARD:
                points += b
            elif kind == r.BY_CARD:
                tokens[RESOURCES[b]] = tokens.get(RESOURCES[b], 0) + c
            else:
                leaders[LEADERS[b]] = leaders.get(LEADERS[b], 0) + c
            if not self.follows(r.POINTS_BY_CARD, r.BY_CARD, r.LEADER_GAINED):
                return e.Gained(seat, self.card(card), points, tokens, leaders)
            row = self.next()

    def answered(self, row: tuple[int, ...]) -> Event:
        """What one card gave in answer to another. [MR-61]"""
        tokens: e.Tokens = {}
        seat = row[1]
        if row[0] == r.BY_ANSWER:
            tokens = {RESOURCES[row[2]]: row[3]}
            row = self.next()
        return e.Answered(seat, self.card(row[3]), row[2], tokens)
