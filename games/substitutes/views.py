"""Taking over a seat, and seeking nobody any more."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request import SignedIn, signed_in_to_look, signed_in_to_post
from games.core.reading.voice import SiteVoice
from games.core.views.matches import refused
from games.rules.errors import RulesError
from games.substitutes import pages as open_seats, services as substitutes


@signed_in_to_look
def open_seat(request: SignedIn, public_id: str) -> HttpResponse:
    """Return a seat that may be taken over, before it is."""
    return render(request, "games/open_seat.jinja", open_seats.page(open_seats.find_open_seat(public_id)))


@signed_in_to_post
def take(request: SignedIn, public_id: str) -> HttpResponse:
    """Take it over; the list of all invitations says why that cannot be."""
    try:
        return redirect(substitutes.take_seat(public_id, request.user))
    except RulesError as error:
        messages.error(request, error.sentence.said(SiteVoice()))
        return redirect("lobby")


@signed_in_to_post
def close_seat(request: SignedIn, public_id: str) -> HttpResponse:
    """Have nobody sought any more."""
    try:
        substitutes.withdraw(public_id, request.user.pk)
    except RulesError as error:
        return refused(request, public_id, error)
    messages.success(request, _("We’re no longer looking for a replacement."))
    return redirect("match", public_id)
