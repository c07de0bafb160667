"""The pages on which players find each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from accounts.models import User
from accounts.request import SignedIn, asked_and_answered, private, signed_in_to_post
from games.models import Invitation, Match
from games.pages import home, invitations, open_seats, rulebook
from games.pages.open_seats import OpenSeat
from games.reading import access
from games.reading.voice import SiteVoice
from games.rules import registry
from games.rules.errors import RulesError, UnknownGame
from games.services import lobby, tickets
from games.views.bots import new_guest
from games.views.forms import FilterForm, InvitationForm
from games.views.matches import begun_with

PAGE_SIZE = 20
"""Open invitations that a page of the lobby shows."""


@private
@login_required
@require_safe
def lobby_page(request: SignedIn) -> HttpResponse:
    """Invitations to me, open ones as far as the filter lets them through, and my own."""
    form = FilterForm(request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    page = Paginator(invitations.open_to(request.user, chosen), PAGE_SIZE).get_page(request.GET.get("page"))
    user = request.user
    others, to_me, mine = invitations.lists([page, invitations.to_me(user), invitations.mine(user)], user)
    context = {
        "form": form,
        "is_filtered": any(chosen.values()),
        "page_obj": page,
        "open_invitations": others,
        "open_seats": [OpenSeat.of(seat) for seat in open_seats.open_to(request.user)[:PAGE_SIZE]],
        "to_me": to_me,
        "mine": mine,
    }
    return render(request, "games/lobby.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def choose_game(request: SignedIn) -> HttpResponse:
    """Which game to invite to; `to` names whom."""
    context = {"games": home.games(), "to": _addressee(request)}
    return render(request, "games/choose_game.html", context)


def _addressee(request: HttpRequest) -> str:
    return request.GET.get("to", "")[:100]


@private
@login_required
@asked_and_answered
def invite(request: SignedIn, slug: str) -> HttpResponse:
    """Options, seat, pace and audience of a match to offer; `to` names whom."""
    try:
        game = registry.current(slug)
    except UnknownGame as error:
        raise Http404(str(error)) from error
    if request.user.is_guest:
        messages.info(request, _("As a guest you play the house. Choose a name and an email address to play people."))
        return redirect("keep")
    begun = {"audience": request.GET.get("audience", Invitation.Audience.OPEN)}
    form = InvitationForm(request.POST or None, initial=begun, rules=game, to=_addressee(request))
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            return redirect(lobby.invite(request.user, form.terms(slug), **begun_with(request)))
        except RulesError as error:
            form.add_error(None, error.sentence.said(SiteVoice()))
            status = error.status
    context = {"form": form, "title": _(game.meta.title), "rules_url": rulebook.address(slug)}
    return render(request, "games/invite.html", {**context, "ticket": tickets.issue(slug)}, status=status)


@private
@require_safe
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """One invitation; who sits in the match is sent on to it once it has begun, and visitors are made welcome."""
    if isinstance(request.user, User):
        return _page(cast(SignedIn, request), public_id)
    try:
        found = access.invitation_for_all(public_id)
    except access.NotYours:
        return redirect_to_login(request.path)
    return render(request, "games/welcome.html", {"welcome": invitations.welcome(found)})


def _page(request: SignedIn, public_id: str, error: str = "", status: int = 200) -> HttpResponse:
    found = access.invitation_for(request.user.pk, public_id)
    seats = list(found.match.seats.select_related("user"))
    if found.match.started and any(seat.user_id == request.user.pk for seat in seats):
        if error:
            messages.error(request, error)
        return redirect(found.match)
    context = invitations.invitation(found, seats, request.user)
    return render(request, "games/invitation.html", {**context, "error": error}, status=status)


@signed_in_to_post
@require_POST
def join(request: SignedIn, public_id: str) -> HttpResponse:
    """Take a place."""
    try:
        match = lobby.join(public_id, request.user, request.POST.get("entropy", ""))
    except lobby.LobbyError as error:
        return _page(request, public_id, error.sentence.said(SiteVoice()), error.status)
    return redirect(match if match.started else match.invitation)


@limited("try")
@require_POST
def join_as_guest(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the place of a visitor who was given the link, as a guest made by this click."""
    if request.user.is_authenticated:
        return redirect("invitation", public_id)
    try:
        match = _joined_as_guest(request, public_id)
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return redirect("invitation", public_id)
    return redirect(match if match.started else match.invitation)


@transaction.atomic
def _joined_as_guest(request: HttpRequest, public_id: str) -> Match:
    guest = new_guest(request)
    match = lobby.join(public_id, guest, request.POST.get("entropy", ""))
    login(request, guest, backend="accounts.backends.Backend")  # last: a session cannot be rolled back
    return match


@signed_in_to_post
@require_POST
def withdraw(request: SignedIn, public_id: str) -> HttpResponse:
    """Take my invitation back."""
    return _done(request, public_id, lobby.withdraw, _("The invitation is withdrawn."))


@signed_in_to_post
@require_POST
def decline(request: SignedIn, public_id: str) -> HttpResponse:
    """Decline an invitation that is meant for me."""
    return _done(request, public_id, lobby.decline, _("The invitation is declined; its sender is told."))


@signed_in_to_post
@require_POST
def leave(request: SignedIn, public_id: str) -> HttpResponse:
    """Give my place back."""
    return _done(request, public_id, lobby.leave, _("You have left the table."))


def _done(request: SignedIn, public_id: str, do: Callable[[str, User], None], told: str) -> HttpResponse:
    try:
        do(public_id, request.user)
    except lobby.LobbyError as error:
        return _page(request, public_id, error.sentence.said(SiteVoice()), error.status)
    messages.success(request, told)
    return redirect("lobby")
