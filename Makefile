# Every command of the project. Each one sets up what it needs first, so a fresh clone needs Python 3.11+
# and make; the pages need Node 20+ too. `make` alone lists the commands.
PYTHON ?= python3
PORT ?= 8000
# One more than two cores: tests that start servers, and browsers, wait for them a good part of their time.
WORKERS ?= 3
BROWSERS ?= 3
GAME ?= goats

BIN := .venv/bin
HOOFSPIEL := $(BIN)/hoofspiel
# Everything, and what playing alone needs: who has everything has that too.
READY := .venv/requirements.ready
SERVING := $(if $(wildcard $(READY)),$(READY),.venv/play.ready)

# The pages: these parts wake up when their sources are in the tree.
PAGES := $(if $(wildcard package.json),src/hoofspiel/static/index.html)
BROWSER := $(if $(wildcard tests/e2e),browser)
LOBBY := $(if $(shell command -v npm 2> /dev/null),$(and $(wildcard src/hoofspiel/cli/serve.py),$(PAGES)))

.PHONY: engines site offline-bench unplugged compiled core
.PHONY: help play test lint types layers unit pages browser gallery load bench strength stalls siege chaos mutants pythons versions quick audit licences sbom coverage release release-check format lock wheel clean

help:
	@echo "make play      set everything up and play; make play LAN=1 lets phones on your Wi-Fi join"
	@echo "make test      set everything up and run every check"
	@echo "make quick     an answer in a minute: linter, types, layers, kernel, one game"
	@echo "make gallery   pictures of every page and every board, in gallery/index.html"
	@echo "make site      the pages as static files that need no server, in build/site; BASE=/folder/ for a folder of a web host"
	@echo "make offline-bench  Python in the browser beside CPython: start, moves, thinking"
	@echo "make load      how a first visit loads: requests, bytes, times, movement, access"
	@echo "make bench     our speed beside OpenSpiel's, in one table"
	@echo "make strength  bots against bots, in docs/reference/strength.md"
	@echo "make stalls    how long bots take, and whether they ever stall"
	@echo "make chaos     three servers under attack while 300 tables play; everything is checked"
	@echo "make siege     abuse of ten kinds while honest tables play on, in docs/reference/siege.md"
	@echo "make mutants   plant bugs and see that the tests catch every one"
	@echo "make pythons   the kernel's and the games' tests on every Python from 3.11 to 3.14 that can be had"
	@echo "make versions  the tests with the lowest and with the newest versions of what we depend on"
	@echo "make coverage  how much of src the tests run, by line and branch; fails below the gate"
	@echo "make audit     ask a database of known holes about every package; says so if nobody answers"
	@echo "make licences  whose licences we use, in docs/reference/licences.md; make sbom prints a CycloneDX bill"
	@echo "make release   check everything a release promises, build it, and say how to tag it"
	@echo "make format    mend what the linter and the formatter can mend"
	@echo "make wheel     build dist/hoofspiel-*.whl"
	@echo "make lock      choose the newest versions for the lock files"
	@echo "make clean     remove what make has made"
	@echo "parts of 'make test': lint types layers unit pages"

play:
	@$(MAKE) --no-print-directory -j2 $(SERVING) $(LOBBY)
	@$(if $(LOBBY),,echo "Without Node 20 or later there are no pages to show, so you play in the terminal.")
	@$(HOOFSPIEL) $(if $(LOBBY),serve --port $(PORT)$(if $(LAN), --lan),play)

# What runs on one core runs side by side. The rules are compiled once, not by each of the processes that test.
test: $(READY) $(PAGES) $(BROWSER) engines
	@$(MAKE) --no-print-directory -j2 compiled lint types layers pages
	@$(MAKE) --no-print-directory unit

quick: $(READY)
	@$(MAKE) --no-print-directory -j2 types core lint layers

core: $(READY)
	$(BIN)/pytest -n 2 --dist worksteal tests/kernel tests/test_house_rules.py tests/test_docs.py src/hoofspiel/games/$(GAME)/tests

compiled: $(READY)
	@$(HOOFSPIEL) warm

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports --no-cache

# A driven browser leaves its event loop running in the process: its tests run apart from those with loops of their own.
unit: $(READY) $(PAGES) $(BROWSER) engines
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore tests/e2e
	$(if $(BROWSER),$(BIN)/pytest -n $(BROWSERS) --dist worksteal tests/e2e)

pages: $(PAGES)
	$(if $(PAGES),npm run -s check && npm run -s test)

# Static files for any web host: pages, offline tables, rules and the documentation; BASE is the folder they will stand in there.
BASE ?= /
site: $(READY) node_modules/ready
	BASE=$(BASE) npm run -s build -- --mode site --outDir ../build/site
	$(BIN)/python tools/site_docs.py build/site/docs
	@echo "build/site is ready: python3 -m http.server -d build/site"

