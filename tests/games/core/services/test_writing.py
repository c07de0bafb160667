"""Code that holds a match writes all its rows in one batch, as `accounts/database/rows.py` says: never one by one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Model, QuerySet

from accounts.database import rows
from tests.games.rows.doors import DOORS, Cast

pytestmark = pytest.mark.django_db

OFFERING = {
    "games.core.services.expiry.expire: without a start",
    "games.core.services.play.resign: a guest who has not moved",
}
"""Doors that make an invitation besides, as `lobby.invite` does."""
HOLDING = [
    name
    for name in DOORS
    if name.startswith(("games.core.services.play.", "games.offers.services.", "games.core.services.expiry."))
    and name not in OFFERING
] + [f"games.lobby.services.{name}" for name in ("leave", "withdraw", "decline", "expire")]
SEVERAL = {
    "games.core.services.expiry.expire_together",
    *(f"games.lobby.services.{name}" for name in ("withdraw", "decline", "expire")),
}
"""Doors with a batch for each match, or besides one for each who is told."""


@pytest.mark.parametrize("name", HOLDING)
def test_what_holds_a_match_writes_it_by_one_batch(name: str, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    act, written, write = DOORS[name](cast), [], rows.Batch.write

    def counted(batch: rows.Batch) -> None:
        if batch.statements and batch.joined is None:  # else nothing is sent, or all with the batch it has joined
            written.append(batch)
        write(batch)

    def one_by_one(*given: Any, **named: Any) -> None:
        pytest.fail("a row was written by itself")

    monkeypatch.setattr(rows.Batch, "write", counted)
    for model, method in ((Model, "save_base"), (Model, "delete"), (QuerySet, "update"), (QuerySet, "delete")):
        monkeypatch.setattr(model, method, one_by_one)
    monkeypatch.setattr(QuerySet, "bulk_create", one_by_one)
    act()
    assert len({id(batch) for batch in written}) == 1 or name in SEVERAL
