"""Armies kept at once, and while a match is being played, on real connections."""

from __future__ import annotations

from functools import partial
from threading import Lock

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.boards.fantasy_dice_battles import saved_armies
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.rules.fantasy_dice_battles.army.armies import text
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.games.concurrency.test_matches import at_once, outcomes, wait_for_the_other

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
REALM = text(SETS[DEFAULT_SET].presets["realm_a"].army)


def test_of_two_presses_at_once_both_are_answered_by_the_one_army(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    require_room, first = saved_armies._require_room, Lock()

    def held(row: SavedArmy) -> None:
        require_room(row)
        if first.acquire(blocking=False):
            wait_for_the_other()

    monkeypatch.setattr(saved_armies, "_require_room", held)
    press = partial(saved_armies.save, ann, "Mine", REALM)
    assert outcomes(at_once(press, press)) == ["SavedArmy", "SavedArmy"]
    assert SavedArmy.objects.count() == 1


def test_an_army_is_kept_while_another_row_that_refers_to_the_user_is_being_written(ann: User) -> None:
    def keep() -> SavedArmy:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '2s'")
        return saved_armies.save(ann, "Mine", REALM)

    with transaction.atomic(), connection.cursor() as cursor:
        # what PostgreSQL does for every row inserted that refers to the user
        cursor.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR KEY SHARE", [ann.pk])
        assert outcomes(at_once(keep)) == ["SavedArmy"]
