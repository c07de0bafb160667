"""The page that explains all that lies on a board: scripts take single cards from it, and it can be read as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.boards.about import Shown
from games.boards.registry import about
from games.boards.things import Thing
from games.core.pages import rulebook
from games.rules import registry

ASKED = "things"
"""What an address says to explain what lies on the board of its page, instead of showing the page."""


@dataclass(frozen=True)
class ThingsPage:
    """All cards of a board. `back` is the address of the page with the board."""

    slug: str
    title: str
    things: Sequence[Thing]
    back: str
    rules_url: str
    sections: dict[str, str]

    @classmethod
    def of(cls, slug: str, shown: Shown, back: str) -> ThingsPage:
        """Return the cards of what a board shows to its reader."""
        found = about(slug)
        things = found.things(shown) if found.things else []
        sections = {anchor: _(heading) for anchor, heading in found.sections.items()}
        return cls(slug, _(registry.current(slug).meta.title), things, back, rulebook.rules_url(slug), sections)


def is_asked_for(request: HttpRequest) -> bool:
    """Say whether a request asks for the cards of a board."""
    return ASKED in request.GET


def things_response(request: HttpRequest, slug: str, shown: Shown, **context: Any) -> HttpResponse:
    """Show them: alone to scripts, otherwise as a page that leads back to the board."""
    asked = request.GET.copy()
    del asked[ASKED]
    back = f"{request.path}?{asked.urlencode()}" if asked else request.path
    template = "games/_things.jinja" if request.htmx else "games/things.jinja"  # type: ignore[attr-defined]
    return render(request, template, {"page": ThingsPage.of(slug, shown, back), **context})
