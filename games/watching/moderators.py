"""Matches as moderators see them: like spectators, even where nobody else may watch, but not one that they play."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts import second_factor
from accounts.request import unless_known
from games.core.admin_rows import own_matches
from games.core.models import Match
from games.core.reading.access import InSight
from games.core.seams import desk
from games.watching import pages as watched, previews


def may_look(request: HttpRequest) -> bool:
    """Say whether somebody may look at matches as a moderator: in a session that has used a second factor."""
    user = request.user
    return bool(user.is_staff and user.has_perm("games.view_match") and second_factor.suffices(request))


def seen_by_moderator(request: HttpRequest, match: Match) -> InSight:
    """Return a match that has begun, for a moderator. Raises Http404 for one that runs and has the moderator in it."""
    seats = list(match.seats.filter(number__isnull=False).order_by("number").select_related("user"))
    if not seats or own_matches(request).filter(pk=match.pk).exists():
        raise Http404
    return InSight(match, seats, None)


def _match(request: HttpRequest, public_id: str) -> Match:
    """Return a match for a moderator. Raises Http404 for all others."""
    found = Match.objects.filter(public_id=public_id).first() if may_look(request) else None
    if found is None:
        raise Http404
    return found


def match(request: HttpRequest, public_id: str, ply: int | None) -> HttpResponse:
    """Show a match to a moderator, without hands while it runs. Raises Http404."""
    found = seen_by_moderator(request, _match(request, public_id))
    viewer = watched.eyes(found, request.GET.get("eyes", watched.EVERYBODY))
    if viewer is None or (ply is not None and ply > watched.newest_ply(found, viewer)):
        raise Http404
    # Deeds are left out, or a private match would tell which of them its players have from it.
    page = watched.match(
        found, viewer, ply, asked_log=request.GET.get("log"), lists_moments=False, number_watching=None
    )
    stamp_url = reverse("desk_stamp", args=[public_id]) if page.eyes.stamp_url else ""
    page = replace(page, eyes=replace(page.eyes, stamp_url=stamp_url), preview_url="")
    desk.tell_of_page(request, 200)
    return render(request, "games/watch.jinja", {"page": page})


@require_safe
def stamp(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say whether anything changed for a moderator who looks at a match: 304 until it does."""
    found = seen_by_moderator(request, _match(request, public_id))
    return unless_known(request, {"stamp": watched.stamp(found.match)})


@require_safe
def board_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the board of a match as spectators see it. Raises Http404."""
    found = seen_by_moderator(request, _match(request, public_id))
    return HttpResponse(previews.picture(found, found.match.watched.counted(found.match.ply)), "image/png")
