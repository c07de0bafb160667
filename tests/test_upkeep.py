"""`docs/operations.md`, What goes stale, or a feature's own README, says of every table how long its rows are kept, and
by which sweep or why."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.apps import apps
from django.conf import settings

import accounts.tasks
import fogsite.tasks
import games.tasks
from accounts import guests, people, sign_ups
from accounts.outbox import endpoints, upkeep
from fogsite.celery import app
from fogsite.settings import BASE_DIR
from games.core.seams import sweeps
from games.core.services import heartbeats, upkeep as matches
from games.lobby.models import INVITATION_STANDS
from tests.parts import features

SECTION = re.compile(r"^## What goes stale\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
MANUALS = [(BASE_DIR / "docs" / "operations.md").read_text(), features.manuals()]
SECTIONS = [found for manual in MANUALS for found in SECTION.findall(manual)]
MODEL = re.compile(r"`(\w+\.\w+)`")


class Row(NamedTuple):
    """A row of the table: what it is about, the models, how long they are kept, and what removes their rows."""

    what: str
    models: list[str]
    kept: str
    swept_by: list[str]


def rows() -> list[Row]:
    lines = [line for section in SECTIONS for line in [*filter(is_of_a_table, section.splitlines())][2:]]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [Row(what, MODEL.findall(tables), kept, re.findall(r"`(.+?)`", by)) for what, tables, kept, by in cells]


def is_of_a_table(line: str) -> bool:
    return line.startswith("|")


ROWS = rows()
OTHERS = {"tell", "heartbeat", "ping", "deletions", "remind", "answer", "pair", "tally", "award", "dump"}
"""Entries of beat's schedule that end no rows."""


TASKS = (accounts.tasks, fogsite.tasks, games.tasks)


def kept(*models: str) -> str:
    """Return how long rows of these models are kept, as the table says."""
    return "; ".join(row.kept for row in ROWS if set(models) & set(row.models))


def test_every_table_is_named_and_none_that_is_not_there() -> None:
    found = {model._meta.label for model in apps.get_models(include_auto_created=True) if not model._meta.proxy}
    assert {model for row in ROWS for model in row.models} == found


def test_rows_end_by_a_sweep_that_there_is_or_stay_for_a_reason() -> None:
    told = [row for row in ROWS if row.models]
    assert [row.what for row in told if not row.swept_by and not re.match("kept, because", row.kept)] == []
    assert [row.what for row in told if re.search(r"\bkept\b(?!, because)", row.kept)] == []
    assert {name for row in told for name in row.swept_by} == set(sweeps.entries()) - OTHERS


def test_every_entry_of_beat_is_explained_to_who_runs_the_site() -> None:
    assert [name for name in sweeps.entries() if not any(f"`{name}`" in section for section in SECTIONS)] == []


def test_the_sweeps_are_tasks_of_the_worker() -> None:
    """A name that is wrong would be an error in the worker's log, and nothing else."""
    named = {each["task"] for each in sweeps.entries().values()}
    defined = {f"{tasks.__name__}.{name}" for tasks in TASKS for name in vars(tasks)}
    assert named <= defined & set(app.tasks)


DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.mark.parametrize(
    ("model", "period", "said"),
    [
        ("games.Invitation", INVITATION_STANDS, "open for 14 days"),
        ("games.Match", INVITATION_STANDS, "after 14 days if"),
        ("games.Snapshot", matches.POSITIONS_KEPT, "90 days after its end"),
        ("games.Heartbeat", heartbeats.FORGOTTEN, "1 day after"),
        ("accounts.User", guests.GRACE, "closed 7 days after"),
        ("accounts.User", guests.DAY, "their 24 hours"),
        ("account.EmailAddress", people.UNPROVED, "closed after 30 days"),
        ("accounts.Vacation", matches.VACATIONS_KEPT, "730 days after they ended"),
        ("accounts.SignUp", sign_ups.LASTS, "24 hours"),
        ("accounts.Endpoint", endpoints.PATIENCE, "takes nothing for 3 days"),
        ("accounts.Outbox", upkeep.KEPT, "90 days after it was sent"),
        ("accounts.Outbox", upkeep.KEPT_OF_STRANGERS, "7 days if"),
        ("account.EmailAddress", upkeep.KEPT_OF_STRANGERS, "7 days after the last link"),
        ("sessions.Session", timedelta(seconds=settings.SESSION_COOKIE_AGE), "90 days after"),
    ],
)
def test_the_periods_are_those_of_the_code(model: str, period: timedelta, said: str) -> None:
    number = next(int(found) for found in re.findall(r"\d+", said))
    assert period == number * (HOUR if "hours" in said else DAY)
    assert said in kept(model)


def test_all_of_them_are_done_every_hour_or_oftener() -> None:
    assert max(each["schedule"] for each in sweeps.entries().values()) == 3600
