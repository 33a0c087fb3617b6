"""One numbering for all tables that a network plays."""

from __future__ import annotations

import numpy as np

from realms.arena.game_parts import batch_rules
from realms.bots.learned.encoding import Encoding
from realms.kernel.games import game_named
from realms.learning.encoding import encoding_of

GAME = game_named("medieval")


def encoding() -> Encoding:
    """That of tables of two and of five."""
    rules = batch_rules(GAME)
    tables = [GAME.options_type(players=players) for players in (2, 5)]
    return encoding_of([(options, rules.layout(options)) for options in tables])


def test_a_smaller_table_fills_the_beginning_of_each_field() -> None:
    made, layout = encoding(), batch_rules(GAME).layout(GAME.options_type(players=2))
    places = made.input_places(layout)
    assert len(set(places.tolist())) == layout.observation_size
    fields = {field.name: field for field in made.fields}
    for field in layout.fields:
        first = places[field.start : field.start + field.size]
        assert first.tolist() == list(
            range(fields[field.name].start, fields[field.name].start + field.size)
        )


def test_the_largest_table_leaves_nothing_free_but_which_table_it_is() -> None:
    made, options = encoding(), GAME.options_type(players=5)
    places = made.input_places(batch_rules(GAME).layout(options))
    assert made.fields[0].size + len(places) == made.input_size
    assert np.flatnonzero(made.table_numbers(options)).tolist() == [0, 1 + 4]


def test_cards_are_marked_as_categories_and_actions_point_at_them() -> None:
    fields = {field.name: field for field in encoding().fields}
    assert fields["current"].category_count(0) == 60
    assert fields["auction"].category_count(0) == 60
    assert fields["auction"].category_count(1) == 0
    about = {block.name: block.about for block in encoding().actions}
    assert about["activate"] == "current"
    assert about["play"] == "hand"


def test_an_edition_that_it_never_learned_it_does_not_know() -> None:
    rules = batch_rules(GAME)
    english, spanish = (GAME.options_type(players=3, edition=name) for name in ("en", "es"))
    layouts = {options: rules.layout(options) for options in (english, spanish)}
    alone = encoding_of([(english, layouts[english])])
    assert alone.knows(english, layouts[english])
    assert not alone.knows(spanish, layouts[spanish])
    both = encoding_of(list(layouts.items()))
    assert both.variants == ("", "es")
    assert all(both.knows(options, layout) for options, layout in layouts.items())
    numbers = [both.table_numbers(options)[:2].tolist() for options in layouts]
    assert numbers == [[1, 0], [0, 1]]
