"""Pages of the site that are about no match: home, fairness, and the rules of every game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages import home as home_page
from games.pages import rulebook


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, for one who knows nothing."""
    shown = {"games": home_page.games(), "numbers": home_page.numbers(), "first_try": home_page.first_try()}
    return render(request, "home.html", shown)


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How chance is kept fair, and what that does not prove."""
    return render(request, "fairness.html")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Which games are explained."""
    return render(request, "games/rules/index.html", {"games": rulebook.explained()})


@require_safe
def rules_of(request: HttpRequest, slug: str) -> HttpResponse:
    """One game explained."""
    template = rulebook.template(slug)
    if template is None:
        raise Http404
    return render(request, template, rulebook.context(slug))
