"""An offer by the link in the email about it: agreed to or declined without signing in, and nothing else.

What is said of play links in `games/core/views/by_link.py` holds here too: fetching, as mail scanners do, only shows;
no cookie is asked or set; and no form has a token against forgery, since an attacker who has the address can post
without its reader.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from accounts.personal import read_by
from accounts.request import asked_and_answered
from games.core.reading.mail_links import DeadLink
from games.core.reading.voice import SiteVoice
from games.core.services import looks
from games.core.views.by_link import VISITOR
from games.offers import links as offer_links, pages, services as offers
from games.offers.links import OfferLink
from games.offers.views import done, unconfirmed
from games.rules.errors import RulesError

ACTS = ("agree", "decline")


@csrf_exempt
@asked_and_answered
def offer(request: HttpRequest, token: str) -> HttpResponse:
    """Return what is offered, with a way to agree and one to decline; the player who has signed in gets the page of
    it.
    """
    try:
        link = offer_links.opened(token)
        read_by(request, link.found.seat.user)
        if request.method == "POST":
            return _answered(request, link)
    except DeadLink as ended:
        return _ended(request, ended)
    if request.user.pk == link.found.seat.user_id:
        return redirect("offer", link.found.match.public_id, link.offering.offer)
    return _page(request, link)


offer.anonymous_ok = True  # type: ignore[attr-defined]  # the link says who reads


def _answered(request: HttpRequest, link: OfferLink) -> HttpResponse:
    """Agree or decline; a press shows that its reader has looked. Raises DeadLink."""
    looks.mark_looked(link.found.seat)
    act = request.POST.get("act", "")
    error = unconfirmed(request, link.offering.offer, act, ACTS)
    if error:
        return _page(request, link, 422, error=error)
    try:
        told = _agree(link) if act == "agree" else _decline(link)
    except RulesError as refusal:
        link = offer_links.opened(link.token)
        return _page(request, link, refusal.status, error=refusal.sentence.said(SiteVoice.of(link.found.seats)))
    return _said(request, told, link.found.match.get_absolute_url())


def _agree(link: OfferLink) -> str:
    """Agree to the offer; what came of it. Raises what `offers.make` raises."""
    mine = link.found.seat
    offering = link.offering
    kind = offering.offer
    days = offering.offer_days
    number = offering.offer_number
    if not offers.make(link.found.match.public_id, mine.user_id, kind, days, agreeing=True, number=number):
        return _("You’ve agreed. Other players still have to answer.")
    return done(kind) or _("You’ve agreed, so it’s settled.")


def _decline(link: OfferLink) -> str:
    """Decline the offer; what came of it. Raises what `offers.decline` raises."""
    offering = link.offering
    offers.decline(link.found.match.public_id, link.found.seat.user_id, offering.offer, offering.offer_number)
    return _("Offer declined. The match goes on.")


def _page(request: HttpRequest, link: OfferLink, status: int = 200, error: str = "") -> HttpResponse:
    """Return the page about the offer, as a signed-in player sees it."""
    match = link.found.match
    offering = link.offering
    shown = {"match": match, "title": match.title, "by_link": True, "error": error, **VISITOR}
    context = {**pages.offered(link.found, offering.offer, offering), **shown}
    return render(request, "games/offer.jinja", context, status=status)


def _said(request: HttpRequest, told: str, address: str, status: int = 200) -> HttpResponse:
    return render(request, "games/offer_answered.jinja", {"told": told, "address": address, **VISITOR}, status=status)


def _ended(request: HttpRequest, ended: DeadLink) -> HttpResponse:
    """Say that the link is good for nothing more; show a reader who has signed in the match itself."""
    said = ended.said
    address = reverse("match", args=[said.match]) if said else ""
    if said and request.method == "GET" and request.user.pk == said.user:
        return redirect(address)
    if ended.reader is None:
        context = {"address": address, "moved": False, "of_offer": True, **VISITOR}
        return render(request, "games/link_ended.jinja", context, status=404)
    read_by(request, ended.reader)
    gone = _("This offer is no longer open. It has been answered or withdrawn.")
    return _said(request, gone, address, 409 if request.method == "POST" else 200)
