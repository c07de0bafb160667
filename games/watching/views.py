"""The pages of matches for everybody who does not play them, signed in or not."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.limits import looks_limited
from accounts.request import tagged, unless_known
from games.boards.things import is_asked_for
from games.core.pages import panels, things
from games.core.pages.context import spread
from games.core.reading import access
from games.core.reading.access import InSight
from games.watching import (
    live_matches as running_matches,
    pages as watching,
    previews,
    replays,
    services as watchers,
)
from games.watching.panels import WatcherLook


def match(request: HttpRequest, public_id: str, ply: int | None) -> HttpResponse:
    """Show a match to somebody who does not play it, or through other eyes. Raises Http404."""
    found = access.watched(request.user.pk, public_id)
    viewer = watching.eyes(found, request.GET.get("eyes", watching.EVERYBODY))
    if viewer is None or (ply is not None and ply > watching.newest_ply(found, viewer)):
        raise Http404
    if is_asked_for(request):
        return things.things_response(request, found.match.game, watching.on_board(found, viewer, ply))
    stepping = "X-Step" in request.headers  # a page that is open has the list of key moments
    number_watching = _watchers(request, found)
    page = watching.match(
        found,
        viewer,
        ply,
        asked_log=request.GET.get("log"),
        lists_moments=not stepping,
        number_watching=number_watching,
    )
    look = WatcherLook(
        match=found.match,
        seats=found.seats,
        seat=None,
        reader=request.user,
        is_player=found.mine is not None,
        is_past=ply is not None,
        number_watching=number_watching,
    )
    page = replace(page, panels=panels.for_watcher(request, look))
    return render(request, "games/watch.jinja", {"page": page})


@require_safe
def stamp(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say whether anything changed for those who watch a match, and how many they are: 304 until it does."""
    found = access.watched(request.user.pk, public_id)
    return unless_known(request, {"stamp": watching.stamp(found.match), "watchers": _watchers(request, found)})


def _watchers(request: HttpRequest, found: InSight) -> int:
    """Return how many people watch a running match, the reader included.

    Return 0 once it's over.
    """
    if found.match.ended is not None:
        return 0
    who = f"user {request.user.pk}" if request.user.is_authenticated else f"visitor {limits.network(request)}"
    return watchers.count_watcher(found.match.public_id, who)


def _finished(request: HttpRequest, public_id: str) -> InSight:
    return access.finished_match(request.user.pk, public_id)


@looks_limited("browse")
@require_safe
def running(request: HttpRequest) -> HttpResponse:
    """Return matches that run and that everybody may watch, for everybody."""
    return render(request, "games/running.jinja", spread(running_matches.page(request.user.pk, request.GET)))


@looks_limited("browse")
@require_safe
def recent(request: HttpRequest) -> HttpResponse:
    """Return matches that have ended recently, for everybody."""
    return render(request, "games/replays.jinja", spread(replays.page(request.GET)))


@looks_limited("browse")
@require_safe
def preview(request: HttpRequest, public_id: str, ply: int) -> HttpResponse:
    """Return a picture of a match after an entry, the same for every reader: what anybody without a seat sees."""
    png = previews.picture(access.watched(None, public_id), ply)
    return tagged(request, HttpResponse(png, "image/png", headers={"Cache-Control": "public, max-age=3600"}))


@looks_limited("browse")
@require_safe
def pictures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return how a finished match stood after one entry and the next, in small pictures: what the first page moves."""
    found = _finished(request, public_id)
    shown = {"pictures": replays.pictures(found.match, found.seats), "game": found.match.game}
    return render(request, "games/_pictures.jinja", shown)
