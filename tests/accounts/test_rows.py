"""Rows read and locked by hand-built SQL."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from accounts import rows
from accounts.models import Block, User
from tests.parts.cast import person


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_only_inside_a_transaction_that_holds_them() -> None:
    ann = person("Ann")
    said = r"^Rows of User can be locked only inside a transaction, which holds them\.$"
    with pytest.raises(TransactionManagementError, match=said):
        rows.select(User, lock=True, id=ann.pk)
    with pytest.raises(TransactionManagementError, match=said):
        rows.select_each(rows.Wanted(Block, {"blocker_id": ann.pk}), rows.Wanted(User, {"id": ann.pk}, lock=True))
    assert rows.select(User, id=ann.pk) == [ann]
    with transaction.atomic():
        assert rows.select(User, lock=True, id=ann.pk) == [ann]


@pytest.mark.django_db
def test_every_column_asked_for_counts_and_each_table_answers_for_itself() -> None:
    ann, ben = person("Ann"), person("Ben")
    mine = Block.objects.create(blocker=ann, blocked=ben)
    theirs = Block.objects.create(blocker=ben, blocked=ann)
    assert rows.select(Block, blocker_id=ann.pk, blocked_id=ben.pk) == [mine]
    assert rows.select(Block, blocker_id=ann.pk, blocked_id=ann.pk) == []
    wanted = (rows.Wanted(Block, {"blocked_id": ann.pk}), rows.Wanted(User, {"username": "Ben"}))
    assert rows.select_each(*wanted) == [[theirs], [ben]]
