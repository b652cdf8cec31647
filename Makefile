# `make check` is what CI runs. Without make: `python -m tests`.
PYTHON ?= python

.PHONY: help check lint types layers test slow e2e docs demo bench

help:  ## list the targets
	@$(PYTHON) -c "import re; [print(f'{a:<8} {b}') for a, b in re.findall(r'^(\w+):.*?## (.*)$$', open('Makefile').read(), re.M)]"

check:  ## everything that must pass before a change is merged: lint, types, layers, quick tests
	$(PYTHON) -m tests

lint:  ## style
	$(PYTHON) -m ruff check .

types:  ## types
	$(PYTHON) -m mypy

layers:  ## import layers
	$(PYTHON) -m pytest tests/architecture

test:  ## the quick tests
	$(PYTHON) -m pytest -n auto

slow:  ## the slow tests: the wheel in a fresh environment, and what needs the package index
	$(PYTHON) -m pytest -n auto -m slow

e2e:  ## a lesson's whole way on a whole forge, Pagure: root on Linux with mmdebstrap, some minutes
	$(PYTHON) -m pytest -m e2e -rs tests/e2e

docs:  ## write docs/reference, and the help in the README, from the code
	$(PYTHON) -m docs.generate

demo:  ## the whole loop on screen, in a throw-away repository
	$(PYTHON) -m vaultctl demo

bench:  ## measure everything beside its floor, and write tests/benchmarks/RESULTS.md (takes minutes; QUICK=--quick: one)
	$(PYTHON) -m tests.benchmarks.content
	$(PYTHON) -m tests.benchmarks $(QUICK)
