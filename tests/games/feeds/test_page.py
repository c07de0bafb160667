"""Calendar and feed behind secret addresses: what they say to the letter, to whom, and when they change."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.conf import settings as configured
from django.core import signing
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from accounts import feeds as secrets
from accounts.models import Feed, Token, User
from fogsite.logs import Masked
from fogsite.request_ids import HEADER
from games.core.models import Match, Outage, Turn
from games.core.services import leaving, outages, play
from games.core.services.clocks import give_time
from games.core.services.locked import LockedMatch
from games.feeds import pages as feeds
from tests.games.browsing import signed_in
from tests.games.rows.doors import NOON
from tests.games.tables import answer, begin, duel, seat, turn

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
ATOM = "{http://www.w3.org/2005/Atom}"
BOTH = pytest.mark.parametrize("page", secrets.PAGES)


@pytest.fixture
def feed(ann: User, noon: Time) -> Feed:
    """Ann's, made at noon."""
    secrets.renew_addresses(ann)
    return Feed.objects.get(user=ann)


def ask(feed: Feed, page: str, *, method: str = "get", **headers: str) -> Any:
    """Return what somebody without a cookie is answered."""
    return getattr(Client(), method)(reverse(page, args=[secrets.feed_token(feed)]), headers=headers)


def read(feed: Feed) -> Any:
    return Calendar.from_ical(ask(feed, "calendar").content)


def event(feed: Feed) -> Any:
    """Return the one event there is."""
    (found,) = read(feed).walk("VEVENT")
    return found


def entries(feed: Feed) -> list[ElementTree.Element]:
    return ElementTree.fromstring(ask(feed, "atom").content).findall(f"{ATOM}entry")


# --- What they say --------------------------------------------------------------------------------------------------

