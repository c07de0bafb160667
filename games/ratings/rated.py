"""The facts of matches that are over, as ratings take them; see docs/ratings.md."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.core.models import Entry, Match, Seat
from games.ratings.facts import LEVEL, LOST, WON, PlayerKind, RatedMatch, Sat

POINTS: dict[str, int] = {Seat.Outcome.WON: WON, Seat.Outcome.LEVEL: LEVEL}
"""By outcome of a seat; every other is a loss."""

OVER = Q(status=Match.Status.OVER) | Q(status=Match.Status.VOID, started__isnull=False) & ~Q(pair="")
"""What ratings must know of."""


def over() -> QuerySet[Match]:
    """Return the rated matches that are over, in the order in which they ended; of void ones those that are of a pair,
    since the other match of it may have waited for them.
    """
    return Match.objects.filter(OVER, rated=True).order_by("ended", "pk")


def rated_matches(matches: Collection[Match]) -> list[RatedMatch]:
    """Return what ratings may depend on, by one query, in the order given."""
    seats = defaultdict[int, list[Sat]](list)
    for match_id, *of_seat in _seats(matches):
        seats[match_id].append(_sat(*of_seat))
    return [_facts(match, seats[match.pk]) for match in matches]


def _seats(matches: Collection[Match]) -> QuerySet[Any, Any]:
    sent = Entry.objects.filter(match=OuterRef("match"), seat=OuterRef("number"), by_program=True)
    rows = Seat.objects.filter(match__in=[match.pk for match in matches], number__isnull=False)
    rows = rows.annotate(sent=Exists(sent)).order_by("match", "number")
    named = (
        "match",
        "user",
        "outcome",
        "answered_ply",
        "absent_since",
        "house",
        "user__guest_until",
        "declared",
        "sent",
    )
    return rows.values_list(*named)


def _facts(match: Match, seats: Collection[Sat]) -> RatedMatch:
    void = match.status == Match.Status.VOID
    pair = match.pair or None
    return RatedMatch(match.pk, tuple(seats), rated=match.rated, void=void, struck=bool(match.struck), pair=pair)


def _sat(player: int, outcome: str, ply: int | None, since: datetime | None, *of_user: Any) -> Sat:
    house, guest_until, declared, sent = of_user
    kind = (
        PlayerKind.HOUSE
        if house
        else PlayerKind.GUEST
        if guest_until
        else PlayerKind.PROGRAM
        if declared
        else PlayerKind.PERSON
    )
    absence = since if outcome == Seat.Outcome.TIMEOUT else None
    return Sat(player, POINTS.get(outcome, LOST), ply is not None, kind, sent, absence)


def rated_games() -> list[str]:
    """Return the games with matches that ratings know of, or should, by slug."""
    return list(over().order_by("game").values_list("game", flat=True).distinct())
