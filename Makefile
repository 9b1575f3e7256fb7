# Everything a newcomer types. Needs Python 3.11 or newer and make; the rest is installed here.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.tertium-installed
COMPILED := hatch_build.py src/tertium/text/ter/search.py src/tertium/text/ter/search.pxd
TEST_STAMP := .venv/.tertium-test-installed
DOCS_STAMP := .venv/.tertium-docs-installed

# Tests start hundreds of processes: none of them compiles again what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test quick fresh properties study bench screens site changelog clean

setup: $(STAMP)

$(BIN)/python:
	$(PYTHON) -m venv .venv

$(STAMP): pyproject.toml constraints.txt $(COMPILED) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

# What the tests need holds what everybody needs, so it is installed, and compiled, once.
$(TEST_STAMP): pyproject.toml constraints.txt $(COMPILED) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $(STAMP) $@

demo: $(STAMP)
	$(BIN)/tertium demo

test: $(TEST_STAMP)
	@$(BIN)/python tests/prepare.py
	$(BIN)/python -m pytest -n 2 --dist loadgroup --durations 10 $(TESTS)

# Without browsers, servers and studies: what one runs while changing code.
quick: $(TEST_STAMP)
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not (browser or postgresql or slow)" $(TESTS)

# All of that where nothing but Python, make and git is installed; needs root and debootstrap.
fresh:
	@$(PYTHON) -m tests.fresh $(TESTS)

properties: $(TEST_STAMP)
	$(BIN)/python tests/properties.py

study: $(TEST_STAMP)
	$(BIN)/python -m studies

bench: $(TEST_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/python -m bench

# Every protocol as annotators see it, on one sheet: build/screens.png. With DOCS=--docs also the manual's.
screens: $(TEST_STAMP)
	@$(BIN)/python tests/prepare.py
	$(BIN)/python -m tools.screens $(DOCS)

$(DOCS_STAMP): pyproject.toml constraints.txt $(COMPILED) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $(STAMP) $@

# The manual as a website; a link that leads nowhere ends it.
site: $(DOCS_STAMP)
	@rm -rf site
	$(BIN)/sphinx-build --quiet --fresh-env --fail-on-warning -c docs -d build/site . site
	@echo "Open site/index.html in a browser."

# Entries that changes brought along, into the section of this version.
changelog: $(STAMP)
	$(BIN)/python docs/make_changelog.py

clean:
	rm -rf site .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
