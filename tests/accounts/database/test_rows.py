"""Rows read, locked and written by hand-built SQL; what their columns may hold is `test_rows_values`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import FieldDoesNotExist
from django.db import IntegrityError, connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Upper
from django.db.transaction import TransactionManagementError

from accounts.database import rows
from accounts.models import Block, Outbox, User
from games.core.models import Match
from tests.parts.cast import person


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_only_inside_a_transaction_that_holds_them() -> None:
    ann = person("Ann")
    said = r"^Rows of User can be locked only inside a transaction, which holds them\.$"
    with pytest.raises(TransactionManagementError, match=said):
        rows.select(User, lock=True, id=ann.pk)
    with pytest.raises(TransactionManagementError, match=said):
        rows.select_each(rows.Wanted(Block, {"blocker_id": ann.pk}), rows.Wanted(User, {"id": ann.pk}, lock=True))
    with pytest.raises(TransactionManagementError, match=said):
        rows.select_among(User, "id", [ann.pk], lock=True)
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
def test_rows_among_several_values_come_in_the_order_of_their_keys_by_one_query(django_assert_num_queries: Any) -> None:
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    with django_assert_num_queries(2):
        assert rows.select_among(User, "id", [cat.pk, ann.pk, 0], lock=True) == [ann, cat]
        assert rows.select_among(User, "username", ["Ben"]) == [ben]
        assert rows.select_among(User, "id", []) == []


@pytest.mark.django_db
def test_a_batch_writes_what_another_one_held_and_leaves_it_empty() -> None:
    ann, ben = (person(name) for name in ("Ann", "Ben"))
    batch, other = rows.Batch(), rows.Batch()
    for user, each in ((ann, batch), (ben, other)):
        (found,) = rows.select(User, id=user.pk)
        found.language = "it"
        each.update(found)
    batch.extend(other)
    other.write()
    assert User.objects.filter(language="it").count() == 0
    batch.write()
    assert set(User.objects.filter(language="it")) == {ann, ben}


@pytest.mark.django_db
def test_a_batch_that_has_joined_another_is_written_once_with_that_one() -> None:
    ann, together, batch = person("Ann"), rows.Batch(), rows.Batch()
    (found,) = rows.select(User, id=ann.pk)
    found.language = "it"
    batch.join(together)
    batch.update(found)
    batch.write()
    assert (User.objects.get().language, len(together.statements)) == ("", 1)
    batch.write()
    together.write()
    assert (User.objects.get().language, len(together.statements)) == ("it", 1)


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
def test_nothing_wanted_is_nothing_asked(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert rows.select_each() == []


# --- What is not there ----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_row_that_is_not_there_is_no_row_and_no_error() -> None:
    ann = person("Ann")
    gone = person("Ben")
    found = rows.select(User, id=gone.pk)
    User.objects.filter(pk=gone.pk).delete()
    assert [rows.select(User, id=gone.pk), rows.select_each(rows.Wanted(User, {"id": 0}))] == [[], [[]]]
    batch = rows.Batch()
    found[0].language = "it"
    batch.update(found[0])
    batch.delete(found[0])
    batch.write()
    assert list(User.objects.values_list("pk", "language")) == [(ann.pk, "")]


@pytest.mark.django_db
def test_nothing_equals_none_as_in_sql() -> None:
    queue(person("Ann"))
    assert Outbox.objects.filter(lease=None).count() == 1
    assert rows.select(Outbox, lease=None) == []


@pytest.mark.django_db
def test_an_unknown_column_is_named_and_nothing_is_asked(django_assert_num_queries: Any) -> None:
    with (
        django_assert_num_queries(0),
        pytest.raises(FieldDoesNotExist, match=r"^User has no column called 'nickname'\.$"),
    ):
        rows.select(User, nickname="Ann")


# --- Writing --------------------------------------------------------------------------------------------------------


def queue(recipient: User, key: str = "1", **fields: Any) -> Outbox:
    return Outbox.objects.create(recipient=recipient, kind="greeting", key=key, **fields)


def block(blocker: User, blocked: User) -> Block:
    return Block(blocker=blocker, blocked=blocked)


@pytest.mark.django_db
def test_an_empty_batch_asks_nothing(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        rows.Batch().write()


@pytest.mark.django_db
def test_a_row_in_which_nothing_has_changed_is_not_written(django_assert_num_queries: Any) -> None:
    (row,) = rows.select(Outbox, id=queue(person("Ann"), payload={"a": [1]}).pk)
    row.payload, row.error = {"a": [1]}, ""
    batch = rows.Batch()
    batch.update(row)
    with django_assert_num_queries(0):
        batch.write()


@pytest.mark.django_db
def test_only_what_has_changed_since_it_was_read_is_written() -> None:
    pk = queue(person("Ann")).pk
    (row,) = rows.select(Outbox, id=pk)
    Outbox.objects.filter(pk=pk).update(error="written meanwhile")
    row.attempts = 3
    batch = rows.Batch()
    batch.update(row)
    batch.write()
    assert Outbox.objects.values_list("attempts", "error").get() == (3, "written meanwhile")


@pytest.mark.django_db
def test_a_row_that_is_given_to_a_batch_again_is_written_with_what_has_changed_since() -> None:
    pk = queue(person("Ann"), payload=[1]).pk
    (row,) = rows.select(Outbox, id=pk)
    row.attempts, row.payload = 3, [1, 2]
    first, second = rows.Batch(), rows.Batch()
    first.update(row)
    first.update(row)
    first.write()
    Outbox.objects.filter(pk=pk).update(attempts=9)
    row.payload.append(3)
    second.update(row)
    second.write()
    assert (len(first.statements), len(second.statements)) == (1, 1)
    assert Outbox.objects.values_list("attempts", "payload").get() == (9, [1, 2, 3])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("found", "change", "then"),
    [
        ([1], lambda plies: plies.append(2), [1, 2]),
        ([[1], 2], lambda plies: plies[0].append(3), [[1, 3], 2]),
        ({"a": 1}, lambda hints: hints.update(b=2), {"a": 1, "b": 2}),
        ({"a": {"b": [1]}}, lambda hints: hints["a"]["b"].clear(), {"a": {"b": []}}),
    ],
)
def test_a_list_or_dictionary_that_is_changed_in_place_is_written(
    found: Any, change: Callable[[Any], object], then: Any
) -> None:
    (row,) = rows.select(Outbox, id=queue(person("Ann"), payload=found).pk)
    change(row.payload)
    batch = rows.Batch()
    batch.update(row)
    batch.write()
    assert Outbox.objects.get().payload == then


@pytest.mark.django_db
def test_json_that_is_nothing_is_null_and_not_the_text_of_it() -> None:
    result = {"winners": [0]}
    match = Match.objects.create(game="en-garde", version=1, commitment="c", pace_days=3, status="over", result=result)
    (row,) = rows.select(Match, id=match.pk)
    row.status, row.result = "void", None
    batch = rows.Batch()
    batch.update(row)
    batch.write()
    assert Match.objects.filter(pk=match.pk, result__isnull=True).exists()
    assert rows.select(Match, id=match.pk)[0].result is None


@pytest.mark.django_db
def test_a_row_that_was_read_otherwise_cannot_be_updated(django_assert_num_queries: Any) -> None:
    row = queue(person("Ann"))
    batch = rows.Batch()
    with pytest.raises(LookupError, match=r"^This Outbox was not read by select: nothing tells what has changed\.$"):
        batch.update(row)
    with django_assert_num_queries(0):
        batch.write()


@pytest.mark.django_db
def test_a_batch_is_written_in_its_order_and_on_postgresql_in_one_round_trip(django_assert_num_queries: Any) -> None:
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    block(ann, ben).save()
    (mine,) = rows.select(Block, blocker_id=ann.pk)
    (me,) = rows.select(User, id=ann.pk)
    me.language = "it"
    batch = rows.Batch()
    batch.delete(mine)
    batch.insert(block(ann, ben))
    batch.insert(block(ben, cat))
    batch.update(me)
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 4):
        batch.write()
    assert sorted(Block.objects.values_list("blocker", "blocked")) == sorted([(ann.pk, ben.pk), (ben.pk, cat.pk)])
    assert not Block.objects.filter(pk=mine.pk).exists()
    assert User.objects.get(pk=ann.pk).language == "it"


@pytest.mark.django_db
def test_values_that_look_like_statements_stay_values() -> None:
    ann, ben = person("Ann"), person("Ben")
    odd = ["%s; DELETE FROM accounts_user; --", "'); %(a)s", "100 %", "\\"]
    batch = rows.Batch()
    for number, text in enumerate(odd):
        batch.insert(Outbox(recipient=(ann, ben)[number % 2], kind="greeting", key=text, payload={text: text}))
    batch.write()
    assert sorted(Outbox.objects.values_list("key", flat=True)) == sorted(odd)
    found = rows.select_each(*(rows.Wanted(Outbox, {"key": text}) for text in odd))
    assert [[row.payload for row in each] for each in found] == [[{text: text}] for text in odd]
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_what_is_there_already_is_an_error_and_the_whole_batch_is_given_up() -> None:
    ann, ben = person("Ann"), person("Ben")
    block(ann, ben).save()
    batch = rows.Batch()
    batch.insert(block(ben, ann))
    batch.insert(block(ann, ben))
    with pytest.raises(IntegrityError), transaction.atomic():
        batch.write()
    assert list(Block.objects.values_list("blocker", "blocked")) == [(ann.pk, ben.pk)]


@pytest.mark.django_db
def test_what_is_there_already_may_stay_as_it_is() -> None:
    ann = person("Ann")
    first = queue(ann, payload={"a": 1})
    batch = rows.Batch()
    for key in ("1", "2"):
        batch.insert(Outbox(recipient=ann, kind="greeting", key=key, payload={"a": 2}), ignore_conflicts=True)
    batch.write()
    assert list(Outbox.objects.order_by("key").values_list("key", "payload")) == [("1", {"a": 1}), ("2", {"a": 2})]
    assert Outbox.objects.get(key="1") == first


@pytest.mark.django_db
def test_a_key_that_the_database_makes_up_is_unknown_and_one_of_the_model_is_known() -> None:
    ann, ben = person("Ann"), person("Ben")
    letter, blocked = Outbox(recipient=ann, kind="greeting", key="1"), block(ann, ben)
    batch = rows.Batch()
    batch.insert(letter)
    batch.insert(blocked)
    batch.write()
    assert Outbox.objects.get().pk == letter.pk
    assert (blocked.pk, Block.objects.count()) == (None, 1)


@pytest.mark.django_db
def test_a_batch_counts_with_the_values_of_when_a_row_was_given_to_it() -> None:
    (row,) = rows.select(Outbox, id=queue(person("Ann")).pk)
    row.attempts = 1
    batch = rows.Batch()
    batch.update(row)
    row.attempts = 2
    batch.write()
    assert Outbox.objects.get().attempts == 1


# --- Queries --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_query_takes_keys_of_every_kind_and_keeps_what_stands_beside_them() -> None:
    ann, ben = person("Ann"), person("Ben")
    mine, other = queue(ann, "1"), queue(ann, "2")
    queue(ben, "1", attempts=1002)

    def build(pk: UUID, who: int, key: str) -> QuerySet[Outbox]:
        return Outbox.objects.filter(pk=pk, recipient=who, key=key, attempts=0)

    letters = rows.Query(build, UUID(int=1001), 1001, "mark")
    assert letters(mine.pk, ann.pk, "1") == [mine]
    assert letters(other.pk, ann.pk, "1") == letters(mine.pk, ben.pk, "1") == []
    with pytest.raises(ValueError, match="zip"):
        letters(mine.pk)


@pytest.mark.django_db
def test_related_rows_that_are_none_are_none_and_annotations_may_be_null() -> None:
    ann = person("Ann")
    to_somebody, to_nobody = queue(ann, "1"), Outbox.objects.create(kind="greeting", key="2", address="a@example.org")
    said = rows.Query(
        lambda pk: Outbox.objects.filter(pk=pk).select_related("recipient").annotate(who=F("recipient__username")),
        UUID(int=1001),
    )
    found = [said.first(row.pk) for row in (to_somebody, to_nobody)]
    assert [(row.recipient, row.who) for row in found if row] == [(ann, "Ann"), (None, None)]  # type: ignore[attr-defined]


# --- Locks ----------------------------------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rows_that_somebody_holds_are_left_out_where_nobody_is_to_wait() -> None:
    """SQLite locks the whole database when a transaction begins."""
    ann, ben = person("Ann"), person("Ben")
    wanted = [rows.Wanted(User, {"id": user.pk}, lock=True, wait=False) for user in (ann, ben)]

    def meanwhile() -> list[list[User]]:
        try:
            with transaction.atomic():
                among = rows.select_among(User, "id", [ann.pk, ben.pk], lock=True, wait=False)
                return [*rows.select_each(*wanted), among]
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        assert rows.select(User, lock=True, id=ann.pk) == [ann]
        assert pool.submit(meanwhile).result(20) == [[], [ben], [ben]]
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(meanwhile).result(20) == [[ann], [ben], [ann, ben]]