CALENDAR = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//testserver//Sealed Move//EN
NAME:My turns on Sealed Move
X-WR-CALNAME:My turns on Sealed Move
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL;VALUE=DURATION:PT1H
BEGIN:VTIMEZONE
TZID:UTC
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
SUMMARY:Move due: En Garde against Ben
DTSTART:20260305T114500Z
DTEND:20260305T120000Z
DTSTAMP:20260302T120000Z
UID:firstmatch-0@testserver
SEQUENCE:0
CREATED:20260302T120000Z
DESCRIPTION:http://testserver/m/firstmatch/
LAST-MODIFIED:20260302T120000Z
TRANSP:TRANSPARENT
URL:http://testserver/m/firstmatch/
END:VEVENT
END:VCALENDAR
"""
FEED = """\
<?xml version="1.0" encoding="utf-8"?>
<feed xml:lang="en" xmlns="http://www.w3.org/2005/Atom"><title>My turns on Sealed Move</title>\
<link href="http://testserver/matches/" rel="alternate"/><id>tag:testserver,2026-03-02:/turns/{user}</id>\
<updated>2026-03-02T12:00:00+00:00</updated><author><name>Sealed Move</name></author>\
<entry><title>Your turn: En Garde against Ben</title><link href="http://testserver/m/firstmatch/" rel="alternate"/>\
<published>2026-03-02T12:00:00+00:00</published><updated>2026-03-02T12:00:00+00:00</updated>\
<id>tag:testserver,2026-03-02:/match/firstmatch-0</id>\
<summary type="html">You have until Thursday, 5 March 2026, 12:00 (UTC).</summary></entry></feed>"""


def test_the_calendar_says_this_and_no_more(feed: Feed, match: Match) -> None:
    found = ask(feed, "calendar")
    assert found.content.decode() == CALENDAR.replace("\n", "\r\n")
    assert found.headers["Content-Type"] == "text/calendar; charset=utf-8"


def test_the_feed_says_this_and_no_more(feed: Feed, match: Match) -> None:
    User.objects.filter(pk=feed.user_id).update(date_joined=NOON)
    found = ask(feed, "atom")
    assert found.content.decode() == FEED.format(user=feed.user_id)
    assert found.headers["Content-Type"] == "application/atom+xml; charset=utf-8"


def test_they_speak_the_language_of_the_user_no_matter_who_asks(feed: Feed, match: Match) -> None:
    User.objects.filter(pk=feed.user_id).update(language="de", time_zone="Europe/Berlin")
    found = ask(feed, "atom", **{"Accept-Language": "it"})
    assert found.headers["Content-Language"] == "de"
    (entry,) = ElementTree.fromstring(found.content).findall(f"{ATOM}entry")
    said = [entry.findtext(f"{ATOM}{part}") for part in ("title", "summary")]
    assert said == [
        "Du bist am Zug: En Garde gegen Ben",
        "Du hast Zeit bis Donnerstag, 5. März 2026, 13:00 Uhr (Europe/Berlin).",
    ]
    assert event(feed)["SUMMARY"] == "Zug fällig: En Garde gegen Ben"


HOSTILE = 'Å,b;c\\n:"<b>&\nBEGIN:X🎲ßßßßßßßß'  # as long as a name can be


def test_names_change_nothing_but_the_name(feed: Feed, match: Match, ben: User) -> None:
    """Even such as nobody can have."""
    User.objects.filter(pk=ben.pk).update(username=HOSTILE)
    assert event(feed)["SUMMARY"] == f"Move due: En Garde against {HOSTILE}"
    assert entries(feed)[0].findtext(f"{ATOM}title") == f"Your turn: En Garde against {HOSTILE}"
    lines = ask(feed, "calendar").content.split(b"\r\n")
    assert any(line.startswith(b" ") for line in lines)
    assert max(map(len, lines)) <= 75
    assert [line for line in lines if b"\n" in line] == []


def test_house_opponents_are_named_as_such_and_several_all(feed: Feed, auction: Match, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_bot=True)
    assert event(feed)["SUMMARY"] == "Move due: Sealed Auction against Ben (bot), Cat"


# --- Which turns ----------------------------------------------------------------------------------------------------


def uids(feed: Feed) -> list[str]:
    return [str(each["UID"]).partition("@")[0] for each in read(feed).walk("VEVENT")]


def test_what_waits_stands_there_most_urgent_first(feed: Feed, match: Match, ann: User, ben: User) -> None:
    begin(ann, ben, public_id="urgent0001", pace_days=1)
    begin(ben, ann, public_id="waits4ben1")
    assert uids(feed) == ["urgent0001-0", "firstmatch-0"]
    assert [each.findtext(f"{ATOM}id") for each in entries(feed)] == [
        "tag:testserver,2026-03-02:/match/urgent0001-0",
        "tag:testserver,2026-03-02:/match/firstmatch-0",
    ]


ENDS: dict[str, Callable[[Match, User], object]] = {
    "the move": lambda match, ann: answer(match, ann, "F1"),
    "the end": lambda match, ann: play.resign(match.public_id, ann.pk),
    "a mute": lambda match, ann: match.seats.filter(user=ann).update(muted=True),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_turn_is_gone_after(how: str, feed: Feed, match: Match, ann: User) -> None:
    assert (uids(feed), len(entries(feed))) == (["firstmatch-0"], 1)
    ENDS[how](match, ann)
    assert (uids(feed), len(entries(feed))) == ([], 0)


@pytest.mark.parametrize("owes", [True, False])
def test_a_calendar_is_one_by_the_standard_whether_anything_is_due(feed: Feed, match: Match, owes: bool) -> None:
    if not owes:
        Turn.objects.all().delete()
    zone, *events = read(feed).subcomponents  # at least one (RFC 5545, 3.4)
    assert (zone.name, zone["TZID"], [each.name for each in events]) == ("VTIMEZONE", "UTC", ["VEVENT"] * owes)
    assert [each["DTEND"].dt - each["DTSTART"].dt for each in events] == [timedelta(minutes=15)] * owes


def test_an_empty_feed_is_as_old_as_its_address(feed: Feed, noon: Time) -> None:
    noon.shift(timedelta(days=3))
    found = ElementTree.fromstring(ask(feed, "atom").content)
    assert found.findtext(f"{ATOM}updated") == "2026-03-02T12:00:00+00:00"
    assert read(feed).walk("VEVENT") == []


@BOTH
def test_there_are_so_many_at_most_and_more_of_them_cost_no_more_queries(
    page: str, feed: Feed, match: Match, ann: User, ben: User, monkeypatch: Any, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(feeds, "MOST_TURNS", 2)
    with django_assert_num_queries(3):  # the feed, its turns, their seats with the players
        ask(feed, page)
    for number in range(3):
        begin(ann, ben, public_id=f"another00{number}")
    with django_assert_num_queries(3):
        found = ask(feed, page)
    assert found.content.count({"calendar": b"BEGIN:VEVENT", "atom": b"<entry>"}[page]) == 2


# --- When they change -----------------------------------------------------------------------------------------------

Version = tuple[str, int, datetime, datetime, datetime]


def version(feed: Feed) -> Version:
    """Return UID, SEQUENCE, the times of the change, and the deadline, of the one event there is."""
    found = event(feed)
    times = [found[name].dt for name in ("DTSTAMP", "LAST-MODIFIED", "DTEND")]
    assert [entries(feed)[0].findtext(f"{ATOM}updated")] == [times[0].isoformat()]
    return (str(found["UID"]), int(found["SEQUENCE"]), *times)


HOUR = timedelta(hours=1)


def test_with_a_deadline_that_moves_the_sequence_rises_by_one(match: Match, noon: Time) -> None:
    user = duel(match)
    secrets.renew_addresses(user)
    feed = Feed.objects.get(user=user)
    uid = f"firstmatch-{turn(match, user).ply}@testserver"
    assert version(feed) == (uid, 0, NOON, NOON, NOON + timedelta(days=3))
    noon.shift(60 * HOUR)
    answer(match, user, "P")
    later = NOON + 60 * HOUR
    assert version(feed) == (uid, 1, later, later, NOON + timedelta(days=3, hours=6))


def test_a_move_that_leaves_the_deadline_alone_leaves_the_event_alone(match: Match, noon: Time) -> None:
    user = duel(match)
    secrets.renew_addresses(user)
    feed = Feed.objects.get(user=user)
    before = version(feed)
    noon.shift(HOUR)
    answer(match, user, "P")
    assert version(feed) == before


def test_time_that_an_outage_has_cost_is_a_change(feed: Feed, match: Match, noon: Time) -> None:
    newest = Turn.objects.latest("pk").pk
    Outage.objects.create(began=NOON + HOUR, ended=NOON + 3 * HOUR, last_turn=newest)
    noon.shift(4 * HOUR)
    outages.credit()
    at = NOON + 4 * HOUR
    assert version(feed) == ("firstmatch-0@testserver", 1, at, at, NOON + timedelta(days=3, hours=2))


def test_time_that_is_given_is_a_change(feed: Feed, match: Match, ann: User, noon: Time) -> None:
    noon.shift(HOUR)
    locked = LockedMatch(match)
    give_time(locked, seat(match, ann), NOON + HOUR)
    locked.batch.write()
    at = NOON + HOUR
    assert version(feed) == ("firstmatch-0@testserver", 1, at, at, NOON + timedelta(days=3, hours=1))


def test_a_turn_begun_again_is_another_event(feed: Feed, auction: Match, ann: User, noon: Time) -> None:
    assert version(feed)[:2] == ("auction001-0@testserver", 0)
    Turn.objects.filter(user=ann).update(revision=3, revised=NOON)
    noon.shift(HOUR)
    answer(auction, ann, "peek")
    at = NOON + HOUR
    assert version(feed) == ("auction001-1@testserver", 0, at, at, at + timedelta(days=3))


@BOTH
def test_what_others_seal_changes_no_byte_and_no_number_after_it(
    page: str, feed: Feed, auction: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    answer(auction, ann, "peek")
    before = ask(feed, page)
    noon.shift(HOUR)
    answer(auction, ben, "bid 2; on odd; seal")
    after = ask(feed, page)
    assert (after.content, after.headers["ETag"]) == (before.content, before.headers["ETag"])


def test_what_others_have_sealed_is_counted_in_no_later_name(
    feed: Feed, auction: Match, ann: User, ben: User, cat: User
) -> None:
    for user, text in ((ann, "peek"), (ben, "bid 2; on odd; seal"), (cat, "bid 1; on odd; seal")):
        answer(auction, user, text)
    answer(auction, ann, "bid 0; on odd; seal")
    counted = seat(auction, ann).counted(turn(auction, ann).ply)
    assert turn(auction, ann).ply > counted
    assert uids(feed) == [f"auction001-{counted}"]


# --- To whom --------------------------------------------------------------------------------------------------------


@BOTH
def test_no_cookie_is_asked_or_given_and_nothing_is_written(
    page: str, feed: Feed, match: Match, ann: User, ben: User
) -> None:
    before = (turn(match, ann).looked_ply, turn(match, ann).fetched_ply)
    mine = ask(feed, page)
    his = signed_in(ben).get(reverse(page, args=[secrets.feed_token(feed)]))
    assert (mine.content, mine.cookies, his.content) == (his.content, {}, mine.content)
    assert "Cookie" not in his.headers["Vary"]
    assert (turn(match, ann).looked_ply, turn(match, ann).fetched_ply) == before


@BOTH
def test_it_is_kept_by_its_reader_alone_who_asks_whether_it_is_new(page: str, feed: Feed, match: Match) -> None:
    found = ask(feed, page)
    assert found.headers["Cache-Control"] == "private, no-cache"
    assert found.headers["Referrer-Policy"] == "no-referrer"
    known = {"If-None-Match": found.headers["ETag"]}
    again = ask(feed, page, **known)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", found.headers["ETag"])
    assert again.headers["Cache-Control"] == "private, no-cache"
    answer(match, feed.user, "F1")
    assert ask(feed, page, **known).status_code == 200


@BOTH
def test_a_head_has_the_same_head(page: str, feed: Feed, match: Match) -> None:
    found, head = ask(feed, page), ask(feed, page, method="head")
    assert found.headers.pop(HEADER) != head.headers.pop(HEADER)
    assert (head.status_code, head.content, dict(head.headers)) == (200, b"", dict(found.headers))


def forged(feed: Feed) -> str:
    return secrets.feed_token(feed)[:-1] + ("A" if secrets.feed_token(feed)[-1] != "A" else "B")


def renewed(feed: Feed) -> str:
    former = secrets.feed_token(feed)
    secrets.renew_addresses(feed.user)
    return former


def after(change: Callable[[User], object]) -> Callable[[Feed], str]:
    def given(feed: Feed) -> str:
        former = secrets.feed_token(feed)
        change(feed.user)
        return former

    return given


def suspend(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


LEADS_NOWHERE: dict[str, Callable[[Feed], str]] = {
    "guessed": lambda _feed: "1-00000000000000000000000000000000.guess",
    "forged": forged,
    "of another sort": lambda feed: signing.Signer(salt="x", sep=".").sign(f"{feed.user_id}-{feed.nonce}"),
    "of odd signs": lambda _feed: "é%F0%9F%8E%B2.☃",
    "renewed": renewed,
    "switched off": after(secrets.stop),
    "of one who is suspended": after(suspend),
    "of one who has left": after(leaving.close_account),
    "of a guest": after(lambda user: User.objects.filter(pk=user.pk).update(guest_until=NOON)),
}


@BOTH
@pytest.mark.parametrize("how", LEADS_NOWHERE)
def test_anything_that_is_wrong_is_answered_alike(
    how: str, page: str, feed: Feed, match: Match, django_assert_num_queries: Any
) -> None:
    address = reverse(page, args=[LEADS_NOWHERE[how](feed)])
    with django_assert_num_queries(1):
        found = Client().get(address)
    assert (found.status_code, found.content.decode()) == (
        404,
        "There’s no calendar or feed at this address. You’ll find your own addresses in your settings.\n",
    )
    headers = {name: found.headers[name] for name in ("Content-Type", "Cache-Control", "Referrer-Policy")}
    assert headers == {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "private, no-store",
        "Referrer-Policy": "no-referrer",
    }
    assert (found.cookies, "ETag" in found.headers) == ({}, False)


def test_who_may_come_back_finds_the_address_as_it_was(feed: Feed, match: Match, ann: User) -> None:
    suspend(ann)
    assert ask(feed, "calendar").status_code == 404
    User.objects.filter(pk=ann.pk).update(is_active=True)
    assert ask(feed, "calendar").status_code == 200


def test_an_address_holds_while_the_key_is_changed_and_ends_with_the_former_key(
    feed: Feed, match: Match, settings: Any
) -> None:
    address = reverse("atom", args=[secrets.feed_token(feed)])
    former, settings.SECRET_KEY = configured.SECRET_KEY, "n" * 49 + "ew"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert Client().get(address).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert Client().get(address).status_code == 404


@pytest.mark.xdist_group("redis")
def test_who_asks_too_often_is_told_when_to_come_back(
    feed: Feed, match: Match, settings: Any, redis_server: str
) -> None:
    settings.LIMITS = settings.LIMITS | {"feed": "2/m/user", "look": "1/m/user"}
    found = [ask(feed, page).status_code for page in ("calendar", "atom", "calendar")]
    assert found == [200, 200, 429]
    assert 0 < int(ask(feed, "atom").headers["Retry-After"]) <= 60
    token = Token.objects.create(user=feed.user, name="program", scope="look")[1]
    program = {"authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/me/", headers=program).status_code == 200  # knowing an address stops no program


# --- In no log ------------------------------------------------------------------------------------------------------


def test_the_log_masks_the_address_no_matter_what_is_said_of_it(
    feed: Feed, match: Match, monkeypatch: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal, and an error with its traceback."""
    token = secrets.feed_token(feed)
    monkeypatch.setattr(feeds, "owed_turns", lambda _user: 1 / 0)
    client = Client(raise_request_exception=False)
    with caplog.at_level(logging.DEBUG):
        assert client.get(reverse("calendar", args=[token])).status_code == 500
        assert client.get(reverse("atom", args=[forged(feed)])).status_code == 404
        assert client.post(reverse("atom", args=[token])).status_code == 405
    line = Masked("{message}", style="{")
    written = "\n".join(map(line.format, caplog.records))
    for told in ("/f/…/calendar.ics", "Not Found: /f/…/turns.atom", "ZeroDivisionError"):
        assert told in written
    assert (token in written, forged(feed) in written) == (False, False)
