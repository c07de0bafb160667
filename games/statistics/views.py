"""Statistics of the site and of its games, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.limits import looks_limited
from games.core.pages.context import spread
from games.statistics import pages


@looks_limited("browse")
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Return how many matches of each game were played, and what came of all."""
    return render(request, "games/statistics.jinja", spread(pages.of_site()))


@looks_limited("browse")
@require_safe
def statistics_of(request: HttpRequest, slug: str) -> HttpResponse:
    """Return what came of the matches of a game."""
    return render(request, "games/statistics_of.jinja", spread(pages.of_game(slug)))
