# Everything below needs Python 3.11 or later, git, make and a package registry only.
# PYTHON=... names an interpreter, ARGS=... adds arguments to pytest or the demo.

# Settings of a person's shell that would change what is installed, or where from.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONDONTWRITEBYTECODE PYTHONOPTIMIZE
unexport VIRTUAL_ENV PIP_TARGET PIP_PREFIX PIP_USER PIP_REQUIRE_VIRTUALENV PIP_NO_DEPS
unexport MAKEFLAGS MAKELEVEL
export PYTHON

DEMO := .venv
TEST := .venv-test
BIN := $(TEST)/bin
ENVIRONMENT := requirements/environment
SHIPPED := pyproject.toml README.md LICENSE rubrickit.yaml \
	$(shell find rubrickit rubrics gold -type f ! -name '*.pyc')

.PHONY: help demo test check slow bench docs lock clean
.DELETE_ON_ERROR:

help:  ## This list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

demo: $(DEMO)/.package  ## Run the main job on the shipped example
	@$(DEMO)/bin/rubrickit demo $(ARGS)

test: check  ## Run linters and all tests but the slow ones
	@$(BIN)/python -m pytest -n 2 -m "not slow" -rs $(ARGS)

check: $(TEST)/.package  ## Run linters, types and layers only
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

slow: $(TEST)/.slow  ## Run the slow tests, with a real model and a real browser
	@$(BIN)/python -m pytest -m slow --no-skips -rs $(ARGS)

bench: $(TEST)/.package  ## Print the ratios that performance is judged by
	@$(BIN)/python -m bench $(ARGS)

docs: $(TEST)/.package  ## Write what docs/ shows of the code: tree, commands, settings
	@$(BIN)/python tests/support/module_tree.py
	@$(BIN)/python tests/support/reference.py

lock: $(TEST)/.uv  ## Pin the newest packages that pyproject.toml allows
	@set -e; compile() { name=$$1; shift; \
		$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
			--generate-hashes --no-annotate --no-emit-index-url --no-emit-find-links \
			--custom-compile-command "make lock" \
			--output-file requirements/$$name.lock "$$@"; }; \
	compile dev pyproject.toml --group dev --group build; \
	compile runtime pyproject.toml --constraint requirements/dev.lock; \
	compile build --group build --constraint requirements/dev.lock; \
	compile slow --group slow --no-deps

clean:  ## Remove environments, caches and builds
	rm -rf $(DEMO) $(TEST) build dist .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: what lies below them is as new as what they were made from.
$(DEMO)/.packages: requirements/runtime.lock requirements/build.lock $(ENVIRONMENT)
	@$(ENVIRONMENT) $(DEMO) requirements/runtime.lock requirements/build.lock
	@touch $@

$(DEMO)/.package: $(DEMO)/.packages $(SHIPPED)
	@$(DEMO)/bin/python -m pip install --quiet --disable-pip-version-check \
		--no-deps --no-build-isolation --force-reinstall .
	@touch $@

$(TEST)/.packages: requirements/dev.lock $(ENVIRONMENT)
	@$(ENVIRONMENT) $(TEST) requirements/dev.lock
	@touch $@

$(TEST)/.package: $(TEST)/.packages pyproject.toml README.md LICENSE
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-deps --no-build-isolation --editable .
	@touch $@

$(TEST)/.slow: $(TEST)/.package requirements/slow.lock
	@$(ENVIRONMENT) $(TEST) requirements/slow.lock
	@touch $@

$(TEST)/.uv: $(ENVIRONMENT)
	@$(ENVIRONMENT) $(TEST)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@touch $@
