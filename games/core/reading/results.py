"""What a profile tells of somebody: only what may be known of matches that are over, and how many are running."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.models import Match, MatchQuerySet, Seat
from games.rules import registry


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


def finished_of_person(person: User, reader_id: int | None) -> MatchQuerySet:
    """Return somebody's matches that were begun and are over, newest first.

    Private ones are only for their players.
    """
    rows = Match.objects.of(person.pk).filter(started__isnull=False, ended__isnull=False)
    mine = Seat.objects.filter(match=OuterRef("pk"), user=reader_id)
    return rows.filter(Q(private=False) | Exists(mine)).order_by("-ended", "-pk")


def _seats(person: User, matches: MatchQuerySet) -> QuerySet[Any]:
    """Return somebody's seats in these matches and in all that are running.

    Each says whether a bot sits opposite (`against_house`).
    """
    house = Seat.objects.filter(match=OuterRef("match"), house=True).exclude(user=person)
    counted = Q(match__in=matches.order_by()) | Q(match__status=Match.Status.PLAYING)
    return Seat.objects.filter(counted, user=person).annotate(against_house=Exists(house))


class ResultsOfPerson(NamedTuple):
    """How matches ended for somebody, by game, those against people first: all, and those against the reader; and how
    many somebody is playing, whether or not the reader may look at them."""

    all: list[Results]
    against_reader: list[Results]
    running: int


def results(person: User, matches: MatchQuerySet, reader_id: int | None) -> ResultsOfPerson:
    """Return how these matches ended for somebody, whose page a user reads, or a visitor; by one query."""
    reader = Seat.objects.filter(match=OuterRef("match"), user=reader_id).exclude(user=person)
    seats = _seats(person, matches).order_by().annotate(against_reader=Exists(reader))
    rows = seats.values_list("match__game", "against_house", "against_reader", "outcome")
    found = list(rows.annotate(Count("pk")))
    over = [row for row in found if row[3]]
    running = sum(row[4] for row in found if not row[3])
    return ResultsOfPerson(_by_game(over), _by_game([row for row in over if row[2]]), running)


def _by_game(rows: Iterable[tuple[str, bool, bool, str, int]]) -> list[Results]:
    counts: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for game, house, _reader, outcome, number in rows:
        counts[game, house][outcome] += number
    return [_results(game, house, counts[game, house]) for game, house in sorted(counts)]


def _results(game: str, house: bool, by: dict[str, int]) -> Results:
    lost = by[Seat.Outcome.LOST] + by[Seat.Outcome.TIMEOUT]
    void = by[Seat.Outcome.VOID] + by[Seat.Outcome.ABSENT]
    title = _(registry.title(game))
    return Results(title, house, by[Seat.Outcome.WON], by[Seat.Outcome.LEVEL], lost, void)
