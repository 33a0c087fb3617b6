"""Many hands: a line of JSON in, a line out, in the same order."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from typing import IO, Any

import msgspec

from realms.cli.compiling.background import prepare_beside
from realms.cli.compiling.notice import compile_notice
from realms.cli.files import open_input
from realms.fantasy.commands.hand_scorer import Line, Scorer
from realms.kernel.compiled.progress import go_over_if_prepared, is_prepared, rules_now
from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.text import say

FEW = 100
"""Lines that plain Python has scored before compiled rules are loaded."""
PATIENCE = 2.0
"""Seconds after which a terminal is shown how far the work is."""


def score_file(path: str, json: bool, language: str, device: str = "cpu") -> bool:
    """Score every line of a file; returns whether all could be."""
    with compile_notice(language):
        scorer = scorer_on(device)
        scorer.prepare([Line(["dragon", "mirage"])])
        scorer.score_line(Line(["dragon", "mirage"]))
    good, rules = True, GrowingRules(language)
    with rules, open_input(path) as source:
        lines = (_read(line) for line in count_lines(source, language))
        while batch := list(islice(lines, scorer.at_once)):
            rules.count(len(batch))
            scorer.prepare([line for line in batch if isinstance(line, Line)])
            for line in batch:
                result = _result(scorer, line, language)
                good = good and "error" not in result
                sys.stdout.write(_line_text(result, json) + "\n")
                sys.stdout.flush()
    return good


class GrowingRules(ExitStack):
    """Rules that begin as plain Python, and are compiled once it turns out that lines are many."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language, self._lines, self._is_beside = language, 0, False

    def count(self, lines: int) -> None:
        """Be told of lines that are to be scored."""
        self._lines += lines
        if self._lines <= FEW or rules_now() != "compiling":
            return
        if not is_prepared() and not self._is_beside:
            self._is_beside = True
            self.enter_context(prepare_beside(_tell, self.language))
        go_over_if_prepared()


def _tell(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


def scorer_on(device: str) -> Scorer:
    """What scores on the processor, or on the GPU."""
    if device == "cpu":
        return Scorer()
    from realms.fantasy.commands.hand_scorer_device import DeviceScorer

    return DeviceScorer()


READ = msgspec.json.Decoder(Line)


def _read(line: bytes) -> Line | RealmsError:
    """A line, or what is wrong with it."""
    try:
        return READ.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Unreadable("file/json", reason=str(error))


def _result(scorer: Scorer, line: Line | RealmsError, language: str) -> dict[str, Any]:
    """The score of a line as data, or what is wrong with it."""
    if isinstance(line, RealmsError):
        return {"error": line.sentence(language)}
    try:
        return scorer.score_line(line)
    except RealmsError as error:
        return {"error": error.sentence(language)}


def _line_text(result: dict[str, Any], json: bool) -> str:
    if json:
        return msgspec.json.encode(result).decode()
    return str(result["score"] if "score" in result else result["error"])


def count_lines(lines: IO[bytes], language: str) -> Iterator[bytes]:
    """The lines; on a terminal that has waited long, how many were read so far."""
    started = shown = time.monotonic()
    watched = sys.stderr.isatty() and not sys.stdout.isatty()
    number = 0
    for number, line in enumerate(lines, 1):
        yield line
        now = time.monotonic()
        if now - started > PATIENCE and now - shown > 0.25 and watched:
            shown = now
            sys.stderr.write("\r" + say("cli.scored", language, n=number))
    if shown != started:
        sys.stderr.write("\r" + say("cli.scored", language, n=number) + "\n")
