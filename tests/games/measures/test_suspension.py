"""Suspended people: they don't get in, clocks stand for a week, and they read why and answer without signing in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.models import Match, Seat, TimeUp, Turn
from games.core.services import leaving, sweeps
from games.measures import halts, links, services as measures
from games.measures.models import Kind, Measure
from games.vacations import services as vacations
from tests.games.browsing import signed_in, told
from tests.games.measures.scenes import DAY, again, letters, moderator, over_since, taken
from tests.games.tables import begin, now, pass_time, seat, turn, under_way
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db
CLOSED = "This account is closed"


def active(user: User) -> bool:
    return User.objects.get(pk=user.pk).is_active


def suspended(user: User, by: User, term: int = 3) -> Measure:
    """Suspend somebody, and have the matches know of it."""
    made = taken(user, by, Kind.SUSPEND, term)
    halts.update_halts(user.pk)
    return made


# --- Who gets in ----------------------------------------------------------------------------------------------------


def test_a_suspension_ends_by_itself_is_undone_and_is_lifted(max_: User, ann: User, ben: User, cat: User) -> None:
    client = signed_in(ben)
    for user in (ann, ben, cat):
        taken(user, max_, Kind.SUSPEND)
    assert client.get(reverse("settings")).status_code == 302
    by_term, undone, lifted = (Measure.objects.get(person=user) for user in (ann, ben, cat))
    measures.appeal(lifted, cat, "No.")
    over_since(by_term)
    measures.end_due()
    measures.undo(undone, max_)
    measures.judge(lifted, moderator("Mia"), "lifted", "Sorry.")
    assert [active(user) for user in (ann, ben, cat)] == [True, True, True]


def test_who_closes_the_account_until_then_is_not_let_in_again(max_: User, ben: User) -> None:
    measure = taken(ben, max_, Kind.SUSPEND)
    leaving.close_account(User.objects.get(pk=ben.pk))
    over_since(measure)
    measures.end_due()
    assert (active(ben), again(measure).ended is not None) == (False, True)


# --- What the person reads ------------------------------------------------------------------------------------------


def sign_in(password: str = PASSWORD) -> Any:
    return Client().post(reverse("account_login"), {"login": "Ben", "password": password})


def test_at_the_sign_in_the_person_reads_why_and_answers_once(max_: User, ben: User) -> None:
    suspended(ben, max_)
    answer = sign_in()
    assert answer.url.startswith("/suspended/")
    client = Client()
    page = told(client.get(answer.url))
    for part in (
        "Your account is suspended until",
        "You’ve insulted others.",
        "your clock is paused",
        "You can answer once",
    ):
        assert part in page
    assert CLOSED not in page
    assert "Thank you." in told(client.post(answer.url, {"text": "It wasn’t me."}, follow=True))
    assert Measure.objects.get().answer == "It wasn’t me."
    assert client.post(answer.url, {"text": "Really."}).status_code == 409
    assert "suspended" not in getattr(sign_in("wrong"), "url", "")


def test_the_link_of_the_sign_in_holds_for_an_hour_and_that_of_the_letter_as_long_as_needed(
    max_: User, ben: User
) -> None:
    measure = suspended(ben, max_, 30)
    (told_of,) = letters(ben)
    link = next(word for word in told_of.body.split() if "/suspended/" in word)
    assert "your clock is paused" in told_of.body
    assert Client().get(link).status_code == 200
    by_sign_in = links.after_sign_in(ben)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert Client().get(by_sign_in).status_code == 404
        assert Client().post(link, {"text": "No."}).status_code == 302
    measures.undo(measure, max_)
    assert "Your suspension is over" in told(Client().get(link))
    assert Client().get(link[:-3] + "abc/").status_code == 404


def test_the_link_of_an_older_letter_tells_of_the_suspension_that_runs(max_: User, ben: User) -> None:
    measures.undo(suspended(ben, max_), max_)
    older = links.by_mail(Measure.objects.get())
    newer = taken(ben, max_, Kind.SUSPEND, 3, reason="Again.")
    page = told(Client().get(older))
    assert ("Again." in page, "Your suspension is over" in page) == (True, False)
    Client().post(older, {"text": "It wasn’t me."})
    assert again(newer).answer == "It wasn’t me."


def test_a_letter_says_when_it_is_over(max_: User, ben: User) -> None:
    measure = suspended(ben, max_)
    over_since(measure)
    measures.end_due()
    assert "(UTC)" in letters(ben)[-1].body
    assert [letter.subject for letter in mail.outbox][-1] == "Sealed Move: a decision about you no longer applies"


def test_one_whom_nobody_has_suspended_by_a_measure_reads_where_to_ask(ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_active=False)
    page = told(Client().get(sign_in().url))
    assert "write to the people who run this site" in page
    assert CLOSED not in page


# --- Clocks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize(("term", "stands"), [(3, 3), (7, 7), (30, 7)])
def test_clocks_stand_for_the_term_or_seven_days_even_without_vacations_in_the_match(
    counted: bool, term: int, stands: int, max_: User, match: Match, ann: User
) -> None:
    Match.objects.filter(pk=match.pk).update(vacations=counted)
    before = turn(match, ann).deadline
    suspended(ann, max_, term)
    assert turn(match, ann).deadline == before + stands * DAY
    halts.update_halts(ann.pk)
    halts.tell_missed()
    assert turn(match, ann).deadline == before + stands * DAY


def test_a_clock_goes_on_when_the_suspension_is_taken_back(max_: User, match: Match, ann: User) -> None:
    before = turn(match, ann).deadline
    measure = suspended(ann, max_, 7)
    with time_machine.travel(measure.begun + 2 * DAY, tick=False):
        measures.undo(measure, max_)
        halts.tell_missed()
        assert turn(match, ann).deadline == before + 2 * DAY
        assert seat(match, ann).halts == ()


def test_a_turn_that_comes_later_stands_too_and_a_vacation_changes_nothing(max_: User, ann: User, ben: User) -> None:
    match = begin(ann, ben)
    measure = suspended(ben, max_, 7)
    assert len(seat(match, ben).halts) == 1
    vacations.update_matches(ben.pk)
    assert len(seat(match, ben).halts) == 1
    with time_machine.travel(measure.begun + timedelta(days=3, hours=1)):
        assert Turn.objects.get(match=match).seat == Seat.objects.get(match=match, user=ann)


def test_after_seven_days_and_the_time_of_the_turn_the_opponent_chooses_even_where_the_terms_say_loss(
    max_: User, match: Match, ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    """No email told of the turn, but one told of the suspension."""
    under_way(match, absence="loss")
    suspended(ann, max_, 30)
    sweeps.heartbeat()
    pass_time(noon, 9 * DAY)
    assert sweeps.expire() == {}
    pass_time(noon, 2 * DAY)
    assert sweeps.expire() == {match.pk: "asked"}
    assert TimeUp.objects.get(match=match).user == ben


def test_the_opponent_sees_a_clock_that_stands_and_no_more(max_: User, ann: User, ben: User) -> None:
    match = begin(ann, ben)
    suspended(ann, max_, 7)
    page = told(signed_in(ben).get(now(match).get_absolute_url()))
    assert "suspended" not in page.lower()
    assert "Ann is on vacation" not in page
    assert "You’ve insulted others." not in page


def test_matches_that_were_missed_learn_of_it_from_the_sweep(max_: User, ann: User, ben: User) -> None:
    match = begin(ann, ben)
    taken(ann, max_, Kind.SUSPEND, 7)
    assert seat(match, ann).halts == ()  # as if the process had stopped before the commit was followed up
    halts.tell_missed()
    assert len(seat(match, ann).halts) == 1


def test_a_superuser_suspends_nobody_by_a_tick(mo: User, ben: User) -> None:
    address = reverse("admin:accounts_user_change", args=[ben.pk])
    page = told(signed_in(mo).get(address))
    assert 'name="is_active"' not in page
    assert f"{reverse('admin:measures_measure_take')}?person=Ben" in page
