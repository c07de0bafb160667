"""Which match each line of “What we’ve sent you” is about."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts import outbox
from accounts.models import Outbox, User
from games.core.models import Match
from tests.games.browsing import signed_in
from tests.games.tables import begin

pytestmark = pytest.mark.django_db


def test_each_line_names_the_match_and_leads_to_it(match: Match, ann: User) -> None:
    page = signed_in(ann).get(reverse("sent_mails")).content.decode()
    assert '<a href="/m/firstmatch/">En Garde against Ben</a>' in page


def test_of_a_match_of_others_nothing_is_said(ann: User, ben: User, cat: User) -> None:
    theirs = begin(ann, ben, public_id="theirs")
    outbox.queue(cat.pk, "turn", "1", {"match": theirs.pk})
    assert outbox.subjects(cat, list(Outbox.objects.filter(recipient=cat))) == {}
    assert "/m/theirs/" not in signed_in(cat).get(reverse("sent_mails")).content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_all_of_a_page_are_found_by_two_queries(
    number: int, ann: User, ben: User, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    for each in range(number):
        begin(ann, ben, public_id=f"match{each}")
    rows = list(Outbox.objects.filter(recipient=ann))
    with django_assert_num_queries(2):  # type: ignore[operator]  # matches, their seats with users
        assert len(outbox.subjects(ann, rows)) == len(rows) >= number
