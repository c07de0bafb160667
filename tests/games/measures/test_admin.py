"""Measures in the admin: taking one in two steps, undoing and judging it, and what some moderators don't see."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Outbox, User
from games.measures import services as measures
from games.measures.models import Kind, Measure
from games.reports import filing
from games.reports.models import Report
from tests.games.admin.test_own_matches import listed
from tests.games.browsing import signed_in, told
from tests.games.measures.scenes import again, moderator, past, taken

pytestmark = pytest.mark.django_db
TAKE = "/admin/measures/measure/take/"


@pytest.fixture
def client(max_: User) -> Client:
    return signed_in(max_)


def address(measure: Measure, page: str) -> str:
    return reverse(f"admin:measures_measure_{page}", args=[measure.pk])


def test_a_measure_is_taken_in_two_steps_with_a_sentence_in_the_players_language(client: Client, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(language="de")
    assert "Player’s name" in told(client.get(TAKE))
    page = told(client.get(f"{TAKE}?person=Ben"))
    assert "You’re deciding about Ben, who reads German." in page
    assert "Du hast andere im Chat beleidigt." in page
    form: dict[str, Any] = {"kind": "mute", "term": "7", "template": "mute-0"}
    page = told(client.post(f"{TAKE}?person=Ben", form))
    assert "You can’t write in chats until" in page
    assert "isn’t available in" not in page
    assert not Measure.objects.exists()
    form |= {"reason": "Du hast andere im Chat beleidigt, und zwar oft.", "confirm": "Confirm the decision"}
    answer = client.post(f"{TAKE}?person=Ben", form, follow=True)
    assert "It’s done, and the player gets an email." in told(answer)
    made = Measure.objects.get()
    assert (made.kind, made.person, made.by.username if made.by else "") == ("mute", ben, "Max")
    assert made.reason == "Du hast andere im Chat beleidigt, und zwar oft."
    (kept,) = LogEntry.objects.values_list("change_message", flat=True)
    assert kept == f"taken · mute · 7 · {made.reason}"


def test_the_fields_say_whose_language_it_is(client: Client, mia: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(language="de")
    shown = told(client.get(f"{TAKE}?person=Ben"))
    assert "It’s in German (Ben’s language). You can change it before you confirm." in shown
    assert "In German (Ben’s language), in at most 300 characters." in shown
    own, others = taken(ben, User.objects.get(username="Max")), taken(ben, mia, Kind.WARN)
    assert "In German (Ben’s language), in at most 300 characters." in told(client.get(address(own, "reword")))
    measures.appeal(others, ben, "Nein.")
    shown = told(client.get(address(others, "judge")))
    assert "Why, in one or two plain sentences, in German (Ben’s language)." in shown


def groups(shown: str) -> list[str]:
    """Return the measures by which a page lists the sentences to begin with, as they stand there."""
    return re.findall(r'<optgroup label="([^"]+)">', shown)


def test_the_sentences_of_the_chosen_measure_come_first(client: Client, ben: User, ann: User) -> None:
    usual = ["reminder", "warning", "no chat", "no rated matches", "suspension", "closing for good"]
    assert groups(told(client.get(f"{TAKE}?person=Ben"))) == usual
    first = ["suspension", *(each for each in usual if each != "suspension")]
    assert groups(told(client.post(f"{TAKE}?person=Ben", {"kind": "suspend"}))) == first
    report = filing.file(ann, "player", "Ben", "insult", "He swears.")
    case = reverse("admin:games_report_change", args=[report.pk])
    client.post(case.replace("change", "hide"), {"measure-kind": "suspend"})  # which keeps what was chosen
    assert groups(told(client.get(case)))[: len(usual)] == first


@pytest.mark.parametrize(
    ("kind", "term", "said"),
    [
        ("remind", "", "Remind Ben"),
        ("warn", "", "Warn Ben"),
        ("mute", "1", "Mute Ben for 1 day"),
        ("mute", "7", "Mute Ben for 7 days"),
        ("unrated", "30", "Keep Ben from rated matches for 30 days"),
        ("suspend", "3", "Suspend Ben for 3 days"),
        ("close", "", "Propose to close Ben’s account"),
    ],
)
def test_the_last_button_says_what_it_does(kind: str, term: str, said: str, client: Client, ben: User) -> None:
    page = told(client.post(f"{TAKE}?person=Ben", {"kind": kind, "term": term, "reason": "Rude."}))
    grave = ' class="grave"' if kind in ("suspend", "close") else ""
    assert f'<input type="submit" name="confirm" value="{said}"{grave}>' in page


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"kind": "mute", "reason": "Rude."}, "Choose how long the measure lasts."),
        ({"kind": "mute", "term": "5", "reason": "Rude."}, "Select a valid choice"),
        ({"kind": "warn", "term": "7", "reason": "Rude."}, "This measure has no term: leave this empty."),
        ({"kind": "warn"}, "Give a reason, or choose a sentence to start from."),
        ({"kind": "banish", "reason": "Rude."}, "Select a valid choice"),
        ({"kind": "warn", "reason": "x" * 301}, "at most 300 characters"),
    ],
)
def test_what_is_missing_is_said(form: dict[str, str], said: str, client: Client, ben: User) -> None:
    answer = client.post(f"{TAKE}?person=Ben", {**form, "confirm": "Confirm the decision"})
    assert (answer.status_code, said in told(answer)) == (422, True)
    assert not Measure.objects.exists()


def test_one_that_goes_back_finds_what_was_chosen(client: Client, ben: User) -> None:
    page = told(client.post(f"{TAKE}?person=Ben", {"kind": "warn", "reason": "Rude.", "back": "Back"}))
    assert 'value="warn"' in page
    assert "Rude." in page


def test_of_two_moderators_the_second_reads_that_it_is_done(client: Client, ben: User) -> None:
    taken(ben, moderator("Mia"))
    form = {"kind": "mute", "term": "7", "reason": "Rude.", "confirm": "Confirm the decision"}
    answer = client.post(f"{TAKE}?person=Ben", form)
    assert (answer.status_code, "is already running for Ben: Mia took it on " in told(answer)) == (409, True)


@pytest.mark.parametrize("kind", ["warn", "mute"])
def test_a_double_press_takes_one_measure(kind: str, client: Client, ben: User) -> None:
    form = {"kind": kind, "term": "7" if kind == "mute" else "", "reason": "Rude."}
    (press,) = re.findall(r'name="press" value="([^"]+)"', told(client.post(f"{TAKE}?person=Ben", form)))
    answers = [client.post(f"{TAKE}?person=Ben", {**form, "press": press, "confirm": "x"}) for _ in range(2)]
    made = Measure.objects.get()
    assert [answer.headers.get("Location") for answer in answers] == [address(made, "change")] * 2
    assert (Outbox.objects.filter(kind="measure").count(), LogEntry.objects.count()) == (1, 1)
    other = client.post(f"{TAKE}?person=Ben", {**form, "press": f"{press}x", "confirm": "x"})
    assert (other.status_code, "This page is too old." in told(other)) == (409, True)
    assert Measure.objects.count() == 1
    (another,) = re.findall(r'name="press" value="([^"]+)"', told(client.post(f"{TAKE}?person=Ben", form)))
    client.post(f"{TAKE}?person=Ben", {**form, "press": another, "confirm": "x"})
    assert Measure.objects.count() == (2 if kind == "warn" else 1)


@pytest.mark.parametrize("name", ["Max", "Mo", "Nobody"])
def test_about_these_nobody_decides(name: str, client: Client, mo: User) -> None:
    answer = client.get(f"{TAKE}?person={name}")
    assert answer.status_code in (409, 422)
    assert 'name="reason"' not in told(answer)


def test_it_comes_of_a_report_unless_the_moderator_is_involved_in_that(
    client: Client, max_: User, ann: User, ben: User
) -> None:
    report, own = filing.file(ann, "player", "Ben", "insult", "He swears."), on_ben_by(max_)
    form = {"kind": "warn", "reason": "Rude.", "confirm": "Confirm the decision"}
    assert client.post(f"{TAKE}?person=Ben&report={own.pk}", form).status_code == 404
    assert client.post(f"{TAKE}?person=Ben&report=1", form).status_code == 404
    assert client.post(f"{TAKE}?person=Ben&report={report.pk}", form).status_code == 302
    assert Measure.objects.get().report == report


def on_ben_by(reporter: User) -> Report:
    return filing.file(reporter, "player", "Ben", "insult", "He swears.")


def test_a_measure_is_taken_back_and_an_answer_is_judged(client: Client, max_: User, ben: User) -> None:
    own, other = taken(ben, max_), taken(ben, moderator("Mia"), Kind.UNRATED)
    shown = told(client.get(address(own, "change")))
    assert [address(own, name) in shown for name in ("undo", "judge")] == [True, False]
    measures.appeal(other, ben, "It wasn’t me.")
    measures.appeal(own, ben, "It wasn’t me.")
    shown = told(client.get(address(other, "change")))
    assert [address(other, name) in shown for name in ("undo", "judge")] == [True, True]
    form = {"verdict": "lifted", "words": "It was somebody else.", "seen": measures.as_shown(again(other))}
    assert client.post(address(own, "judge"), form).status_code == 422
    assert client.post(address(other, "judge"), {"verdict": "lifted"}).status_code == 422
    assert client.post(address(other, "judge"), form).status_code == 302
    assert client.post(address(own, "undo")).status_code == 302
    assert client.post(address(own, "undo")).status_code == 422
    assert (again(other).verdict, again(own).undone_by) == ("lifted", max_)
    kept = list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))
    assert kept == ["judged · lifted · It was somebody else.", "taken back"]
    shown = told(client.get(address(own, "change")))
    assert [address(own, name) in shown for name in ("undo", "judge")] == [False, False]


def test_the_list_is_filtered_by_what_runs_and_what_is_to_be_judged_and_searched_by_person(
    client: Client, max_: User, ann: User, ben: User
) -> None:
    running, appealed, warned = taken(ben, max_), taken(ann, max_), taken(ben, max_, Kind.WARN)
    measures.appeal(appealed, ann, "No.")
    over = taken(ann, max_, Kind.UNRATED)
    measures.undo(over, max_)
    assert listed(client, "measures.measure", "?state=running") == {running.pk, appealed.pk}
    assert listed(client, "measures.measure", "?state=appealed") == {appealed.pk}
    assert listed(client, "measures.measure", "?state=over") == {over.pk, warned.pk}
    assert listed(client, "measures.measure", "?q=Ben") == {running.pk, warned.pk}
    assert listed(client, "measures.measure", "?kind=unrated") == {over.pk}
    past(running, 9)
    shown = told(client.get(reverse("admin:measures_measure_changelist")))
    assert [shown.count(state) for state in ("in force until", "ended on", "taken back on")] == [1, 1, 1]


def test_a_measure_about_oneself_or_of_a_report_that_involves_the_moderator_is_not_there(
    max_: User, ben: User, mo: User
) -> None:
    mia = moderator("Mia")
    of_report = taken(ben, mia, report=on_ben_by(max_))
    about_max = Measure.objects.create(person=max_, kind=Kind.WARN, reason="Rude.", by=mia)
    client = signed_in(max_)
    assert listed(client, "measures.measure") == set()
    for measure in (of_report, about_max):
        pages = [client.get(address(measure, page)).status_code for page in ("change", "history", "undo", "judge")]
        assert pages == [404] * 4
    assert listed(signed_in(mia), "measures.measure") == {of_report.pk, about_max.pk}


def test_the_letters_about_it_are_not_there_either(ben: User, mo: User) -> None:
    taken(ben, moderator("Mia"), report=on_ben_by(mo))
    assert Outbox.objects.filter(kind="measure").count() == 1
    assert listed(signed_in(mo), "accounts.outbox", "?kind=measure") == set()
    blocks.unblock(mo, ben)


def test_without_the_right_nothing_is_taken_or_done(max_: User, ben: User) -> None:
    mute = taken(ben, max_)
    max_.groups.clear()
    client = signed_in(User.objects.get(pk=max_.pk))
    for asked in (TAKE, address(mute, "undo"), address(mute, "judge"), address(mute, "change")):
        assert client.get(asked).status_code == 403


def test_the_reason_is_reworded_by_its_moderator_or_an_operator_and_both_histories_say_so(
    client: Client, max_: User, ann: User, ben: User
) -> None:
    eve = moderator("Eve")
    colleague = signed_in(eve)
    report = filing.file(ann, "player", "Ben", "insult", "He swears.")
    measure = taken(ben, max_, "warn", None, report, reason="You wrote: “You fool.”")
    url = address(measure, "reword")
    assert "You wrote: “You fool.”</textarea>" in told(client.get(url))
    assert url not in told(colleague.get(address(measure, "change")))
    eves = colleague.post(url, {"reason": "Eve’s words."})
    assert (eves.status_code, "Only the moderator who decided this" in told(eves)) == (422, True)
    assert client.post(url, {"reason": " "}).status_code == 422
    before = Outbox.objects.count()
    form = {"reason": "You insulted somebody.", "seen": measures.as_shown(measure)}
    assert "The reason is reworded." in told(client.post(url, form, follow=True))
    assert (again(measure).reason, Outbox.objects.count()) == ("You insulted somebody.", before)
    assert "Max reworded the reason: “You insulted somebody.”" in told(client.get(address(measure, "history")))
    case_history = reverse("admin:games_report_history", args=[report.pk])
    assert "Max reworded the reason of the decision: “You insulted somebody.”" in told(client.get(case_history))
    User.objects.filter(pk=eve.pk).update(is_superuser=True)
    form = {"reason": "By an operator.", "seen": measures.as_shown(again(measure))}
    signed_in(User.objects.get(pk=eve.pk)).post(url, form)
    assert again(measure).reason == "By an operator."
    blocks.block(max_, ben)
    assert client.post(url, {"reason": "No."}).status_code == 404
    assert again(measure).reason == "By an operator."


def test_a_judge_reads_the_reason_and_the_answer_there(client: Client, mo: User, ben: User) -> None:
    measure = taken(ben, mo, reason="You swore.")
    measures.appeal(measure, ben, "I <i>never</i> did.")
    shown = told(client.get(address(measure, "judge")))
    assert "<blockquote>You swore.</blockquote>" in shown
    assert "<blockquote>I <i>never</i> did.</blockquote>" in shown


def test_only_a_closing_says_who_confirmed_it(client: Client, max_: User, ben: User) -> None:
    pages = [told(client.get(address(taken(ben, max_, kind, None), "change"))) for kind in ("warn", "close")]
    assert ["Confirmed by" in page for page in pages] == [False, True]
