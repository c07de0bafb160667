"""What features show on pages of the core: one of the seams. Each page has named places for it, called panels.

Who calls: the views of these pages, as they draw them (`games/core/pages/panels.py`): the page of a match, once for a
player and once for each other reader whom a panel is meant for; a profile; “My matches”; the home page. A page of an
earlier move has the panels among the facts and below them, and no others.

What a panel is: a function, and a template in Jinja in the feature's own folder. The function gets what the page is
about and who reads it. It returns what to show, or None for nothing. The template has that as `panel`, and `csrf_input`
for a form; it has nothing else of the page, and must not read from the database. A function that is registered in
several places of a match, each with a template, is called once for the page. A function finds and writes nothing. What
is to be noted once a player has seen a panel of a match, such as that lines were read, is done by its `note_seen`: the
view calls it before the page is sent, but not if a program asked by HEAD.

Who sees it: a panel of a match is shown to its players. A play link and a watcher's page show it only if it was
registered with `by_link` or `watched`. A play link is read by somebody who has not signed in: its panel gets the seat
and a visitor. A watcher's panel gets no seat, even if a player looks through other eyes.

In which transaction: none. In what order: as `games/features.py` lists the features.

Where one fails, in its function or its template: its place stays empty, and the page is as it would be without it. The
log has the error. `/healthz` names the panel for a quarter of an hour after it last failed.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, NamedTuple, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
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
    """What a feature shows: a function that finds it, and the template that draws it. `note_seen` is called with what
    was found, if a player sees the page."""

    find: Callable[P, object | None]
    template: str
    note_seen: Callable[[Any], None] | None = None


class PanelPlace(Generic[P]):
    """A place on a page; the functions of its panels take what `P` says."""

    def __init__(self, name: str, *, framed: bool = True) -> None:
        """Make a place; `name` says where it is: “below the board”.

        Panels that are not `framed`, such as rows of a list, get no section of their own.
        """
        self.name = name
        self.framed = framed
        self.panels = Seam[Panel[P]](f"the panels {name}")
        PLACES.append(self)

    def register(self, name: str, find: Callable[P, object | None], template: str) -> None:
        """Show what `find` returns here, by a template. Raises BadFeature."""
        self.panels.add(name, Panel(find, template))


PLACES: list[PanelPlace[...]] = []


@dataclass(frozen=True, kw_only=True)
class MatchLook:
    """What the functions of a match's panels take: the match, its seats, and who looks at it from where.

    `seat` is the reader's own, None for a watcher; `is_player` whether the reader plays the match, if only as a watcher
    now. `by_link`: the reader has not signed in, and may be led nowhere. `is_past`: an earlier move is shown.
    `is_over`: the page has the card of the result. `is_whole`: what is drawn is a whole page. `view` is the position as
    the player may know it, with the plan played; None for all who don't play from this page.
    """

    match: Match
    seats: Sequence[Seat]
    seat: Seat | None
    reader: Reader
    is_player: bool = True
    by_link: bool = False
    is_past: bool = False
    is_over: bool = False
    is_whole: bool = False
    view: Any = None


class MatchPlace(PanelPlace[[MatchLook]]):
    """A place on the page of a match. Its functions take a look at a match."""

    def __init__(self, name: str, *, framed: bool = True) -> None:
        super().__init__(name, framed=framed)
        self.by_link = PanelPlace[[MatchLook]](f"{name}, by a play link", framed=framed)
        self.watched = PanelPlace[[MatchLook]](f"{name}, for watchers", framed=framed)

    def register(
        self,
        name: str,
        find: Callable[[MatchLook], object | None],
        template: str,
        *,
        by_link: bool = False,
        watched: bool = False,
        note_seen: Callable[[Any], None] | None = None,
    ) -> None:
        """Show what `find` returns to players; with `by_link` to those who play by a link, with `watched` to watchers.
        `note_seen` is for players alone. Raises BadFeature."""
        self.panels.add(name, Panel(find, template, note_seen))
        if by_link:
            self.by_link.register(name, find, template)
        if watched:
            self.watched.register(name, find, template)


class ToAnswer(NamedTuple):
    """Something that waits for an answer of a player, such as an offer: `said` in a sentence, with the address and the
    words of a link to the answer. `is_mine`: the reader waits for others. Where the place was registered with a
    template, that draws `panel` instead, and `said` is the title while the list is closed."""

    said: str
    url: str = ""
    link: str = ""
    is_mine: bool = True
    panel: object = None
    drawn: str = ""


class AnswerPlace(PanelPlace[[MatchLook]]):
    """What waits for an answer, below the prompt of a match; for its players alone. The page counts what several
    features have there, so it draws that itself unless a template is given."""

    def register(  # type: ignore[override]
        self, name: str, find: Callable[[MatchLook], Sequence[ToAnswer]], template: str = ""
    ) -> None:
        """Show what `find` returns. Raises BadFeature."""
        super().register(name, find, template)


BELOW_BOARD = MatchPlace("below the board")
BESIDE_BOARD = MatchPlace("beside the board")
"""Among what is said of the match as a whole."""
TO_ANSWER = AnswerPlace("among what waits for an answer")
BELOW_PROMPT = MatchPlace("below what is asked", framed=False)
"""One line at most, that of all which is said there has the weight to stay in sight. Shown while a match goes on."""
ON_HELP = MatchPlace("on the button of the help", framed=False)
"""A word below “?”, on a narrow page: that there is more to read than before."""
TOP_OF_HELP = MatchPlace("at the top of the help", framed=False)
"""Paragraphs below what is asked, in what “?” opens."""
IN_HELP = MatchPlace("in the help", framed=False)
"""Paragraphs at the end of what “?” opens."""
TABS = MatchPlace("among the tabs", framed=False)
"""Labels with which a narrow page is turned to a part of it, on a whole page of a match in its current state."""
IN_MENU = MatchPlace("in the menu, above “Resign”", framed=False)
"""Items of the menu of a match: each panel is an `li`, or several."""
AT_END_OF_MENU = MatchPlace("in the menu, below “Block”", framed=False)
ABOVE_FACTS = MatchPlace("above the facts", framed=False)
"""Paragraphs above the list of what is said of the match."""
AMONG_FACTS = MatchPlace("among the facts", framed=False)
"""In the list of what is said of the match: each panel is a `dt` and a `dd`, or several."""
BELOW_FACTS = MatchPlace("below the facts", framed=False)
"""Paragraphs below that list."""
ON_RESULT = MatchPlace("on the card of the result", framed=False)
"""Paragraphs on the card with which a match closes for a player."""
MAIN_WAY = MatchPlace("as the main way on from the result", framed=False)
"""What the player presses next, below the result on that card: one strong button at most."""
WAYS_ON = MatchPlace("among the ways on from the result", framed=False)
"""Links in the last paragraph of that card."""
BELOW_MATCH = MatchPlace("below the match", framed=False)
"""Sections of their own on a whole page of the current match. What is redrawn after a move doesn't have them."""
AT_END = MatchPlace("at the end of the page", framed=False)
"""The last of such a page."""
PROFILE = PanelPlace[[User, Reader]]("on a profile")
"""Its functions take whose profile it is, and the reader."""
MY_MATCHES = PanelPlace[[User]]("on “My matches”")
HOME = PanelPlace[[Reader]]("on the home page")
OF_RULES = PanelPlace[[str, Reader]]("at the top of the rules of a game", framed=False)
OF_GAME = PanelPlace[[str, HttpRequest]]("among the ways into a game", framed=False)
"""A button on the first page beside “Play now”, and at the head of the rules. Its functions take a game by its slug."""
TO_BEGIN = PanelPlace[[User]]("among the ways to begin on an empty “My matches”", framed=False)
"""The first of these cards: each panel is an `li`, or several."""


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
