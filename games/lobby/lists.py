"""The lobby: invitations to its reader, those open to everybody, seats to take over, and the reader's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from accounts.models import User
from games.core.pages import paging as parts
from games.core.pages.paging import PAGE_SIZE, PartPage
from games.core.reading import players
from games.lobby import pages as invitations
from games.substitutes import pages as open_seats
from games.substitutes.pages import OpenSeat


@dataclass(frozen=True)
class Lobby:
    """The rows of each list; the first two are shown a page at a time, of the others there are few."""

    to_me: list[dict[str, Any]]
    open_invitations: list[dict[str, Any]]
    open_seats: list[OpenSeat]
    mine: list[dict[str, Any]]
    to_me_page: PartPage
    open_page: PartPage


def page(user: User, chosen: Mapping[str, Any], asked: QueryDict) -> Lobby:
    """Return the lobby with the open invitations that a filter lets through (`invitations.open_to`); the pages that are
    asked for are `invited`, and `page` of those.
    """
    to_me = invitations.to_me(user)
    others = invitations.open_to(user, chosen)
    invited = parts.page_of(asked, "invited", to_me, to_me.count())
    others_page = parts.long_page_of(asked, "page", others)
    mine = list(invitations.own_invitations(user))
    seats = list(open_seats.open_to(user)[:PAGE_SIZE])
    players.read_players(row.match for row in (*invited, *others_page, *mine, *seats))
    rows = invitations.lists([invited, others_page, mine], user)
    return Lobby(
        to_me=rows[0],
        open_invitations=rows[1],
        open_seats=open_seats.shown_seats(seats),
        mine=rows[2],
        to_me_page=invited,
        open_page=others_page,
    )
