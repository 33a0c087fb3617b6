# Two commands do everything on a fresh machine: `make play` and `make test`.
# Python 3.11 or newer and make are all they need; the rest is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check bench soak clean

play: $(READY)
	@$(BIN)/realms play

test: $(READY) check
	$(BIN)/pytest -n auto --dist worksteal
	REALMS_COMPILE=0 $(BIN)/pytest -n auto --dist worksteal -m uncompiled tests

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/realms bench

soak: $(READY)
	$(BIN)/python -m realms.arena.soak

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Realms needs Python 3.11 or newer; set PYTHON=… to one.")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,check]'
	@touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
