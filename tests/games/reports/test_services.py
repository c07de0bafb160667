"""Reports: what may be filed, who may judge it, who is told what of the outcome, and what is told to nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts import blocks, guests, outbox
from accounts.models import Outbox, User
from games.bots import services as bots
from games.chat import services as chat
from games.core.models import Match, Seat
from games.core.reading.access import NotYours
from games.core.services import leaving, play
from games.core.services.eligibility import LobbyError
from games.reports import filing, services as reports, standing
from games.reports.models import Report
from games.reports.standing import ReportError
from games.reports.upkeep import remove_reports
from games.rules.errors import RulesError
from tests.games.tables import now
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def on_profile(reporter: User, name: str = "Ben", reason: str = "insult", text: str = "He swears.") -> Report:
    return filing.file(reporter, "player", name, reason, text)


def on_match(reporter: User, match: Match) -> Report:
    return filing.file(reporter, "match", match.public_id, "cheating", "")


def on_line(reporter: User, match: Match, by: User, text: str = "You fool") -> Report:
    line = chat.say(match.public_id, by, text)
    return filing.file(reporter, "line", str(line.pk), "insult", "")


def closed(report: Report, moderator: User, outcome: str = "warned", other: str = "Do not swear.") -> Report:
    reports.take_report(report.pk, moderator)
    reports.close_report(report.pk, moderator, outcome, "He was told so.", other)
    return Report.objects.get(pk=report.pk)


def strangers(number: int) -> list[User]:
    return [User.objects.create(username=f"Stranger{each}") for each in range(number)]


def letters() -> dict[str, str]:
    """Return the bodies of all that was sent, by address."""
    outbox.deliver_due()
    return {letter.to[0]: str(letter.body) for letter in mail.outbox}


# --- Filing ---------------------------------------------------------------------------------------------------------


def test_a_report_says_what_it_is_about_and_whom_it_concerns(match: Match, ann: User, ben: User) -> None:
    line = on_line(ann, match, ben)
    about = on_match(ann, match)
    profile = on_profile(ann)
    assert [(each.kind, each.match, each.reported) for each in (line, about, profile)] == [
        ("line", match, ben),
        ("match", match, ben),
        ("player", None, ben),
    ]
    assert (profile.reason, profile.text, profile.state) == ("insult", "He swears.", "open")


def test_anyone_who_watches_a_match_that_is_over_reports_it_and_not_one_of_its_players(
    match: Match, ann: User, cat: User
) -> None:
    play.resign(match.public_id, ann.pk)
    assert on_match(cat, match).reported is None


def test_one_thing_is_reported_once_until_it_is_closed(match: Match, ann: User, mo: User) -> None:
    first = on_match(ann, match)
    with pytest.raises(ReportError, match="You’ve already reported this"):
        on_match(ann, match)
    closed(first, mo)
    assert on_match(ann, match).pk != first.pk


def test_something_else_has_to_be_said_in_words(ann: User, ben: User) -> None:
    with pytest.raises(RulesError, match="Write something first"):
        on_profile(ann, reason="other", text=" \n")
    with pytest.raises(RulesError, match="The limit is 500"):
        on_profile(ann, text="x" * 501)
    assert not Report.objects.exists()


def test_a_guest_reports_nothing(ben: User) -> None:
    with pytest.raises(LobbyError):
        on_profile(guests.create())


def test_so_many_wait_and_so_many_are_filed_a_day(ann: User, mo: User) -> None:
    people = strangers(21)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for each in people[:10]:
            on_profile(ann, each.username)
        with pytest.raises(ReportError, match="10 of your reports are still open"):
            on_profile(ann, people[10].username)
        for report in Report.objects.all():
            closed(report, mo)
        for each in people[10:20]:
            closed(on_profile(ann, each.username), mo)
        with pytest.raises(ReportError, match="You’ve sent 20 reports in one day"):
            on_profile(ann, people[20].username)
        clock.shift(timedelta(days=1, seconds=1))
        assert on_profile(ann, people[20].username).pk


# --- Attacks --------------------------------------------------------------------------------------------------------


def test_nobody_reports_himself_nor_the_house(match: Match, ann: User, ben: User) -> None:
    for name in ("Ann", bots.bot_of("en-garde").username, "Nobody"):
        with pytest.raises(NotYours):
            on_profile(ann, name)
    with pytest.raises(NotYours):
        on_line(ann, match, ann)


def test_a_match_that_one_may_not_look_at_is_reported_by_nobody(match: Match, ann: User, cat: User) -> None:
    for public_id in (match.public_id, "nosuchmatch"):
        with pytest.raises(NotYours):
            filing.file(cat, "match", public_id, "insult", "")
    play.resign(match.public_id, ann.pk)
    Match.objects.filter(pk=match.pk).update(private=True)
    with pytest.raises(NotYours):
        on_match(cat, now(match))


def test_a_line_that_is_not_shown_is_reported_by_nobody(match: Match, ann: User, ben: User, cat: User) -> None:
    line = chat.say(match.public_id, ben, "You fool")
    asked = [(cat, line.pk), (ann, line.pk + 1), (ann, 0), (ann, 10**40), (ann, f"{line.pk}x")]
    Seat.objects.filter(match=match, user=ann).update(chat_from=0)
    for who, number in asked:
        with pytest.raises(NotYours):
            filing.file(who, "line", str(number), "insult", "")
    Seat.objects.filter(match=match, user=ann).update(chat_from=line.pk)  # said before Ann took the seat over
    with pytest.raises(NotYours):
        filing.file(ann, "line", str(line.pk), "insult", "")
    Seat.objects.filter(match=match, user=ann).update(chat_from=0)
    chat.hide(line, "An insult.")
    with pytest.raises(NotYours):
        filing.file(ann, "line", str(line.pk), "insult", "")
    assert not Report.objects.exists()


def test_a_thousand_reports_leave_ten(ann: User) -> None:
    people = strangers(12)
    refused = 0
    for number in range(1000):
        try:
            on_profile(ann, people[number % 12].username)
        except ReportError:
            refused += 1
    assert (Report.objects.count(), refused) == (10, 990)


def test_filing_one_changes_no_row_but_its_own(match: Match, ann: User, ben: User) -> None:
    line = chat.say(match.public_id, ben, "You fool")
    before = (list(Match.objects.values()), list(Seat.objects.values()), Outbox.objects.count())
    filing.file(ann, "line", str(line.pk), "insult", "")
    on_match(ann, match)
    assert (list(Match.objects.values()), list(Seat.objects.values()), Outbox.objects.count()) == before


# --- Judging --------------------------------------------------------------------------------------------------------


def test_it_is_taken_once_handed_back_by_anybody_and_closed_by_no_other(ann: User, ben: User, mo: User) -> None:
    other = person("Max", is_staff=True)
    report = on_profile(ann)
    with pytest.raises(ReportError, match="Nobody has taken this report"):
        reports.hand_back(report.pk, mo)
    reports.take_report(report.pk, mo)
    with pytest.raises(ReportError, match="Mo has already taken this report"):
        reports.take_report(report.pk, other)
    with pytest.raises(ReportError, match="Mo has already taken this report"):
        reports.close_report(report.pk, other, "nothing", "Nothing.")
    reports.hand_back(report.pk, other)
    report.refresh_from_db()
    assert (report.state, report.assignee, report.taken) == ("open", None, None)
    assert closed(report, other, "nothing", "\u200b").state == "closed"  # which shows nothing
    for act in (reports.take_report, reports.hand_back):
        with pytest.raises(ReportError):
            act(report.pk, mo)


def test_an_open_report_is_closed_without_taking_it_first(ann: User, ben: User, mo: User) -> None:
    report = on_profile(ann)
    reports.close_report(report.pk, mo, "nothing", "Nothing.")
    report.refresh_from_db()
    assert (report.state, report.assignee, report.taken is not None) == ("closed", mo, True)
    with pytest.raises(
        ReportError, match=r"^Mo has already closed this report, on .*: “We found nothing against the rules\.”$"
    ):
        reports.close_report(report.pk, person("Max", is_staff=True), "nothing", "Nothing.")


def test_the_words_go_with_the_outcome(match: Match, ann: User, ben: User, cat: User, mo: User) -> None:
    report = on_profile(ann)
    reports.take_report(report.pk, mo)
    with pytest.raises(ReportError, match="Leave the message to the reported player empty"):
        reports.close_report(report.pk, mo, "nothing", "Nothing.", "Beware.")
    with pytest.raises(ReportError, match="what must not happen again"):
        reports.close_report(report.pk, mo, "warned", "He was told so.")
    play.resign(match.public_id, ann.pk)
    of_both = on_match(cat, match)
    reports.take_report(of_both.pk, mo)
    with pytest.raises(ReportError, match="Leave the message to the reported player empty"):
        reports.close_report(of_both.pk, mo, "passed", "Both are suspended.", "Beware.")
    assert not Report.objects.filter(state="closed").exists()


def test_only_what_can_come_of_such_a_report_is_an_outcome(
    match: Match, ann: User, ben: User, cat: User, mo: User
) -> None:
    line, one, profile = on_line(ann, match, ben), on_match(ann, match), on_profile(ann)
    play.resign(match.public_id, ann.pk)
    found = [reports.outcomes(each, mo) for each in (line, one, profile, on_match(cat, match))]
    assert found == [
        ["nothing", "warned", "hidden", "ruled", "account", "passed", "unable"],
        ["nothing", "warned", "ruled", "account", "passed", "unable"],
        ["nothing", "warned", "account", "passed", "unable"],
        ["nothing", "ruled", "account", "passed", "unable"],
    ]
    reports.take_report(profile.pk, mo)
    for outcome in ("hidden", "ruled", "forgiven"):
        with pytest.raises(ReportError, match="Choose another one"):
            reports.close_report(profile.pk, mo, outcome, "Done.")


def test_a_line_was_hidden_only_once_it_is(match: Match, ann: User, ben: User, mo: User) -> None:
    report = on_line(ann, match, ben)
    reports.take_report(report.pk, mo)
    with pytest.raises(ReportError, match="Hide it first, on its own page"):
        reports.close_report(report.pk, mo, "hidden", "It is gone.")
    assert report.line
    chat.hide(report.line, "An insult.")
    reports.close_report(report.pk, mo, "hidden", "It is gone.")
    assert Report.objects.get().outcome == "hidden"


def test_a_match_was_decided_on_only_if_that_was_done_after_the_report(match: Match, ann: User, mo: User) -> None:
    match.rulings.create(ply=0, reason="The board was wrong.", created=timezone.now() - timedelta(hours=1))
    report = on_match(ann, match)
    reports.take_report(report.pk, mo)
    with pytest.raises(ReportError, match="No decision has been made about the match since it was reported"):
        reports.close_report(report.pk, mo, "ruled", "It is void.")
    play.adjudicate(match.public_id, "!void", "The site was at fault.")
    reports.close_report(report.pk, mo, "ruled", "It is void.")
    assert Report.objects.get().outcome == "ruled"


def test_a_match_that_no_longer_counts_was_decided_on(match: Match, ann: User, mo: User) -> None:
    report = on_match(ann, match)
    reports.take_report(report.pk, mo)
    Match.objects.filter(pk=match.pk).update(struck="One played both sides.")
    reports.close_report(report.pk, mo, "ruled", "It does not count.")
    assert Report.objects.get().outcome == "ruled"


def involved(match: Match, case: str, ann: User, ben: User, cat: User, mo: User) -> tuple[Report, User]:
    """Return a report, and a moderator whom it involves."""
    if case == "the reporter":
        return on_match(ann, match), ann
    if case == "the reported":
        return on_match(ann, match), ben
    if case == "a player of the match":
        play.resign(match.public_id, ann.pk)
        return on_match(cat, match), ben
    report = on_match(ann, match)
    blocker, blocked = {
        "blocks the reporter": (mo, ann),
        "blocks the reported": (mo, ben),
        "blocked by the reporter": (ann, mo),
    }[case]
    blocks.block(blocker, blocked)
    return report, mo


@pytest.mark.parametrize(
    "case",
    [
        *("the reporter", "the reported", "a player of the match"),
        *("blocks the reporter", "blocks the reported", "blocked by the reporter"),
    ],
)
def test_who_is_involved_neither_takes_nor_closes_nor_hands_back(
    case: str, match: Match, ann: User, ben: User, cat: User, mo: User
) -> None:
    report, moderator = involved(match, case, ann, ben, cat, mo)
    assert list(standing.involving(moderator.pk)) == [report]
    for act in (reports.take_report, reports.hand_back):
        with pytest.raises(NotYours):
            act(report.pk, moderator)
    Report.objects.update(state="taken", assignee=moderator)
    with pytest.raises(NotYours):
        reports.close_report(report.pk, moderator, "nothing", "Nothing.")
    assert Report.objects.get().state == "taken"


def test_who_played_in_the_match_before_is_involved(match: Match, ann: User, ben: User, cat: User, mo: User) -> None:
    report = on_match(ann, match)
    match.substitutions.create(seat=1, ply=9, former=cat, user=ben)
    assert [list(standing.involving(user.pk)) for user in (cat, mo)] == [[report], []]


def test_a_block_of_a_player_of_the_match_counts_where_the_moderator_has_set_it(
    match: Match, ann: User, ben: User, cat: User, mo: User
) -> None:
    play.resign(match.public_id, ann.pk)
    report = on_match(cat, match)
    blocks.block(ann, mo)
    assert list(standing.involving(mo.pk)) == []
    blocks.block(mo, ben)
    assert list(standing.involving(mo.pk)) == [report]


def test_who_is_reported_keeps_no_moderator_from_judging_by_a_block(
    match: Match, ann: User, ben: User, mo: User
) -> None:
    report = on_match(ann, match)
    blocks.block(ben, mo)
    assert closed(report, mo).outcome == "warned"
    taken = on_line(ann, match, ben)
    blocks.unblock(ben, mo)
    reports.take_report(taken.pk, mo)
    blocks.block(ben, mo)
    reports.close_report(taken.pk, mo, "warned", "He was told so.", "Do not swear.")
    assert Report.objects.get(pk=taken.pk).state == "closed"


@pytest.mark.parametrize("case", ["blocks the reported", "takes a seat"])
def test_it_is_open_again_to_others_once_it_involves_who_has_taken_it(
    case: str, match: Match, ann: User, ben: User, mo: User
) -> None:
    report, other = on_match(ann, match), person("Max", is_staff=True)
    reports.take_report(report.pk, mo)
    {
        "blocks the reported": lambda: blocks.block(mo, ben),
        "takes a seat": lambda: Seat.objects.filter(match=match, user=ben).update(user=mo),
    }[case]()
    assert standing.state_of(standing.as_they_stand(Report.objects.all()).get()) == "open"
    with pytest.raises(NotYours):
        reports.close_report(report.pk, mo, "nothing", "Nothing.")
    with pytest.raises(ReportError, match="Nobody has taken this report"):
        reports.hand_back(report.pk, other)
    assert closed(report, other, "nothing", "").assignee == other


def test_who_has_reported_does_not_learn_by_a_block_who_has_taken_it(
    ann: User, ben: User, mo: User, noon: time_machine.Traveller
) -> None:
    report = on_profile(ann)
    reports.take_report(report.pk, mo)
    noon.shift(1)
    blocks.block(ann, mo)
    assert standing.state_of(standing.as_they_stand(Report.objects.all()).get()) == "taken"
    reports.hand_back(report.pk, mo)
    assert list(standing.involving(mo.pk)) == [report]


# --- Telling --------------------------------------------------------------------------------------------------------


def test_both_are_told_in_words_of_their_own_and_the_reported_not_who_reported(
    match: Match, ann: User, ben: User, mo: User
) -> None:
    letters()
    mail.outbox.clear()
    closed(on_line(ann, match, ben), mo)
    sent = letters()
    assert sorted(sent) == ["ann@example.org", "ben@example.org"]
    assert "The player was told to stop. He was told so." in sent["ann@example.org"]
    assert "En Garde: a chat message by Ben" in sent["ann@example.org"]
    told = sent["ben@example.org"]
    assert "A moderator has made a decision about you:\n\nDo not swear." in told
    assert not [word for word in ("Ann", "report", "En Garde", match.public_id, "Mo\n") if word in told]


def test_the_reported_is_not_told_where_nothing_was_decided(ann: User, ben: User, mo: User) -> None:
    closed(on_profile(ann), mo, "nothing", "")
    assert sorted(letters()) == ["ann@example.org"]


# --- What becomes of them -------------------------------------------------------------------------------------------


def test_who_leaves_takes_his_reports_along_and_gives_back_what_he_had_taken(ann: User, ben: User, mo: User) -> None:
    mine, about, done = on_profile(ann), on_profile(ben, "Ann"), closed(on_profile(ben, "Mo"), ann, "passed", "")
    taken = on_profile(ben, person("Dora", is_staff=False).username)
    reports.take_report(taken.pk, ann)
    leaving.close_account(ann)
    assert not Report.objects.filter(pk=mine.pk).exists()
    taken.refresh_from_db()
    assert (taken.state, taken.assignee) == ("open", None)
    assert Report.objects.get(pk=about.pk).reported == ann  # a former player by now
    assert Report.objects.get(pk=done.pk).assignee == ann


def test_closed_ones_are_kept_for_a_year_and_open_ones_until_they_are_closed(ann: User, ben: User, mo: User) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=400), tick=False):
        waiting, _ = on_profile(ann), closed(on_profile(ben, "Ann"), mo)
    lately = closed(on_profile(ben, "Ann"), mo)
    Report.objects.filter(pk=lately.pk).update(closed=timezone.now() - timedelta(days=364))
    assert remove_reports() == 1
    assert set(Report.objects.values_list("pk", flat=True)) == {waiting.pk, lately.pk}
