"""Hints and notices in a match, on and off."""

from django.http import HttpResponse
from django.shortcuts import redirect

from accounts.request import SignedIn, signed_in_to_post
from games.core.services import looks
from games.core.views.matches import reached


@signed_in_to_post
def hints(request: SignedIn, public_id: str) -> HttpResponse:
    """Show me hints in this match (`shown` is 1), or show none."""
    found = reached(request, public_id)
    looks.choose_hints(found.seat, request.POST.get("shown") == "1")
    return redirect(found.match)


@signed_in_to_post
def mute(request: SignedIn, public_id: str) -> HttpResponse:
    """Tell me nothing of this match before it ends (`muted` is 1), or tell me again."""
    found = reached(request, public_id)
    looks.mute_match(found.seat, request.POST.get("muted") == "1")
    return redirect(found.match)
