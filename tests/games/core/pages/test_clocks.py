"""What is left of time: pages, emails, programs, feed and calendar all tell the same."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from icalendar import Calendar

from accounts import feeds, outbox
from accounts.models import Feed, User
from games.bots import services as bots
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.services import play
from games.templatetags.board import time_left, time_left_in_words
from tests.games.browsing import signed_in, told
from tests.games.programs import Program, program
from tests.games.tables import answer, begin, first_move, turn

pytestmark = pytest.mark.django_db
BANK = Chosen(0, bank_hours=120, increment_hours=12, cap_hours=168, weekends=True, total_days=45)
AT = "2026-03-11T12:00:00Z"
"""Five days after Wednesday noon, a weekend in Rome left out."""
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def anns_turn(ann: User, ben: User, noon: time_machine.Traveller) -> Match:
    """A match with a bank and free weekends, begun on Monday at noon. Both have made their first moves; Ann, who is in
    Rome, is asked since Wednesday at noon."""
    User.objects.filter(pk=ann.pk).update(time_zone="Europe/Rome")
    ann.refresh_from_db()
    match = begin(ann, ben, clock=BANK)
    answer(match, ann, first_move(match, ann))
    noon.shift(2 * DAY)
    answer(match, ben, first_move(match, ben))
    return match


@pytest.fixture
def robot(ann: User) -> Program:
    return program(ann)


def test_all_tell_the_same_time(anns_turn: Match, ann: User, robot: Program, noon: time_machine.Traveller) -> None:
    noon.shift(HOUR)
    outbox.deliver_due()
    letters = [letter for letter in mail.outbox if letter.to == [ann.email] and "Your turn" in letter.subject]
    said = "You have until Wednesday, 11 March 2026, 13:00 (Europe/Rome)."
    assert [said in str(letter.body) for letter in letters] == [True]
    page, lists = (told(signed_in(ann).get(url)) for url in (anns_turn.get_absolute_url(), reverse("my_matches")))
    for shown in (page, lists):
        assert 'until <time datetime="2026-03-11T13:00:00+01:00">Wed 11 Mar, 13:00 CET</time>' in shown
        assert ">4\xa0days, 23\xa0hours left<" in shown
    assert robot.get("turns/").json()["results"][0]["deadline"] == AT
    assert robot.get(f"matches/{anns_turn.public_id}/").json()["seats"][0]["deadline"] == AT
    feeds.renew_addresses(ann)
    token = feeds.feed_token(Feed.objects.get(user=ann))
    calendar, atom = (Client().get(reverse(page, args=[token])).content for page in ("calendar", "atom"))
    found: Any = Calendar.from_ical(calendar)
    (event,) = found.walk("VEVENT")
    assert event["DTEND"].dt.isoformat() == "2026-03-11T12:00:00+00:00"
    assert said in atom.decode()


def test_a_clock_that_stands_says_until_when_and_what_is_left(
    anns_turn: Match, ann: User, robot: Program, noon: time_machine.Traveller
) -> None:
    noon.shift(3 * DAY)  # to Saturday
    for url in (anns_turn.get_absolute_url(), reverse("my_matches")):
        page = told(signed_in(ann).get(url))
        assert ">2\xa0days, 13\xa0hours left<" in page
        assert 'paused until <time datetime="2026-03-09T00:00:00+01:00">Mon 9 Mar, 00:00</time>' in page
    with translation.override("en"):
        assert robot.get(f"matches/{anns_turn.public_id}/").json()["seats"][0]["time"] == {
            "left": 120 * 3600,
            "counted_from": "2026-03-04T12:00:00Z",
            "stands_until": "2026-03-08T23:00:00Z",
            "last_moment": "2026-04-18T12:00:00Z",
            "bank": 120 * 3600,
            "total": 45 * 86400,
        }


def test_bank_and_total_of_both_stand_with_the_clock(anns_turn: Match, ann: User, noon: time_machine.Traveller) -> None:
    noon.shift(DAY)
    page = told(signed_in(ann).get(anns_turn.get_absolute_url()))
    assert "<dt>Ann</dt><dd>4 d in the time bank, 44 d left in the match</dd>" in page
    assert "<dt>Ben</dt><dd>5 d in the time bank, 43 d left in the match</dd>" in page
    bar = page.partition('<details class="clocks')[2].partition("</summary>")[0]
    assert re.findall('class="whose">(.*?)</span> <span class="badge ?">(.*?)<', bar) == [
        ("You", "4 d"),
        ("Ben", "5 d"),
    ]
    clock = (
        "5 days for all moves, plus 12 hours per move, up to 7 days, weekends don’t count, "
        "the match ends by 31 May 2026"
    )
    assert clock in page.partition("<dt>Ben</dt>")[2]
    play.resign(anns_turn.public_id, ann.pk)
    page = told(signed_in(ann).get(anns_turn.get_absolute_url()))
    assert "in the time bank" not in page
    assert (
        "<dt>Clock</dt><dd>5 days for all moves, plus 12 hours per move, up to 7 days, weekends don’t count.</dd>"
        in page
    )


def test_the_time_of_a_move_and_the_bank_that_it_draws_on_are_rounded_alike(
    anns_turn: Match, ann: User, noon: time_machine.Traveller
) -> None:
    for passed, words, letters in (
        (timedelta(seconds=30), "5\xa0days", "5 d"),
        (HOUR + timedelta(seconds=30), "4\xa0days, 23\xa0hours", "4 d 23 h"),
    ):
        noon.move_to(turn(anns_turn, ann).since + passed)
        page = told(signed_in(ann).get(anns_turn.get_absolute_url()))
        assert page.count(f">{words} left<") == 2  # in the bar, and on what opens from it
        assert f'<span class="badge ">{letters}</span>' in page
        assert f"{letters} in the time bank" in page
        assert f">{words} left<" in told(signed_in(ann).get(reverse("my_matches")))


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(), "0\xa0minutes"),
        (timedelta(seconds=1), "1\xa0minute"),
        (timedelta(minutes=59, seconds=1), "1\xa0hour"),
        (timedelta(hours=23, minutes=1), "23\xa0hours, 1\xa0minute"),
        (timedelta(days=14, minutes=5), "14\xa0days"),
    ],
)
def test_words_and_letters_have_the_same_units(left: timedelta, words: str, noon: time_machine.Traveller) -> None:
    until = timezone.now() + left
    assert time_left_in_words(until) == words
    assert re.findall(r"\d+", time_left(until))[: words.count(",") + 1] == re.findall(r"\d+", words)


def test_who_plays_a_guest_reads_the_time_that_the_turn_has(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    match = begin(ann, ben, clock=Chosen(3))
    User.objects.filter(pk=ann.pk).update(guest_until=timezone.now() + DAY)
    for reader, left, until in ((ben, 3, "Thu 5 Mar"), (ann, 1, "Tue 3 Mar")):
        for url in (match.get_absolute_url(), reverse("my_matches")):
            page = told(signed_in(User.objects.get(pk=reader.pk)).get(url))
            assert re.findall(r">(\d)\xa0days? left<", page)[:1] == [str(left)], (reader, url)
            assert f">{until}, " in page


def test_a_guest_who_plays_a_person_has_one_clock(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    match = begin(ann, ben, clock=Chosen(3))
    User.objects.filter(pk=ann.pk).update(guest_until=match.last_moment)
    guest = signed_in(User.objects.get(pk=ann.pk))
    assert "Your guest session ends on" not in told(guest.get(match.get_absolute_url()))
    assert "Your guest session ends on" in told(guest.get(reverse("my_matches")))
    play.resign(match.public_id, ann.pk)
    assert "Your guest session ends on" in told(guest.get(match.get_absolute_url()))


def test_a_match_with_the_computer_has_no_clock(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {})
    page = told(signed_in(ann).get(match.get_absolute_url()))
    assert " left in the match" not in page
    assert 'class="deadline' not in page


def test_a_zone_that_is_no_more_counts_as_utc(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="Mars/Olympus")
    ann.refresh_from_db()
    match = begin(ann, ben, clock=Chosen(5, weekends=True))
    assert turn(match, ann).deadline.isoformat() == "2026-03-09T12:00:00+00:00"
    assert signed_in(ann).get(match.get_absolute_url()).status_code == 200
