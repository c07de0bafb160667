"""Playing against bots: trying a game by one click, and challenging one with options of one's own."""

from functools import partial

from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.limits import limited
from accounts.models import User
from accounts.request import SignedIn, signed_in_to_fill_in
from games.bots import services as bots
from games.core.models import Match
from games.core.pages import rulebook
from games.core.reading import bot_profiles
from games.core.reading.voice import SiteVoice
from games.core.services import tickets
from games.core.services.tickets import TicketError
from games.core.views.guests import new_guest
from games.core.views.match_form import LEVEL, MatchForm
from games.core.views.matches import begun_with
from games.rules import registry
from games.rules.errors import RulesError


@limited("try")
@require_POST
def try_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a match against the bot immediately; a visitor who hasn't signed in becomes a guest."""
    if not bot_profiles.has(slug):
        raise Http404
    try:
        match = _begin(request, slug)
    except TicketError as error:
        return _try_again(request, slug, error)
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return redirect("my_matches")
    return redirect(match)


def _try_again(request: HttpRequest, slug: str, error: TicketError) -> HttpResponse:
    """Return why nothing was begun, with a new ticket."""
    said = error.sentence.said(SiteVoice())
    title = _(registry.current(slug).meta.title)
    shown = {"slug": slug, "title": title, "error": said, "level": request.POST.get("level", "")}
    return render(request, "games/try.jinja", shown, status=error.status)


@transaction.atomic
def _begin(request: HttpRequest, slug: str) -> Match:
    try_out = partial(bots.try_out, level=request.POST.get("level", ""), lesson=request.POST.get("lesson", ""))
    if isinstance(request.user, User):
        return try_out(request.user, slug, **begun_with(request))
    guest = new_guest(request)
    match = try_out(guest, slug, **begun_with(request))
    login(request, guest, backend="accounts.backends.Backend")  # last: a session cannot be rolled back
    return match


@limited("begin")
@signed_in_to_fill_in
def challenge(request: SignedIn, slug: str) -> HttpResponse:
    """Return options, seat and pace of a match against the bot of a game."""
    if not bot_profiles.has(slug):
        raise Http404
    game = registry.current(slug)
    offered = {LEVEL: bot_profiles.levels_offered(request.user)[slug]}
    form = MatchForm(request.POST or None, rules=game, house=True, initial=offered)
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        chosen = partial(bots.challenge, seat=form.seat(), clock=form.chosen(), level=form.level())
        begun = partial(chosen, **begun_with(request))
        try:
            return redirect(begun(request.user, slug, form.options()))
        except RulesError as error:
            form.add_error(None, error.sentence.said(SiteVoice()))
            status = error.status
    context = {
        "form": form,
        "title": _(game.meta.title),
        "rules_url": rulebook.rules_url(slug),
        "ticket": tickets.issue(slug),
        **bot_profiles.strength(slug),
    }
    return render(request, "games/challenge.jinja", context, status=status)
