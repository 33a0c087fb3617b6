"""The document of the batch says what the code has."""

from __future__ import annotations

from pathlib import Path

import pytest

from realms.fantasy.arena import actions as fantasy_actions
from realms.fantasy.arena import observation as fantasy_observation
from realms.medieval.arena import actions as medieval_actions
from realms.medieval.arena import observation as medieval_observation
from tests.arena.batch_digests import TABLES
from tests.test_house import ROOT
from tools.batch.document import NAME, document, words

NAMES = {
    "fantasy": (fantasy_actions.NAMES, fantasy_observation.NAMES),
    "medieval": (
        tuple(block.name for block in medieval_actions.BLOCKS),
        medieval_observation.NAMES,
    ),
}


def test_the_document_is_the_one_that_its_command_writes() -> None:
    """`python -m tools.batch.document docs`"""
    assert Path(ROOT, "docs", NAME).read_text("utf-8") == document()


@pytest.mark.parametrize("game", NAMES)
def test_every_block_and_field_has_a_meaning_in_the_order_of_the_code(game: str) -> None:
    actions, fields = NAMES[game]
    assert tuple(words()[game]["actions"]) == actions
    assert tuple(words()[game]["fields"]) == fields


@pytest.mark.parametrize("table", TABLES)
def test_tables_have_blocks_and_fields_in_that_order(table: str) -> None:
    from realms import arena

    game, options = TABLES[table]
    layout = arena.batch(game, options).layout
    actions, fields = NAMES[game.name]
    for parts, names in ((layout.actions, actions), (layout.fields, fields)):
        there = [part.name for part in parts]
        assert there == [name for name in names if name in there]
