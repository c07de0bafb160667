"""Lists of the admin are filtered by what their pages offer: a filter on a hidden column would tell what it holds."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db.models import Field
from django.urls import reverse

from accounts.admin import OfferedFilters
from accounts.models import User
from games.core.models import Match
from tests.games.browsing import signed_in
from tests.games.tables import begin

pytestmark = pytest.mark.django_db

WITHOUT_SECRETS = {"auth.group", "account.emailaddress"}
"""Registered by others; what their columns hold stands in their lists."""


def lists() -> Iterator[tuple[str, OfferedFilters]]:
    for model, shown in admin.site._registry.items():
        if model._meta.label_lower not in WITHOUT_SECRETS:
            assert isinstance(shown, OfferedFilters)
            yield reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"), shown


def hidden(shown: OfferedFilters) -> Iterator[str]:
    """Yield the columns of a list by which its page offers no filter."""
    offered = {shown.date_hierarchy, *(getattr(each, "parameter_name", each) for each in shown.list_filter)}
    for column in shown.model._meta.get_fields():
        if isinstance(column, Field) and column.name not in offered:
            yield column.name


def test_no_list_is_filtered_by_a_column_that_its_page_does_not_offer(mo: User, ann: User, ben: User) -> None:
    begin(ann, ben)
    client = signed_in(mo)
    tried = [
        (address, column, client.get(address, {f"{column}{lookup}": "1"}).status_code)
        for address, shown in lists()
        for column in hidden(shown)
        for lookup in ("", "__startswith")
    ]
    assert len(tried) > 120
    assert [each for each in tried if each[2] != 400] == []


@pytest.mark.parametrize(
    "question", ["entry/?draws__0__1=7", "entry/?text__startswith=F", "seat/?plan__startswith=F", "turn/?ply__gte=0"]
)
def test_the_questions_of_the_red_team_are_refused(question: str, mo: User, ann: User, ben: User) -> None:
    begin(ann, ben)
    assert signed_in(mo).get(f"/admin/games/{question}").status_code == 400


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("match/?game=en-garde", True),
        ("match/?game=field-of-glory", False),
        ("match/?status__exact=playing", True),
        ("match/?status__exact=over", False),
        ("match/?created__lt=2020-01-01+00:00:00%2B00:00", False),
        ("entry/?game=en-garde&match__status__exact=playing", True),
        ("seat/?outcome__exact=won", False),
    ],
)
def test_what_a_page_offers_still_filters(question: str, found: bool, mo: User, ann: User, ben: User) -> None:
    match: Match = begin(ann, ben)
    page = signed_in(mo).get(f"/admin/games/{question}")
    assert page.status_code == 200
    assert (match.public_id in page.content.decode()) is found
