# Everything a contributor does, a command each. Only Python 3.11 or newer, make and git are needed;
# what is used besides (Chromium, PostgreSQL's programs, npm) is used where it is.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

CATALOGUES := $(patsubst %.po,%.mo,$(wildcard scorepad/translations/*/LC_MESSAGES/*.po))

.PHONY: help run test quick torture lint types schemas bench screenshots demo-games icons rules translations migration lowest update audit clean

help:
	@echo "make run          serve Scorepad; settings: make run ARGS='--port 8080', or SCOREPAD_… variables"
	@echo "make test         run all tests but the slow ones"
	@echo "make quick        run the tests that say most in least time: no browser, no servers"
	@echo "make torture      run all tests, with those that search and break for long"
	@echo "make lint         check style and types"
	@echo "make types        check the types of the scripts, as make lint does; needs npm"
	@echo "make schemas      check workflows, forms and compose files by their schemas, as make lint does"
	@echo "make bench        measure speed, as ratios to a yardstick, and what a table costs a phone"
	@echo "make screenshots  take the README's pictures again, from the running program"
	@echo "make demo-games   write the games of scorepad demo, the same ones each time"
	@echo "make rules        write docs/rules.md, from the facts of the start form"
	@echo "make icons        make the icons of the home screen from static/icon.svg"
	@echo "make translations bring the catalogues up to date with the program's texts"
	@echo "make migration M='what it does'  write down what the models have and the tables lack"
	@echo "make lowest       run the tests with the oldest dependencies that are allowed"
	@echo "make audit        look the pinned dependencies up among known vulnerabilities"
	@echo "make update       move to the newest dependencies, and write them into constraints.txt"

run: $(VENV)/run $(CATALOGUES)
	@$(BIN)/scorepad $(ARGS)

test: $(VENV)/dev $(CATALOGUES)
	$(BIN)/python -m pytest -m "not slow" $(ARGS)

# As on most phones; on the smallest of them the usual family of a Debian is too broad.
torture: export SCOREPAD_TEST_FONT ?= Noto Sans
torture: $(VENV)/dev $(CATALOGUES)
	$(BIN)/python -m pytest $(ARGS)

# The rules, game files, the store on SQLite and the web; nothing that tries much
# or starts other programs, and random searches are short.
quick: $(VENV)/dev $(CATALOGUES)
	$(BIN)/python -m pytest tests/rules tests/gamefile tests/store tests/web \
		-m "not slow and not postgresql" --hypothesis-profile quick $(ARGS)

lint: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(MAKE) --silent types
	$(MAKE) --silent schemas

# Scorepad joins the scripts itself: npm is needed for nothing else, so that many do not have it.
types:
	@if command -v npm > /dev/null; then \
		$(MAKE) --silent node_modules/.installed && npm run --silent check; \
	elif [ -n "$$CI" ]; then \
		echo "make types: npm is missing, which CI needs"; exit 1; \
	else \
		echo "make types: the types of the scripts are not checked, because npm is missing"; \
	fi

# The public schemas come with the checker: no network is needed.
schemas:
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms \
		$(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-config \
		.github/ISSUE_TEMPLATE/config.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose*.yaml

node_modules/.installed: package.json package-lock.json
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

bench: $(VENV)/dev $(CATALOGUES)
	$(BIN)/python -m bench

screenshots: $(VENV)/dev $(CATALOGUES)
	$(BIN)/python -m tests.support.pictures docs

translations: $(VENV)/dev
	$(BIN)/python -m tests.support.catalogues

# An editable install has compiled them; they are compiled again when they change.
%.mo: %.po
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

demo-games: $(VENV)/dev
	$(BIN)/python -m tests.support.demo_games scorepad/cli/demo.jsonl

rules: $(VENV)/dev
	$(BIN)/python -m tests.support.rules_page

icons: $(VENV)/dev
	$(BIN)/python -m tests.support.icons static

migration: $(VENV)/dev
	$(BIN)/python -m tests.support.migration "$(M)"

lowest: $(VENV)/dev
	$(BIN)/python -m venv --clear .cache/lowest
	$(BIN)/uv pip install --quiet --python .cache/lowest/bin/python --resolution lowest-direct \
		--editable . --group test
	$(BIN)/uv pip freeze --quiet --python .cache/lowest/bin/python --exclude-editable
	.cache/lowest/bin/python -m pytest -m "not slow" --ignore tests/browser --ignore tests/engines --ignore tests/house $(ARGS)

update:
	$(PYTHON) -m venv --clear .cache/update
	.cache/update/bin/python -m pip --quiet install --upgrade pip
	.cache/update/bin/python -m pip --quiet install --editable . --group test --group lint
	.cache/update/bin/python -m pip freeze --exclude-editable --exclude scorepad > constraints.txt

audit:
	@$(PYTHON) -m venv --clear .cache/audit
	@.cache/audit/bin/python -m pip --quiet install pip-audit
	@.cache/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement constraints.txt

# Set up for running, and for working on it; done again when what is needed changes.
$(VENV)/run: pyproject.toml constraints.txt
	@echo "Setting up in $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade pip
	@$(PIP) install --editable . --constraint constraints.txt
	@touch $@

$(VENV)/dev: $(VENV)/run
	@$(PIP) install --editable . --group test --group lint --constraint constraints.txt
	@touch $@

clean:
	rm -rf $(VENV) node_modules .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
