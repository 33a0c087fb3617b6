"""What `realms solve` does once it is clear what is asked: search, tell, write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import typer
from msgspec.structs import replace

from realms.arena.ledger import Ledger
from realms.cli.arguments import INTERRUPTED
from realms.cli.files import file_errors, write_whole
from realms.cli.screen import console, minus, plain_table
from realms.cli.simulate import progress
from realms.fantasy.content.card_text import name_of
from realms.fantasy.solve.answers import answers, solution_json
from realms.fantasy.solve.question import SEVEN, Question, suits_to_ask_for
from realms.fantasy.solve.search import HandSearch, Solution, head_of, warm_up
from realms.fantasy.solve.spread import draw_spread, spread_of
from realms.fantasy.terminal.screen import (
    cards_line,
    choice_sentences,
    sheet_table,
    total_line,
)
from realms.kernel.gpu import device as card
from realms.kernel.text import listed, say


class SolveReport:
    """Searches of one command line."""

    def __init__(
        self,
        jobs: int,
        resume: str | None,
        language: str,
        device: str = "cpu",
        cluster: str = "",
    ) -> None:
        self.jobs, self.resume, self.language = jobs, resume, language
        self.cluster = cluster
        self.search, self.head = HandSearch, head_of
        self.warm_up = warm_up
        if device == "cuda":
            card.require()
            from realms.fantasy.solve import device as there

            self.search, self.head = there.EveryHand, there.device_head
            self.warm_up = there.warm_up

    def answer(self, question: Question, histogram: str | None, json: bool) -> None:
        """Answer one question; write the distribution of all hands where it is wanted."""
        solved = self.solved(question, self.resume)
        if histogram is not None:
            spread = spread_of(solved)
            path = Path(histogram)
            data = msgspec.json.format(msgspec.json.encode(spread), indent=1).decode()
            picture = draw_spread(spread)
            for place, text in ((path, data + "\n"), (path.with_suffix(".svg"), picture)):
                write_whole(place, text)
                typer.echo(say("cli.numbers.wrote", self.language, path=place), err=True)
        if json:
            typer.echo(msgspec.json.encode(solution_json(solved)).decode())
        else:
            show(solved, self.language)

    def each_suit(self, question: Question, json: bool) -> None:
        """Answer a question for the hands of every suit."""
        suits = suits_to_ask_for()
        solved = {suit: self.solved(replace(question, suit=suit), None) for suit in suits}
        if json:
            by_suit = {suit: solution_json(answer) for suit, answer in solved.items()}
            typer.echo(msgspec.json.encode({"suits": by_suit}).decode())
            return
        for suit, answer in solved.items():
            console().print(name_of(suit, self.language), style="bold")
            console().print(hands_table(answer, self.language))

    def solved(self, question: Question, resume: str | None) -> Solution:
        """Search, with a bar to watch; Ctrl-C leaves a ledger to go on from."""
        with file_errors(resume or ""), Ledger(resume, self.head(question)) as ledger:
            search = self.search(question, ledger)
            try:
                with progress(search.plan.at_most, self.language, "solve.searching") as report:
                    search.run(self.jobs, report, self.cluster)
            except KeyboardInterrupt:
                self.tell_rest(search, ledger.path)
                raise typer.Exit(INTERRUPTED) from None
            return search.result()

    def tell_rest(self, search: HandSearch, path: Path | None) -> None:
        """Say that something is left, and how to go on."""
        if path is None:
            question = search.plan.question
            path = Path(f"solve-fantasy-{question.cards}.jsonl")
            number = 1
            while path.exists():
                number += 1
                path = Path(f"solve-fantasy-{question.cards}-{number}.jsonl")
            with file_errors(path), Ledger(path, self.head(question)) as ledger:
                for unit in search.finished.values():
                    ledger.append(unit)
        counts = {"done": f"{len(search.finished):,}", "units": f"{search.units:,}"}
        typer.echo(say("solve.stopped", self.language, **counts, path=path), err=True)


def show(solved: Solution, language: str) -> None:
    """The hands in order, the first of them explained, and what it took."""
    out = console()
    out.print(hands_table(solved, language))
    for answer in answers(solved)[:1]:
        out.print(sheet_table(answer.sheet, language))
        for sentence in choice_sentences(answer.sheet.choices, language):
            out.print(sentence)
        out.print(total_line(answer.sheet, language))
    took = {
        "hands": f"{solved.hands:,}",
        "seconds": f"{solved.seconds:.1f}",
        "bounded": f"{solved.bounded:,}",
        "scored": f"{solved.scored:,}",
    }
    out.print(say("solve.took", language, n=solved.hands, **took))
    if solved.question.cards == SEVEN:
        out.print(say("solve.seven", language))


def hands_table(solved: Solution, language: str) -> Any:
    """The hands of an answer, a row each."""
    table = plain_table()
    table.add_column(say("solve.column.place", language), justify="right", no_wrap=True)
    table.add_column(say("cli.column.total", language), justify="right", no_wrap=True)
    table.add_column(say("solve.column.hand", language))
    for place, answer in enumerate(answers(solved), 1):
        cards = cards_line(answer.cards, language)
        if answer.raised:
            eighth = listed([name_of(card, language) for card in answer.raised], language, "or")
            cards.append("\n" + say("solve.eighth", language, cards=eighth), style="dim")
        table.add_row(str(place), minus(answer.score), cards)
    return table
