from __future__ import annotations

import pickle

import pytest

from realms.kernel.errors import Ambiguous, IllegalMove, Unreadable
from realms.kernel.names import Names, folded
from realms.kernel.text import Text

CARDS = Names(
    "card",
    {
        "world_tree": Text(en="World Tree", es="Árbol del Mundo"),
        "warlord": Text(en="Warlord", es="Señor de la Guerra"),
        "warship": Text(en="Warship", es="Buque de Guerra"),
        "war": Text(en="War", es="Guerra"),
    },
)


@pytest.mark.parametrize(
    "name",
    ["World Tree", "world-tree", "WORLD_TREE", "árbol del mundo", "arbol", "wo", "  World  "],
)
def test_a_card_is_found_as_people_type_it(name: str) -> None:
    assert CARDS.find(name) == "world_tree"


def test_a_whole_name_wins_over_a_beginning() -> None:
    assert CARDS.find("war") == "war"


def test_a_beginning_of_several_is_ambiguous_in_both_languages() -> None:
    with pytest.raises(Ambiguous) as error:
        CARDS.find("w")
    assert "Warlord" in error.value.sentence("en")
    assert "Señor de la Guerra" in error.value.sentence("es")


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(Unreadable) as error:
        CARDS.find("warlrod")
    assert error.value.code == "card/unknown_near"
    assert "Did you mean Warlord" in str(error.value)


@pytest.mark.parametrize("name", ["", "   ", "qqqq", "☃", "\0"])
def test_nonsense_is_unknown(name: str) -> None:
    with pytest.raises(Unreadable):
        CARDS.find(name)


def test_errors_travel_between_processes() -> None:
    error = IllegalMove("move/just_taken", paragraph="FR-4a", move="-Swamp")
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.paragraph, str(again)) == (error.code, "FR-4a", str(error))
    assert str(error).endswith("[FR-4a]")


def test_folding_is_idempotent() -> None:
    for text in ("Ünï Cödé", "A--b__c", "ß"):
        assert folded(folded(text)) == folded(text)
