"""Which page of a long list is shown, and how little is read for it."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.pages import paging as parts
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Five people, two to a page; pages lead to the first four."""
    monkeypatch.setattr(parts, "PAGE_SIZE", 2)
    monkeypatch.setattr(parts, "MAX_LISTED", 4)
    return [person(f"Person{number}").username for number in range(5)]


@pytest.mark.parametrize(
    ("asked", "number", "queries"),
    [("", 1, 1), ("page=", 1, 1), ("page=1", 1, 1), ("page=2", 2, 1), ("page=x", 1, 2)]
    + [(f"page={beyond}", 2, 2) for beyond in ("0", "-1", "3", "9999", "9" * 30)],
)
def test_a_page_of_a_long_list_is_the_one_that_pages_of_counted_lists_would_be(
    asked: str, number: int, queries: int, people: list[str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows, given = User.objects.order_by("username"), QueryDict(asked)
    with django_assert_num_queries(queries):
        page = parts.long_page_of(given, "page", rows)
        found = [user.username for user in page]
    counted = parts.page_of(given, "page", rows, 4)
    assert (page.number, found) == (number, people[2 * number - 2 : 2 * number])
    assert (
        (page.has_next(), page.has_previous())
        == (counted.has_next(), counted.has_previous())
        == (
            number == 1,
            number == 2,
        )
    )


def test_a_list_that_is_empty_has_one_page() -> None:
    page = parts.long_page_of(QueryDict("page=1"), "page", User.objects.none())
    assert (list(page), page.number, page.has_other_pages()) == ([], 1, False)
