"""Offering the others of a match something, and what they make of it."""

import re
from collections.abc import Container

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, signed_in_to_fill_in, signed_in_to_look
from games.core.pages import matches
from games.core.pages.context import spread
from games.core.reading.access import Access
from games.core.views.matches import reached, refused
from games.offers import pages, services as offers
from games.offers.words import WORDS
from games.rules.errors import RulesError

DAYS = re.compile("[0-9]{1,3}")
NUMBER = re.compile("[0-9]{1,9}")
ACTS = ("offer", "agree", "withdraw", "decline")


@signed_in_to_look
def all_kinds(request: SignedIn, public_id: str) -> HttpResponse:
    """Return what can be offered in a match, each with the way to it."""
    found = reached(request, public_id)
    if found.match.ended:
        return redirect(found.match)
    return render(request, "games/offers.jinja", {**spread(matches.heading(found)), "kinds": pages.offer_kinds(found)})


@signed_in_to_fill_in
def offer(request: SignedIn, public_id: str, kind: str) -> HttpResponse:
    """Offer something of a kind, agree, decline or withdraw: each is asked about here first."""
    found = reached(request, public_id)
    if kind not in WORDS:
        raise Http404
    if found.match.ended and request.method != "POST":
        return redirect(found.match)
    error = ""
    if request.method == "POST":
        act = request.POST.get("act", "")
        error = unconfirmed(request, kind, act)
        if not error:
            return _offered(request, found, kind, act)
    context = {**spread(matches.heading(found)), **pages.offered(found, kind), "error": error, "by_link": False}
    return render(request, "games/offer.jinja", context, status=422 if error else 200)


def unconfirmed(request: HttpRequest, kind: str, act: str, acts: Container[str] = ACTS) -> str:
    """Return why nothing is done yet; to agree to what ends the match needs a tick, and nothing else does."""
    if act not in acts:
        return _("Choose what to do.")
    if act == "agree" and WORDS[kind].confirm and not request.POST.get("confirm"):
        return _("Please tick the box to confirm.")
    return ""


def done(kind: str) -> str:
    """Return what is said to the player who agrees last; empty where the match itself says it."""
    done = WORDS[kind].done
    return _(done) if done else ""


def chosen_days(request: HttpRequest) -> int:
    """Return for how many days; 0 if none are named, and -1, which nobody can offer, if it is no number."""
    text = request.POST.get("days", "0")
    return int(text) if DAYS.fullmatch(text) else -1


def seen_number(request: HttpRequest) -> int | None:
    """Return the number of the newest offer that the page has shown.

    None without one, and -1, which no offer has, for what is no number.
    """
    text = request.POST.get("number")
    if text is None:
        return None
    return int(text) if NUMBER.fullmatch(text) else -1


def _offered(request: SignedIn, found: Access, kind: str, act: str) -> HttpResponse:
    public_id = found.match.public_id
    me = request.user.pk
    try:
        if act in ("offer", "agree"):
            seen = seen_number(request)
            agreed = offers.make(public_id, me, kind, chosen_days(request), agreeing=act == "agree", number=seen)
            told = done(kind) if agreed else _(WORDS[kind].told)
        elif act == "withdraw":
            offers.withdraw(public_id, me)
            told = _("You’ve withdrawn your offer.")
        else:
            offers.decline(public_id, me, kind, seen_number(request))
            told = _("Offer declined. The match goes on.")
    except RulesError as error:
        return refused(request, public_id, error)
    if told:
        messages.success(request, told)
    return redirect("match", public_id)
