"""Thanking from the page of a match."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.limits import limited
from accounts.request import SignedIn, signed_in_to_post
from games.core.views.matches import reached, refused
from games.rules.errors import RulesError
from tests.applause import services


@limited("applause")
@signed_in_to_post
def applaud(request: SignedIn, public_id: str) -> HttpResponse:
    """Thank the `player` of this name."""
    found = reached(request, public_id)
    try:
        thanks = services.thank(public_id, request.user, request.POST.get("player", ""))
    except RulesError as error:
        return refused(request, public_id, error)
    messages.success(request, _("You have thanked {name}.").format(name=thanks.to.username))
    return redirect(found.match)
