"""Rows read and locked by hand-built SQL."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Upper
from django.db.transaction import TransactionManagementError

from accounts.database import rows
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


@pytest.mark.django_db
def test_a_query_is_built_once_and_answers_for_each_value_with_related_rows_and_annotations(
    django_assert_num_queries: Any,
) -> None:
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    Block.objects.create(blocker=ann, blocked=ben)
    Block.objects.create(blocker=cat, blocked=ann)
    built = []

    def build(blocker: int) -> QuerySet[Block]:
        built.append(blocker)
        named = Block.objects.filter(blocker=blocker).select_related("blocked")
        return named.annotate(loud=Upper("blocked__username")).order_by("pk")

    blocks = rows.Query(build, 1001)
    with django_assert_num_queries(3):
        found = [[(row.blocked.username, row.loud) for row in blocks(user.pk)] for user in (ann, ben, cat)]  # type: ignore[attr-defined]
    assert found == [[("Ben", "BEN")], [], [("Ann", "ANN")]]
    assert built == [1001]
    assert blocks(ann.pk) == list(Block.objects.filter(blocker=ann))


@pytest.mark.django_db
def test_the_first_row_of_a_query_is_the_first_in_its_order_or_none() -> None:
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    blocks = rows.Query(lambda blocker: Block.objects.filter(blocker=blocker).order_by("-blocked"), 1001)
    for blocked in (ben, cat):
        Block.objects.create(blocker=ann, blocked=blocked)
    assert blocks.first(ann.pk) == Block.objects.get(blocker=ann, blocked=cat)
    assert blocks.first(ben.pk) is None


@pytest.mark.django_db
def test_only_the_columns_named_are_written_and_of_that_row_alone() -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.time_zone, ann.language = "Europe/Rome", "it"
    rows.save(ann, "time_zone")
    kept = list(User.objects.order_by("pk").values_list("username", "time_zone", "language"))
    assert kept == [("Ann", "Europe/Rome", ""), ("Ben", ben.time_zone, "")]


@pytest.mark.django_db
def test_nothing_wanted_is_nothing_asked(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert rows.select_each() == []
