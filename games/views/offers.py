"""Offering to end a match level, to cancel it or to take a move back, and what others make of it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, asked_and_answered, private
from games.models import Seat
from games.pages import matches
from games.pages import offers as pages
from games.reading.access import Access
from games.rules.errors import RulesError
from games.services import offers
from games.views.matches import reached, refused

ACTS = ("offer", "agree", "withdraw", "decline")


@private
@login_required
@asked_and_answered
def offer(request: SignedIn, public_id: str, kind: str) -> HttpResponse:
    """Offer to end level, to cancel or to take my last move back, agree, decline or withdraw: each is asked about here
    first."""
    found = reached(request, public_id)
    if kind not in Seat.Offer.values:
        raise Http404
    if found.match.ended and request.method != "POST":
        return redirect(found.match)
    error = ""
    if request.method == "POST":
        act = request.POST.get("act", "")
        error = _unconfirmed(request, kind, act)
        if not error:
            return _offered(request, found, kind, act)
    context = {**matches.heading(found), **pages.offered(found, kind), "error": error}
    return render(request, "games/offer.html", context, status=422 if error else 200)


def _unconfirmed(request: HttpRequest, kind: str, act: str) -> str:
    """Why nothing is done yet; what ends the match needs a tick, what only offers to does not."""
    if act not in ACTS:
        return _("Choose what to do.")
    if act == "agree" and kind != Seat.Offer.UNDO and not request.POST.get("confirm"):
        return _("Please tick the box to confirm.")
    return ""


def _made(kind: str, agreed: bool) -> str:
    """What is said to who has offered something; nothing where the match itself says that it is done."""
    if kind == Seat.Offer.UNDO:
        return _("The move is taken back.") if agreed else _("You have asked. The next move ends it.")
    return "" if agreed else _("Your offer stands until you withdraw it.")


def _offered(request: SignedIn, found: Access, kind: str, act: str) -> HttpResponse:
    public_id, me = found.match.public_id, request.user.pk
    try:
        if act in ("offer", "agree"):
            agreed = offers.make(public_id, me, kind, agreeing=act == "agree")
            told = _made(kind, agreed)
        elif act == "withdraw":
            offers.withdraw(public_id, me)
            told = _("Your offer is withdrawn.")
        else:
            offers.decline(public_id, me)
            told = _("The offer is declined; the match goes on.")
    except RulesError as error:
        return refused(request, public_id, error)
    if told:
        messages.success(request, told)
    return redirect("match", public_id)
