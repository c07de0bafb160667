"""Matches that are over and that everybody may look at: a list of the recent ones, and one of them in moving pictures.

Nothing here shows a match that runs, or a private one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone

from games.core.models import Match, Seat
from games.core.models.seat import house_plays
from games.core.pages import miniatures, paging as parts
from games.core.pages.paging import PartPage
from games.core.reading import players, positions
from games.core.reading.kept import cached
from games.core.reading.positions import Walk
from games.core.reading.seen import Seen, opponents, result
from games.rules.errors import Unplayable
from games.rules.game import SPECTATOR
from games.rules.house import HOUSE_REASONS

RECENT = timedelta(days=180)
"""How long ago a match may have been offered that is listed."""
FRESH = 600
"""Seconds for which the first page shows the same match."""
NONE = ""
"""What is remembered where there is no match to show."""
MIN_PLIES = 8
"""Entries that a match has at least which the first page shows."""
MAX_PICTURES = 60
"""Pictures of a match at most: those before its end."""
PLIES_DRAWN = 240
"""The last entries of a match among whose pictures these are; few games change it by less than one in four."""


def recent_matches() -> QuerySet[Match]:
    """Return matches between people that are over, with a result, and not private, the newest end first. Rows need
    `players.read_players`.
    """
    since = timezone.now() - RECENT
    rows = Match.objects.filter(status=Match.Status.OVER, private=False, created__gt=since, ended__gt=since)
    return rows.filter(~house_plays("pk")).order_by("-ended", "-pk")


@dataclass(frozen=True)
class ReplayRow:
    """A match in the list: its players, how and when it ended, and the picture of its last position."""

    match: Match
    title: str
    players: list[str]
    result: str
    ended: datetime | None
    picture: object | None

    @classmethod
    def of(cls, match: Match, walk: Walk | None) -> ReplayRow:
        """Return a match whose players are read; without the walk there it has no picture."""
        seats = match.seats.all()
        picture = miniatures.drawn_miniature(Seen(match, seats, SPECTATOR, walk)) if walk else None
        return cls(match, match.title, opponents(seats, None), result(match, seats), match.ended, picture)


def rows(matches: Collection[Match]) -> list[ReplayRow]:
    """Return matches in a list, by the same queries however many there are."""
    players.read_players(matches)
    stand = positions.newest_of(matches)
    return [ReplayRow.of(match, stand.get(match.pk)) for match in matches]


@dataclass(frozen=True)
class Replays:
    """A page of the list."""

    rows: list[ReplayRow]
    part: PartPage


def page(asked: QueryDict) -> Replays:
    """Return the page of the list that is asked for."""
    found = recent_matches()
    part = parts.long_page_of(asked, "page", found)
    return Replays(rows(list(part)), part)


def featured() -> ReplayRow | None:
    """Return the match that the first page shows; `None` if there is none.

    It is up to ten minutes old; without Redis look for it again each time.
    """
    public_id = cached("featured-replay", FRESH, _newest)
    found = list(recent_matches().filter(public_id=public_id)) if public_id else []
    return next((row for row in rows(found) if row.picture), None)


def _newest() -> str:
    """Return the public id of the newest match that was played out and has something to show, NONE for none."""
    newest = Match.objects.filter(pk__in=recent_matches().values("pk")[: parts.MAX_LISTED]).order_by("-ended", "-pk")
    played_out = newest.exclude(result__reason__in=[*HOUSE_REASONS])
    return played_out.filter(ply__gte=MIN_PLIES).values_list("public_id", flat=True).first() or NONE


def pictures(match: Match, seats: Collection[Seat]) -> list[object]:
    """Return how a match that is over stood after each entry that changed its picture, oldest first, the end last."""
    found: list[object] = []
    for walk in _walks(match):
        picture = miniatures.drawn_miniature(Seen(match, seats, SPECTATOR, walk))
        if picture is not None and picture != (found[-1] if found else None):
            found.append(picture)
    return found[-MAX_PICTURES:]


def _walks(match: Match) -> Iterator[Walk]:
    """Yield the match after each of its last entries; none where it cannot be played here any more."""
    try:
        for played, position in positions.walk_entries(match, match.ply - PLIES_DRAWN):
            yield Walk(position, played.entry.ply, played.entry.digest, [])
    except Unplayable:
        return
