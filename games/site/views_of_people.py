"""Pages about people: a profile for all, one's data as an archive and the way out for oneself."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import names, people
from accounts.limits import limited, looks_limited
from accounts.models import User
from accounts.request import SignedIn, form_token, signed_in_to_fill_in, signed_in_to_look, signed_in_to_post
from games.core.documents import archive
from games.core.pages import panels
from games.core.pages.context import spread
from games.core.reading import opponents
from games.core.reading.voice import SiteVoice
from games.core.seams.panels import PROFILE
from games.core.services import leaving
from games.core.services.eligibility import LobbyError
from games.favourites import queries, services as favourites
from games.site import oneself, profiles as pages
from games.statistics import page_of_balances as balances


@looks_limited("browse")
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Return what everybody may know of somebody; reachable without an account, as finished matches are."""
    person = _person(name)
    if person.username != name:
        return redirect("profile", person.username)
    context = spread(pages.profile(person, request.user, request.GET.get("page")))
    context["panels"] = panels.drawn(PROFILE, form_token(request), person, request.user)
    return render(request, "games/profile.jinja", context)


@looks_limited("browse")
@require_safe
def statistics(request: HttpRequest, name: str) -> HttpResponse:
    """Return what came of the matches of somebody that the reader may look at."""
    person = _person(name)
    if person.username != name:
        return redirect("statistics_of_player", person.username)
    return render(request, "games/statistics_of_player.jinja", spread(balances.of_person(person, request.user)))


def _person(name: str) -> User:
    """Return who has this name. Raises Http404 for nobody."""
    person = people.by_name(name)
    if person is None:
        raise Http404
    return person


@looks_limited("browse")
@signed_in_to_look
def players(request: SignedIn) -> HttpResponse:
    """Show players by name: those whose names contain `q`, my favourites, and those I have played last."""
    text = request.GET.get("q", "")
    found = {"found": opponents.by_part_of_name(request.user, text), "recent": opponents.recent_opponents(request.user)}
    found["favourites"] = queries.marked(request.user)
    return render(request, "games/players.jinja", {"q": text[: names.MAX_LENGTH], **found})


@signed_in_to_post
def favourite(request: SignedIn, name: str) -> HttpResponse:
    """Make somebody a favourite of mine where `on` says anything, or no longer one."""
    person = _person(name)
    return _marked(request, person, favourites.add if request.POST.get("on") else favourites.remove)


@signed_in_to_post
def tell(request: SignedIn, name: str) -> HttpResponse:
    """Have me told when somebody, who becomes a favourite of mine, offers a match, where `on` says anything; no longer
    where it does not."""
    asks = partial(favourites.add, tell=True)
    return _marked(request, _person(name), asks if request.POST.get("on") else favourites.tell_no_more)


def _marked(request: SignedIn, person: User, act: Callable[[User, User], object]) -> HttpResponse:
    """Do something about a favourite, and go back to where that was asked for: `back` names the list of players."""
    try:
        act(request.user, person)
    except LobbyError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
    return redirect("players") if request.POST.get("back") else redirect("profile", person.username)


@limited("archive")
@signed_in_to_post
def my_archive(request: SignedIn) -> HttpResponseBase:
    """Return everything the site knows of me, as one file, written while it is sent."""
    name = f'attachment; filename="{request.user.username}-{timezone.now():%Y-%m-%d}.zip"'
    headers = {"Content-Disposition": name.encode("ascii", "replace").decode()}
    return StreamingHttpResponse(archive.stream(request.user), content_type="application/zip", headers=headers)


@limited("leave")
@signed_in_to_fill_in
def leave(request: SignedIn) -> HttpResponse:
    """Close my account for good, after a question and the password."""
    if request.user.is_guest:
        return redirect("keep")
    error = ""
    status = 200
    if request.method == "POST":
        error = _unproved(request)
        if not error:
            return _left(request)
        status = 422
    context = {**oneself.what_closing_ends(request.user), "error": error}
    return render(request, "games/leave.jinja", context, status=status)


def _unproved(request: SignedIn) -> str:
    """Return why nothing is done yet."""
    if not request.POST.get("confirm"):
        return _("Please tick the box to confirm.")
    if not request.user.check_password(request.POST.get("password", "")):
        return _("That’s not the right password. Nothing was changed.")
    return ""


def _left(request: SignedIn) -> HttpResponse:
    leaving.close_account(request.user)
    logout(request)
    messages.success(request, _("Your account is closed. Goodbye, and thanks for playing."))
    return redirect("home")
