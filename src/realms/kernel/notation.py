"""The notation of records: text that reads like a person's notes, and reads back.

The head tells `[Name "value"]` pairs. Then each line is one seat's move or moves, with the
number of the round before the first; `(…)` is what chance answered, `{…}` a remark.
Reading accepts any spacing; any text gives a record or one error with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.game import Game
from realms.kernel.names import folded
from realms.kernel.record import BrokenRecord, Played, Record, Redeal

TAG = re.compile(r'\s*\[\s*([A-Za-z]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
REMARK = re.compile(r"\{([^{}]*)\}")
NUMBER = re.compile(r"\s*(?:\d{1,6}\.)?\s*")
REDEAL = re.compile(r"\s*(\d{1,6}) (\S{1,200}) (.+?)\s*")
"""The moves before it, the seed of the new deal, and the seat whose knowledge it left alone."""
MOST_REDEALS = 32
LONGEST = 4_000_000
"""A text longer than this is not a record."""

TABLE = "Table"
"""The name by which the table itself moves, calling time."""


def write(game: Game, record: Record) -> str:
    """A record as text."""
    head = {
        "Game": game.title,
        "Rules": record.rules,
        "Options": options_written(record.options),
        "Seats": "; ".join(record.seats),
        "Seed": record.seed,
        "From": "" if record.begins is None else str(record.begins),
        "Redeals": "; ".join(f"{r.after} {r.seed} {record.seats[r.seat]}" for r in record.redeals),
        "Commitment": record.commitment,
        "Viewer": record.viewer,
        "Dealt": record.dealt,
        "Result": record.result,
    }
    tags = [(name, text) for name, text in head.items() if text or name == "Seed"]
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in tags]
    return "\n".join([*lines, "", *_move_lines(game, record)]) + "\n"


def _move_lines(game: Game, record: Record) -> Iterable[str]:
    """The moves, a line for each run of moves of one seat, rounds numbered."""
    width = max(map(len, [*record.seats, TABLE]))
    nobody = object()
    round_number, line, mover = 0, "", nobody
    before, first = None, None
    for played in record.moves:
        text = game.write_move(played.move, record.seats)
        if played.answer is not None:
            text += f" ({played.answer})"
        if played.remark:
            text += f" {{{_remark(played.remark)}}}"
        if played.seat == mover and _joins(text) and not line.endswith("}"):
            line += " " + text
            continue
        if line:
            yield line
        number = ""
        if game.opens_round(before, played, first):
            first, round_number = played.seat, round_number + 1
            number = f"{round_number}."
        before = played
        name = TABLE if played.seat is None else record.seats[played.seat]
        line, mover = f"{number:<4} {name:<{width}}  {text}", played.seat
    if line:
        yield line


def _joins(text: str) -> bool:
    """Whether a move may stand behind another on one line: it begins with a sign."""
    return text[:1] in "+-="


def options_written(options: Any) -> str:
    """Options as `name=value` pairs; those left at their default are not told."""
    plain = type(options)()
    pairs = []
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(plain, name) or name in ("players", "variant"):
            shown = {True: "yes", False: "no"}.get(value, value) if _is_flag(value) else value
            pairs.append(f"{name}={shown}")
    return "; ".join(pairs)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


FLAGS = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}


def options_read(game: Game, pairs: Iterable[str]) -> Any:
    """Options from `name=value` pairs."""
    plain = game.options_type()
    values: dict[str, Any] = {}
    known = plain.__struct_fields__
    for pair in pairs:
        name, equals, text = (part.strip() for part in pair.partition("="))
        if name not in known:
            raise Unreadable("options/unknown", name=name, known=", ".join(known))
        if not equals:
            raise Unreadable("options/no_value", name=name)
        values[name] = _value(game, name, text)
        try:
            msgspec.convert(values, game.options_type)
        except msgspec.ValidationError as error:
            allowed = _allowed(game, name)
            code = "options/value_of" if allowed else "options/value"
            raise Unreadable(code, name=name, value=text, allowed=allowed) from error
    options = msgspec.convert(values, game.options_type)
    game.check_options(options)
    return options


_HINTS: dict[type, dict[str, Any]] = {}
"""The types of the options of each game, which take long to find out."""


def _hints(options_type: type) -> dict[str, Any]:
    if options_type not in _HINTS:
        _HINTS[options_type] = get_type_hints(options_type)
    return _HINTS[options_type]


def _value(game: Game, name: str, text: str) -> Any:
    """The value that a text stands for, by what the option may be."""
    hint = _hints(game.options_type)[name]
    kinds = {type(value) for value in _literals(hint)} | {*get_args(hint), hint}
    if bool in kinds:
        return FLAGS.get(text.casefold(), text)
    if int in kinds:
        return int(text) if re.fullmatch(r"\d{1,6}", text) else text
    return text


def _allowed(game: Game, name: str) -> str:
    """The values an option may have, where its type lists them."""
    hint = _hints(game.options_type)[name]
    if bool in {*get_args(hint), hint}:
        return "yes, no"
    return ", ".join(str(value) for value in _literals(hint))


def _literals(hint: Any) -> Iterator[Any]:
    """The values that a type lists, itself or in one of its parts."""
    if get_origin(hint) is Literal:
        yield from get_args(hint)
        return
    for part in get_args(hint):
        yield from _literals(part)


def _escaped(text: str) -> str:
    """Quotes, backslashes and everything that is no plain character, as JSON has them."""
    return msgspec.json.encode(text).decode()[1:-1]


def _unescaped(text: str) -> str:
    try:
        return msgspec.json.decode(f'"{text}"', type=str)
    except msgspec.DecodeError:
        return text


def _remark(text: str) -> str:
    """A remark on one line, without the braces that would end it."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def read(text: str, games: Iterable[Game]) -> tuple[Game, Record]:
    """A record and its game from text, or one error with line and column."""
    lines = _lines(text)
    tags, start = _head(lines)
    game = _game(tags, list(games))
    record = _record(game, tags)
    moves: list[Played] = []
    for number, line in enumerate(lines[start:], start + 1):
        moves.extend(_line(game, record.seats, line, number))
    begins, redeals = _origin(tags, record.seats, len(moves))
    return game, msgspec.structs.replace(record, moves=tuple(moves), begins=begins, redeals=redeals)


