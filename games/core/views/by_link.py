"""A match by a play link: looked at, planned and played for one turn without signing in, and nothing else.

Nothing here asks a cookie who somebody is, but to lead those who have signed in to the match itself. So there is
nothing a foreign page could do in a reader's name: it would need the address, and its holder needs no reader.
Therefore no form has a token against forgery (it would set a cookie), nor could it be checked: from a page that tells
nobody its address, browsers send forms with `Origin: null`. What changes anything is posted; fetching, as mail scanners
do, only shows.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.personal import read_by
from games.boards.registry import about
from games.boards.things import is_asked_for
from games.core.pages import by_link as pages, panels, things
from games.core.pages.matches import LinkPage, Read, RefusedMove
from games.core.reading import access, play_links
from games.core.reading.mail_links import DeadLink
from games.core.reading.play_links import PlayLink
from games.core.seams.panels import MatchLook
from games.core.services import looks, play
from games.core.views.matches import NOTHING, expected, to_confirm
from games.rules.errors import RulesError

VISITOR: dict[str, Any] = {"user": AnonymousUser(), "messages": (), "csrf_input": ""}
"""What pages say of their reader, even if somebody has signed in in this browser."""


def by_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hand a view the link of its address, in the language of the link's reader; where it has ended, say so."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, token: str, **given: Any) -> HttpResponse:
        try:
            link = play_links.opened(token)
            read_by(request, link.found.seat.user)
            return view(request, link, **given)
        except DeadLink as ended:
            return _ended(request, ended)

    guarded.anonymous_ok = True  # type: ignore[attr-defined]  # the link says who reads
    return guarded


@require_safe
@by_link
def match(request: HttpRequest, link: PlayLink) -> HttpResponse:
    """Show the match as it waits for the reader.

    If the reader has signed in as the same user, lead to its whole page.
    """
    if request.user.pk == link.found.seat.user_id:
        return redirect(link.found.match)
    if is_asked_for(request):
        read = Read.of(link.found)
        return things.things_response(request, link.found.match.game, read.on_board(read.head), **VISITOR)
    return _page(request, _shown(request, link))


@require_POST
@by_link
def submit(request: HttpRequest, link: PlayLink) -> HttpResponse:
    """Make the move asked for: `move`, `expected` and `ask` are as for those who have signed in."""
    if confirm := to_confirm(request, link.found, reverse("play_link", args=[link.token])):
        looks.mark_looked(link.found.seat)
        return _page(request, replace(_shown(request, link), confirm=confirm))
    return _carry_out(request, link, play.submit)


@require_POST
@by_link
def plan(request: HttpRequest, link: PlayLink) -> HttpResponse:
    """Keep what was composed so far: `move` is the text of the whole plan, empty to take all back."""
    return _carry_out(request, link, play.save_plan)


@require_POST
@by_link
def compose(request: HttpRequest, link: PlayLink, part: str) -> HttpResponse:
    """Compose a plan in a way that this game has; what is posted is called as the part is."""
    ways = about(link.found.match.game).composes
    if part not in ways:
        raise access.NotYours
    return _carry_out(request, link, partial(play.save_composed, ways[part]), part)


def _carry_out(
    request: HttpRequest, link: PlayLink, write: Callable[[str, int, str, int], object], field: str = "move"
) -> HttpResponse:
    seat = link.found.seat
    asked = expected(request)
    looks.mark_looked(seat)
    if asked > seat.serial:
        asked = NOTHING  # what the next turn asks, even from this very moment on, is no business of the link
    try:
        write(link.found.match.public_id, seat.user_id, request.POST.get(field, ""), asked)
    except RulesError as error:
        return _refused(request, link.token, error)
    return redirect("play_link", link.token)


def _refused(request: HttpRequest, token: str, error: RulesError) -> HttpResponse:
    """Return the match as it now is, with the sentence that says why nothing was played. Raises DeadLink."""
    link = play_links.opened(token)
    page = replace(_shown(request, link), refusal=RefusedMove.of(error, link.found))
    return _page(request, page, error.status)


def _shown(request: HttpRequest, link: PlayLink) -> LinkPage:
    found = link.found
    look = MatchLook(match=found.match, seats=found.seats, seat=found.seat, reader=AnonymousUser(), by_link=True)
    return replace(pages.match(link, request.GET.get("log")), panels=panels.by_link(look))


def _page(request: HttpRequest, page: LinkPage, status: int = 200) -> HttpResponse:
    template = "games/_match.jinja" if request.htmx else "games/by_link.jinja"  # type: ignore[attr-defined]
    return render(request, template, {"page": page, **VISITOR}, status=status)


def _ended(request: HttpRequest, ended: DeadLink) -> HttpResponse:
    """Say that the link is good for nothing more; show a reader who has signed in the match itself."""
    said = ended.said
    address = reverse("match", args=[said.match]) if said else ""
    if said and request.method == "GET" and request.user.pk == said.user:
        return redirect(address)
    if ended.reader:
        read_by(request, ended.reader)
    context = {"address": address, "moved": ended.moved, "of_offer": False, **VISITOR}
    return render(request, "games/link_ended.jinja", context, status=200 if ended.moved else 404)
