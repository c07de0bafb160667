"""Seats for which somebody is sought: listed, and each on a page before it is taken.

What is shown of the match is what everybody may know while it runs, so that neither list nor page changes by an entry
that is a secret among its players. Who would leave the seat is not named.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from games.core.models import Match, Seat, Substitution
from games.core.pages import clocks as pages_clocks, hints, match_parts, miniatures, rulebook
from games.core.reading import clocks, players, positions
from games.core.reading.access import NotYours
from games.core.reading.log import MOST_TOLD
from games.core.reading.positions import Walk
from games.core.reading.seen import Seen, opponents
from games.core.reading.voice import SiteVoice
from games.rules.game import SPECTATOR

LINES_SHOWN = 6
"""Newest lines of the log that the page of a seat shows."""


def open_to(user: User) -> QuerySet[Seat]:
    """Return the open seats that a user may take over, those first that are open for the shortest time; none of private
    matches, whose players give the address to whom they like. Rows need `players.read_players`.
    """
    rows = Seat.objects.filter(open_until__gt=timezone.now(), match__status=Match.Status.PLAYING, match__private=False)
    played = Seat.objects.filter(user=user).values("match")
    left = Substitution.objects.filter(former=user).values("match")
    rows = rows.exclude(match__in=played).exclude(match__in=left)
    rows = rows.exclude(match__in=Seat.objects.across_blocks(user).values("match"))
    return rows.exclude(match__in=_blocked_before(user)).select_related("match", "turn").order_by("open_until", "pk")


def _blocked_before(user: User) -> QuerySet[Any, Any]:
    """Return the matches in which somebody has played before whom the user blocks, or who blocks the user."""
    return Substitution.objects.filter(former__in=blocks.across(user)).values("match")


def find_open_seat(public_id: str) -> Seat:
    """Return the open seat of a match, for all who know its address. Raises NotYours."""
    rows = Seat.objects.filter(match__public_id=public_id, match__status=Match.Status.PLAYING)
    rows = (
        rows.filter(open_until__gt=timezone.now())
        .select_related("match", "turn")
        .prefetch_related("match__seats__user")
    )
    seat = rows.first()
    if seat is None:
        raise NotYours
    return seat


@dataclass(frozen=True)
class OpenSeat:
    """An open seat in a list: its match, against whom, where one would sit, until when it is open, and its clock.

    `state_of_play` says how the match stands, `picture` draws it, `time` is what the seat has left, as everybody may
    know it; `watchable` says that everybody may look on.
    """

    game: str
    title: str
    rules_url: str
    options_words: list[tuple[str, str]]
    opponents: list[str]
    side: str
    until: datetime
    clock: str
    state_of_play: list[str]
    picture: object | None
    time: str
    url: str
    watchable: bool

    @classmethod
    def of(cls, seat: Seat, walk: Walk | None) -> OpenSeat:
        """Return a seat, read with its match and its players; nothing is said of how it stands without the walk
        there.
        """
        match = seat.match
        seats = seat.match.seats.all()
        seen = Seen(match, seats, SPECTATOR, walk) if walk else None
        return cls(
            game=match.game,
            title=match.title,
            rules_url=rulebook.rules_url(match.game),
            options_words=match_parts.option_words(match),
            opponents=opponents(seats, seat.number),
            side=_(match.rules.meta.seat_names[seat.index]),
            until=seat.open_until or match.created,
            clock=clocks.brief(match),
            state_of_play=hints.standing(seen.match, seen.view, seat.index, SiteVoice()) if seen else [],
            picture=miniatures.drawn_miniature(seen) if seen else None,
            time=pages_clocks.known_to_all(match, seats, seat, seen.owing if seen else ()),
            url=reverse("open_seat", args=[match.public_id]),
            watchable=match.watchable,
        )


def shown_seats(seats: Collection[Seat]) -> list[OpenSeat]:
    """Open seats in a list, by the same queries however many there are."""
    players.read_players(seat.match for seat in seats)
    stand = positions.newest_of(seat.match for seat in seats)
    return [OpenSeat.of(seat, stand.get(seat.match_id)) for seat in seats]


def page(seat: Seat) -> dict[str, Any]:
    """Return the page of one seat: the newest of what everybody may know of the match, and at length by which clock is
    played.
    """
    ply = seat.match.ply
    seen = Seen.between(seat.match, seat.match.seats.all(), SPECTATOR, max(ply - MOST_TOLD, -1), ply)
    lines = [line.text for line in seen.lines()[-LINES_SHOWN:]]
    about = {"public_id": seat.match.public_id, "open": OpenSeat.of(seat, seen.walk)}
    return {**about, "lines": lines, "clock_details": clocks.details(seat.match, seat.match.seats.all())}
