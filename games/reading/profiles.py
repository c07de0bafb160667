"""What a profile tells of somebody: only what may be known of matches that are over, and how many are running."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from statistics import median
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Entry, Match, MatchQuerySet, Seat
from games.rules import registry

MATCHES_TIMED = 20
"""Newest finished matches from which the answer time is taken."""

LATE = (Seat.Outcome.TIMEOUT, Seat.Outcome.ABSENT)


@dataclass(frozen=True)
class Results:
    """How the finished matches of one game went, those against bots apart."""

    title: str
    house: bool
    won: int
    level: int
    lost: int
    void: int

    @property
    def played(self) -> int:
        return self.won + self.level + self.lost + self.void


@dataclass(frozen=True)
class Reliability:
    """Of so many matches against people that are over, how many ended without a timeout of this player."""

    finished: int
    kept: int

    @property
    def late(self) -> int:
        """How many of them ended because this player let the time pass."""
        return self.finished - self.kept


def running(person: User) -> int:
    """How many matches somebody is playing."""
    return Match.objects.of(person.pk).filter(status=Match.Status.PLAYING).count()


def finished(person: User, reader_id: int | None) -> MatchQuerySet:
    """Somebody's matches that were begun and are over, newest first; private ones only for their players."""
    rows = Match.objects.of(person.pk).filter(started__isnull=False, ended__isnull=False)
    mine = Seat.objects.filter(match=OuterRef("pk"), user=reader_id)
    return rows.filter(Q(private=False) | Exists(mine)).order_by("-ended", "-pk")


def _seats(person: User, matches: MatchQuerySet) -> QuerySet[Any]:
    """Somebody's seats in these matches, each with whether a bot sits opposite (`against_house`)."""
    house = Seat.objects.filter(match=OuterRef("match"), house=True).exclude(user=person)
    return Seat.objects.filter(user=person, match__in=matches.order_by()).annotate(against_house=Exists(house))


def results(person: User, matches: MatchQuerySet) -> list[Results]:
    """How these matches ended for somebody, by game, those against people first."""
    rows = _seats(person, matches).order_by().values_list("match__game", "against_house", "outcome")
    counts: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for game, house, outcome, number in rows.annotate(Count("pk")):
        counts[game, house][outcome] += number
    return [_results(game, house, counts[game, house]) for game, house in sorted(counts)]


def _results(game: str, house: bool, by: dict[str, int]) -> Results:
    lost = by[Seat.Outcome.LOST] + by[Seat.Outcome.TIMEOUT]
    void = by[Seat.Outcome.VOID] + by[Seat.Outcome.ABSENT]
    title = _(registry.title(game))
    return Results(title, house, by[Seat.Outcome.WON], by[Seat.Outcome.LEVEL], lost, void)


def reliability(person: User, matches: MatchQuerySet) -> Reliability | None:
    """How many of these matches somebody brought to their end without letting the time pass; None without any.

    Counted are those against people. Not kept are matches lost on time, those void because the player never came, and
    those in which being spared counts as an absence (`Seat.absent`).
    """
    rows = _seats(person, matches).filter(against_house=False)
    found = rows.aggregate(finished=Count("pk"), late=Count("pk", filter=Q(outcome__in=LATE) | Q(absent=True)))
    return Reliability(found["finished"], found["finished"] - found["late"]) if found["finished"] else None


def answer_time(person: User, matches: MatchQuerySet) -> timedelta | None:
    """The median time for a move in the newest MATCHES_TIMED of these matches; None without any move.

    The time for a move is that between it and the entry before it in the log, whoever made that, entry 0 included:
    where several owe a move at once, whoever answers later is timed from the answer before.
    """
    newest = list(matches.values_list("pk", flat=True)[:MATCHES_TIMED])
    before = Entry.objects.filter(match=OuterRef("match"), ply=OuterRef("ply") - 1).values("created")
    places = dict(Seat.objects.filter(user=person, match__in=newest).values_list("match", "number"))
    rows = Entry.objects.filter(match__in=newest, seat__isnull=False).annotate(asked=Subquery(before))
    found = rows.order_by().values_list("match", "seat", "asked", "created")
    times = [made - asked for match, seat, asked, made in found if seat == places[match]]
    return median(times) if times else None


def in_words(time: timedelta) -> str:
    """A span of time as one says it: in the largest unit of which there are at least two, rounded."""
    minutes = round(time.total_seconds() / 60)
    if minutes < 1:
        return _("under a minute")
    if minutes < 120:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = round(hours / 24)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
