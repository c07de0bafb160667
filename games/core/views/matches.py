"""The pages. Thin: they read through `access` and `pages`, write through `play` and `lobby`."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import TypedDict

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.request import SignedIn, number_in, signed_in_to_fill_in, signed_in_to_post, unless_known
from games.boards.registry import about
from games.boards.things import is_asked_for
from games.core.pages import lists, matches, panels, things
from games.core.pages.asked import Unconfirmed
from games.core.pages.context import spread
from games.core.pages.matches import MatchPage, Read, RefusedMove
from games.core.pages.panels import MatchPanels
from games.core.reading import access, endings
from games.core.reading.access import Access
from games.core.seams import for_others
from games.core.seams.for_others import View
from games.core.seams.panels import MatchLook, note_failure
from games.core.services import guest_stays as stays, looks, play
from games.rules.errors import RulesError

NOTHING = -1
"""The serial of no question."""
ASKED_ADDRESS = "asked_address"
"""Where the session of a guest notes that he was asked for an address."""


class BegunWith(TypedDict):
    """What a form that begins a match sends besides what its reader fills in."""

    entropy: str
    ticket: str


def begun_with(request: HttpRequest) -> BegunWith:
    """Return what came of that."""
    return {"entropy": request.POST.get("entropy", ""), "ticket": request.POST.get("ticket", "")}


# --- A match --------------------------------------------------------------------------------------------------------


@require_safe
def match(request: HttpRequest, public_id: str, ply: int | None = None) -> HttpResponseBase:
    """Show a match: to its players their own page, to all others and through other eyes what features show them."""
    theirs = [view for _, view in for_others.VIEWS]
    is_own_first = request.user.is_authenticated and "eyes" not in request.GET
    *first, last = [own_page, *theirs] if is_own_first else [*theirs, own_page]
    for view in first:
        try:
            return view(request, public_id, ply)
        except Http404:
            continue
    return last(request, public_id, ply)


@login_required
def _own(request: SignedIn, public_id: str, ply: int | None = None) -> HttpResponse:
    """Show a match to one of its players, now or after an earlier entry."""
    found = reached(request, public_id)
    if ply is not None and ply > found.newest:
        raise Http404
    if is_asked_for(request):
        read = Read.of(found, ply)
        return things.things_response(request, found.match.game, read.on_board(read.head))
    asked_log = request.GET.get("log")
    comes_back = ply is None and asked_log is None and not request.htmx
    page = matches.match(found, ply, asked_log=asked_log, comes_back=comes_back)
    if ply is None and looks.is_looking(request):
        looks.note_opened(
            found.seat, found.match.ply
        )  # after the page was read: what had not been seen before is a film
    return _match_page(request, found, page)


own_page: View = _own


def reached(request: SignedIn, public_id: str) -> Access:
    """Return a match for one of its players, and note that the player has looked at it. Raises NotYours."""
    found = access.match_for(request.user.pk, public_id)
    if looks.is_looking(request):
        looks.mark_looked(found.seat)
    return found


def _match_page(request: SignedIn, found: Access, page: MatchPage, status: int = 200) -> HttpResponse:
    if looks.is_look(request):
        looks.note_hints(found.seat, [hint["key"] for hint in page.help.hints])
    look = MatchLook(
        match=found.match,
        seats=found.seats,
        seat=found.seat,
        reader=request.user,
        is_past=page.at.is_past,
        is_over=page.closing is not None,
        is_whole=not request.htmx,
        view=page.view,
    )
    page = replace(page, panels=panels.for_player(request, look))
    if looks.is_look(request):
        _note_seen(page.panels)
    template = "games/_match.jinja" if request.htmx else "games/match.jinja"
    return render(request, template, {"page": page}, status=status)


def _note_seen(shown: MatchPanels) -> None:
    """Let features note what a player sees. The page is there all the same where one fails."""
    for place, name, note_seen, found in shown.seen:
        try:
            note_seen(found)
        except Exception:
            note_failure(place, name)


def refused(request: SignedIn, public_id: str, error: RulesError) -> HttpResponse:
    """Show the match as it now is, with the sentence that says why nothing was played."""
    found = reached(request, public_id)
    page = replace(matches.match(found), refusal=RefusedMove.of(error, found))
    return _match_page(request, found, page, error.status)


@signed_in_to_post
def submit(request: SignedIn, public_id: str) -> HttpResponse:
    """Make a move: `move` is its text, `expected` the serial the page was drawn with; with `go_on` the next match that
    waits is shown afterwards, with `ask` a move that could be another one has to be confirmed."""
    found = reached(request, public_id)
    if confirm := to_confirm(request, found, found.match.get_absolute_url()):
        return _match_page(request, found, replace(matches.match(found), confirm=confirm))
    answer = _carry_out(request, public_id, play.submit)
    if answer.status_code == HTTPStatus.FOUND and _asks_address(request, public_id):
        return _leads(request, f"{reverse('keep')}?next={reverse('match', args=[public_id])}")
    if "go_on" not in request.POST or answer.status_code != HTTPStatus.FOUND:
        return answer
    following = lists.after_move(request.user, public_id)
    if following is None:
        return answer
    return _leads(request, reverse("match", args=[following]))


def to_confirm(request: HttpRequest, found: Access, back: str) -> Unconfirmed | None:
    """Return what of a post has to be confirmed, where its page, without its script, could not ask for a second
    press.
    """
    if "ask" not in request.POST or expected(request) != found.seat.serial:
        return None
    return matches.to_confirm(found, request.POST.get("move", ""), back)


def _asks_address(request: SignedIn, public_id: str) -> bool:
    """Say whether a guest who has just moved is asked where to be told of the next turn: once, after the first move."""
    if ASKED_ADDRESS in request.session or not stays.asks_address(request.user, public_id):
        return False
    request.session[ASKED_ADDRESS] = True
    return True


def _leads(request: SignedIn, address: str) -> HttpResponse:
    """Go to another page, also from one that swaps its parts."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


