"""Variants and options of Medieval Realms as the catalogue and the form of a table have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from realms.kernel.content_files import served_content
from realms.kernel.text import listed, say
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import PLAYERS
from realms.medieval.content.switches import MedievalOptions
from realms.web.api.catalogue import OptionShown, VariantShown
from realms.web.game_parts import PageTraits

EDITIONS = ("en", "es")
TRAITS = PageTraits(
    is_open=True,
    usual_players=3,
    preset="edition",
    open_scores=True,
    tells_events=True,
    independent_moves=("place",),
)


def variants() -> list[VariantShown]:
    """There is one. [MR-1]"""
    return [VariantShown("standard", PLAYERS[0], PLAYERS[-1])]


def options(language: str) -> Iterator[OptionShown]:
    """The options, in order; the switches tell their meaning themselves."""
    switches = {switch.id: switch for switch in CONTENT.switch}
    for field in msgspec.structs.fields(MedievalOptions):
        if field.name in switches:
            switch = switches[field.name]
            yield OptionShown(
                name=field.name,
                kind="choice",
                values=(None, *switch.values),
                default=None,
                editions={edition: switch.preset(edition) for edition in EDITIONS},
                about=switch.about[language],
                paragraph=switch.paragraph,
            )
        else:
            yield _plain(field.name, field.default, language)


def _plain(name: str, default: Any, language: str) -> OptionShown:
    """An option that is no switch."""
    about = say(f"option.{name}", language)
    if name == "players":
        return OptionShown(
            name=name,
            kind="number",
            values=(PLAYERS[0], PLAYERS[-1]),
            default=default,
            about=about,
            paragraph="MR-1",
        )
    if name == "edition":
        return OptionShown(name=name, kind="choice", values=EDITIONS, default=default, about=about)
    served = served_content().get("medieval", {})
    if not served:
        return OptionShown(name=name, kind="text", default=default, about=about)
    files = listed([f"{file} ({digest})" for digest, file in served.items()], language)
    return OptionShown(
        name=name,
        kind="choice",
        values=(default, *served),
        default=default,
        about=say("option.content_served", language, files=files),
    )
