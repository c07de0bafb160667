"""A user's turns for programs that look again and again: a calendar of deadlines, and an Atom feed.

They say which match waits, against whom, until when and where, and no more, since others may read them. All of it
follows from the turn, which changes by nothing that its player may not know: what others seal changes no byte.

A turn that is over is left out: calendars that follow an address hold what stands there and nothing else. There is no
alarm either: the site reminds readers who want it, in the chosen rhythm, and so does the calendar's own alarm.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed, get_tag_uri
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language, gettext as _
from icalendar import Calendar, Event, Timezone, TimezoneStandard

from accounts.links import absolute, site_host
from accounts.models import Feed, User
from games.core.models import Turn
from games.core.pages import lists
from games.core.reading import players
from games.core.reading.dates import spell
from games.core.reading.seen import opponents

MOST_TURNS = 100
"""Turns that are told, the most urgent."""
LENGTH = timedelta(minutes=15)
"""How long an event is; it ends when the time is up."""
ASKED_AGAIN = timedelta(hours=1)
"""How often calendars are asked to look again."""


@dataclass(frozen=True)
class Due:
    """A turn as others may read of it; `name` is the same as long as the turn is, in its match."""

    turn: Turn
    title: str
    opponents: str

    @property
    def url(self) -> str:
        return absolute("match", self.turn.match.public_id)

    @property
    def name(self) -> str:
        """The ply is counted as its player may count: without what others have sealed."""
        return f"{self.turn.match.public_id}-{self.turn.seat.counted(self.turn.ply)}"

    def said(self, sentence: str) -> str:
        """Return a sentence about a game and opponents, which tells the matches of a pair apart."""
        return self.turn.match.told_apart(sentence.format(game=self.title, opponents=self.opponents))


def owed_turns(user: User) -> list[Due]:
    """Return the turns of a user, most urgent first, without those of matches they want to hear nothing of."""
    turns = list(lists.waiting_turns(user).filter(seat__muted=False)[:MOST_TURNS])
    players.read_players(turn.match for turn in turns)
    return [_due(turn) for turn in turns]


def _due(turn: Turn) -> Due:
    return Due(turn, turn.match.title, ", ".join(opponents(turn.match.seats.all(), turn.seat.number)))


def title() -> str:
    """Return what calendar and feed are called."""
    return _("My turns on {site}").format(site=settings.SITE_NAME)


# --- Calendar (RFC 5545) --------------------------------------------------------------------------------------------


def calendar(feed: Feed, turns: Iterable[Due]) -> bytes:
    """Return the deadlines, in UTC; a turn is an event that keeps its UID; its SEQUENCE rises when its deadline moves.

    A calendar must hold something (RFC 5545, 3.4), so this one names its zone, whether anything is due or not.
    """
    made = Calendar()
    made.add("PRODID", f"-//{site_host()}//{settings.SITE_NAME}//EN")
    made.add("VERSION", "2.0")
    for name in ("NAME", "X-WR-CALNAME"):
        made.add(name, title())
    for name in ("REFRESH-INTERVAL", "X-PUBLISHED-TTL"):
        made.add(name, ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    made.add_component(_utc())
    for each in turns:
        made.add_component(_event(each))
    return made.to_ical()


def _utc() -> Timezone:
    zone = Timezone()
    always = TimezoneStandard()
    zone.add("TZID", "UTC")
    always.add("DTSTART", datetime(1970, 1, 1))
    for name in ("TZOFFSETFROM", "TZOFFSETTO"):
        always.add(name, timedelta())
    zone.add_component(always)
    return zone


def _event(each: Due) -> Event:
    """Return the last minutes before a deadline, which leave their reader's time free: some calendars show no event
    without a length."""
    turn = each.turn
    event = Event()
    event.add("UID", f"{each.name}@{site_host()}")
    event.add("SEQUENCE", turn.revision)
    event.add("CREATED", turn.since)
    for name in ("DTSTAMP", "LAST-MODIFIED"):
        event.add(name, turn.changed)
    event.add("DTSTART", turn.deadline - LENGTH)
    event.add("DTEND", turn.deadline)
    event.add("SUMMARY", each.said(_("Move due: {game} against {opponents}")))
    event.add("DESCRIPTION", each.url)
    event.add("URL", each.url)
    event.add("TRANSP", "TRANSPARENT")
    return event


# --- Atom (RFC 4287) ------------------------------------------------------------------------------------------------


class TurnFeed(Atom1Feed):
    """A feed that was last changed when its newest entry was; an empty one, when it came to be."""

    def latest_post_date(self) -> datetime:
        return max([self.feed["created"], *(item["updateddate"] for item in self.items)])


def atom(feed: Feed, turns: Iterable[Due]) -> bytes:
    """Return the turns, each an entry."""
    site = settings.SITE_NAME
    name = _tag("turns", feed.user.date_joined, str(feed.user_id))
    made = TurnFeed(
        title(), absolute("my_matches"), None, get_language(), author_name=site, feed_guid=name, created=feed.created
    )
    for each in turns:
        turn = each.turn
        made.add_item(
            each.said(_("Your turn: {game} against {opponents}")),
            each.url,
            _until(turn.deadline),
            pubdate=turn.since,
            updateddate=turn.changed,
            unique_id=_tag("match", turn.match.created, each.name),
        )
    return made.writeString("utf-8").encode()


def _tag(kind: str, since: datetime, name: str) -> str:
    return get_tag_uri(f"https://{site_host()}/{kind}#{name}", since)


def _until(deadline: datetime) -> str:
    """Say until when, by the clock of the reader."""
    at = localtime(deadline)
    given = {"day": spell(at, _("l, j F Y")), "time": spell(at, "H:i"), "zone": get_current_timezone_name()}
    return _("You have until %(day)s, %(time)s (%(zone)s).") % given
