"""Playing against house opponents: trying a game by one click, and challenging one with options of one's own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import guests
from accounts.forms import time_zones
from accounts.limits import limited
from accounts.models import User
from games import opponents, rules_pages
from games.forms import MatchForm
from games.lobby import LobbyError
from games.models import Match
from games.rules import registry
from games.views import SignedIn, asked_and_answered
from games.voice import SiteVoice


@limited("try")
@require_POST
def try_out(request: HttpRequest, slug: str) -> HttpResponse:
    """A match against the house opponent at once; whoever is not signed in becomes a guest."""
    if not opponents.has(slug):
        raise Http404
    try:
        match = _begin(request, slug)
    except LobbyError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return redirect("my_matches")
    return redirect(match)


@transaction.atomic
def _begin(request: HttpRequest, slug: str) -> Match:
    if not request.user.is_authenticated:
        login(request, _guest(request), backend="accounts.backends.Backend")
    assert isinstance(request.user, User)
    return opponents.try_out(request.user, slug, request.POST.get("entropy", ""))


def _guest(request: HttpRequest) -> User:
    zone = request.POST.get("time_zone", "")
    return guests.create(zone if zone in time_zones() else "", (get_language() or "").split("-")[0])


@limited("begin")
@login_required
@asked_and_answered
def challenge(request: SignedIn, slug: str) -> HttpResponse:
    """Options, seat and pace of a match against the house opponent of a game."""
    if not opponents.has(slug):
        raise Http404
    game = registry.current(slug)
    form = MatchForm(request.POST or None, rules=game)
    if request.method == "POST" and form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("pace_days", "entropy")}
        try:
            return redirect(opponents.challenge(request.user, slug, form.options(), seat=form.seat(), **given))
        except LobbyError as error:
            form.add_error(None, error.sentence.said(SiteVoice()))
    context = {
        "form": form,
        "title": _(game.meta.title),
        "rules_url": rules_pages.address(slug),
        **opponents.strength(slug),
    }
    return render(request, "games/challenge.html", context, status=422 if request.method == "POST" else 200)
