"""The log of Medieval Realms: every event, every line of a sheet, in both languages."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from msgspec import structs

from realms.kernel.conformance import random_move, seat_names
from realms.kernel.game import Event
from realms.kernel.text import LANGUAGES
from realms.medieval import Options, game
from realms.medieval.content.content import CONTENT
from realms.medieval.content.switches import Switches, edit_content
from realms.medieval.interface import events
from realms.medieval.interface import events as e
from realms.medieval.interface.log import begun_text, event_text
from realms.medieval.interface.moves import LandForce, Place
from realms.medieval.interface.score_text import sheet_lines, tie_text
from realms.medieval.scoring.sheets import MedievalSheet, ScoreLine

NAMES = ["Violet", "Green", "Blue"]
PLACED = Place({"science": 2, "gold": 1}, (3,), (1, 1), (4, 5))


def force(seat: int, generals: int = 0, admirals: int = 0, decoys: int = 0) -> LandForce:
    return LandForce(seat, generals, admirals, decoys, 2 * generals + admirals + 2 * decoys)


SCIENCE = {"science": 1, "battle": 1}
TOLD: list[tuple[Event, str, str]] = [
    (
        e.Drafted(0, {"gold": 1, "raw": 1}),
        "Violet takes 1 gold and 1 raw as extra tokens. [MR-15]",
        "Violet toma 1 de oro y 1 de materia prima como fichas extra. [MR-15]",
    ),
    (
        e.RoundBegan(2),
        "Round 2 begins. [MR-17]",
        "Empieza la ronda 2. [MR-17]",
    ),
    (
        e.Placed(0, PLACED),
        "Violet places leaders: mayors on science (2) and gold; general on land 3; "
        "admirals on land 1 (2); decoys on lands 4 and 5. [MR-18]",
        "Violet coloca a sus líderes: alcaldes en ciencia (2) y oro; general en la "
        "tierra 3; almirantes en la tierra 1 (2); señuelos en las tierras 4 y 5. [MR-18]",
    ),
    (
        e.Placed(0, Place({"gold": 1}), again=True),
        "Violet changes the placement: mayor on gold. [MR-18]",
        "Violet cambia la colocación: alcalde en oro. [MR-18]",
    ),
    (
        e.TookBack(0),
        "Violet takes the leaders back. [MR-18]",
        "Violet recoge a sus líderes. [MR-18]",
    ),
    (
        e.Placed(0, None),
        "Violet has placed. [MR-18]",
        "Violet ya ha colocado. [MR-18]",
    ),
    (
        e.Revealed(1, (Place({"raw": 1}), Place({"gold": 1}, (2,)), Place({"goods": 2}))),
        "The walls fall. Violet: mayor on raw. Green: mayor on gold; general on land 2. "
        "Blue: mayors on goods (2). [MR-23]",
        "Caen los muros. Violet: alcalde en materia prima. "
        "Green: alcalde en oro; general en la tierra 2. Blue: alcaldes en producción (2). [MR-23]",
    ),
    (
        e.Produced(1, {"culture": 2, "goods": 1}),
        "Green's mayors make 2 culture and 1 goods. [MR-19]",
        "Los alcaldes de Green producen 2 de cultura y 1 de producción. [MR-19]",
    ),
    (
        e.LandFought(3, 0, (force(0, 1, 1), force(1, 1), force(2, 0, 2)), SCIENCE),
        "Violet's general and admiral (3) hold land 3 against Green (2) and Blue (2): "
        "1 science and 1 battle. [MR-24]",
        "Con 1 general y 1 almirante (3), Violet controla la tierra 3 contra Green (2) y "
        "Blue (2): 1 de ciencia y 1 de batalla. [MR-24]",
    ),
    (
        e.LandFought(3, 0, (force(0, 2), force(1, decoys=1)), SCIENCE),
        "Violet's 2 generals (4) hold land 3 against Green's decoy (2): "
        "1 science and 1 battle. [MR-24]",
        "Con 2 generales (4), Violet controla la tierra 3 contra el señuelo de Green (2): "
        "1 de ciencia y 1 de batalla. [MR-24]",
    ),
    (
        e.LandFought(7, 1, (force(1, 0, 1),), {"battle": 2}),
        "Green's admiral takes land 7 unopposed: 2 battle. [MR-24]",
        "Con 1 almirante, Green toma la tierra 7 sin oposición: 2 de batalla. [MR-24]",
    ),
    (
        e.LandFought(4, None, (force(0, 1), force(1, 1), force(2, 0, 1)), {}),
        "Land 4 goes to nobody: Violet (2) and Green (2) are tied, and Blue (1) is too weak. "
        "[MR-25]",
        "La tierra 4 no es para nadie: empatan Violet (2) y Green (2), y Blue (1) no llega. "
        "[MR-25]",
    ),
    (
        e.LandFought(4, None, (force(0, 1), force(1, decoys=1)), {}),
        "Land 4 goes to nobody: Violet (2) and Green's decoy (2) are tied. [MR-25]",
        "La tierra 4 no es para nadie: empatan Violet (2) y el señuelo de Green (2). [MR-25]",
    ),
    (
        e.LandFought(4, None, (force(0, 1, 1), force(1, decoys=2)), {}),
        "Green's 2 decoys (4) deny land 4 to Violet (3). [MR-26]",
        "Los 2 señuelos de Green (4) le niegan la tierra 4 a Violet (3). [MR-26]",
    ),
    (
        e.LandFought(4, None, (force(0, 0, 1), force(1, decoys=1)), {}),
        "Green's decoy (2) denies land 4 to Violet (1). [MR-26]",
        "El señuelo de Green (2) le niega la tierra 4 a Violet (1). [MR-26]",
    ),
    (
        e.LandFought(5, None, (force(0, decoys=2),), {}),
        "Only decoys stand on land 5: it goes to nobody. [MR-26]",
        "En la tierra 5 solo hay señuelos: no es para nadie. [MR-26]",
    ),
    (
        e.CardProduced(2, "castle", {"battle": 1}),
        "Blue's Castle makes 1 battle. [MR-23]",
        "Blue recibe 1 de batalla por Castillo. [MR-23]",
    ),
    (
        e.GoodsGiven(2),
        "Everybody receives 2 goods. [MR-28]",
        "Todos reciben 2 de producción. [MR-28]",
    ),
    (
        e.OrderSet((2, 0, 1), (7, 5, 5)),
        "Turn order, most goods first: Blue (7), Violet (5) and Green (5). [MR-30]",
        "Orden de turno, de más a menos producción: Blue (7), Violet (5) y Green (5). [MR-30]",
    ),
    (
        e.TookCard(0, "tithe", 9, 3),
        "Violet pays 3 goods and takes Tithe from square 9. [MR-33]",
        "Violet paga 3 de producción y toma Diezmo de la casilla 9. [MR-33]",
    ),
    (
        e.Activated(0, "castle", 5, 2),
        "Violet pays 2 goods and activates Castle on square 5. [MR-37]",
        "Violet paga 2 de producción y activa Castillo en la casilla 5. [MR-37]",
    ),
    (
        e.Received(2, "castle", "raw", 5, 0),
        "Castle goes to Blue, not Violet: nobody who can take it has more than 5 raw. [MR-38]",
        "Castillo es para Blue, no para Violet: nadie que pueda tomarla tiene más de "
        "5 de materia prima. [MR-38]",
    ),
    (
        e.Received(2, "castle", "raw", 0, 2),
        "Blue takes Castle: nobody who can take it has more than 0 raw. [MR-38]",
        "Blue se lleva Castillo: nadie que pueda tomarla tiene más de 0 de materia prima. [MR-38]",
    ),
    (
        e.Unclaimed("war"),
        "Nobody can take War: it is discarded. [MR-42]",
        "Nadie puede quedarse Guerra: se descarta. [MR-42]",
    ),
    (
        e.Opened(0, "territory-gold", 7, 2, "battle"),
        "Violet auctions Territory (gold) from square 7, opening with 2 battle. [MR-44]",
        "Violet saca a subasta Territorio (oro) de la casilla 7 y abre con 2 de batalla. [MR-44]",
    ),
    (e.Raised(1, 3), "Green bids 3. [MR-45]", "Green puja 3. [MR-45]"),
    (
        e.LeftAuction(1, False),
        "Green drops out. [MR-45]",
        "Green se retira. [MR-45]",
    ),
    (
        e.LeftAuction(1, True),
        "Green cannot raise and drops out. [MR-45]",
        "Green no puede subir y se retira. [MR-45]",
    ),
    (
        e.Won(1, "territory-gold", 4, "battle"),
        "Green wins Territory (gold) for 4 battle and puts it in play. [MR-46]",
        "Green gana la subasta por 4 de batalla y pone en juego Territorio (oro). [MR-46]",
    ),
    (
        e.CardPlayed(0, "castle", {"raw": 6}, {}),
        "Violet pays 6 raw and plays Castle. [MR-48]",
        "Violet paga 6 de materia prima y juega Castillo. [MR-48]",
    ),
    (
        e.CardPlayed(0, "island-blue2", {}, {}),
        "Violet plays Island (at least 2 blue cards in play). [MR-48]",
        "Violet juega Isla (al menos 2 cartas azules). [MR-48]",
    ),
    (
        e.CardPlayed(0, "island-blue2", {}, {"admiral": 1}),
        "Violet gives up 1 admiral and plays Island (at least 2 blue cards in play). [MR-48]",
        "Violet entrega 1 almirante y juega Isla (al menos 2 cartas azules). [MR-48]",
    ),
    (
        e.Gained(0, "tithe", 2, {"gold": 5}, {"general": 1}),
        "Tithe gives Violet 5 gold, 1 general and 2 VP. [MR-49]",
        "Violet recibe 5 de oro, 1 general y 2 PV por Diezmo. [MR-49]",
    ),
    (
        e.Answered(0, "city-blue", 1, {"science": 1}),
        "City (blue: science) gives Violet 1 science and 1 VP. [MR-61]",
        "Ciudad (azul: ciencia) da a Violet 1 de ciencia y 1 PV. [MR-61]",
    ),
    (
        e.MilestonesReached(0, 1, 6),
        "Violet reaches a milestone at 6 VP. [MR-55]",
        "Violet alcanza un hito con 6 PV. [MR-55]",
    ),
    (
        e.MilestonesReached(0, 2, 10),
        "Violet reaches 2 milestones at 10 VP. [MR-55]",
        "Violet alcanza 2 hitos con 10 PV. [MR-55]",
    ),
    (
        e.Chose(0, "milestone", "gold", 1, None),
        "Violet chooses 1 gold for a milestone. [MR-55]",
        "Violet elige 1 de oro por un hito. [MR-55]",
    ),
    (
        e.Chose(0, "tithe", "gold", 4, "tithe"),
        "Violet chooses 4 gold for Tithe. [MR-68]",
        "Violet elige 4 de oro por Diezmo. [MR-68]",
    ),
    (
        e.GotCard(0, "war", 2),
        "Violet takes War from square 2 for free. [MR-71]",
        "Violet toma gratis Guerra de la casilla 2. [MR-71]",
    ),
    (
        e.PassedRound(2),
        "Blue passes. [MR-50]",
        "Blue pasa. [MR-50]",
    ),
    (
        e.Swept(("war",)),
        "War leaves the panel. [MR-51]",
        "Guerra sale del panel. [MR-51]",
    ),
    (
        e.Swept(("war", "castle", "war")),
        "War (2) and Castle leave the panel. [MR-51]",
        "Guerra (2) y Castillo salen del panel. [MR-51]",
    ),
    (
        e.Refilled(("tithe", "inquisition")),
        "New on the panel: Tithe and Inquisition. [MR-52]",
        "Nuevas en el panel: Diezmo e Inquisición. [MR-52]",
    ),
    (
        e.Finished(7),
        "Round 7 was the last. The game is over. [MR-74]",
        "La ronda 7 era la última. La partida ha terminado. [MR-74]",
    ),
]


@pytest.mark.parametrize(("event", "english", "spanish"), TOLD)
def test_every_event_is_a_sentence(event: Event, english: str, spanish: str) -> None:
    assert event_text(event, NAMES, "en") == english
    assert event_text(event, NAMES, "es") == spanish


def test_every_sort_of_event_is_told_above() -> None:
    sorts = [kind for kind in vars(events).values() if isinstance(kind, type)]
    wanted = {kind for kind in sorts if issubclass(kind, Event) and kind is not Event}
    assert {type(event) for event, _, _ in TOLD} == wanted


def test_a_game_begins_with_the_turn_order() -> None:
    assert begun_text((2, 0, 1), NAMES, "en") == (
        "The panels are set. Turn order, drawn at random: Blue, Violet and Green. [MR-12]"
    )
    assert begun_text((1, 0), ["Ada", "Iris"], "es").endswith("al azar: Iris y Ada. [MR-12]")


OPTIONS = [
    Options(players=2),
    Options(players=3, edition="es"),
    Options(players=4, scidev="on_square", island_consumes=True, auction_min_bid=0),
    Options(players=5, decoys_count_as_mayors=True, rounds=8),
]


def random_game(options: Any, seed: str) -> tuple[Any, list[tuple[Any, Event]]]:
    """The last state of a random game, and every event with the state it led to."""
    dice, state, log = random.Random(seed), game.start(options, seed), []
    while game.awaiting(state):
        seat, move = random_move(game, state, dice)
        state, happened = game.play(state, seat, move)
        log += [(state, event) for event in happened]
    return state, log


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_are_told_to_everybody(options: Any) -> None:
    names = seat_names(options.players)
    state, log = random_game(options, "log")
    content = game.content(state)
    for _, event in log:
        for viewer in (None, *range(options.players)):
            seen = event.seen_by(viewer)
            for language in LANGUAGES:
                text = event_text(seen, names, language, content) if seen else "- [MR-1]"
                assert re.fullmatch(r".* \[MR-\d+\]", text)
                assert not re.search(r"[{}_]|  |None|\b[a-z]+-[a-z]+\d?\b", text), text


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_others_are_told_of_a_placement_only_that_it_was_made(options: Any) -> None:
    names = seat_names(options.players)
    for _, event in random_game(options, "screens")[1]:
        if isinstance(event, e.Placed):
            other = event.seen_by((event.seat + 1) % options.players)
            assert (other is None) == event.again
            text = event_text(other, names, "en") if other else ""
            assert not text or text == f"{names[event.seat]} has placed. [MR-18]"


# --- Score sheets ---

LINES = [
    (
        ScoreLine("entering", 6, "MR-49", "war"),
        "War: on entering play",
        "Guerra: al entrar en juego",
    ),
    (
        ScoreLine("answers", 3, "MR-61", times=3),
        "City bonuses",
        "Bonus de ciudades",
    ),
    (
        ScoreLine("end", 4, "MR-75", "castle", 0, 4, 1),
        "Castle: 1 VP × 4 combat value",
        "Castillo: 1 PV × 4 de valor de combate",
    ),
    (
        ScoreLine("end", 1, "MR-75", "city-blue", 0, 1, 1),
        "City (blue: science): 1 VP × 1 mayor",
        "Ciudad (azul: ciencia): 1 PV × 1 alcalde",
    ),
    (
        ScoreLine("end", 6, "MR-75", "market", 0, 6, 1),
        "Market: 1 VP × 6 different colours in play",
        "Mercado: 1 PV × 6 colores distintos en juego",
    ),
    (
        ScoreLine("end", 2, "MR-75", "artist-white", 0, 2, 1),
        "Great Person: Artist (white): 1 VP × 2 white cards in play",
        "Persona Honorable: Artista (blanco): 1 PV × 2 cartas blancas en juego",
    ),
    (
        ScoreLine("end", 3, "MR-75", "island-blue2", 0, 1, 3),
        "Island (at least 2 blue cards in play): condition met",
        "Isla (al menos 2 cartas azules): condición cumplida",
    ),
    (
        ScoreLine("end", 0, "MR-75", "island-blue2", 0, 0, 3),
        "Island (at least 2 blue cards in play): condition not met",
        "Isla (al menos 2 cartas azules): condición no cumplida",
    ),
    (ScoreLine("tokens", 2, "MR-75", times=5), "5 tokens left", "Quedan 5 fichas"),
    (ScoreLine("tokens", 0, "MR-75", times=1), "1 token left", "Queda 1 ficha"),
    (
        ScoreLine("great_persons", 6, "MR-75", times=3),
        "3 Great Persons",
        "3 Personas Honorables",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "english", "spanish"), LINES)
def test_every_line_of_a_sheet_has_words(line: ScoreLine, english: str, spanish: str) -> None:
    sheet = MedievalSheet(0, (line,), 0, line.points, 0, 0, 0)
    assert sheet_lines(sheet, "en") == [(english, line.points, line.paragraph)]
    assert sheet_lines(sheet, "es") == [(spanish, line.points, line.paragraph)]


def test_a_sheet_tells_cards_as_the_edition_has_them() -> None:
    spanish = edit_content(CONTENT, Switches(gp_end="distinct"))
    line = ScoreLine("end", 4, "MR-75", "artist-white", 0, 4, 1)
    sheet = MedievalSheet(0, (line,), 0, 4, 0, 0, 0)
    text = sheet_lines(sheet, "en", spanish)[0][0]
    assert text == "Great Person: Artist: 1 VP × 4 different colours in play"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_lines_of_a_sheet_add_up(options: Any) -> None:
    state, _ = random_game(options, "sheets")
    outcome = game.outcome(state)
    for sheet in game.sheets(state):
        lines = sheet_lines(sheet, "es", game.content(state))
        assert outcome is not None
        assert sum(points for _, points, _ in lines) == outcome.scores[sheet.seat]


@pytest.mark.parametrize(
    ("differs", "english", "spanish"),
    [
        (
            {"cards": 14},
            "wins with more cards in play, 14 to 9. [MR-76]",
            "gana Blue con más cartas en juego, 14 a 9. [MR-76]",
        ),
        (
            {"castles": 2},
            "wins with more Castles, 2 to 1. [MR-76]",
            "gana Blue con más Castillos, 2 a 1. [MR-76]",
        ),
        (
            {"leaders": 8},
            "wins with more leaders, 8 to 6. [MR-76]",
            "gana Blue con más líderes, 8 a 6. [MR-76]",
        ),
        (
            {},
            "wins by being earlier in turn order. [MR-76]",
            "gana Blue por ir antes en el orden de turno. [MR-76]",
        ),
    ],
)
def test_the_tie_breaker_that_decided_is_told(
    differs: dict[str, int], english: str, spanish: str
) -> None:
    sheets = [MedievalSheet(seat, (), 0, 60, 9, 1, 6) for seat in range(3)]
    sheets[0] = structs.replace(sheets[0], score=50)
    sheets[2] = structs.replace(sheets[2], **differs)
    sentence = tie_text(sheets, (2, 1, 0), NAMES, "en")
    assert sentence == f"Blue and Green are tied at 60 VP; Blue {english}"
    assert tie_text(sheets, (2, 1, 0), NAMES, "es").endswith(f"empatan a 60 PV; {spanish}")
    assert tie_text(sheets, (2, 0, 1), NAMES, "en") == ""
