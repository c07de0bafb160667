"""Deeds on pages: those that a game knows, and those earned in a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.deeds import Course, Deed
from games.boards.registry import about
from games.models import Match, Seat
from games.pages import rulebook
from games.reading import positions
from games.reading.access import Access, InSight
from games.reading.seen import Seen
from games.reading.voice import player_name
from games.rules import engine, registry


class Asked(NamedTuple):
    """A deed in words."""

    key: str
    title: str
    asks: str


def address(slug: str) -> str:
    """Where the deeds of a game stand; empty for a game without any."""
    return reverse("deeds_of", args=[slug]) if about(slug).deeds else ""


@dataclass(frozen=True)
class OfGame:
    """All deeds of a game."""

    slug: str
    title: str
    rules_url: str
    deeds: list[Asked]


def of_game(slug: str) -> OfGame:
    """The deeds of a game that is played here. Raises Http404 for one that has none."""
    found = [Asked(deed.key, _(deed.title), _(deed.asks)) for deed in about(slug).deeds]
    if not found:
        raise Http404
    return OfGame(slug, _(registry.title(slug)), rulebook.address(slug), found)


class Earned(NamedTuple):
    """What a player has earned in a match: titles, with the addresses of what they ask."""

    name: str
    deeds: list[tuple[str, str]]


def of_match(found: InSight | Access, seen: Seen) -> list[Earned]:
    """The deeds of each seat that has any. The whole match must have been walked through."""
    told = _whole(seen)
    each = [Earned(player_name(seat), _of_seat(found, seat, told)) for seat in found.seats]
    return [earned for earned in each if earned.deeds]


def own(found: Access) -> list[tuple[str, str]]:
    """The deeds of the reader's seat in a match that is over, which is walked through for them."""
    match = found.match
    if not (_counts(found) and about(match.game).deeds):
        return []
    return _of_seat(found, found.seat, _whole(Seen.between(match, found.seats, found.seat.index, -1, match.ply)))


def _of_seat(found: InSight | Access, seat: Seat, told: Course) -> list[tuple[str, str]]:
    if not _counts(found):
        return []
    page, deeds = address(found.match.game), about(found.match.game).deeds
    return [_linked(deed, page) for deed in deeds if deed.earned(told, seat.index)]


def _linked(deed: Deed, page: str) -> tuple[str, str]:
    return _(deed.title), f"{page}#{deed.key}"


def _counts(found: InSight | Access) -> bool:
    """Whether anything was earned in it: by people who played it from start to end, and which was not called off."""
    if found.match.status != Match.Status.OVER or found.match.struck:
        return False
    return not any(seat.house or seat.taken_ply is not None for seat in found.seats)


def _whole(seen: Seen) -> Course:
    """The match as deeds take it."""
    entries = {entry.ply: events for entry, events in seen.walk.played}
    standing = engine.standing([positions.as_rules(entry) for entry, _events in seen.walk.played])
    outcome = engine.outcome(seen.match.rules, seen.walk.position)
    assert outcome is not None
    return Course([entries[entry.ply] for entry in standing], seen.walk.position.state, outcome)
