# The only doors a person needs: run, check, map, art, test (ALL=1), soak, lint, pictures, shares, texts, weigh, bench, bench-scale, drill, siege, week, month,
# mutate, test-deploy, prod-check, release; and requirements, after a change of one of the requirements*.in.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1

BIN := .venv/bin
PRODUCTION := .venv/.production
SERVICE := .venv/.service
TOOLS := .venv/.tools
# More than the gate's two cores: browsers and servers are waited for.
WORKERS ?= 4
UNTRIED := .venv/.untried
COLLECTED := tests/__pycache__
BRIEF := $(if $(ALL),,--brief)

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command 'make requirements' \
	$(if $(RENEW),--upgrade)

.PHONY: map art run check quick test soak suite lint pictures shares texts weigh bench bench-scale drill siege week month mutate test-deploy prod-check requirements release

run: $(SERVICE)
	@DEVELOPMENT=1 PORT='$(PORT)' HOST='$(HOST)' $(BIN)/python manage.py rundev

# Before each commit: lint, types, every gate that a change can break and that takes seconds, the rules without the sweeps
# over many matches, a page and a move of each game. What fails says what to do (tests/parts/remedies.py).
check: $(TOOLS)
	@$(MAKE) --no-print-directory -j2 lint quick

SWEEPS := bot claims contract* fairness golden playout properties
SLOW_GATES := tests/test_hostile.py tests/test_kept.py
# A brief run meets these on PostgreSQL; here they are tried whole on SQLite.
GATES := tests/accounts/test_limits.py tests/deploy/test_files.py \
	tests/games/admin/test_own_matches.py tests/games/core/pages/test_contexts.py tests/games/core/services/test_looked.py \
	tests/games/core/services/test_leaving.py

quick: $(TOOLS)
	$(BIN)/pytest -q -n 2 --dist loadgroup --brief $(foreach sweep,$(SWEEPS),--ignore-glob '*/test_$(sweep).py') \
		$(filter-out $(SLOW_GATES),$(wildcard tests/test_*.py)) tests/games/test_every_game.py tests/rules
	$(BIN)/pytest -q -n 2 --dist loadgroup $(GATES)

# Of every kind of check as many cases as show that it works, the same every time, pages on SQLite and services on PostgreSQL (docs/testing.md); or
# every one of them with ALL=1. Linters run beside the suite. What it needs is installed before (tests/install), and what
# was not tried for lack of something is said at the end.
test:
	@rm -f $(UNTRIED)
	@tests/install packages
	@$(MAKE) --no-print-directory $(TOOLS)
	@tests/install browser
	@$(MAKE) --no-print-directory -j2 lint suite; code=$$?; cat $(UNTRIED) 2>/dev/null; exit $$code

# Not in the gate: the suite with other cases each time, drawn by a word that the run prints; TURN=word draws them again.
soak: export TURN := $(or $(TURN),$(shell od -An -N4 -tx4 /dev/urandom | tr -d ' '))
soak: suite

# Once on SQLite; what touches the database again on PostgreSQL. Browsers, pages and twins, which compare pages with pages,
# need no second look: every address is asked on PostgreSQL by test_urls.py and test_hostile.py. Every
# case is tried on the database where it is at home, services on PostgreSQL, and on the other a part (--by-turns).
#
# Where bytecode is not written, each of a hundred processes compiles everything anew, and pytest its assertions.
suite $(COLLECTED): export PYTHONDONTWRITEBYTECODE :=
suite: $(TOOLS) | $(COLLECTED)
	UNTRIED=$(UNTRIED) $(BIN)/pytest -q -n $(WORKERS) --dist loadgroup $(BRIEF) --by-turns
	UNTRIED=$(UNTRIED) $(BIN)/pytest -q -n $(WORKERS) --dist loadgroup $(BRIEF) --by-turns --postgres --ignore tests/rules --ignore tests/e2e \
		-m "(database or postgres) and not browser and not page" -k "not twin"

# In a new checkout once, not in each of the processes at once.
$(COLLECTED): | $(TOOLS)
	@$(BIN)/pytest -qq --collect-only >/dev/null || true

# A command, and what to do where it fails.
linter = @echo '$(1)'; $(1) || { echo 'What to do: $(2)'; exit 1; }

lint: $(TOOLS)
	$(call linter,$(BIN)/ruff check,$(BIN)/ruff check --fix; the rest by hand)
	$(call linter,$(BIN)/ruff format --check,$(BIN)/ruff format)
	$(call linter,$(BIN)/mypy .,give it the types it asks for)
	$(call linter,$(BIN)/lint-imports,import downwards only; a new module gets its floor in pyproject.toml)
	$(call linter,$(BIN)/python -m tests.prose,say it as docs/style.md does; once there are fewer faults: python -m tests.prose --lower)
	@DEVELOPMENT=1 DATABASE_URL=sqlite://:memory: $(BIN)/python manage.py makemigrations --check --dry-run || { \
		echo 'What to do: DEVELOPMENT=1 $(BIN)/python manage.py makemigrations APP --name what_it_adds'; exit 1; }

# Not in the gate: how one looks before a release. INTO names the folder, BEFORE an earlier one that stands beside it.
pictures: $(TOOLS)
	@INTO='$(or $(INTO),var/pictures)' BEFORE='$(BEFORE)' $(BIN)/pytest -q -s tests/e2e/pictures.py

# The pictures beside links, of the app and of the README, after a change of how the site looks.
shares: $(TOOLS)
	@$(BIN)/pytest -q tests/e2e/shares.py

