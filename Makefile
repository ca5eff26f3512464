PYTHON ?= python3
READY := .venv/.ready

MAKEFLAGS += --no-print-directory

# What was compiled once is kept: the tests start this program many times.
unexport PYTHONDONTWRITEBYTECODE

# The tests see HOME and PATH alone, and what they are asked to do; what else a machine exports would hide faults.
ASKED := $(foreach name,SHARE TIMES REFEREE_TEST_POSTGRES,$(if $(filter-out file undefined,$(origin $(name))),$(name)="$($(name))"))
CLEAN := env -i HOME="$(HOME)" PATH="$(PATH)" $(ASKED)

.PHONY: help venv test coverage judging odd lowest fresh game lint types quick postgres mutants bench format docs screens night dist clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(READY) ## set up .venv with everything needed here

# What is tried elsewhere too is written in tests/run.py, which needs no make.
$(READY): pyproject.toml
	$(PYTHON) -m tests.run venv

test: lint types ## everything that must hold: lint, types and tests (SHARE=16: of every game, SHARE=1: with every seed)
	$(PYTHON) -m tests.run test

coverage: ## how much of the referee its own tests run
	$(PYTHON) -m tests.run coverage

judging: ## the tests that need nothing of the machine, and what is published installed alone
	$(PYTHON) -m tests.run judging

odd: ## what is printed and kept, tested where COLUMNS, FORCE_COLOR, TZ and LC_ALL are odd
	$(PYTHON) -m tests.run odd

lowest: ## the same tests with the lowest versions of libraries that pyproject.toml allows
	$(PYTHON) -m tests.run --lowest outside

fresh: ## the tests of properties, with examples not drawn before (TIMES=10 for more)
	$(PYTHON) -m tests.run fresh

game: $(READY) ## one game's tests, with every seed: make game GAME=razz
	$(CLEAN) .venv/bin/python -m pytest -q -n auto --dist worksteal -k "$(GAME) or $(subst -,_,$(GAME))" tests/test_every_game.py \
	    tests/test_struck.py tests/test_house.py tests/test_seats.py tests/differential \
	    $(wildcard tests/games/test_$(subst -,_,$(GAME)).py)

lint: ## ruff, rules and layout
	$(PYTHON) -m tests.run lint

types: ## mypy
	$(PYTHON) -m tests.run types

quick: $(READY) ## an answer within a minute or so: every game's records and rules, the kit, up to the first failure
	$(CLEAN) SHARE=400 .venv/bin/python -m pytest -q -x -n 4 --dist worksteal tests/test_every_game.py tests/kit \
	    tests/test_record.py tests/test_imports.py tests/cli/test_command.py

postgres: $(READY) ## what is kept on a PostgreSQL server, tried on one that is started for it
	$(CLEAN) .venv/bin/python -m tests.postgres_server .venv/bin/python -m pytest -q -n auto -m postgres

mutants: $(READY) ## do the tests notice faults in the kit? MODULE=melds for one module, SAMPLE=0 for every fault
	PYTHONHASHSEED=0 nice .venv/bin/python -m tests.mutants $(MODULE) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

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
	.venv/bin/python -m tests.docs_schemas --write
	.venv/bin/python -m tests.rule_examples --write
	.venv/bin/python -m tests.docs_blocks --write

screens: $(READY) ## write the screens of the live table again that tests compare
	REFEREE_WRITE_SCREENS=1 .venv/bin/python -m pytest -q tests/cli/test_evening.py

night: ## a whole evening in a scratch database
	$(PYTHON) -m tests.run night

dist: ## build what is published into dist/
	$(PYTHON) -m tests.run dist

clean: ## remove .venv, caches and builds
	rm -rf .venv .venv-lowest build dist *.egg-info htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
