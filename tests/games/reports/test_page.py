"""Reporting by pages: where it leads from, what the form shows, and what came of it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import blocks, guests
from accounts.models import User
from games.chat import services as chat
from games.core.models import Match
from games.core.services import play
from games.reports import filing, services as reports, standing
from games.reports.models import Report
from tests.bench import budgets
from tests.games.browsing import form, signed_in, told

pytestmark = pytest.mark.django_db
MINE = reverse("my_reports")
LINK = re.compile(r'href="/admin/games/report/\?state=open"><span>Reports</span>(.*?)</a>')


def test_the_menu_of_a_match_the_lines_of_others_and_profiles_lead_to_the_form(
    match: Match, ann: User, ben: User
) -> None:
    theirs, mine = chat.say(match.public_id, ben, "You fool"), chat.say(match.public_id, ann, "Hello")
    page = told(signed_in(ann).get(match.get_absolute_url()))
    assert f'href="/report/match/{match.public_id}/"' in page
    assert f'href="/report/line/{theirs.pk}/"' in page
    assert f"/report/line/{mine.pk}/" not in page
    assert 'href="/report/player/Ben"' not in page
    assert 'href="/report/player/Ben/"' in told(signed_in(ann).get("/players/Ben/"))
    assert "/report/" not in told(signed_in(ann).get("/players/Ann/"))


def test_anyone_who_watches_finds_it_beside_the_match(match: Match, ann: User, cat: User) -> None:
    play.resign(match.public_id, ann.pk)
    page = told(signed_in(cat).get(match.get_absolute_url()))
    assert f'href="/report/match/{match.public_id}/"' in page


def test_a_line_is_reported_by_the_form_and_what_came_of_it_is_told(
    match: Match, ann: User, ben: User, mo: User
) -> None:
    line = chat.say(match.public_id, ben, "You <b>fool</b>")
    client = signed_in(ann)
    asked = client.get(f"/report/line/{line.pk}/")
    assert "You &lt;b&gt;fool&lt;/b&gt;" in asked.content.decode()
    answer = form(asked).send(client, reason="insult", text="Every day.")
    assert answer.redirect_chain == [(MINE, 302)]
    assert "Thank you. A moderator will look into it, and we’ll tell you the outcome." in told(answer)
    assert "Waiting for a moderator." in told(client.get(MINE))
    report = Report.objects.get()
    reports.take_report(report.pk, mo)
    chat.hide(line, "An insult.")
    reports.close_report(report.pk, mo, "hidden", "It is hidden now.", "A line of yours was hidden.")
    page = told(client.get(MINE))
    assert "En Garde: a chat message by Ben" in page
    assert "A message was hidden.</strong> It is hidden now." in page
    assert "fool" not in page
    assert "A line of yours was hidden." not in page
    assert "report" not in told(signed_in(ben).get(MINE)).partition("<main")[2].partition("rows")[2]


def test_it_is_said_to_wait_again_once_it_involves_who_had_taken_it(ann: User, ben: User, mo: User) -> None:
    report, client = filing.file(ann, "player", "Ben", "insult", ""), signed_in(ann)
    reports.take_report(report.pk, mo)
    assert "A moderator is looking into it." in told(client.get(MINE))
    blocks.block(mo, ben)
    assert "Waiting for a moderator." in told(client.get(MINE))


def test_the_menu_leads_moderators_to_what_is_open_for_them(
    match: Match, ann: User, ben: User, cat: User, mo: User
) -> None:
    """Moderators who play in the match don't learn from the number that it was reported.

    Staff who aren't moderators learn nothing.
    """
    waiting = filing.file(ann, "match", match.public_id, "cheating", "")
    taken = filing.file(ann, "player", "Ben", "cheating", "")
    reports.take_report(taken.pk, mo)
    for user in (ben, mo):
        user.groups.add(Group.objects.get(name="Moderators"))
    User.objects.filter(pk__in=[ben.pk, cat.pk, mo.pk]).update(is_staff=True)

    def shown(user: User) -> list[str]:
        return LINK.findall(told(signed_in(User.objects.get(pk=user.pk)).get("/rules/")))

    assert [shown(user) for user in (mo, ben, cat, ann)] == [[' <span class="count">1</span>'], [""], [], []]
    reports.take_report(waiting.pk, mo)
    assert shown(mo) == [""]


def test_only_staff_pay_for_the_number_of_reports(ann: User, mo: User, django_assert_num_queries: Any) -> None:
    for user, queries in ((ann, 0), (mo, 1)):
        with django_assert_num_queries(queries):
            standing.open_for(user)


def test_what_is_refused_is_said_and_what_was_written_stays(match: Match, ann: User) -> None:
    client, url = signed_in(ann), f"/report/match/{match.public_id}/"
    assert client.post(url, {"text": "Twice"}).status_code == 422
    answer = client.post(url, {"reason": "other", "text": " "})
    assert (answer.status_code, "Write something first." in told(answer)) == (422, True)
    client.post(url, {"reason": "cheating", "text": ""})
    answer = client.post(url, {"reason": "cheating", "text": "Again he"})
    assert (answer.status_code, "You’ve already reported this." in told(answer)) == (409, True)
    assert "Again he" in told(answer)


def test_the_form_of_a_running_match_shows_nothing_that_changes_with_it(match: Match, ann: User, ben: User) -> None:
    """The same before and after the other's move, and it counts as no look at the match."""
    client, url = signed_in(ann), f"/report/match/{match.public_id}/"

    def shown() -> str:
        return told(client.get(url)).partition("<h1")[2].partition("csrfmiddlewaretoken")[0]

    before, looked = shown(), match.seats.get(user=ann).opened_at
    play.resign(match.public_id, ben.pk)
    assert shown() == before
    assert match.seats.get(user=ann).opened_at == looked