# Whole matches on the device, ten of them, and again on static files: minutes, so apart from make test.
unplugged: $(READY) $(PAGES) browser
	$(BIN)/pytest -o python_functions=long_ tests/e2e/test_without_a_server.py

offline-bench: $(READY) node_modules/ready
	$(BIN)/python benchmarks/offline.py

gallery: $(READY) node_modules/ready browser
	$(BIN)/python tools/scenes.py
	npm run -s build -- --mode gallery --outDir ../build/gallery
	$(BIN)/python tools/gallery.py $(GAMES)

load: $(READY) $(PAGES) browser
	$(BIN)/python -m tools.load

bench: $(READY) .venv-openspiel/ready
	$(HOOFSPIEL) bench --peer .venv-openspiel/bin/python benchmarks/openspiel.py

strength: $(READY)
	$(BIN)/python benchmarks/strength.py

stalls: $(READY)
	$(BIN)/python benchmarks/stalls.py

chaos: $(READY) engines
	$(BIN)/python -m tools.chaos

siege: $(READY)
	$(BIN)/python -m benchmarks.siege --write

audit: $(READY)
	$(BIN)/python -m tools.audit

licences: $(READY)
	$(BIN)/python -m tools.sbom --licences

sbom: $(READY)
	@$(BIN)/python -m tools.sbom

coverage: $(READY) $(PAGES) engines
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore tests/e2e --cov --cov-report=term

release: $(READY) $(PAGES)
	$(BIN)/python tools/release.py

release-check: $(READY) $(PAGES)
	$(BIN)/python tools/release.py --check

pythons: $(READY)
	$(BIN)/python -m tools.pythons

versions: $(READY)
	$(BIN)/python -m pip install -q uv
	$(BIN)/python -m tools.versions

mutants: $(READY)
	$(BIN)/python tools/mutants.py --workers $(WORKERS)

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format --quiet .

wheel: $(READY) $(PAGES)
	$(BIN)/python -m pip wheel -q --no-deps --no-build-isolation -w dist .

lock: $(READY)
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q pyproject.toml --group dev --all-extras --universal --python-version 3.11 --upgrade \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements.lock
	printf '%s\n' editables hatchling | $(BIN)/uv pip compile -q pyproject.toml - --extra fast -c requirements.lock --universal \
	  --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate -o play.lock
	printf '%s\n' editables hatchling | $(BIN)/uv pip compile -q pyproject.toml - --extra fast --extra nats --extra postgres \
	  --extra traces -c requirements.lock --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-emit-find-links --no-header --no-annotate -o server.lock
	echo "open_spiel>=2" | $(BIN)/uv pip compile -q - --universal --python-version 3.11 --upgrade \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate -o benchmarks/openspiel.lock

clean:
	rm -rf .venv .venv-openspiel node_modules dist src/hoofspiel/static .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/%.ready: %.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hoofspiel needs Python 3.11 or later; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv-openspiel/ready: benchmarks/openspiel.lock
	$(PYTHON) -m venv .venv-openspiel
	.venv-openspiel/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r benchmarks/openspiel.lock
	@touch $@

node_modules/ready: package.json package-lock.json
	@command -v npm > /dev/null || { echo "The pages need Node 20 or later with npm."; exit 1; }
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

src/hoofspiel/static/index.html: node_modules/ready $(shell find web src/hoofspiel tools/offline_files.py requirements.lock -type f -not -path '*/static/*' -not -path '*/tests/*' -not -name '*.pyc' 2> /dev/null)
	@echo "Building the pages; this takes a few seconds."
	@npm run -s build

# Browser tests drive the system's Chromium; where it is missing and the package manager may be used, it is installed.
browser:
	@[ -n "$$CHROMIUM" ] || command -v chromium > /dev/null || command -v google-chrome > /dev/null || \
	  { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qqy chromium > /dev/null; } || \
	  { sudo -n apt-get update -qq && sudo -n apt-get install -qqy chromium > /dev/null; } || \
	  { echo "The browser tests need Chromium: install it, or set CHROMIUM to its path."; exit 1; }

# Tests of the store and the bus also run on PostgreSQL and NATS; they are installed where that is possible.
engines:
	@{ ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null; } && \
	  { command -v nats-server > /dev/null || [ -x /usr/sbin/nats-server ]; } || \
	  { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qy postgresql nats-server > /dev/null 2>&1; } || \
	  { sudo -n apt-get update -qq 2> /dev/null && sudo -n apt-get install -qy postgresql nats-server > /dev/null 2>&1; } || \
	  echo "Without PostgreSQL and NATS their adapters are not tested here."
