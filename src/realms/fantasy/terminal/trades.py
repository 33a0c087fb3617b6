"""Trading in Chaos, step by step: pass, accept, offer, withdraw [FR-23a] [FR-25]."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from realms.cli.terminal.menu import BACK, Ask, Item, Menu, back_item, word_item
from realms.cli.terminal.terminal_game import PERSON, TerminalGame
from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD_NAMES, SUITS
from realms.fantasy.interface.moves import Accept, Offer, Pass, Withdraw
from realms.fantasy.interface.view import FantasyView, OfferView
from realms.fantasy.interface.what_if import hand_sheet, without
from realms.fantasy.terminal.menu_items import CardMenu, card_item, suit_item
from realms.kernel.text import LANGUAGES, say

OFFER = object()
NO_WISH = object()
EVERYBODY = object()


def trade(table: TerminalGame, ask: Ask, language: str) -> Any:
    """The person's move of a trade round, asked for step by step."""
    while True:
        view: FantasyView = table.view
        chosen = ask(trade_menu(view, table.names, language))
        if chosen is OFFER:
            chosen = ask_offer(view, table.names, ask, language)
        elif isinstance(chosen, OfferView):
            chosen = ask_answer(view, chosen, ask, language)
        if chosen is not BACK:
            return chosen


def trade_menu(view: FantasyView, names: Any, language: str) -> Menu:
    """Everything one may do in a trade round."""
    items = [word_item(Pass(), "terminal.pass", language)]
    items += [_acceptance(offer, names, language) for offer in view.offers if offer.seat != PERSON]
    if free_cards(view):
        items.append(word_item(OFFER, "terminal.offer", language))
    mine = [offer.card for offer in view.offers if offer.seat == PERSON and offer.card]
    items += [_withdrawal(card, language) for card in mine]
    return CardMenu(say("terminal.ask_trade", language), items)


def _acceptance(offer: OfferView, names: Any, language: str) -> Item:
    seat = names[offer.seat]
    key = "accept_wish" if offer.wish else "accept"
    wish = name_of(offer.wish, language) if offer.wish else ""
    return Item(offer, (seat,), Text(say(f"terminal.{key}", language, seat=seat, wish=wish)))


def _withdrawal(card: str, language: str) -> Item:
    label = Text(say("terminal.withdraw", language, card=name_of(card, language)))
    words = [
        say("terminal.withdraw_word", spoken, card=name_of(card, spoken)) for spoken in LANGUAGES
    ]
    return Item(Withdraw(card), tuple(words), label)


def free_cards(view: FantasyView) -> list[str]:
    """The person's cards that are in no open offer."""
    on_offer = {offer.card for offer in view.offers if offer.seat == PERSON}
    return [card for card in view.hand if card not in on_offer]


def _cards_menu(view: FantasyView, cards: Any, key: str, language: str) -> Menu:
    """Which card goes; beside each, what the hand is worth without it."""
    sheet = hand_sheet(view)
    after = without(view)
    items = [card_item(card, card, language, after[card].score) for card in cards]
    items.append(back_item(language))
    now = sheet.score if sheet else None
    title, meaning = say(f"terminal.{key}", language), say("terminal.without", language)
    return CardMenu(title, items, now, meaning)


def ask_offer(view: FantasyView, names: Any, ask: Ask, language: str) -> Any:
    """An offer: which card, to whom, for what [FR-23a]."""
    card = ask(_cards_menu(view, free_cards(view), "ask_offer_card", language))
    if card is BACK:
        return BACK
    people = [Item(seat, (name,), Text(name)) for seat, name in enumerate(names) if seat != PERSON]
    everybody, back = (
        word_item(EVERYBODY, "terminal.everybody", language),
        back_item(language),
    )
    to = ask(CardMenu(say("terminal.ask_offer_to", language), [everybody, *people, back]))
    if to is BACK:
        return BACK
    wish = ask(wish_menu(language))
    if wish is BACK:
        return BACK
    return Offer(card, None if to is EVERYBODY else to, None if wish is NO_WISH else wish)


def wish_menu(language: str) -> Menu:
    """What an offer wishes for: nothing, a suit, or a card by name."""
    suits = [suit_item(suit.id, suit.id, language) for suit in SUITS]
    none, back = (
        word_item(NO_WISH, "terminal.no_wish", language),
        back_item(language),
    )
    items = [none, *suits, back]
    return CardMenu(say("terminal.ask_offer_wish", language), items, other=CARD_NAMES.find)


def ask_answer(view: FantasyView, offer: OfferView, ask: Ask, language: str) -> Any:
    """The answer to an offer: one card of the hand [FR-23a]."""
    card = ask(_cards_menu(view, view.hand, "ask_answer", language))
    return BACK if card is BACK else Accept(offer.seat, offer.offer, card)
