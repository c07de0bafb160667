"""Another match against the same player."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.limits import limited
from accounts.request import SignedIn, private, signed_in_to_post
from games.rules.errors import RulesError
from games.services import rematch
from games.views.matches import begun_with, refused


@limited("begin")
@private
@signed_in_to_post
@require_POST
def play_again(request: SignedIn, public_id: str) -> HttpResponse:
    """Offer a rematch, or go to the one that was offered."""
    try:
        match = rematch.rematch(public_id, request.user, **begun_with(request))
    except RulesError as error:
        return refused(request, public_id, error)
    return redirect(match if match.started else match.invitation)
