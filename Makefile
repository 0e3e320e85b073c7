# Queyan's tasks. `make` alone lists them; each makes its own environment first.

PYTHON ?= python3
PORT ?= 8080
# Test files run side by side, a file at a time on each of so many processes.
JOBS ?= 2
WHEELHOUSE ?= dist/wheelhouse
WHEELS_FOR ?=
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SOURCES := firmware_bridge vision table_daemon web_display tests

# Quiet but honest: errors show, progress bars and notices do not.
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check --no-input
export PIP_ROOT_USER_ACTION := ignore
export NO_COLOR := 1
export PYTHONUNBUFFERED := 1

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint browser verify bench docs wheelhouse clean

help:
	@echo "make setup    the environment in $(VENV): all that running and testing need"
	@echo "make demo     a simulated table and the TV page at http://127.0.0.1:$(PORT)"
	@echo "make test     style, types, import contracts and the test suite"
	@echo "make verify   the long proofs"
	@echo "make bench    the figures"
	@echo "make docs     the generated pages again"
	@echo "make wheelhouse  wheels for an installation without a network, in $(WHEELHOUSE) (another machine's: see below)"
	@echo "make clean    caches and build leftovers (the environment stays)"

setup: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'pass' 2>/dev/null || \
	  { echo "$(PYTHON) was not found. Install Python 3.11 or newer (sudo apt-get install python3), or name one: make PYTHON=python3.13" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Queyan needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) -V 2>&1`. Name a newer one: make PYTHON=python3.11" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { [ "`id -u`" = 0 ] && command -v apt-get >/dev/null && echo "Installing python3-venv" && \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null && \
	    $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; } || \
	  { echo "$(PYTHON) cannot make environments. Install its part for that: sudo apt-get install python3-venv" >&2; exit 2; }
	@test -x $(BIN)/python || { echo "Making the environment in $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "Installing what Queyan needs into $(VENV) (a few minutes the first time)"
	@# setuptools greets every editable install with a warning ten lines long.
	@PYTHONWARNINGS=ignore $(PIP) install --editable '.[dev]'
	@touch $@

demo: setup
	@$(BIN)/queyan demo --port $(PORT)

test: setup browser lint
	$(BIN)/pytest -n $(JOBS) --dist loadfile

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# The pages are tested in the system's own Chromium. Where it may be installed, it is.
browser:
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null; then :; \
	elif [ "`id -u`" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-noto-cjk >/dev/null; \
	else echo "No Chromium here: the browser tests will be skipped (sudo apt-get install chromium)"; fi

verify: setup browser
	$(BIN)/pytest -m verify --timeout 3600

bench: setup
	$(BIN)/pytest -m bench --timeout 1800

docs: setup
	$(BIN)/python -m table_daemon.settings_page
	$(BIN)/python -m table_daemon.cli_page
	$(BIN)/python -m table_daemon.rules_page
	$(BIN)/python -m firmware_bridge.protocol_page
	$(BIN)/python -m firmware_bridge.pico_table
	$(BIN)/python -m firmware_bridge.drawings
	$(BIN)/python -m table_daemon.drawings

# For another machine than this one, say which: make wheelhouse WHEELS_FOR="--platform manylinux_2_28_aarch64 \
# --platform manylinux2014_aarch64 --python-version 3.11" (Debian 12; 3.13 for Debian 13).
wheelhouse: setup
	@rm -rf $(WHEELHOUSE) build/lib && mkdir -p $(WHEELHOUSE)
	@echo "Building Queyan's wheel"
	@$(PIP) wheel --no-deps --wheel-dir $(WHEELHOUSE) .
	@echo "Fetching what it needs"
	@$(PIP) download --only-binary=:all: --dest $(WHEELHOUSE) $(WHEELS_FOR) $(WHEELHOUSE)/queyan-*.whl 'setuptools>=77'
	@cp install.sh $(WHEELHOUSE)/
	@echo "$(WHEELHOUSE): copy it to the machine, there: sudo sh install.sh --offline ."

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +
