from __future__ import annotations

import re

from tools.import_map.document import DOCUMENT, SOURCE, drawn_into, import_graph, ordered


def test_the_map_of_the_document_is_drawn_from_the_imports_as_they_are() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert "<!-- the map begins -->" in text
    assert drawn_into(text) == text, "python -m tools.import_map.document"


def test_parts_stand_after_what_they_import() -> None:
    graph = {"web": {"kernel", "tables"}, "tables": {"kernel"}, "kernel": set[str]()}
    assert ordered(graph) == ["kernel", "tables", "web"]


def test_shared_parts_import_no_game() -> None:
    for part, others in import_graph().items():
        if not part.startswith("game"):
            assert not [other for other in others if other.startswith("game")], part


def test_every_hop_of_the_walks_is_a_module() -> None:
    text = DOCUMENT.read_text("utf-8")
    walks = text[text.index("## Three walks") : text.index("## A state is a record")]
    named = re.findall(r"`([\w/]+\.py)`", walks)
    assert len(named) > 30
    assert [name for name in named if not (SOURCE / name).exists()] == []
