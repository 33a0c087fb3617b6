# Two commands do everything on a fresh machine: `make play` and `make test`.
# Python 3.11 or newer and make are all they need; the rest is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
APP := $(VENV)/.app
READY := $(VENV)/.ready
BUILT := src/realms/web/built/digest.txt
ICONS := $(wildcard src/realms/web/icons.toml src/realms/*/web/icons.toml)
PYTEST := $(BIN)/pytest -n auto
# By file, so that servers, browsers and clusters are started once; as conftest.py orders them.
BY_FILE := --dist loadfile --no-loadscope-reorder
# The tests start some hundred processes: what Python has read once it need not read again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test check compiled docs bench bench-against soak attack pictures clean

play: $(APP) $(BUILT)
	@$(BIN)/realms play $(if $(LAN),--lan)

# The rules are compiled once, before anybody needs them: two at once would both do it. What
# `check` finds is told at the end: it runs beside the tests, which often wait.
CHECKED := $(VENV)/checked.txt
test: $(READY) $(BUILT)
	@$(MAKE) --no-print-directory check >$(CHECKED) 2>&1 & check=$$!; \
	{ $(BIN)/realms prepare && $(PYTEST) $(BY_FILE) && REALMS_COMPILE=0 $(PYTEST) --dist worksteal -m uncompiled tests; }; tests=$$?; \
	wait $$check; check=$$?; cat $(CHECKED); exit $$((tests || check))

compiled: $(READY)
	$(BIN)/realms prepare

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The documentation site, into site/.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Keeps the figures in the repository and tells what has changed since the last run.
HISTORY := benchmarks/history.jsonl
bench: $(READY) $(BUILT)
	$(BIN)/realms bench --history $(HISTORY)

# Fails a change that lost more than 15 % of its speed: `make bench-against REF=HEAD~1`.
REF ?= HEAD~1
bench-against: $(READY)
	$(BIN)/realms bench --against $(REF)

# A victim's client beside each attacker that stays inside its limits, on both databases.
attack: $(READY) $(BUILT) compiled
	$(BIN)/python -m tests.attack $(ATTACKERS)

# Those of the documents, then every state of the boards, beside DRAWINGS of the same names.
STATES ?= artefacts/states
pictures: $(READY) $(BUILT)
	$(BIN)/python -m tests.browser.pictures
	$(BIN)/python -m tests.browser.state_pictures $(STATES) $(DRAWINGS)

# All that `make test` takes a sample of, and ten thousand games at every table; for a night.
soak: $(READY) $(BUILT)
	$(BIN)/python -m realms.medieval.arena.soak
	REALMS_SOAK=1 $(PYTEST) --dist worksteal -m soak tests

$(APP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Realms needs Python 3.11 or newer; set PYTHON=… to one.")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $(APP)

# To play takes less than to test: no Chromium driver, no cluster, no checkers.
$(READY): $(APP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,check,docs]'
	@touch $(READY)

# What the pages load: htmx and the icons, by npm, which a Python package brings where it lacks.
$(BUILT): $(APP) package.json package-lock.json $(ICONS) src/realms/web/building.py $(wildcard src/realms/web/drawings/*.py)
	$(BIN)/python -m realms.web.building
	@touch $(BUILT)

clean:
	rm -rf node_modules src/realms/web/built src/realms/web/built.lock artefacts site $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
