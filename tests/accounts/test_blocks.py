"""Blocking: who, by whom, taken back, and the page where it is done."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import blocks
from accounts.models import Block, User
from tests.games.browsing import form, told

pytestmark = pytest.mark.django_db
URL = "/settings/blocks/"


@pytest.fixture
def bot(db: None) -> User:
    return User.objects.create_user("Bot", is_bot=True)


def test_a_block_counts_both_ways_until_it_is_taken_back(ann: User, ben: User, cat: User) -> None:
    blocks.block(ann, ben)
    assert blocks.blocked(ann.pk, ben.pk)
    assert blocks.blocked(ben.pk, ann.pk)
    assert not blocks.blocked(ann.pk, cat.pk)
    blocks.unblock(ann, ben)
    assert not blocks.blocked(ann.pk, ben.pk)


def test_who_is_blocked_cannot_take_it_back(ann: User, ben: User) -> None:
    blocks.block(ann, ben)
    blocks.unblock(ben, ann)
    assert blocks.blocked(ann.pk, ben.pk)


def test_blocking_twice_is_blocking_once(ann: User, ben: User) -> None:
    for _again in range(2):
        blocks.block(ann, ben)
    assert Block.objects.count() == 1


def test_neither_oneself_nor_a_house_opponent_can_be_blocked(ann: User, bot: User) -> None:
    for other in (ann, bot):
        with pytest.raises(ValidationError):
            blocks.block(ann, other)
    assert not Block.objects.exists()


def test_the_page_lists_blocks_and_takes_them_back(as_ann: Client, ann: User, ben: User, cat: User) -> None:
    blocks.block(ann, ben)
    blocks.block(cat, ann)
    page = as_ann.get(URL)
    assert [person.username for person in page.context["blocked"]] == ["Ben"]
    assert "Cat" not in told(page)
    answer = form(page, "/unblock").send(as_ann)
    assert "You’ve unblocked Ben." in told(answer)
    assert "You haven’t blocked anyone." in told(answer)


def test_one_is_blocked_by_name(as_ann: Client, ann: User, ben: User) -> None:
    asked = as_ann.get(URL, {"name": "Ben"})
    assert 'value="Ben"' in told(asked)
    assert not Block.objects.exists()
    answer = form(asked).send(as_ann, name=" ben ")
    assert answer.redirect_chain == [(URL, 302)]
    assert "You’ve blocked Ben." in told(answer)
    assert blocks.blocked(ann.pk, ben.pk)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Nobody", "There’s no player with that name."),
        ("", "There’s no player with that name."),
        ("x" * 100_000, "There’s no player with that name."),
        ("Be\0n", "There’s no player with that name."),
        ("Ann", "You can’t block yourself."),
        ("Bot", "You can’t block a computer opponent. It never invites or messages anyone."),
    ],
)
def test_a_name_that_cannot_be_blocked_is_refused_with_a_sentence(
    as_ann: Client, ben: User, bot: User, name: str, sentence: str
) -> None:
    answer: Any = as_ann.post(URL, {"name": name})
    assert answer.status_code == 422
    assert sentence in told(answer)
    assert not Block.objects.exists()


def test_unblocking_somebody_unknown_changes_nothing(as_ann: Client, ann: User, ben: User) -> None:
    blocks.block(ann, ben)
    for name in ("Nobody", "Be\0n", "x" * 100_000):
        assert as_ann.post(f"{URL}unblock", {"name": name}).status_code == 302
    assert Block.objects.count() == 1


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_for_one_and_three(
    as_ann: Client, ann: User, django_assert_num_queries: Any, count: int
) -> None:
    for number in range(count):
        blocks.block(ann, User.objects.create_user(f"Other{number}"))
    with django_assert_num_queries(4):  # session, user, what waits, blocks
        page = as_ann.get(URL)
    assert page.status_code == 200
    assert all(f"Other{number}" in page.content.decode() for number in range(count))