def game_in(text: str, games: Iterable[Game]) -> Game:
    """The game that the head of a record names; its options and moves are not read."""
    tags, _start = _head(_lines(text))
    return _game(tags, list(games))


def _lines(text: str) -> list[str]:
    if len(text) > LONGEST:
        raise BrokenRecord("record/too_long", 1, 1, n=LONGEST)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _head(lines: list[str]) -> tuple[dict[str, tuple[str, int]], int]:
    """The tags with their lines, and where the moves begin."""
    tags: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("["):
            return tags, number - 1
        at = 0
        while at < len(line.rstrip()):
            tag = TAG.match(line, at)
            if not tag:
                raise BrokenRecord("record/tag", number, at + 1)
            if tag[1] in tags:
                raise BrokenRecord("record/twice", number, at + 1, tag=tag[1])
            tags[tag[1]] = (_unescaped(tag[2]), number)
            at = tag.end()
    return tags, len(lines)


def _game(tags: dict[str, tuple[str, int]], games: list[Game]) -> Game:
    if not tags:
        raise BrokenRecord("record/empty", 1, 1)
    title, line = _tag(tags, "Game")
    for game in games:
        if folded(title) in (folded(game.title), game.name):
            rules, line = _tag(tags, "Rules")
            if rules != game.rules:
                raise BrokenRecord("record/rules", line, 1, rules=rules, known=game.rules)
            return game
    raise BrokenRecord("record/game", line, 1, game=title)


def _tag(tags: dict[str, tuple[str, int]], name: str) -> tuple[str, int]:
    if name not in tags:
        raise BrokenRecord("record/missing", 1, 1, tag=name)
    return tags[name]


def _record(game: Game, tags: dict[str, tuple[str, int]]) -> Record:
    written, line = tags.get("Options", ("", 1))
    try:
        options = options_read(game, [pair for pair in written.split(";") if pair.strip()])
    except RealmsError as error:
        raise BrokenRecord.at(error, line, 1) from error
    listed, line = _tag(tags, "Seats")
    seats = tuple(name.strip() for name in listed.split(";"))
    if len(seats) != options.players:
        raise BrokenRecord("record/seats", line, 1, n=len(seats), players=options.players)
    for name in seats:
        if not valid_name(name) or [folded(n) for n in seats].count(folded(name)) > 1:
            raise BrokenRecord("record/name", line, 1, name=name)
    return Record(
        rules=game.rules,
        options=options,
        seats=seats,
        seed=_tag(tags, "Seed")[0],
        result=tags.get("Result", ("", 0))[0],
        commitment=tags.get("Commitment", ("", 0))[0],
        viewer=tags.get("Viewer", ("", 0))[0],
        dealt=tags.get("Dealt", ("", 0))[0],
    )