# Not in the gate: what a native reader marks before a release. SEED draws other texts; INTO names the folder.
texts: $(TOOLS)
	@SEED='$(SEED)' INTO='$(or $(INTO),var/texts)' $(BIN)/pytest -q tests/e2e/texts.py

# Not in the gate: what a first visit to a match costs, as production sends it, on a slow line and processor. SAMPLES is how
# often each page is asked for.
weigh: $(TOOLS)
	@SAMPLES='$(or $(SAMPLES),3)' $(BIN)/pytest -q -s --postgres tests/e2e/weigh.py

map: $(TOOLS)
	@$(BIN)/python -m tests.map

# The figures of the games, after a change of a rig (games/boards/<game>/art.py).
art: $(SERVICE)
	@DEVELOPMENT=1 $(BIN)/python manage.py draw_art

bench: $(TOOLS)
	$(BIN)/python -m tests.bench

# Not in the gate: pages and sweeps at a tenth of a size, and at that size, by PostgreSQL.
bench-scale: $(TOOLS)
	$(BIN)/python -W ignore -m tests.bench scale $(if $(USERS),$$(($(USERS) / 10)) $$(($(MATCHES) / 10)) $(USERS) $(MATCHES))

# Not in the gate: most of an hour, or less with ONLY='words of a fault' and BRIEF=1.
drill: $(TOOLS)
	$(BIN)/python -m tests.drill $(if $(ONLY),--only '$(ONLY)') $(if $(BRIEF),--brief) --seed '$(SEED)'

# Not in the gate: a quarter of an hour, since nothing moves its clock.
siege: $(TOOLS)
	$(BIN)/pytest -q --postgres tests/attacks/siege.py

# Not in the gate: a thousand people and a week, or PEOPLE and DAYS, by a clock that is moved.
week: $(TOOLS)
	$(BIN)/python -m tests.week --seed '$(SEED)' $(if $(PEOPLE),--people '$(PEOPLE)') $(if $(DAYS),--days '$(DAYS)')

# Not in the gate: 2,000 people and 5,000 matches, or PEOPLE and MATCHES, until the last is over, by a clock that is moved.
# VANISH is the share of the people who vanish for good, ACCEPT how often others accept a pause, an undo, a substitute.
month: $(TOOLS)
	$(BIN)/python -m tests.month --seed '$(SEED)' $(if $(PEOPLE),--people '$(PEOPLE)') $(if $(MATCHES),--matches '$(MATCHES)') \
		$(if $(VANISH),--vanish '$(VANISH)') $(if $(ACCEPT),--accept '$(ACCEPT)')

# Not in the gate: first which test reaches what is recorded (.mutate), then a change costs a second or two, and one that
# nobody notices the tests of a minute (--most), nearest first. One place again: `python -m tests.mutate rules --only FILE:LINE`.
SEED ?= 1
NUMBER ?= 300

mutate: $(TOOLS)
	$(BIN)/python -m tests.mutate rules --seed '$(SEED)' --number '$(NUMBER)'
	$(BIN)/python -m tests.mutate services --seed '$(SEED)' --number '$(NUMBER)'

# Not in the gate: needs root, a network and what each part names; a part says what it lacks, and is not tried then.
DEPLOY_PARTS := fresh_machine booted

test-deploy: $(TOOLS)
	@for part in $(DEPLOY_PARTS); do $(BIN)/python -m tests.deploy.$$part || failed=1; done; exit $${failed:-0}

# Looks at the operator's own environment: the variables that are set, and those in the file that ENV_FILE names.
prod-check: $(PRODUCTION)
	@test -n "$$ENV_FILE$$SECRET_KEY$$ALLOWED_HOSTS$$DATABASE_URL" || { \
		echo 'No production environment is given, so nothing was checked. Name its file: make prod-check' \
			'ENV_FILE=/etc/fogsite.env; or set the variables of docs/operations.md.'; exit 1; }
	@$(BIN)/python manage.py check --deploy --fail-level WARNING

# Writes VERSION, dates the changelog, commits and tags. It says what to look at before, and what to do then.
release: $(TOOLS)
	@$(BIN)/python -m tests.release '$(VERSION)'

# For every Python from 3.11 and every machine, not just for this one. What comes along stays as it is until its parent asks
# for more, or with RENEW=1.
requirements: $(TOOLS)
	$(BIN)/uv pip compile $(LOCK) --no-build requirements.in -o requirements.txt
	$(BIN)/uv pip compile $(LOCK) requirements-dev.in -o requirements-dev.txt
	$(BIN)/uv pip compile $(LOCK) -c requirements.txt tests/requirements.in -o tests/requirements.txt

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'This needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11'; exit 1; }
	@$(PYTHON) -m venv .venv || { $(if $(wildcard .venv),,rm -rf .venv; )echo 'Python has no venv; on Debian: apt install python3-venv'; exit 1; }

# What only development needs is no part of it: production's own .venv is looked at here.
$(PRODUCTION): requirements.txt | $(BIN)/python
	$(INSTALL) -r requirements.txt
	@touch $@

$(SERVICE): requirements.txt requirements-dev.txt | $(BIN)/python
	$(INSTALL) -r requirements.txt -r requirements-dev.txt
	@touch $@ $(PRODUCTION)

# Uncompiled: of all that is installed the tests import a part, which collecting them compiles.
$(TOOLS): tests/requirements.txt tests/requirements-postgres.txt | $(BIN)/python
	$(INSTALL) --no-compile -r tests/requirements.txt
	$(INSTALL) --no-compile --no-deps -r tests/requirements-postgres.txt
	@touch $@ $(SERVICE) $(PRODUCTION)
