"""The coach, silenced and called back."""

from django.http import HttpResponse
from django.shortcuts import redirect

from accounts.request import SignedIn, signed_in_to_post
from games.coach import services
from games.core.models import ALPHABET


@signed_in_to_post
def choose_coach(request: SignedIn) -> HttpResponse:
    """Let the coach speak to me, or not (`silent`). Either names the match that is shown afterwards."""
    silenced = request.POST.get("silent", "")
    services.choose_coach(request.user, speaks=not silenced)
    match = silenced or request.POST.get("speaks", "")
    named = 0 < len(match) <= 40 and set(match) <= set(ALPHABET)
    return redirect("match", match) if named else redirect("my_matches")
