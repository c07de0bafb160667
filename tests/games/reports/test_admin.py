"""The queue of reports in the admin."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Outbox, User
from games.chat import services as chat
from games.core.models import Match
from games.reports import filing, services as reports
from games.reports.models import Report
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.admin.test_own_matches import listed
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def filed(match: Match, ann: User, ben: User) -> Report:
    line = chat.say(match.public_id, ben, "You fool")
    return filing.file(ann, "line", str(line.pk), "insult", "He does so every day.")


def page(report: Report, name: str) -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def test_a_report_is_taken_and_closed_and_both_sides_are_told(moderator: Client, filed: Report) -> None:  # noqa: F811
    change = page(filed, "change")
    shown = told(moderator.get(change))
    assert "He does so every day." in shown
    assert reverse("admin:games_chatline_change", args=[filed.line_id]) in shown
    assert reverse("admin:games_match_change", args=[filed.match_id]) in shown
    assert (page(filed, "take") in shown, page(filed, "close") in shown) == (True, True)
    moderator.post(page(filed, "take"))
    shown = told(moderator.get(change))
    assert [page(filed, name) in shown for name in ("take", "hand_back", "close")] == [False, True, True]
    form = {"outcome": "warned", "words": "He was told so.", "words_to_reported": "Do not insult people."}
    assert moderator.post(page(filed, "close"), form).status_code == 302
    filed.refresh_from_db()
    assert (filed.state, filed.outcome, filed.words_to_reported) == ("closed", "warned", "Do not insult people.")
    kept = list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))
    assert kept == ["taken", "closed · warned · He was told so. · Do not insult people."]
    assert set(Outbox.objects.filter(payload__report=filed.pk).values_list("kind", flat=True)) == {"report", "decision"}
    shown = told(moderator.get(change))
    assert [page(filed, name) in shown for name in ("take", "hand_back", "close")] == [False] * 3


def test_what_cannot_be_done_is_said_and_nothing_is_kept_of_it(moderator: Client, filed: Report) -> None:  # noqa: F811
    answer = moderator.post(page(filed, "hand_back"))
    assert (answer.status_code, "Nobody has taken this report." in told(answer)) == (422, True)
    reports.take_report(filed.pk, User.objects.get(username="Max"))
    for form in ({}, {"words": "Nothing."}, {"outcome": "warned", "words": "He was told so."}):
        assert moderator.post(page(filed, "close"), form).status_code == 422
    assert not LogEntry.objects.exists()


def test_names_lead_to_people_at_the_desk(
    moderator: Client,  # noqa: F811
    filed: Report,
    ann: User,
    ben: User,
    mo: User,
) -> None:
    for client in (moderator, signed_in(mo)):
        shown = told(client.get(page(filed, "change")))
        for user in (ann, ben):
            assert f'<a href="{reverse("admin:desk_person_change", args=[user.pk])}">{user}</a>' in shown
            assert reverse("admin:accounts_user_change", args=[user.pk]) not in shown


def test_the_way_back_to_the_queue_is_not_called_as_closing_is(moderator: Client, filed: Report) -> None:  # noqa: F811
    shown = told(moderator.get(page(filed, "change")))
    assert 'class="closelink">Back to the list</a>' in shown
    assert ">Close</a>" not in shown


def test_only_what_can_come_of_a_report_is_offered(moderator: Client, filed: Report, ann: User) -> None:  # noqa: F811
    profile, max_ = filing.file(ann, "player", "Ben", "name", ""), User.objects.get(username="Max")
    offered = []
    for report in (filed, profile):
        reports.take_report(report.pk, max_)
        shown = told(moderator.get(page(report, "close")))
        offered.append([f'value="{outcome}"' in shown for outcome in ("warned", "hidden", "ruled")])
    assert offered == [[True, True, True], [True, False, False]]
    form = {"outcome": "hidden", "words": "It is gone."}
    assert "Hide it first, on its own page" in told(moderator.post(page(filed, "close"), form))


def test_it_is_listed_by_state_and_assignee(moderator: Client, filed: Report, mo: User) -> None:  # noqa: F811
    asked = ["", "?state=open", "?state=taken", "?assignee=nobody", "?assignee=me", "?assignee=others"]

    def found() -> list[int]:
        return [len(listed(moderator, "games.report", query)) for query in asked]

    assert found() == [1, 1, 0, 1, 0, 0]
    reports.take_report(filed.pk, mo)
    assert found() == [1, 0, 1, 0, 0, 1]
    reports.hand_back(filed.pk, mo)
    reports.take_report(filed.pk, User.objects.get(username="Max"))
    assert found() == [1, 0, 1, 0, 1, 0]


def test_what_involves_its_assignee_by_now_is_listed_as_open_and_offered_to_others(
    moderator: Client,  # noqa: F811
    filed: Report,
    ben: User,
    mo: User,
) -> None:
    reports.take_report(filed.pk, mo)
    blocks.block(mo, ben)
    asked = ["?state=open", "?state=taken", "?assignee=nobody", "?assignee=others"]
    assert [len(listed(moderator, "games.report", query)) for query in asked] == [1, 0, 1, 0]
    shown = told(moderator.get(page(filed, "change")))
    assert [page(filed, name) in shown for name in ("take", "hand_back", "close")] == [True, False, True]
    assert ">Mo<" not in shown + told(moderator.get(reverse("admin:games_report_changelist")))


def test_no_number_that_is_missing_tells_of_a_report_and_the_oldest_is_listed_first(
    moderator: Client,  # noqa: F811
    ann: User,
    ben: User,
    cat: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = iter([2**53 - 2, 0, 8])
    monkeypatch.setattr(
        "games.reports.models.secrets.randbelow", lambda below: next(drawn) if below == 2**53 - 1 else -1
    )
    for reporter, name in ((ann, "Ben"), (ben, "Cat"), (cat, "Ann")):
        filing.file(reporter, "player", name, "insult", "")
    page = moderator.get(reverse("admin:games_report_changelist"))
    assert [row.pk for row in page.context["cl"].result_list] == [2**53 - 1, 1, 9]


def test_who_is_reported_finds_no_report_nor_a_letter_about_it(filed: Report, ann: User, ben: User, mo: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_staff=True, is_superuser=True)
    reports.take_report(filed.pk, mo)
    reports.close_report(filed.pk, mo, "nothing", "Nothing.")
    client = signed_in(User.objects.get(pk=ben.pk))
    assert listed(client, "games.report") == set()
    names = ("change", "history", "take", "hand_back", "close")
    assert [client.get(page(filed, name)).status_code for name in names] == [404] * 5
    letter = Outbox.objects.get(kind="report")
    assert letter.recipient == ann
    assert letter.pk not in listed(client, "accounts.outbox")
    assert letter.pk in listed(signed_in(mo), "accounts.outbox")


def test_the_opponent_of_who_is_reported_finds_no_letter_that_tells_of_it(
    filed: Report, ann: User, ben: User, mo: User
) -> None:
    """By the outbox its reporter, or a moderator who plays with the reported one, would see that somebody was told."""
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
    reports.take_report(filed.pk, mo)
    reports.close_report(filed.pk, mo, "warned", "He was told so.", "Do not insult people.")
    letter = Outbox.objects.get(kind="decision")
    assert letter.recipient == ben
    client = signed_in(User.objects.get(pk=ann.pk))
    assert letter.pk not in listed(client, "accounts.outbox")
    assert client.get(reverse("admin:accounts_outbox_change", args=[letter.pk])).status_code in (302, 404)
    assert letter.pk in listed(signed_in(mo), "accounts.outbox")


def test_staff_who_may_only_look_judge_nothing(filed: Report, cat: User) -> None:

    User.objects.filter(pk=cat.pk).update(is_staff=True)
    cat.user_permissions.add(Permission.objects.get(codename="view_report"))
    client = signed_in(User.objects.get(pk=cat.pk))
    assert client.get(page(filed, "change")).status_code == 200
    assert page(filed, "take") not in told(client.get(page(filed, "change")))
    assert [client.post(page(filed, name)).status_code for name in ("take", "hand_back", "close")] == [403] * 3
