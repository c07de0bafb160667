"""Another match against the same player."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.limits import limited
from accounts.request import SignedIn, signed_in_to_fill_in
from games.core.clock.terms import Chosen
from games.core.pages import matches
from games.core.pages.context import spread
from games.core.reading.access import Access
from games.core.reading.voice import SiteVoice
from games.core.views.clock_form import ClockForm
from games.core.views.matches import begun_with, reached, refused
from games.rematch import pages, services as rematch
from games.rematch.pages import Rematch
from games.rules import registry
from games.rules.errors import RulesError


@limited("begin")
@signed_in_to_fill_in
def play_again(request: SignedIn, public_id: str) -> HttpResponse:
    """Offer a rematch, or begin the one that the other player offers, if it has the same clock; asked for, the page on
    which another clock is chosen first.

    What that page posts has `another` in it.
    """
    if request.method == "POST" and "another" not in request.POST:
        return _at_once(request, public_id)
    found = reached(request, public_id)
    shown = pages.rematch_of(found.match, found.seats, found.seat)
    if shown.may_offer:
        return _with_another_clock(request, found, shown)
    return redirect((request.method == "POST" and shown.url) or found.match)


def _at_once(request: SignedIn, public_id: str) -> HttpResponse:
    try:
        return _begun(request, public_id)
    except RulesError as error:
        return refused(request, public_id, error)


def _with_another_clock(request: SignedIn, found: Access, shown: Rematch) -> HttpResponse:
    match = found.match
    status = 422 if request.method == "POST" else 200
    rules = registry.current(match.game)
    clock = Chosen.of(match)
    form = ClockForm(request.POST or None, rules=rules, clock=clock, house=shown.is_bot)
    if form.is_valid():
        try:
            return _begun(request, match.public_id, form.chosen())
        except RulesError as error:
            form.add_error(None, error.sentence.said(SiteVoice.of(found.seats)))
            status = error.status
    shows = {"ticket": shown.ticket, "is_bot": shown.is_bot, "level": request.POST.get("level", shown.level)}
    context = {**spread(matches.heading(found)), **shows, "slug": match.game, "form": form}
    return render(request, "games/rematch.jinja", context, status=status)


def _begun(request: SignedIn, public_id: str, clock: Chosen | None = None) -> HttpResponse:
    level = request.POST.get("instead") or request.POST.get("level", "")  # a press that names a level, or the list
    begun = begun_with(request)
    made = rematch.rematch(public_id, request.user, clock=clock, level=level, **begun)
    match = rematch.take_up(made, request.user, begun["entropy"], clock=clock)
    if match.started:
        return redirect(match)
    if match.invitation.inviter_id != request.user.pk:
        return redirect(match.invitation)
    messages.success(request, _("You’ve offered a rematch. It begins as soon as your opponent accepts."))
    return redirect("match", public_id)