@signed_in_to_post
def plan(request: SignedIn, public_id: str) -> HttpResponse:
    """Keep what I have composed so far: `move` is the text of the whole plan, empty to take all back."""
    return _carry_out(request, public_id, play.save_plan)


@signed_in_to_post
def compose(request: SignedIn, public_id: str, part: str) -> HttpResponse:
    """Compose a plan in a way that this game has, such as a whole army; what is posted is called as the part is."""
    ways = about(reached(request, public_id).match.game).composes
    if part not in ways:
        raise access.NotYours
    return _carry_out(request, public_id, partial(play.save_composed, ways[part]), part)


def _carry_out(
    request: SignedIn, public_id: str, write: Callable[[str, int, str, int], object], field: str = "move"
) -> HttpResponse:
    try:
        write(public_id, request.user.pk, request.POST.get(field, ""), expected(request))
    except RulesError as error:
        return refused(request, public_id, error)
    return redirect("match", public_id)


def expected(request: HttpRequest) -> int:
    """Return the serial the page was drawn with; NOTHING where it is no number."""
    found = number_in(request.POST.get("expected", ""))
    return NOTHING if found is None else found


@signed_in_to_fill_in
def resign(request: SignedIn, public_id: str) -> HttpResponse:
    """Give the match up, after a question."""
    found = reached(request, public_id)
    if found.match.ended and request.method != "POST":
        return redirect(found.match)
    error = ""
    if request.method == "POST" and request.POST.get("confirm"):
        try:
            play.resign(public_id, request.user.pk, unlost=request.POST.get("unlost") == "1")
        except RulesError as refusal:
            return refused(request, public_id, refusal)
        return redirect("match", public_id)
    if request.method == "POST":
        error = _("Choose what to do.")
    is_void = endings.is_void_once_resigned(found.seats, found.seat)
    context = {**spread(matches.heading(found)), "error": error, "is_void": is_void}
    return render(request, "games/resign.jinja", context, status=422 if error else 200)


@require_GET
def stamp(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say whether anything changed for me, on the board, in the chat or in my other matches: 304 until it does.

    Two queries, one of them the session's; and one where somebody uses the page, once a turn, to note it.
    """
    seat = access.seat_in_session(request, public_id)
    if looks.is_used(request):
        looks.mark_looked(seat)
    return unless_known(request, {"stamp": matches.stamp(seat), "chat": seat.chat_news, "due": seat.turns_due})


stamp.anonymous_ok = True  # type: ignore[attr-defined]  # it looks after itself, without loading the user twice
