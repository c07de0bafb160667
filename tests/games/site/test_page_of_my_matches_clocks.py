"""The clocks in the rows of my matches: what each tells, and that it is what the match page tells."""

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match, Turn
from tests.games.browsing import signed_in, told
from tests.games.tables import AUCTION, answer, begin

pytestmark = pytest.mark.django_db
URL = reverse("my_matches")
BANK = Chosen(0, bank_hours=120, increment_hours=12, cap_hours=168)


def clocks(user: User, name: str) -> list[tuple[str, bool, Any, str]]:
    """Return the clocks of the first row of a list, without the reader’s own deadline."""
    row = signed_in(user).get(URL).context[name][0]
    return [(each.name, each.is_me, each.deadline, each.time.bank) for each in row.clocks]


def test_a_row_shows_the_running_clock_of_the_other_as_the_match_page_does(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    deadline = Turn.objects.get(match=match).deadline
    assert clocks(ben, "others") == [("Ann", False, deadline, "")]
    assert clocks(ann, "waiting") == []  # Ben's doesn't run
    listed = signed_in(ben).get(URL).context["others"][0].clocks[0].time
    head = signed_in(ben).get(reverse("match", args=[match.public_id])).context["page"].head
    assert listed.counts_to == next(seat["time"].counts_to for seat in head.seats if seat["name"] == "Ann")
    page = told(signed_in(ben).get(URL)).replace("\xa0", " ")
    assert '<span class="small">Ann:</span> <span class="deadline "><span class="badge ">3 days left' in page


def test_a_row_shows_the_time_banks_of_both(ann: User, ben: User) -> None:
    match = begin(ann, ben, clock=BANK)
    answer(match, ann, "F1")
    turn = Turn.objects.get(match=match)
    assert clocks(ann, "others") == [("Ann", True, None, "5 d"), ("Ben", False, turn.deadline, "5 d")]
    assert clocks(ben, "waiting") == [("Ann", False, None, "5 d")]


def test_a_row_does_not_tell_whether_another_has_sealed_an_answer(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, cat, game=AUCTION)
    answer(match, ann, "pass")
    answer(match, ann, "bid 1; on odd; seal")
    assert clocks(ann, "others") == []
    answer(match, ben, "bid 2; on odd; seal")
    assert clocks(ann, "others") == []


def test_a_match_with_the_computer_shows_no_clock_in_the_list_nor_at_its_head(ann: User, ben: User) -> None:
    client = signed_in(ann)
    client.post(reverse("try_out", args=["en-garde"]))
    match = Match.objects.get()
    assert 'class="deadline' not in told(client.get(URL))
    assert '<details class="clocks' not in told(client.get(match.get_absolute_url()))
    against_ben = begin(ann, ben)
    assert told(client.get(URL)).count('class="deadline') == 1
    assert '<details class="clocks' in told(client.get(against_ben.get_absolute_url()))
