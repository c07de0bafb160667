"""Deeds on pages: those that a game knows, and who has them; and those earned in a match."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.pages import rulebook
from games.core.reading.access import InSight
from games.core.reading.voice import player_name
from games.core.seams.panels import MatchLook
from games.deeds import owners as awards, queries as deeds, summaries
from games.deeds.models import Award
from games.deeds.queries import Deed
from games.deeds.summaries import Kept
from games.rules import registry


def deeds_url(slug: str) -> str:
    """Return where the deeds of a game stand; empty for a game without any."""
    return reverse("deeds_of", args=[slug]) if deeds.of_game(slug) else ""


class DeedRow(NamedTuple):
    """A deed in words, how many people have it, and the award of the reader, None without one."""

    key: str
    title: str
    asks: str
    people: int
    mine: Award | None


@dataclass(frozen=True)
class GameDeeds:
    """All deeds of a game."""

    slug: str
    title: str
    rules_url: str
    deeds: list[DeedRow]


def of_game(slug: str, reader: User | AnonymousUser) -> GameDeeds:
    """Return the deeds of a game that is played here, as a user or a visitor reads of them, by two queries at most.

    Raises Http404 for a game that has none.
    """
    known = deeds.of_game(slug)
    if not known:
        raise Http404
    people = awards.owners(slug)
    mine = {row.deed: row for row in awards.of_person(reader.pk, reader.pk).filter(game=slug)} if reader.pk else {}
    asked = [
        DeedRow(deed.key, _(deed.title), _(deed.asks), people.get(deed.key, 0), mine.get(deed.key)) for deed in known
    ]
    return GameDeeds(slug, _(registry.title(slug)), rulebook.rules_url(slug), asked)


class PersonDeeds(NamedTuple):
    """The deeds that somebody has in a game, of so many (`all`): titles, with the addresses of the matches in which
    they were earned first, empty where the reader may not look at it."""

    title: str
    address: str
    all: int
    deeds: list[tuple[str, str]]


def of_person(user_id: int, reader_id: int | None, played: Collection[str] = ()) -> list[PersonDeeds]:
    """Return what somebody has achieved, as a user or a visitor reads of it, by the title of the games.

    This takes one query. Games with the titles `played` are listed without a deed as well. So a player who has none
    learns that there are some.
    """
    found = {(row.game, row.deed): row for row in awards.of_person(user_id, reader_id)}
    each = [_of_person(slug, found) for slug in registry.slugs()]
    listed = (row for row in each if row.deeds or (row.all and row.title in played))
    return sorted(listed, key=lambda row: row.title)


def _of_person(slug: str, found: Mapping[tuple[str, str], Award]) -> PersonDeeds:
    known = deeds.of_game(slug)
    owned = [(_(deed.title), _in_sight(found[slug, deed.key])) for deed in known if (slug, deed.key) in found]
    return PersonDeeds(_(registry.title(slug)), deeds_url(slug), len(known), owned)


def _in_sight(award: Award) -> str:
    """Return the address of the match, where the reader may look at it."""
    return award.match.get_absolute_url() if award.in_sight else ""  # type: ignore[attr-defined]


class Earned(NamedTuple):
    """What a player has earned in a match: titles, with the addresses of what they ask."""

    name: str
    deeds: list[tuple[str, str]]


def of_match(found: InSight, kept: Kept) -> list[Earned]:
    """Return the deeds of each seat that has any, by what is kept of the match."""
    earned = summaries.earned(found.match, found.seats, kept)
    return [Earned(player_name(seat), _linked(found.match.game, each)) for seat, each in earned if each]


def own(look: MatchLook) -> list[tuple[str, str]] | None:
    """Return the deeds of the reader's seat in a match that is over, None without any."""
    match = look.match
    if look.seat is None or not deeds.counts_for_deeds(match, look.seats):
        return None
    earned = summaries.earned(match, look.seats, summaries.summary_of(match))
    return [linked for seat, each in earned if seat.pk == look.seat.pk for linked in _linked(match.game, each)] or None


def _linked(slug: str, earned: Sequence[Deed]) -> list[tuple[str, str]]:
    """Return the titles of deeds, with the addresses of what they ask."""
    page = deeds_url(slug)
    return [(_(deed.title), f"{page}#{deed.key}") for deed in earned]
