"""What moderators may know of a person: matches, reports, decisions, notes, and what was written with certain words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.admin_rows import own_matches
from games.core.models import ChatLine, Match
from games.core.reading import players
from games.desk import services as desk
from games.desk.case import ListedReport, listed_report
from games.desk.models import Note
from games.reports import standing
from games.reports.models import Report

SHOWN = 12
"""How many matches and how many reports each way are shown, the newest first."""
MOST_FOUND = 100
"""How many lines a search finds, the newest first."""
LOOKED_THROUGH = 20_000
"""In how many of a person's newest lines a search looks."""


class PlayedMatch(NamedTuple):
    """A match of a person, as the admin lists it."""

    match: Match
    url: str
    players: str


@dataclass(frozen=True)
class PersonSeen:
    """What is known of a person, apart from what involves the reader."""

    standing: str
    joined: date
    visited: date | None
    matches: Sequence[PlayedMatch]
    about: Sequence[ListedReport]
    made: Sequence[ListedReport]
    notes: Sequence[Note]


def account_state(person: User) -> str:
    """Return in a word whether somebody can sign in."""
    if person.left:
        return _("account closed")
    if not person.is_active:
        return _("suspended")
    return _("guest") if person.is_guest else _("account open")


def joined(person: User) -> date:
    """Return the day on which somebody came, by UTC."""
    return person.date_joined.date()


def visited(person: User) -> date | None:
    """Return the day on which somebody last signed in, by UTC.

    By the reader's clock, a moderator could change the time zone until the day changes, and so learn the hour.
    """
    return person.last_login.date() if person.last_login else None


def known_of(person: User, request: HttpRequest) -> PersonSeen:
    """Return what a moderator may know of another person."""
    assert isinstance(request.user, User)
    seen = standing.uninvolving(request.user.pk, Report.objects.all())
    return PersonSeen(
        standing=account_state(person),
        joined=joined(person),
        visited=visited(person),
        matches=_matches(person, request),
        about=_reports(seen.filter(reported=person.pk)),
        made=_reports(seen.filter(reporter=person.pk)),
        notes=list(desk.notes_on_person(person, request.user)),
    )


def lines_with(person: User, words: str, request: HttpRequest) -> list[ChatLine]:
    """Return the newest lines of a person that hold these words, but none of a running match of the reader."""
    own = list(own_matches(request).values_list("pk", flat=True))
    newest = ChatLine.objects.filter(user=person.pk).order_by("-pk")[:LOOKED_THROUGH]
    found = ChatLine.objects.filter(pk__in=newest.values("pk"), text__icontains=words).exclude(match__in=own)
    return list(found.select_related("match").order_by("-pk")[:MOST_FOUND])


def _matches(person: User, request: HttpRequest) -> list[PlayedMatch]:
    own = list(own_matches(request).values_list("pk", flat=True))
    found = list(Match.objects.of(person.pk).exclude(pk__in=own).order_by("-pk")[:SHOWN])
    players.read_players(found)
    return [_played(match) for match in found]


def _played(match: Match) -> PlayedMatch:
    names = ", ".join(seat.user.username for seat in match.seats.all())
    return PlayedMatch(match, reverse("admin:games_match_change", args=[match.pk]), names)


def _reports(found: QuerySet[Report]) -> list[ListedReport]:
    rows = found.select_related("match", "reported").order_by("-created")[:SHOWN]
    return [listed_report(row) for row in rows]
