"""How reliable players are: of their matches with people, how many ended without their being absent.

Those with a guest do not count, or a player who opens their own link in another browser would soon have kept 100. Of
matches that ended by the same absence one counts. It heals: what is older than SPAN counts no more, nor what came
before the last MATCHES.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import CharField, F, Q, QuerySet, Value, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from games.core.models import Seat, Substitution
from games.core.models.seat import guest_plays, house_plays

MATCHES = 50
SPAN = timedelta(days=180)
"""How many matches count at most, and how long each does."""
NEWCOMER = 5
"""Who has fewer matches over within SPAN is held to no minimum, and no share is told."""
READ = 4 * MATCHES
"""Matches of one player that are read at most, and as many seats that were taken over: more than count, since one
absence can end many."""

MARKS = (Seat.Outcome.TIMEOUT, Seat.Outcome.ABSENT)
"""How a match is over for somebody who was absent."""


class Over(NamedTuple):
    """A match that is over, as it counts for one of its players.

    `since` is when a player who was `absent` had last moved anywhere: where that is the same, the absence is. None
    where it is not known, as of matches that ended before this was noted.
    """

    absent: bool
    since: datetime | None = None


@dataclass(frozen=True)
class Reliability:
    """The matches that count: how many somebody `kept`, and by how many `absences` the others ended.

    These ended so many matches (`missed`). All of them are named, though one for each absence counts.
    """

    kept: int = 0
    absences: int = 0
    missed: int = 0

    @property
    def counted(self) -> int:
        return self.kept + self.absences

    @property
    def over(self) -> int:
        """All matches that are over."""
        return self.kept + self.missed

    @property
    def percent(self) -> int | None:
        """The share that was kept, rounded down so that only who kept all has 100; None of a newcomer."""
        return None if self.is_new else 100 * self.kept // self.counted

    @property
    def is_new(self) -> bool:
        """Whether somebody has played too little to be held to a minimum, or for a share to tell anything."""
        return self.over < NEWCOMER

    def reaches(self, least: int) -> bool:
        """Say whether somebody may join a match that asks for `least` per cent."""
        return self.percent is None or self.percent >= least

    @property
    def in_words(self) -> str:
        """The share with its numbers; of a newcomer how many matches are over, empty without any."""
        if self.percent is None:
            told = ngettext("new, {n} match so far", "new, {n} matches so far", self.over)
            return told.format(n=self.over) if self.over else ""
        told = ngettext(
            "{percent}% ({kept} of {counted} match)", "{percent}% ({kept} of {counted} matches)", self.counted
        )
        return told.format(percent=self.percent, kept=self.kept, counted=self.counted)

    @property
    def missed_in_words(self) -> str:
        """The matches that ended by absence, and by how many; empty without any."""
        if not self.missed:
            return ""
        matches = ngettext("{n} match", "{n} matches", self.missed).format(n=self.missed)
        absences = ngettext("{n} absence", "{n} absences", self.absences).format(n=self.absences)
        return _("{matches} ({absences})").format(matches=matches, absences=absences)


def fold(newest_first: Iterable[Over]) -> Reliability:
    """Return what these matches of one player come to."""
    kept = 0
    absences = dict[object, int]()
    for number, match in enumerate(newest_first):
        key = match.since or number
        if match.absent and key in absences:
            absences[key] += 1
        elif kept + len(absences) < MATCHES:
            kept += not match.absent
            absences |= {key: 1} if match.absent else {}
    return Reliability(kept, len(absences), sum(absences.values()))


def of_each(user_ids: Collection[int]) -> dict[int, Reliability]:
    """Return the reliability of several users, by one query; each is in the answer."""
    if not user_ids:
        return {}
    found = defaultdict[int, list[tuple[tuple[datetime, int], Over]]](list)
    for user_id, ended, key, outcome, absent, since in _newest(user_ids).union(_given_away(user_ids), all=True):
        found[user_id].append(((ended, key), Over(absent or outcome in MARKS, since)))
    return {user_id: fold(_newest_first(found[user_id])) for user_id in user_ids}


def _newest_first(found: list[tuple[tuple[datetime, int], Over]]) -> list[Over]:
    return [over for _, over in sorted(found, key=lambda each: each[0], reverse=True)]


def reliability_of(user_id: int) -> Reliability:
    """Return the reliability of one user."""
    return of_each([user_id])[user_id]


def with_people() -> QuerySet[Seat]:
    """Return seats in matches that are over and in which neither a house opponent nor a guest sat."""
    rows = Seat.objects.filter(number__isnull=False, match__ended__isnull=False)
    return rows.exclude(house_plays()).exclude(guest_plays())


def _newest(user_ids: Collection[int]) -> QuerySet[Any, Any]:
    """Return the matches that may count.

    A void one counts only for the player who was absent: not for the one who waited, nor where both have called it off.
    """
    rows = with_people().filter(user__in=user_ids, match__ended__gt=timezone.now() - SPAN)
    rows = rows.filter(~Q(outcome=Seat.Outcome.VOID) | Q(absent=True))
    place = Window(RowNumber(), partition_by="user", order_by=[F("match__ended").desc(), F("pk").desc()])
    found = rows.annotate(place=place).filter(place__lte=READ).order_by()
    return found.values_list("user", "match__ended", "pk", "outcome", "absent", "absent_since")


def _given_away(user_ids: Collection[int]) -> QuerySet[Any, Any]:
    """Return the seats that others took over because their players were absent: for these the match was over by
    that.
    """
    rows = Substitution.objects.filter(former__in=user_ids, absent=True, created__gt=timezone.now() - SPAN)
    rows = rows.exclude(guest_plays())
    place = Window(RowNumber(), partition_by="former", order_by=[F("created").desc(), F("pk").desc()])
    found = rows.annotate(place=place).filter(place__lte=READ).order_by()
    outcome = Value("", output_field=CharField())
    return found.values_list("former", "created", "pk", outcome, "absent", "absent_since")
