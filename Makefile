# A fresh machine needs only Python 3.11+, make and git.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
EXTRAS := $(VENV)/.extras

.PHONY: play test check soak lock clean

play: $(STAMP)
	$(BIN)/amba play

test: $(EXTRAS)
	$(BIN)/python tools/find_browser.py --install
	$(BIN)/pytest -n 3 --dist worksteal -m "not soak"

soak: $(EXTRAS)
	$(BIN)/python tools/find_browser.py --install
	$(BIN)/pytest -n 3 --dist worksteal

check: $(EXTRAS)
	$(BIN)/ruff format --check src tests tools docs
	$(BIN)/ruff check src tests tools docs
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix tools/js --silent --no-audit --no-fund
	PATH="$(CURDIR)/$(BIN):$$PATH" tools/js/node_modules/.bin/tsc --project src/amba/web/jsconfig.json

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(STAMP)

# What the tests of the lab's optional extras need (Parquet, Ray, learning environments); `make play` does without.
$(EXTRAS): $(STAMP) requirements-extras.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-extras.lock
	touch $(EXTRAS)

# Pins every dependency by hash, without naming any registry.
COMPILE = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header
lock: $(STAMP)
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) --group dev --extra table pyproject.toml tools/build-requirements.txt -o requirements.lock
	$(COMPILE) --extra parquet --extra ray --extra rl --constraint requirements.lock pyproject.toml -o requirements-extras.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist
