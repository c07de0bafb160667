"""Letters and the like about the two matches of a pair, which two people play at once: each says which it is about."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
import time_machine
from django.core import mail
from icalendar import Calendar

from accounts.models import Feed, User
from games.core.models import Match
from games.core.services import play
from games.feeds import pages as feeds
from games.lobby import services as lobby
from tests.games.core.notices.test_notices import sent
from tests.games.core.services.test_pairs import Both, both, invited

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def pair(ann: User, ben: User, noon: Time) -> Both:
    """Ann begins the first, Ben the second."""
    match = invited(ann)
    lobby.join(match.public_id, ben)
    return both(match)


def letters(noon: Time) -> list[tuple[str, str]]:
    """Return whom letters go to now, and their subjects."""
    sent(noon)
    return sorted((letter.to[0].split("@")[0], str(letter.subject)) for letter in mail.outbox)


def test_the_letters_of_a_pair_say_which_match_they_are_about(pair: Both, ann: User, noon: Time) -> None:
    assert letters(noon) == [
        ("ann", "En Garde against Ben has begun (second of a pair)"),
        ("ann", "Your turn: En Garde against Ben (first of a pair)"),
        ("ben", "En Garde against Ann has begun (first of a pair)"),
        ("ben", "Your turn: En Garde against Ann (second of a pair)"),
    ]
    play.resign(pair[1].public_id, ann.pk)
    assert letters(noon) == [
        ("ann", "You lost – En Garde with Ben (second of a pair)"),
        ("ben", "You won – En Garde with Ann (second of a pair)"),
    ]


def test_they_say_so_in_the_language_of_their_reader(pair: Both, ann: User, ben: User, noon: Time) -> None:
    for user, language in ((ann, "de"), (ben, "it")):
        User.objects.filter(pk=user.pk).update(language=language)
    assert [subject for _, subject in letters(noon)] == [
        "Du bist am Zug: En Garde gegen Ben (Partienpaar: erste Partie)",
        "En Garde gegen Ben hat begonnen (Partienpaar: zweite Partie)",
        "La partita di En Garde contro Ann è cominciata (coppia: prima partita)",
        "Tocca a te: En Garde contro Ann (coppia: seconda partita)",
    ]


def test_each_match_of_a_pair_has_a_thread_of_its_own(pair: Both, noon: Time) -> None:
    sent(noon)
    threads = {letter.extra_headers["References"] for letter in mail.outbox if letter.to == ["ann@example.org"]}
    assert len(threads) == 2


def test_calendar_and_feed_say_which_match_of_a_pair_waits(pair: Both, ann: User) -> None:
    feed, due = Feed(user=ann), feeds.owed_turns(ann)
    (event,) = Calendar.from_ical(feeds.calendar(feed, due)).walk("VEVENT")
    assert event["SUMMARY"] == "Move due: En Garde against Ben (first of a pair)"
    (entry,) = ElementTree.fromstring(feeds.atom(feed, due)).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Your turn: En Garde against Ben (first of a pair)"


def test_the_subject_of_a_match_by_itself_says_nothing_of_pairs(match: Match, noon: Time) -> None:
    assert letters(noon) == [("ann", "Your turn: En Garde against Ben"), ("ben", "En Garde against Ann has begun")]