def _origin(
    tags: dict[str, tuple[str, int]], seats: tuple[str, ...], moves: int
) -> tuple[int | None, tuple[Redeal, ...]]:
    """Where a game begins that goes on from another, and what was dealt anew on the way there."""
    origin, line = tags.get("From", ("", 1))
    if not origin:
        if "Redeals" in tags:
            raise BrokenRecord("record/missing", 1, 1, tag="From")
        return None, ()
    if not re.fullmatch(r"\d{1,6}", origin) or int(origin) > moves:
        raise BrokenRecord("record/from", line, 1, text=origin, n=moves)
    begins = int(origin)
    listed, line = tags.get("Redeals", ("", 1))
    redeals: list[Redeal] = []
    for text in filter(str.strip, listed.split(";")):
        found = REDEAL.fullmatch(text)
        least = redeals[-1].after if redeals else 0
        if not found or found[3] not in seats or not least <= int(found[1]) <= begins:
            raise BrokenRecord("record/redeal", line, 1, text=text.strip())
        redeals.append(Redeal(int(found[1]), seats.index(found[3]), found[2]))
    if len(redeals) > MOST_REDEALS:
        raise BrokenRecord("record/redeal", line, 1, text=listed[:40])
    return begins, tuple(redeals)


def valid_name(name: str) -> bool:
    """Whether a seat may be called so: letters first, nothing the notation needs."""
    fits = name.isprintable() and re.fullmatch(r"[^\W\d_][^;{}()\[\]\"\\+=:#]{0,31}", name)
    return bool(fits) and folded(name) not in ("", folded(TABLE), "all") and name == name.strip()


def _line(game: Game, seats: tuple[str, ...], line: str, number: int) -> Iterable[Played]:
    """The moves of one line."""
    if not line.strip():
        return
    at = NUMBER.match(line).end()  # type: ignore[union-attr]  # matches the empty text too
    names = {name: seat for seat, name in enumerate(seats)}
    called = [n for n in (*names, TABLE) if _begins(line[at:], n)]
    if not called:
        raise BrokenRecord("record/no_seat", number, at + 1)
    name = max(called, key=len)
    seat = names.get(name)
    at += len(name)
    text, remarks = _without_remarks(line, at, number)
    try:
        items = game.read_moves(text, seats)
    except RealmsError as error:
        raise BrokenRecord.at(error, number, at + 1) from error
    for where, item, answer in items:
        try:
            move = game.read_move(item, seats)
        except RealmsError as error:
            raise BrokenRecord.at(error, number, at + where + 1) from error
        last = where == items[-1][0]
        remark = " ".join(remarks) if last else ""
        chance = _answer(game, answer, number, at + where + 1)
        yield Played(seat, move, chance, remark, number, at + where + 1)


def _begins(line: str, name: str) -> bool:
    """Whether a line begins with a name and a space, in any case."""
    return (
        line[: len(name)].casefold() == name.casefold() and line[len(name) : len(name) + 1] == " "
    )


def _answer(game: Game, answer: str | None, number: int, column: int) -> str | None:
    """The answer of chance in its standard form; raises `BrokenRecord` if it cannot be read."""
    if answer is None:
        return None
    try:
        return game.read_answer(answer)
    except RealmsError as error:
        raise BrokenRecord.at(error, number, column) from error


def _without_remarks(line: str, at: int, number: int) -> tuple[str, list[str]]:
    """The rest of a line with its remarks cut out, columns kept."""
    remarks = [remark.strip() for remark in REMARK.findall(line[at:])]
    text = REMARK.sub(lambda remark: " " * len(remark[0]), line[at:])
    if "{" in text:
        raise BrokenRecord("record/remark", number, at + text.index("{") + 1)
    if text.count("(") != text.count(")"):
        raise BrokenRecord("record/parenthesis", number, at + max(text.find("("), 0) + 1)
    return text, remarks
