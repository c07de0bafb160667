"""A match as anybody may step through it who does not play: once it is over through the eyes of a seat, or of everybody
at once; while it runs, where that was agreed, through those of one who sees no hands.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.about import Shown
from games.core.models import Match, Seat
from games.core.models.counting import Counting
from games.core.pages import log_pages, match_parts as parts
from games.core.pages.log_pages import Log, LogPage
from games.core.pages.match_parts import Ending, News, Revealed, Standpoint, Subject, Templates
from games.core.pages.panels import NO_PANELS, MatchPanels
from games.core.reading.access import InSight
from games.core.reading.log import LogLine
from games.core.reading.seen import Seen
from games.core.reading.voice import SiteVoice, player_name
from games.deeds import pages as deeds, summaries
from games.deeds.pages import Earned
from games.rules.game import REFEREE, SPECTATOR, Viewer
from games.watching import previews

EVERYBODY = "all"
OVER = "over"
"""The stamp of a match that runs no more."""


def eyes(found: InSight, wanted: str) -> Viewer | None:
    """Return the viewer meant by what an address says: a seat's number, or all.

    Return `None` if there are no such eyes. In a running match everybody is a spectator, no matter what the address
    says.
    """
    if found.match.ended is None:
        return SPECTATOR
    if wanted == EVERYBODY:
        return REFEREE
    return int(wanted) if wanted in {str(seat.index) for seat in found.seats} else None


def newest_ply(found: InSight, viewer: Viewer) -> int:
    """Return the number by which the viewer knows the last entry of the match."""
    return _counting(found, viewer).counted(found.match.ply)


@dataclass(frozen=True)
class WatchersHead:
    """Who plays. `me` is the seat that the board is drawn from, `seats` are those of `_player`, `players` their
    names."""

    me: int
    seats: list[dict[str, Any]]
    players: list[str]


@dataclass(frozen=True)
class Eyes:
    """Whose eyes there are to look through, and where else to go: the beginning, or the reader's own page of it.

    For a running match: for whom it waits in words, where the page asks for news, and the `stamp` of the news it has.
    """

    looks: list[dict[str, Any]]
    first_url: str
    own_url: str
    waits: str = ""
    stamp_url: str = ""
    stamp: str = ""


@dataclass(frozen=True)
class KeyMomentLink:
    """One key moment: its entry as the viewer counts it, which is drawn where `is_here`."""

    ply: int
    text: str
    url: str
    is_here: bool


@dataclass(frozen=True)
class KeyMoments:
    """Where to go at once, oldest first, and what the players have earned."""

    listed: list[KeyMomentLink]
    deeds: list[Earned]


@dataclass(frozen=True, kw_only=True)
class WatchPage:
    """The page of a match for people who do not play it: the parts that they may see, and where else to go.

    `view` is where the match stood; nobody is asked anything. `number_watching` is None where it is not told.
    """

    by_link: ClassVar[bool] = False
    watching: ClassVar[bool] = True

    subject: Subject
    head: WatchersHead
    templates: Templates
    at: Standpoint
    log: Log
    news: News
    view: Any
    board: object | None
    ending: Ending
    revealed: Revealed
    handed_over: list[str]
    eyes: Eyes
    moments: KeyMoments
    number_watching: int | None
    preview_url: str
    panels: MatchPanels = NO_PANELS


def match(
    found: InSight,
    viewer: Viewer,
    ply: int | None,
    *,
    asked_log: str | None = None,
    lists_moments: bool = True,
    number_watching: int | None = 0,
) -> WatchPage:
    """Return the match through a viewer's eyes, after the entry that viewer counts as `ply` or at its end.

    `asked_log` is what the address says of the whole log, None for nothing.
    `lists_moments`: with the key moments and the deeds, where it is over.
    """
    row = found.match
    counting = _counting(found, viewer)
    number = newest_ply(found, viewer) if ply is None else ply
    first = counting.ply_of(max(number - log_pages.ENTRIES_SHOWN, -1))
    seen = Seen.between(row, found.seats, viewer, first, row.ply if ply is None else counting.ply_of(number))
    told = seen.lines(known_as=counting.counted)
    head = _head(found, viewer, seen.owing if ply is None else ())
    news = News.of_entry(told, number)
    return WatchPage(
        subject=Subject.of(row, found.seats),
        head=head,
        templates=Templates.of(row.game),
        at=_standpoint(found, viewer, number, is_past=ply is not None),
        log=Log.of(told, LogPage.asked(asked_log, number), lambda page: _page_of_log(found, viewer, page)),
        news=news,
        view=seen.view,
        board=parts.board_of(row, _shown(seen, head, news, is_past=ply is not None)),
        ending=Ending(seen.result),
        revealed=Revealed.of(row, found.seats, found.mine),
        handed_over=parts.handed_over(seen, counting),
        eyes=_eyes(found, viewer, seen if ply is None else None),
        moments=_key_moments(found, viewer, number, seen.voice) if lists_moments and row.ended else KeyMoments([], []),
        number_watching=number_watching,
        preview_url=previews.picture_url(row, counting.ply_of(number)),
    )


def on_board(found: InSight, viewer: Viewer, ply: int | None) -> Shown:
    """Return what the board shows after an entry, or at the end."""
    counting = _counting(found, viewer)
    last = found.match.ply if ply is None else counting.ply_of(ply)
    seen = Seen.between(found.match, found.seats, viewer, last - 1, last)
    news = News.of_entry(seen.lines(known_as=counting.counted), counting.counted(last))
    return _shown(seen, _head(found, viewer, ()), news, is_past=ply is not None)


def _shown(seen: Seen, head: WatchersHead, news: News, *, is_past: bool) -> Shown:
    return Shown(
        view=seen.view,
        me=head.me,
        seats=head.seats,
        news=news.news,
        recent=news.recent,
        retold=news.retold,
        trail=news.trail,
        is_over=bool(seen.result),
        is_past=is_past,
        watching=True,
    )


def _counting(found: InSight, viewer: Viewer) -> Counting:
    """Return the numbers by which a viewer knows the entries."""
    if viewer == REFEREE:
        return Counting()
    return found.match.watched if viewer == SPECTATOR else found.seats[viewer].counting


def _page_of_log(found: InSight, viewer: Viewer, page: LogPage) -> list[LogLine]:
    counting = _counting(found, viewer)
    return Seen.between(found.match, found.seats, viewer, *page.plies(counting)).lines(known_as=counting.counted)


def _head(found: InSight, viewer: Viewer, owing: Collection[int]) -> WatchersHead:
    return WatchersHead(
        me=max(viewer, 0),
        seats=[_player(seat, viewer, owing) for seat in found.seats],
        players=[player_name(seat) for seat in found.seats],
    )


def _player(seat: Seat, viewer: Viewer, owing: Collection[int]) -> dict[str, Any]:
    """Return a seat as boards know it; `is_open` where the viewer sees the hands of all."""
    seen = {"is_me": seat.number == viewer, "is_open": viewer == REFEREE, "owes": seat.number in owing}
    return {"number": seat.number, "name": seat.user.username, "user": seat.user, **seen}


def _standpoint(found: InSight, viewer: Viewer, number: int, *, is_past: bool) -> Standpoint:
    here = query(viewer)
    last = newest_ply(found, viewer)
    return Standpoint(
        ply=number,
        last=last,
        is_past=is_past,
        prev_url=_ply_url(found.match, number - 1, last, here),
        next_url=_ply_url(found.match, number + 1, last, here),
        latest_url=found.match.get_absolute_url() + here,
        eyes=here,
    )


def _key_moments(found: InSight, viewer: Viewer, number: int, voice: SiteVoice) -> KeyMoments:
    counting = _counting(found, viewer)
    last = newest_ply(found, viewer)
    here = query(viewer)
    kept = summaries.summary_of(found.match)
    counted = [(counting.counted(each.ply), each.said(voice.at(each.ply))) for each in kept.seen_by(viewer)]
    moments = [KeyMomentLink(ply, text, _ply_url(found.match, ply, last, here), ply == number) for ply, text in counted]
    return KeyMoments(moments, deeds.of_match(found, kept))


def _eyes(found: InSight, viewer: Viewer, now: Seen | None) -> Eyes:
    match = found.match
    first_url = _ply_url(match, 0, newest_ply(found, viewer), query(viewer))
    if match.ended is None:
        stamp_url = reverse("watch_stamp", args=[match.public_id])
        return Eyes([], first_url, "", now.prompt if now else "", stamp_url, stamp(match))
    return Eyes(_looks(found, viewer), first_url, match.get_absolute_url() if found.mine else "")


def stamp(match: Match) -> str:
    """Return what changes whenever what watchers see of a match changes, and at nothing else."""
    return match.watch_stamp if match.ended is None else OVER


def _looks(found: InSight, viewer: Viewer) -> list[dict[str, Any]]:
    """Return whose eyes there are to look through."""
    names = [(REFEREE, _("everyone")), *((seat.index, seat.user.username) for seat in found.seats)]
    address = found.match.get_absolute_url()
    return [{"name": name, "url": address + query(each), "is_on": each == viewer} for each, name in names]


def query(viewer: Viewer) -> str:
    """Return what an address says to look through a viewer's eyes; `eyes` reads it."""
    if viewer == SPECTATOR:
        return ""
    return f"?eyes={EVERYBODY if viewer == REFEREE else viewer}"


def _ply_url(row: Match, ply: int, last: int, here: str) -> str:
    """Return the address of an entry, empty where there is none."""
    return reverse("match_ply", args=[row.public_id, ply]) + here if 0 <= ply <= last else ""
