"""Pages of the site that are about no match: home, fairness, and the rules of every game."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.request import form_token
from games.boards.things import ASKED, is_asked_for
from games.core.pages import panels, rulebook, things
from games.core.seams.panels import HOME, OF_GAME, OF_RULES
from games.site import home as home_page, manifest as app_manifest
from games.watching import replays


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Return what this is, for one who knows nothing; members come home to their matches."""
    if isinstance(request.user, User) and not request.user.is_guest:
        return redirect("my_matches")
    first_try = rulebook.first_try()
    shown = {
        "games": [{**game, "ways": _ways(request, game["slug"])} for game in rulebook.all_games()],
        "numbers": home_page.site_numbers(),
        "first_try": first_try,
        "first_ways": _ways(request, first_try) if first_try else "",
        "hero": rulebook.hero_template(),
    }
    replay = None if request.user.is_authenticated else replays.featured()
    more = panels.drawn(HOME, form_token(request), request.user)
    return render(request, "home.jinja", {**shown, "replay": replay, "panels": more})


def _ways(request: HttpRequest, slug: str) -> SafeString:
    """Return what features offer of a game besides playing it."""
    return panels.drawn(OF_GAME, form_token(request), slug, request)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return what a phone must know to put the site among its apps."""
    return JsonResponse(app_manifest.document(), content_type="application/manifest+json")


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Return how chance stays fair, and what that does not prove."""
    return render(request, "fairness.jinja")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Return which games are explained."""
    return render(request, "games/rules/index.jinja", {"games": rulebook.explained()})


@require_safe
def rules_of(request: HttpRequest, slug: str) -> HttpResponse:
    """Return one game explained."""
    template = rulebook.rules_template(slug)
    if template is None:
        raise Http404
    if is_asked_for(request):
        return things.things_response(request, slug, rulebook.on_board(slug, request.GET[ASKED]))
    top = panels.drawn(OF_RULES, form_token(request), slug, request.user)
    return render(request, template, {**rulebook.context(slug), "ways": _ways(request, slug), "top": top})
