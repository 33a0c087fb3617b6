"""`python -m tests.attack [NAME…]`: every attacker, or some, on both databases."""

from __future__ import annotations

import argparse
import sys

from tests.attack.attackers import attacker_names, summary
from tests.attack.trial import WORKERS, Trial, run_trial
from tests.attack.victim import share
from tests.tables.postgres import Missing

SECONDS = 10.0
"""How long the victim plays, alone and beside each attacker."""
HEADS = ("database", "attacker", "moves p99", "times", "bots p90", "times", "MiB", "answers")


def main() -> int:
    """Run the trials; 1 if anything did not hold."""
    parser = argparse.ArgumentParser(prog="make attack", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="attackers; all if none is given")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of play, each time")
    parser.add_argument("--database", choices=[*WORKERS], action="append", help="only this one")
    parser.add_argument(
        "--beside", action="store_true", help="the attacker does not step back for others"
    )
    parser.add_argument("--list", action="store_true", help="say what there is, and do nothing")
    chosen = parser.parse_args()
    names = chosen.names or attacker_names()
    if chosen.list:
        sys.stdout.writelines(f"{name}: {summary(name)}\n" for name in names)
        return 0
    _print_row(*HEADS)
    trials = []
    for kind in chosen.database or WORKERS:
        for name in names:
            try:
                trials.append(run_trial(kind, name, chosen.seconds, not chosen.beside))
            except Missing as error:
                sys.stderr.write(f"{error}\n")
                return 1
            _print_trial(trials[-1])
    failed = [trial for trial in trials if trial.failures]
    sys.stdout.write(f"{len(trials) - len(failed)} of {len(trials)} held\n")
    return bool(failed)


def _print_trial(trial: Trial) -> None:
    answers = " ".join(f"{status}×{number}" for status, number in sorted(trial.replies.items()))
    _print_row(
        trial.database,
        trial.attacker,
        _both(trial.moves),
        f"{trial.slower_moves:.1f}",
        _both(trial.bots),
        f"{trial.slower_bots:.1f}",
        str(trial.growth),
        answers + "".join(f" !{failure}" for failure in trial.failures),
    )
    sys.stdout.write(f"    moves: {_spread(trial.alone.moves)} | {_spread(trial.beside.moves)}\n")
    alone, beside = trial.used
    sys.stdout.write(f"    processor seconds: {alone} | {beside}\n")
    if trial.is_disturbed:
        sys.stdout.write("    others used this machine: measure again when it is quiet\n")
    for error in trial.beside.errors[:3]:
        sys.stdout.write(f"    {error}\n")


def _both(waits: tuple[float, float]) -> str:
    """What was waited alone and beside the attacker, in milliseconds."""
    return f"{1000 * waits[0]:.0f}→{1000 * waits[1]:.0f} ms"


def _spread(times: list[float]) -> str:
    """How many times there are, and how they spread: few of them make no p99."""
    parts = ", ".join(f"p{part} {1000 * share(times, part / 100):.1f}" for part in (50, 90, 99))
    return f"{len(times)}, {parts} ms"


def _print_row(*cells: str) -> None:
    widths = (11, 22, 15, 6, 15, 6, 5, 0)
    row = "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    sys.stdout.write(row.rstrip() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
