"""Files of the user: read whole, written in one step, and clear words when they fail."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from realms.kernel.content_files import content_pack
from realms.kernel.errors import RealmsError, Unreadable

if TYPE_CHECKING:
    from realms.kernel.game import Game
    from realms.kernel.record import Record

STANDARD = "-"
"""The name that stands for standard input."""


@contextlib.contextmanager
def file_errors(path: str | Path) -> Iterator[None]:
    """Turn what the operating system says about a file into one sentence."""
    try:
        yield
    except (BrokenPipeError, RealmsError):
        raise
    except FileNotFoundError as error:
        raise Unreadable("file/missing", path=str(path)) from error
    except FileExistsError as error:
        raise Unreadable("file/exists", path=str(path)) from error
    except IsADirectoryError as error:
        raise Unreadable("file/directory", path=str(path)) from error
    except PermissionError as error:
        raise Unreadable("file/permission", path=str(path)) from error
    except UnicodeDecodeError as error:
        raise Unreadable("file/not_text", path=str(path)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("file/other", path=str(path), reason=reason) from error


@contextlib.contextmanager
def open_input(path: str) -> Iterator[IO[bytes]]:
    """A file to read lines of bytes from, or standard input."""
    if path == STANDARD:
        yield sys.stdin.buffer
        return
    with file_errors(path):
        source = open(path, "rb")  # noqa: SIM115  (closed below; only opening it is told of)
    with source:
        yield source


def read_text(path: str) -> str:
    """The whole text of a file, or of standard input."""
    with file_errors(path), open_input(path) as source:
        return source.read().decode("utf-8")


def read_record(path: str, content: str | None = None) -> tuple[Game, Record]:
    """The game and the record in a file."""
    return parse_record(read_text(path), content)


def parse_record(text: str, content: str | None = None) -> tuple[Game, Record]:
    """The game and the record in a text; a content file of one's own is made known first."""
    from realms.kernel.games import all_games
    from realms.kernel.notation import game_in, read

    if content is None:
        return read(text, all_games())
    digest = content_pack(game_in(text, all_games()).name).use_content(content)
    game, record = read(text, all_games())
    if record.options.content != digest:
        raise Unreadable("usage/other_content", path=content)
    return game, record


def content_pairs(game: Game, path: str | None) -> list[str]:
    """A content file as the option of a game that names it; none for none."""
    return [] if path is None else [f"content={content_pack(game.name).use_content(path)}"]


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one step: readers find the old content or the new, never half of one."""
    with file_errors(path):
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
            os.chmod(name, 0o666 & ~_mask())
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def _mask() -> int:
    """The user's mask for new files, which temporary files do not follow."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
