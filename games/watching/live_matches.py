"""Matches that run and that everybody may watch: a list, as those see them who see no hands.

Their order tells nothing but when they began: when somebody has moved is not for everybody.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.http import QueryDict

from games.core.models import Match, Seat
from games.core.pages import miniatures, paging as parts
from games.core.pages.paging import PartPage
from games.core.reading import players, positions
from games.core.reading.positions import Walk
from games.core.reading.seen import Seen, opponents
from games.rules.game import SPECTATOR
from games.watching import services as watchers


def watchable(user_id: int | None) -> QuerySet[Match]:
    """Return the matches that somebody may watch, those first that began last; for a user none whose players block him
    or are blocked by him. Rows need `players.read_players`.
    """
    rows = Match.objects.filter(status=Match.Status.PLAYING, watchable=True).order_by("-started", "-pk")
    if user_id is None:
        return rows
    return rows.exclude(pk__in=Seat.objects.across_blocks(user_id).values("match"))


@dataclass(frozen=True)
class RunningRow:
    """A match in the list: its players, for whom it waits, as far as everybody may know, a picture of it, and how many
    look on."""

    match: Match
    title: str
    players: list[str]
    waits: str
    started: datetime | None
    picture: object | None
    watchers: int

    @classmethod
    def of(cls, match: Match, walk: Walk | None, watchers: int) -> RunningRow:
        """Return a match whose players are read; nothing is said of how it stands without the walk there."""
        seats = match.seats.all()
        seen = Seen(match, seats, SPECTATOR, walk) if walk else None
        picture, waits = (miniatures.drawn_miniature(seen), seen.prompt) if seen else (None, "")
        return cls(
            match=match,
            title=match.title,
            players=opponents(seats, None),
            waits=waits,
            started=match.started,
            picture=picture,
            watchers=watchers,
        )


@dataclass(frozen=True)
class Running:
    """A page of the list."""

    rows: list[RunningRow]
    part: PartPage


def page(user_id: int | None, asked: QueryDict) -> Running:
    """Return the page of the list that is asked for."""
    found = watchable(user_id)
    part = parts.long_page_of(asked, "page", found)
    return Running(rows(list(part)), part)


def rows(matches: Collection[Match]) -> list[RunningRow]:
    """Return matches in a list, by the same queries however many there are."""
    players.read_players(matches)
    stand = positions.newest_of(matches)
    watching = watchers.watcher_numbers([match.public_id for match in matches])
    return [RunningRow.of(match, stand.get(match.pk), watching[match.public_id]) for match in matches]
