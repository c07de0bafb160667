"""The page of a case: a report with everything that a moderator needs to judge it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import User
from games.core.models import ChatLine
from games.core.reading.access import InSight
from games.core.services import play, rulings
from games.desk import services as desk
from games.desk.models import Note
from games.reports import filing, services as reports
from games.reports.models import Report
from games.watching import previews
from tests.games.browsing import signed_in, told
from tests.games.desk.conftest import Reported
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def page(report: Report, name: str = "change") -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def said(shown: str) -> list[str]:
    """Return the lines of the chat that a case shows."""
    return re.findall(r"(Line \d+\.|You fool\.)", shown[shown.index('<ol class="said">') :])


def test_a_line_stands_among_those_around_it_and_is_marked(moderator: Client, reported: Reported) -> None:
    shown = told(moderator.get(page(reported.report)))
    around = [f"Line {number}." for number in (*range(5, 13), *range(14, 18))]
    assert said(shown) == [*around[:8], "You fool.", *around[8:]]
    [marked] = re.findall(r'<li class="reported">.*?</li>', shown, re.DOTALL)
    assert "You fool." in marked
    assert ("Insults or threats" in shown, "Every day." in shown) == (True, True)


def test_the_report_of_a_match_shows_what_was_said_before_it(moderator: Client, reported: Reported, ben: User) -> None:
    report = filing.file(ben, "match", reported.match.public_id, "spoiling", "")
    later = report.created + timedelta(seconds=1)
    ChatLine.objects.create(match=reported.match, user=ben, text="After the report.", created=later)
    shown = told(moderator.get(page(report)))
    assert said(shown) == [line.text for line in reported.lines[-12:]]
    assert "After the report." not in shown


def test_a_profile_has_neither_chat_nor_board(moderator: Client, cat: User, ben: User) -> None:
    shown = told(moderator.get(page(filing.file(cat, "player", "Ben", "name", ""))))
    assert '<ol class="said">' not in shown
    assert "board as everybody" not in shown


def test_the_picture_is_the_one_that_watchers_see(moderator: Client, reported: Reported) -> None:
    [address] = re.findall(r'<img class="board" src="([^"]+)"', told(moderator.get(page(reported.report))))
    answer = moderator.get(address)
    seats = list(reported.match.seats.order_by("number").select_related("user"))
    counted = reported.match.watched.counted(reported.match.ply)
    assert answer.content == previews.picture(InSight(reported.match, seats, None), counted)
    assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))


def test_the_players_of_the_match_lead_to_their_pages_but_the_computer_has_none(
    moderator: Client, reported: Reported, ann: User, ben: User
) -> None:
    def players() -> str:
        [row] = re.findall(
            r"<dt>Match</dt><dd><a [^>]+>[^<]+</a>: (.*?)</dd>", told(moderator.get(page(reported.report)))
        )
        return str(row)

    links = [f'<a href="{reverse("admin:desk_person_change", args=[each.pk])}">{each}</a>' for each in (ann, ben)]
    assert players() == ", ".join(links)
    User.objects.filter(pk=ben.pk).update(is_bot=True)
    assert players() == f"{links[0]}, Ben"


def test_earlier_reports_and_decisions_stand_beside_it(
    moderator: Client, reported: Reported, ben: User, cat: User, max_: User
) -> None:
    earlier = filing.file(cat, "player", "Ben", "name", "")
    reports.take_report(earlier.pk, max_)
    reports.close_report(earlier.pk, max_, "warned", "He was told.", "Choose a better name.")
    other = filing.file(reported.report.reporter, "player", "Cat", "other", "She is slow.")
    play.adjudicate(reported.match.public_id, "!void", "Both asked for it.")
    shown = told(moderator.get(page(reported.report)))
    assert "Choose a better name." in shown
    assert page(other) in shown
    assert "Both asked for it." in shown
    assert "takes effect" not in shown
    assert "Other open reports about this" not in shown
    twin = filing.file(person("Dan"), "player", "Ben", "name", "")
    assert page(twin) in told(moderator.get(page(reported.report))).partition("Other open reports about this")[2]


def test_a_ruling_that_waits_is_told_and_stays_there_once_it_is_undone(
    moderator: Client, reported: Reported, max_: User
) -> None:
    rulings.announce_ruling(reported.match.public_id, "!void", "Both asked for it.")
    assert re.search("Both asked for it. <span[^>]*>takes effect", told(moderator.get(page(reported.report))))
    rulings.undo_ruling(reported.match.public_id)
    assert re.search("Both asked for it. <span[^>]*>undone", told(moderator.get(page(reported.report))))
    reports.take_report(reported.report.pk, max_)
    with pytest.raises(reports.ReportError, match="No decision has been made"):
        reports.close_report(reported.report.pk, max_, "ruled", "It is void.")
    rulings.announce_ruling(reported.match.public_id, "!void", "Both asked for it.")
    reports.close_report(reported.report.pk, max_, "ruled", "It is void.")


def test_what_involves_the_moderator_is_left_out_of_the_case_of_another(
    moderator: Client, reported: Reported, max_: User, cat: User
) -> None:
    hidden = filing.file(cat, "player", "Ben", "name", "Cat says so.")
    blocks.block(max_, cat)
    shown = told(moderator.get(page(reported.report)))
    assert page(hidden) not in shown
    assert "Cat" not in shown


def test_moderators_who_are_involved_find_no_case_and_write_no_note(
    moderator: Client, reported: Reported, max_: User, ann: User
) -> None:
    blocks.block(max_, ann)
    assert moderator.get(page(reported.report)).status_code == 404
    assert moderator.post(page(reported.report, "note"), {"text": "I see."}).status_code == 404
    assert not Note.objects.exists()


def test_a_note_is_for_all_moderators_and_nobody_else(moderator: Client, reported: Reported) -> None:
    moderator.post(page(reported.report, "note"), {"text": "Told in May already."})
    other = person("Moira", is_staff=True)
    other.groups.add(*User.objects.get(username="Max").groups.all())
    shown = told(signed_in(other).get(page(reported.report)))
    assert ("Told in May already." in shown, "<b>Max</b>" in shown) == (True, True)
    assert "Another moderator can judge this too." in shown
    [note] = Note.objects.all()
    assert (note.report, note.person) == (reported.report, None)


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "x" * (desk.MAX_NOTE + 1)])
def test_an_empty_or_too_long_note_is_not_written_and_the_page_says_so(
    text: str, moderator: Client, reported: Reported
) -> None:
    answer = moderator.post(page(reported.report, "note"), {"text": text}, follow=True)
    assert not Note.objects.exists()
    assert "errornote" in told(answer) or 'class="error"' in told(answer)


def test_who_may_only_look_cannot_write(reported: Reported) -> None:
    looker = person("Lou", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_report"))
    assert signed_in(looker).post(page(reported.report, "note"), {"text": "Hm."}).status_code == 403
