"""The pages on which players find each other."""

from collections.abc import Callable
from functools import partial
from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from accounts.models import User
from accounts.request import SignedIn, signed_in_to_fill_in, signed_in_to_look, signed_in_to_post
from games.bots import services as bots
from games.core.models import Match
from games.core.pages import rulebook
from games.core.pages.context import spread
from games.core.reading import access, bot_profiles
from games.core.reading.voice import SiteVoice
from games.core.services import eligibility
from games.core.views.clock_form import ClockForm
from games.core.views.guests import new_guest, to_an_account
from games.core.views.match_form import LEVEL, why_unrated
from games.core.views.matches import begun_with
from games.lobby import (
    lists as pages_lobby,
    new_match as pages_new_match,
    pages as invitations,
    queries,
    remembered,
    services as lobby,
)
from games.lobby.forms import FilterForm, NewMatchForm
from games.lobby.models import Invitation
from games.lobby.summary import summed_up
from games.rules.engine import AnyGame
from games.rules.errors import RulesError
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek


@signed_in_to_look
def lobby_page(request: SignedIn) -> HttpResponse:
    """Return invitations to me, open ones as far as the filter lets them through, and my own."""
    form = FilterForm(request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    shown = spread(pages_lobby.page(request.user, chosen, request.GET))
    offered = bot_profiles.levels_offered(request.user)
    context = {**shown, "form": form, "is_filtered": any(chosen.values()), "levels_offered": offered}
    return render(request, "games/lobby.jinja", context, status=422 if form.errors else 200)


@signed_in_to_look
def new_match(request: SignedIn) -> HttpResponse:
    """Lead to a new match of the game that I began last; guests are shown what they can play against the house."""
    if request.user.is_guest:
        return render(request, "games/choose_game.jinja", {"games": rulebook.all_games()})
    asked = request.GET.urlencode()
    return redirect(
        reverse("invite_to", args=[pages_new_match.usual_game(request.user)]) + (f"?{asked}" if asked else "")
    )


def _addressee(request: HttpRequest) -> str:
    return request.GET.get("to", "")[:100]


@limited("begin")
@signed_in_to_fill_in
def invite(request: SignedIn, slug: str) -> HttpResponse:
    """Return a match of a game to begin: with whom, options, seat, clock; `to` names whom."""
    game = access.game_of(slug)
    if request.user.is_guest:
        return to_an_account(request)
    form = _form(request, game)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            return redirect(_begin(request, form))
        except RulesError as error:
            form.add_error(None, error.sentence.said(SiteVoice()))
            status = error.status
    context = {
        "form": form,
        "options": summed_up(form),
        **spread(pages_new_match.page(request.user, slug, _addressee(request))),
    }
    return render(request, "games/invite.jinja", context, status=status)


def _form(request: SignedIn, game: AnyGame) -> NewMatchForm:
    """Return the form as it was sent; or with what the address says, and else with the choices of last time."""
    last = remembered.choices(request.user, game.meta.slug)
    asked = {"audience": request.GET["audience"]} if "audience" in request.GET else {}
    level = bot_profiles.levels_offered(request.user)[game.meta.slug]
    begun = {"audience": Invitation.Audience.OPEN, LEVEL: level, **last.initial, **asked}
    to = _addressee(request)
    given = {"to": to, "unrated": why_unrated(request.user)}
    return NewMatchForm(request.POST or None, initial=begun, clock=last.clock, rules=game, **given)


def _begin(request: SignedIn, form: NewMatchForm) -> Match | Invitation | str:
    """Do what was chosen; where to go then."""
    whom = form.cleaned_data["audience"]
    if whom == form.SEEK:
        return _seek(request, form.wish())
    if whom == form.HOUSE:
        chosen = partial(bots.challenge, seat=form.seat(), clock=form.clock_with_house(), level=form.level())
        begun = partial(chosen, **begun_with(request))
        return begun(request.user, form.slug, form.options())
    return lobby.invite(request.user, form.terms(), **begun_with(request))


def _seek(request: SignedIn, wish: Wish) -> str:
    """Seek an opponent.

    A seek that the user already has in this game is changed only on its own page, so that it isn't lost.
    """
    if Seek.objects.filter(user=request.user, game=wish.game).exists():
        messages.info(
            request, _("You’re already looking for an opponent in this game. You can change your search here.")
        )
        return reverse("seek", args=[wish.game])
    seeks.ask(request.user, wish)
    messages.success(request, _("We’re looking for an opponent for you, and we’ll let you know when the match begins."))
    return reverse("seeks")


@signed_in_to_look
def clock_words(request: SignedIn, slug: str) -> HttpResponse:
    """Return what a clock says that is being chosen for a match of a game, for a form that is open."""
    return render(request, "games/_clock_words.jinja", {"form": ClockForm(request.GET, rules=access.game_of(slug))})


@signed_in_to_look
def terms_words(request: SignedIn, slug: str) -> HttpResponse:
    """Return what the clock and the options of a new match say as they are being chosen, for a form that is open."""
    form = NewMatchForm(request.GET, rules=access.game_of(slug))
    return render(request, "games/_chosen_words.jinja", {"form": form, "options": summed_up(form)})


@require_safe
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one invitation. Once the match has begun, the address leads those who may look at the match to it. The link
    to one that is offered again leads everybody but its inviter there."""
    instead = queries.offered_instead(public_id)
    if instead is not None and instead.inviter_id != request.user.pk:
        return redirect(instead)
    if isinstance(request.user, User):
        return _page(cast(SignedIn, request), public_id)
    try:
        found = queries.invitation_for_all(public_id)
    except access.NotYours:
        messages.info(
            request, _("This invitation isn’t open to everyone, or isn’t open right now. If it’s for you, sign in.")
        )
        return redirect_to_login(request.path)
    return render(request, "games/welcome.jinja", {"welcome": invitations.welcome(found)})


def _page(request: SignedIn, public_id: str, error: str = "", status: int = 200) -> HttpResponse:
    found = queries.invitation_for(request.user.pk, public_id)
    if found.match.started:
        if error:
            messages.error(request, error)
        return redirect(found.match)
    seats = list(found.match.seats.select_related("user"))
    context = invitations.invitation(found, seats, request.user)
    return render(request, "games/invitation.jinja", {**context, "error": error}, status=status)


@signed_in_to_post
def join(request: SignedIn, public_id: str) -> HttpResponse:
    """Take a place. Those who come too late are told the same as for an id that no match has."""
    try:
        match = lobby.join(public_id, request.user, request.POST.get("entropy", ""))
    except eligibility.LobbyError as error:
        return _page(request, public_id, error.sentence.said(SiteVoice()), error.status)
    except access.NotYours:
        messages.error(
            request, _("You can’t join this match. Someone else took the last seat, or it isn’t open to you.")
        )
        return redirect("lobby")
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
    except access.NotYours:
        return redirect("invitation", public_id)
    return redirect(match if match.started else match.invitation)


@transaction.atomic
def _joined_as_guest(request: HttpRequest, public_id: str) -> Match:
    guest = new_guest(request)
    match = lobby.join(public_id, guest, request.POST.get("entropy", ""))
    login(request, guest, backend="accounts.backends.Backend")  # last: a session cannot be rolled back
    return match


@signed_in_to_post
def withdraw(request: SignedIn, public_id: str) -> HttpResponse:
    """Take my invitation back."""
    return _done(request, public_id, lobby.withdraw, _("You’ve withdrawn the invitation."))


@limited("begin")
@signed_in_to_post
def offer_again(request: SignedIn, public_id: str) -> HttpResponse:
    """Let my link, which rests, deal again."""
    return _done(request, public_id, lobby.offer_again, _("Your invitation is open again."))


@signed_in_to_post
def decline(request: SignedIn, public_id: str) -> HttpResponse:
    """Decline an invitation that is meant for me."""
    return _done(request, public_id, lobby.decline, _("You’ve declined the invitation. We’ll let the sender know."))


@signed_in_to_post
def leave(request: SignedIn, public_id: str) -> HttpResponse:
    """Give my place back."""
    return _done(request, public_id, lobby.leave, _("You’ve left the table."))


def _done(request: SignedIn, public_id: str, do: Callable[[str, User], None], told: str) -> HttpResponse:
    try:
        do(public_id, request.user)
    except eligibility.LobbyError as error:
        return _page(request, public_id, error.sentence.said(SiteVoice()), error.status)
    messages.success(request, told)
    return redirect("lobby")
