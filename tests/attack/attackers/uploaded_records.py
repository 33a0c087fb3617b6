"""Brings along more long records than are kept at hand, and looks at one after the other."""

from __future__ import annotations

from realms.kernel.games import game_named
from realms.kernel.notation import write
from realms.kernel.record import Played, completed, new_record
from tests.attack.attacker import Attacker

RECORDS = 40
MOVES = 1_500
"""Offers that are made and withdrawn: a record as long as one may be, nearly."""


def long_record(number: int) -> bytes:
    """A game in which cards are offered and withdrawn, again and again."""
    game = game_named("fantasy")
    options = game.options_type(players=3, variant="chaos", clock=True)
    record = new_record(game, options, ("Ann", "Bob", "Cid"), f"attack {number}")
    state, moves = game.start(options, record.seed), []
    for place in range(MOVES):
        legal = game.legal(state, place // 2 % 3)
        move = legal[-1] if place % 2 else legal[0]
        moves.append(Played(place // 2 % 3, move))
        state, _events = game.play(state, place // 2 % 3, move)
    played = type(record)(
        rules=record.rules,
        options=options,
        seats=record.seats,
        seed=record.seed,
        moves=tuple(moves),
        commitment=record.commitment,
    )
    return write(game, completed(game, played)).encode()


async def prepare(attacker: Attacker) -> list[str]:
    """Bring the records along; where they are shown."""
    shown: list[str] = []

    async def bring(number: int) -> None:
        head = b'--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n'
        body = head + long_record(number) + b"\r\n--x--\r\n"
        kind = "multipart/form-data; boundary=x"
        reply = await attacker.ask("POST", "/replays", body, content_type=kind)
        if reply.status == 303:
            shown.append(reply.headers["location"])

    await attacker.repeat(bring, times=RECORDS, at_once=2)
    assert shown
    return shown


async def attack(attacker: Attacker, shown: list[str]) -> None:
    """Look at one after the other."""

    async def look(number: int) -> None:
        await attacker.ask("GET", f"{shown[number % len(shown)]}?at={number % MOVES}")

    await attacker.repeat(look)
