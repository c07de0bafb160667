"""Choosing what happens once the other player's time is up."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, signed_in_to_fill_in
from games.core.pages import matches, time_up as pages
from games.core.pages.context import spread
from games.core.reading.access import Access
from games.core.services import remedies
from games.core.views.matches import reached, refused
from games.rules.errors import RulesError


@signed_in_to_fill_in
def time_up(request: SignedIn, public_id: str) -> HttpResponse:
    """Return what may be chosen, each with what it brings; what is chosen is done once a box is ticked."""
    found = reached(request, public_id)
    if request.method == "POST":
        error = _unconfirmed(request)
        return _asked(request, found, error) if error else _chosen(request, public_id)
    return _asked(request, found)


def _asked(request: SignedIn, found: Access, error: str = "") -> HttpResponse:
    shown = pages.choice_shown(found)
    if shown is None:
        messages.info(request, _("There’s nothing to decide in this match."))
        return redirect(found.match)
    about = {"time_up": shown, "error": error, "chosen": request.POST.get("choice", "")}
    context = {**spread(matches.heading(found)), **about}
    return render(request, "games/time_up.jinja", context, status=422 if error else 200)


def _unconfirmed(request: HttpRequest) -> str:
    if not request.POST.get("choice"):
        return _("Choose what to do.")
    return "" if request.POST.get("confirm") else _("Please tick the box to confirm.")


def _chosen(request: SignedIn, public_id: str) -> HttpResponse:
    try:
        remedies.choose(public_id, request.user.pk, request.POST["choice"])
    except RulesError as error:
        return refused(request, public_id, error)
    return redirect("match", public_id)
