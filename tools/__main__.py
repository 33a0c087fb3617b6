"""`python -m tools numbers …`, `ladder …` and `solve …`, which `realms` runs."""

from __future__ import annotations

from realms.cli import Functions, main
from tools.best_hands.command import solve
from tools.ladder.command import ladder
from tools.numbers.command import numbers

COMMANDS: Functions = {"numbers": numbers, "ladder": ladder, "solve": solve}

if __name__ == "__main__":
    main(COMMANDS)
