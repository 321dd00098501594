# A fresh machine needs only Python 3.11+, make and git.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
EXTRAS := $(VENV)/.extras

# A server or a browser on a busy machine can be too slow for a test, and a server throws its own dice: a test that fails is tried once more by itself,
# and both runs are in the log. What is wrong in the engine or the rules fails again, since nothing there hangs on time or luck.
PLAIN   = -m "not soak and not browser"
BROWSER = -m "browser and not soak"
again   = { test $$? -eq 1 && echo "Tried once more, one at a time: the tests that failed." && $(1) $(BIN)/pytest --last-failed --last-failed-no-failures none $(2); }

# What is tested both ways: everything on the sources; what is compiled, the golden games and the browser tests (which need not be told) compiled.
COMPILED_TESTS = tests/test_compiled.py tests/core tests/kit tests/conformance/test_law9.py

.PHONY: play test check soak docs lock clean compiled plain

# Where a C compiler is at hand the engine is compiled in the background, for the next start.
play: $(STAMP)
	@$(BIN)/python -m tools.compile_engine --background
	$(BIN)/amba play

test: $(EXTRAS)
	$(BIN)/python tools/find_browser.py --install
	$(BIN)/python tools/find_postgres.py --install
	@$(BIN)/python -m tools.compile_engine --background 0
	AMBA_PLAIN=1 $(BIN)/pytest -n 3 --dist worksteal $(PLAIN) || $(call again,AMBA_PLAIN=1,$(PLAIN))
	@$(BIN)/python -m tools.compile_engine
	$(BIN)/pytest -n 3 --dist worksteal $(PLAIN) $(COMPILED_TESTS)
	$(BIN)/pytest -n 2 --dist worksteal $(BROWSER) || $(call again,,$(BROWSER))

# Compiles the engine where a C compiler is at hand; one line says so. Everything uses it from then on, until a source changes.
compiled: $(STAMP)
	@$(BIN)/python -m tools.compile_engine

# The tests of the engine, and the golden games, without the compiled modules.
plain: $(EXTRAS)
	AMBA_PLAIN=1 $(BIN)/pytest -n 3 --dist worksteal $(PLAIN) tests/core tests/kit tests/games tests/conformance

soak: $(EXTRAS)
	$(BIN)/python tools/find_browser.py --install
	$(BIN)/python tools/find_postgres.py --install
	$(BIN)/pytest -n 3 --dist worksteal

check: $(EXTRAS)
	$(BIN)/ruff format --check src tests tools docs
	$(BIN)/ruff check src tests tools docs
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/check_links.py
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix tools/js --silent --no-audit --no-fund
	PATH="$(CURDIR)/$(BIN):$$PATH" tools/js/node_modules/.bin/tsc --project src/amba/web/jsconfig.json

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(STAMP)

# What the tests of the optional extras (Parquet, Ray, learning environments, PostgreSQL, Web Push) and the docs site need; `make play` does without.
$(EXTRAS): $(STAMP) requirements-extras.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-extras.lock
	touch $(EXTRAS)

# The docs as a site, in build/site.
docs: $(EXTRAS)
	AMBA_PLAIN=1 $(BIN)/python tools/build_docs.py
	$(BIN)/mkdocs build --quiet --strict

# Pins every dependency by hash, without naming any registry.
COMPILE = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header
lock: $(STAMP)
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) --group dev --extra table pyproject.toml tools/build-requirements.txt -o requirements.lock
	$(COMPILE) --extra parquet --extra ray --extra rl --extra openspiel --extra print --extra postgres --extra push --group docs --constraint requirements.lock pyproject.toml -o requirements-extras.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist
