"""The tables of players by their ratings, for everybody."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.limits import looks_limited
from games.core.pages.context import spread
from games.core.reading import access
from games.ratings import dumps, pages


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Return what ratings are, and for which games there are tables."""
    return render(request, "games/ratings.jinja", {"games": pages.overview(request.user)})


@looks_limited("browse")
@require_safe
def ratings_of(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the players of a game by their ratings."""
    access.game_of(slug)
    return render(request, "games/ratings_of.jinja", spread(pages.ranking(slug, request.user, request.GET.get("page"))))


@require_safe
def list_of_dumps(request: HttpRequest) -> HttpResponse:
    """Return the public dumps that there are, and what they are for."""
    return render(request, "games/dumps.jinja", {"dumps": dumps.stored_dumps()})


@require_safe
def dump(request: HttpRequest, name: str) -> FileResponse:
    """Return a public dump, as a file."""
    file = dumps.open_file(name)
    if file is None:
        raise Http404
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/gzip")
