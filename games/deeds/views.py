"""The pages of deeds, one for each game, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.limits import looks_limited
from games.core.pages.context import spread
from games.core.reading import access
from games.deeds import pages


@looks_limited("browse")
@require_safe
def deeds_of(request: HttpRequest, slug: str) -> HttpResponse:
    """Return what can be achieved in a game, how many have achieved it, and since when the reader has."""
    access.game_of(slug)
    return render(request, "games/deeds.jinja", spread(pages.of_game(slug, request.user)))
