"""What features show on pages of the core: one of the seams. Each page has named places for it, called panels.

Who calls: the views of these pages, as they draw them (`games/core/pages/panels.py`): the page of a match, once for a
player and once for each other reader whom a panel is meant for; a profile; “My matches”; the home page. An earlier move
of a match has no panels.

What a panel is: a function, and a template in Jinja in the feature's own folder. The function gets what the page is
about and who reads it. It returns what to show, or None for nothing. The template has that as `panel`, and `csrf_input`
for a form; it has nothing else of the page, and must not read from the database.

Who sees it: a panel of a match is shown to its players. A play link and a watcher's page show it only if it was
registered with `by_link` or `watched`. A play link is read by somebody who has not signed in: its panel gets the seat
and a visitor. A watcher's panel gets no seat.

In which transaction: none. In what order: as `games/features.py` lists the features.

Where one fails, in its function or its template: its place stays empty, and the page is as it would be without it. The
log has the error. `/healthz` names the panel for a quarter of an hour after it last failed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games.core.models import Heartbeat, Match, Seat
from games.core.seams.seam import Seam
from games.core.services import heartbeats

logger = logging.getLogger(__name__)

P = ParamSpec("P")
Reader = User | AnonymousUser

NAMED = timedelta(minutes=15)
"""For how long `/healthz` names a panel that has failed."""
AGAIN = timedelta(minutes=1)
"""A panel that fails on every page is noted so often."""


class Panel(NamedTuple, Generic[P]):
    """What a feature shows: a function that finds it, and the template that draws it."""

    find: Callable[P, object | None]
    template: str


class PanelPlace(Generic[P]):
    """A place on a page; the functions of its panels take what `P` says."""

    def __init__(self, name: str) -> None:
        """`name` says where it is: “below the board”."""
        self.name = name
        self.panels = Seam[Panel[P]](f"the panels {name}")
        PLACES.append(self)

    def register(self, name: str, find: Callable[P, object | None], template: str) -> None:
        """Show what `find` returns here, by a template. Raises BadFeature."""
        self.panels.add(name, Panel(find, template))


PLACES: list[PanelPlace[...]] = []


class MatchPlace(PanelPlace[[Match, Seat | None, Reader]]):
    """A place on the page of a match. Its functions take the match, the reader's seat, and the reader."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.by_link = PanelPlace[[Match, Seat | None, Reader]](f"{name}, by a play link")
        self.watched = PanelPlace[[Match, Seat | None, Reader]](f"{name}, for watchers")

    def register(
        self,
        name: str,
        find: Callable[[Match, Seat | None, Reader], object | None],
        template: str,
        *,
        by_link: bool = False,
        watched: bool = False,
    ) -> None:
        """Show what `find` returns to players; with `by_link` to those who play by a link, with `watched` to watchers.
        Raises BadFeature."""
        super().register(name, find, template)
        if by_link:
            self.by_link.register(name, find, template)
        if watched:
            self.watched.register(name, find, template)


BELOW_BOARD = MatchPlace("below the board")
BESIDE_BOARD = MatchPlace("beside the board")
"""Among what is said of the match as a whole."""
PROFILE = PanelPlace[[User, Reader]]("on a profile")
"""Its functions take whose profile it is, and the reader."""
MY_MATCHES = PanelPlace[[User]]("on “My matches”")
HOME = PanelPlace[[Reader]]("on the home page")


class FailedPanel(NamedTuple):
    """A panel that has failed, where it is shown, and when it last failed."""

    name: str
    place: str
    at: datetime


def note_failure(place: str, name: str) -> None:
    """Note that a panel has just failed; called where its error is handled."""
    logger.exception("The panel “%s” %s failed; its place is empty", name, place)
    try:
        last = heartbeats.last(_row(place, name))
        if last is None or timezone.now() - last >= AGAIN:
            heartbeats.record_heartbeat(_row(place, name))
    except Exception:
        logger.exception("That the panel “%s” failed could not be noted", name)


def failed_panels() -> Iterator[FailedPanel]:
    """Return which panels have failed of late."""
    rows = {_row(place.name, name): (name, place.name) for place in PLACES for name, _ in place.panels}
    recent = Heartbeat.objects.filter(name__in=rows, at__gt=timezone.now() - NAMED).order_by("name")
    for row, at in recent.values_list("name", "at"):
        yield FailedPanel(*rows[row], at)


def _row(place: str, name: str) -> str:
    return f"{heartbeats.PANEL} {name} {place}"