def test_a_stranger_finds_neither_a_running_match_nor_a_hidden_line(
    match: Match, ann: User, ben: User, cat: User
) -> None:
    line = chat.say(match.public_id, ben, "You fool")
    for url in (f"/report/match/{match.public_id}/", f"/report/line/{line.pk}/", "/report/player/Cat/"):
        assert [signed_in(cat).get(url).status_code, signed_in(cat).post(url, {"reason": "name"}).status_code] == [
            404
        ] * 2
    chat.hide(line, "An insult.")
    assert signed_in(ann).get(f"/report/line/{line.pk}/").status_code == 404
    assert signed_in(ann).get(f"/report/line/{10**30}/").status_code == 404


def test_a_guest_is_led_to_the_page_that_makes_an_account_with_the_reason(ben: User) -> None:
    answer = signed_in(guests.create()).get("/report/player/Ben/", follow=True)
    assert answer.redirect_chain == [(reverse("keep"), 302)]
    said = "You need an account to report someone. To get one, choose a name and enter your email address."
    assert said in told(answer)


def test_a_guest_is_led_to_no_report(match: Match, ann: User, ben: User) -> None:
    chat.say(match.public_id, ben, "You fool")
    User.objects.filter(pk=ann.pk).update(guest_until=timezone.now() + timedelta(days=1))
    client, pages = signed_in(ann), [match.get_absolute_url(), "/players/Ben/"]
    assert "You fool" in told(client.get(pages[0]))
    assert ["/report/" in told(client.get(page)) for page in pages] == [False, False]
    play.resign(match.public_id, ann.pk)
    assert "/report/" not in told(client.get(f"{pages[0]}?eyes=all"))


def test_three_hundred_reports_cost_as_many_queries_as_three(ann: User, ben: User) -> None:
    client, counts = signed_in(ann), []
    for number in (3, 297):
        Report.objects.bulk_create(
            Report(reporter=ann, kind="player", reported=ben, reason="name", state="closed", closed=ann.date_joined)
            for _ in range(number)
        )
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(MINE).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= budgets.QUERIES
