PYTHON ?= python3
READY := .venv/.ready

MAKEFLAGS += --no-print-directory

# What was compiled once is kept: the tests start this program many times.
unexport PYTHONDONTWRITEBYTECODE

# Of the cases that have a seed, `make test` tries one in so many, and of records that are told to the journal.
SHARE ?= 8

# Two to a core, for many tests wait for the disk.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')

# The tests see HOME and PATH alone, and what they are asked to do; what else a machine exports would hide faults.
ASKED := $(foreach name,SHARE TIMES REFEREE_TEST_POSTGRES,$(if $(filter-out file undefined,$(origin $(name))),$(name)="$($(name))"))
CLEAN := env -i HOME="$(HOME)" PATH="$(PATH)" $(ASKED)

# And once what few machines export.
ODD := COLUMNS=33 NO_COLOR=1 FORCE_COLOR=1 TZ=Pacific/Chatham LC_ALL=C PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1

# What libraries and the machine have a say in.
OUTSIDE := tests/cli tests/scoresheets tests/faults tests/test_docs.py tests/test_json.py

.PHONY: help venv test odd lowest game lint types quick postgres mutants bench format docs screens night clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(READY) ## set up .venv with everything needed here

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install -q --disable-pip-version-check -e '.[dev,peers]'
	@touch $@

test: lint types ## everything that must hold: lint, types, tests and coverage (SHARE=1: with every seed)
	$(CLEAN) SHARE=$(SHARE) .venv/bin/python -m pytest -n $(WORKERS) --dist worksteal --cov --cov-report=term-missing:skip-covered

odd: $(READY) ## what is printed and kept, tested where COLUMNS, FORCE_COLOR, TZ and LC_ALL are odd
	$(CLEAN) $(ODD) SHARE=40 .venv/bin/python -m pytest -q -n $(WORKERS) --dist worksteal $(OUTSIDE)

# Pictures in docs/ are drawn by the newest Rich.
lowest: .venv-lowest/.ready ## the same tests with the lowest versions of libraries that pyproject.toml allows
	$(CLEAN) SHARE=40 .venv-lowest/bin/python -m pytest -q -n $(WORKERS) --dist worksteal $(filter-out tests/test_docs.py,$(OUTSIDE))

.venv-lowest/.ready: pyproject.toml tests/lowest.py
	$(PYTHON) -m venv .venv-lowest
	$(PYTHON) tests/lowest.py > .venv-lowest/lowest.txt
	.venv-lowest/bin/python -m pip install -q --disable-pip-version-check -c .venv-lowest/lowest.txt -e '.[dev]'
	@touch $@

game: $(READY) ## one game's tests, with every seed: make game GAME=razz
	$(CLEAN) .venv/bin/python -m pytest -q -n auto --dist worksteal -k "$(GAME) or $(subst -,_,$(GAME))" tests/test_every_game.py \
	    tests/test_struck.py tests/test_house.py tests/test_seats.py tests/differential \
	    $(wildcard tests/games/test_$(subst -,_,$(GAME)).py)

lint: $(READY) ## ruff, rules and layout
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .

types: $(READY) ## mypy
	.venv/bin/mypy

quick: $(READY) ## the tests up to the first failure, without coverage
	$(CLEAN) .venv/bin/python -m pytest -q -x

postgres: $(READY) ## what is kept on a PostgreSQL server, tried on one that is started for it
	$(CLEAN) .venv/bin/python -m tests.postgres_server .venv/bin/python -m pytest -q -n auto -m postgres

mutants: $(READY) ## do the tests notice faults in the kit? ROOM=melds for one room, SAMPLE=0 for every fault
	PYTHONHASHSEED=0 nice .venv/bin/python -m tests.mutants $(ROOM) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

bench: $(READY) ## how quick the referee is, as ratios
	env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m tests.bench
	env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m tests.bench_start
	env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m tests.bench_peers
	env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m tests.bench_table
	env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m tests.bench_many

format: $(READY) ## lay out the code and mend what ruff can mend
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

docs: $(READY) ## write the games' pages and the output shown in docs/ again
	.venv/bin/python -m tests.docs_pages --write
	.venv/bin/python -m tests.rule_examples --write
	.venv/bin/python -m tests.docs_blocks --write

screens: $(READY) ## write the screens of the live table again that tests compare
	REFEREE_WRITE_SCREENS=1 .venv/bin/python -m pytest -q tests/cli/test_evening.py

night: $(READY) ## a whole evening in a scratch database
	.venv/bin/referee demo

clean: ## remove .venv, caches and builds
	rm -rf .venv .venv-lowest build dist *.egg-info htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
