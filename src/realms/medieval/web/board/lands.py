"""The map: every land with its reward, who stands there and who holds it. [MR-24]"""

from __future__ import annotations

from msgspec import Struct

from realms.kernel.text import listed
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.contests import lands_held


class ForceShown(Struct, frozen=True):
    """Who stands on a land, with what."""

    seat: int
    name: str
    is_me: bool
    strength: int
    holds: bool
    leaders: tuple[tuple[str, str, int], ...]
    """Sort, word and number of the leaders there."""


class LandShown(Struct, frozen=True):
    """A land of the map."""

    number: int
    reward: tuple[tuple[str, str, int], ...]
    """Resource, word and number of the tokens it gives."""
    forces: tuple[ForceShown, ...]
    verdict: str
    """Who holds it, or that nobody does; empty where nobody stands there."""
    holder: int | None = None
    tied: bool = False
    """Whether leaders stand there and nobody holds it."""


def lands(reading: BoardReader) -> tuple[LandShown, ...]:
    """The lands; before the screens come down, without anybody. [MR-8]"""
    words, hidden = reading.lexicon, reading.view.phase in ("drafting", "placing")
    found = []
    for land in lands_held(reading.view, words.content):
        reward = words.rewards[land.number]
        forces = () if hidden else land.forces
        verdict = ""
        if forces:
            key = "held_by" if land.seat is not None else "held_by_nobody"
            name = "" if land.seat is None else reading.names[land.seat]
            verdict = reading.say(key, seat=name)
        found.append(
            LandShown(
                number=land.number,
                reward=tuple((id_, words.resources[id_].word, n) for id_, n in reward.items()),
                forces=tuple(
                    ForceShown(
                        seat=force.seat,
                        name=reading.names[force.seat],
                        is_me=force.seat == reading.me,
                        strength=force.strength,
                        holds=force.seat == land.seat,
                        leaders=_leaders(reading, force.generals, force.admirals, force.decoys),
                    )
                    for force in forces
                ),
                verdict=verdict,
                holder=land.seat if forces else None,
                tied=bool(forces) and land.seat is None,
            )
        )
    return tuple(found)


def holdings(reading: BoardReader, shown: tuple[LandShown, ...]) -> dict[int, str]:
    """Which lands each seat holds, in words. [MR-24]"""
    held: dict[int, list[str]] = {}
    for land in shown:
        if land.holder is not None:
            held.setdefault(land.holder, []).append(str(land.number))
    return {
        seat: reading.say("board.holds", n=len(there), lands=listed(there, reading.language))
        for seat, there in held.items()
    }


def _leaders(
    reading: BoardReader, generals: int, admirals: int, decoys: int
) -> tuple[tuple[str, str, int], ...]:
    known = reading.lexicon.leaders
    counts = {"general": generals, "admiral": admirals, "decoy": decoys}
    return tuple((id_, known[id_].counted(n), n) for id_, n in counts.items() if n)
