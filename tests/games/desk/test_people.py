"""The page of a person at the desk."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from games.core.models import ChatLine, Match
from games.core.services import leaving
from games.desk import services as desk
from games.desk.models import Note, OpenedPage
from games.reports import filing
from tests.games.browsing import signed_in, told
from tests.games.desk.conftest import Reported
from tests.games.tables import begin

pytestmark = pytest.mark.django_db


def page(person: User, name: str = "change") -> str:
    return reverse(f"admin:desk_person_{name}", args=[person.pk])


def test_it_shows_matches_reports_and_notes_and_nothing_of_mail(
    moderator: Client, reported: Reported, ann: User, ben: User
) -> None:
    moderator.post(page(ben, "note"), {"text": "Ask Ann first."})
    shown = told(moderator.get(page(ben)))
    for expected in (reported.match.title, "a chat message by Ben", "Ask Ann first.", "account open"):
        assert expected in shown
    assert not any(hidden in shown for hidden in (ann.email, ben.email, "pbkdf2", "language"))
    assert Note.objects.get().person == ben
    assert "a chat message by Ben" in told(moderator.get(page(ann)))  # which Ann has made


def _blocks(mo: User, ben: User, _ann: User) -> None:
    Block.objects.create(blocker=mo, blocked=ben)


def _plays(mo: User, ben: User, _ann: User) -> None:
    begin(mo, ben)


def _has_blocked_who_reports(mo: User, ben: User, ann: User) -> None:
    Block.objects.create(blocker=mo, blocked=ann)
    filing.file(ann, "player", ben.username, "name", "")


def _reports(mo: User, ben: User, _ann: User) -> None:
    filing.file(mo, "player", ben.username, "name", "")


def _is_reported(mo: User, ben: User, _ann: User) -> None:
    filing.file(ben, "player", mo.username, "name", "")


@pytest.mark.parametrize(
    ("involve", "is_secret"),
    [
        (_blocks, False),
        (_plays, False),
        (_reports, False),
        (_has_blocked_who_reports, True),
        (_is_reported, True),
    ],
)
def test_a_moderator_who_is_involved_reads_no_notes_but_his_own(
    involve: Callable[[User, User, User], None], is_secret: bool, ann: User, ben: User, mo: User, max_: User
) -> None:
    """A report that he mustn't know hides only what is written after it: what vanishes would tell him of it."""
    desk.note_on_person(ben, max_, "Ben complains about Mo.")
    desk.note_on_person(ben, mo, "Seen by Mo.")
    assert "Ben complains about Mo." in told(signed_in(mo).get(page(ben)))
    involve(mo, ben, ann)
    desk.note_on_person(ben, max_, "Mo must not know.")
    shown = told(signed_in(mo).get(page(ben)))
    assert ("Ben complains about Mo." in shown, "Mo must not know." in shown) == (is_secret, False)
    assert "Seen by Mo." in shown


@pytest.mark.parametrize("involve", [_blocks, _has_blocked_who_reports])
def test_the_history_tells_an_involved_moderator_of_no_hidden_note(
    involve: Callable[[User, User, User], None], ann: User, ben: User, mo: User, max_: User
) -> None:
    involve(mo, ben, ann)
    for by in (mo, max_):
        signed_in(by).post(page(ben, "note"), {"text": "A note."})
    said = [said for _, said in signed_in(mo).get(page(ben, "history")).context["acts"]]
    assert said == ["Mo wrote a note about the person."]


def test_moderators_have_no_page_of_their_own(moderator: Client, max_: User) -> None:
    for name in ("change", "history", "note", "chat"):
        assert moderator.get(page(max_, name)).status_code == 404
    assert moderator.post(page(max_, "note"), {"text": "I am fine."}).status_code == 404


def test_a_report_that_involves_the_moderator_is_not_there(
    moderator: Client, reported: Reported, ann: User, max_: User
) -> None:
    filing.file(ann, "player", "Max", "other", "He is unfair.")
    shown = told(moderator.get(page(ann)))
    assert "Max’s profile" not in shown
    assert "a chat message by Ben" in shown


def test_the_list_tells_days_and_no_hours(moderator: Client, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(last_login="2026-05-04T13:37:00Z", date_joined="2026-05-01T11:22:00Z")
    shown = told(moderator.get(reverse("admin:desk_person_changelist")))
    assert "13:37" not in shown
    assert "11:22" not in shown
    assert "4 May 2026" in shown
    assert ben.email not in shown
    assert "4 May 2026" not in told(moderator.get(reverse("admin:desk_person_changelist") + "?q=Ann"))


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_reader_s_time_zone_does_not_tell_the_hour_of_a_visit(
    zone: str, moderator: Client, max_: User, ben: User
) -> None:
    User.objects.filter(pk=ben.pk).update(last_login="2026-05-04T13:37:00Z", date_joined="2026-05-01T11:22:00Z")
    User.objects.filter(pk=max_.pk).update(time_zone=zone)
    shown = told(moderator.get(page(ben)))
    assert ("4 May 2026" in shown, "1 May 2026" in shown) == (True, True)


def test_a_search_needs_a_reason_and_the_log_has_it(moderator: Client, reported: Reported, ben: User) -> None:
    assert moderator.post(page(ben, "chat"), {"words": "fool"}).status_code == 302
    answer = moderator.post(page(ben, "chat"), {"words": "FOOL", "why": "Ann’s report"})
    assert [line.pk for line in answer.context["found"]] == [reported.lines[13].pk]
    assert "You fool." in told(answer)
    assert list(OpenedPage.objects.exclude(why="").values_list("why", "person")) == [("FOOL: Ann’s report", ben.pk)]


def test_a_search_finds_nothing_of_others_nor_of_a_running_match_of_the_moderator(
    moderator: Client, reported: Reported, ben: User, max_: User
) -> None:
    own: Match = begin(max_, ben, public_id="ownmatch01")
    line = ChatLine.objects.create(match=own, user=ben, text="You fool, too.")
    form = {"words": "fool", "why": "A test"}
    assert [line.pk for line in moderator.post(page(ben, "chat"), form).context["found"]] == [reported.lines[13].pk]
    assert "ownmatch01" not in told(moderator.get(page(ben)))
    Match.objects.filter(pk=own.pk).update(status="void", ended=own.created)
    found = moderator.post(page(ben, "chat"), form).context["found"]
    assert [each.pk for each in found] == [line.pk, reported.lines[13].pk]
    assert not moderator.post(page(ben, "chat"), {"words": "Line 2.", "why": "A test"}).context["found"]


def test_of_somebody_who_left_the_desk_says_so_and_leads_to_no_profile(
    moderator: Client, reported: Reported, ben: User
) -> None:
    leaving.close_account(ben)
    left = User.objects.get(pk=ben.pk)
    case = told(moderator.get(reverse("admin:games_report_change", args=[reported.report.pk])))
    assert f'<a href="{page(left)}">{left.username} (account closed)</a>' in case
    line = told(moderator.get(reverse("admin:games_chatline_change", args=[reported.lines[13].pk])))
    assert f"{left.username} (account closed)" in line
    profile = reverse("profile", args=[left.username])
    assert [profile in shown for shown in (case, line, told(moderator.get(page(left))))] == [False, False, False]
