"""The cards that explain what lies on a board: each game fills them, and every page with a board shows them. Scripts
take single cards from all of them, which can be read as a list, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

ASKED = "things"
"""What an address says to explain what lies on the board of its page, instead of showing the page."""


@dataclass(frozen=True)
class Thing:
    """The card of one thing: a unit, a card, a terrain, a pile or a number.

    `key` is its name in the template of the board (`data-thing`). `here` says what it does in this position, as far as
    the reader may know, and `rule` what it does in any. `section` is the part of the rules page to read. `picture` is
    the address of its figure, and `side` the seat whose colours it has.
    """

    key: str
    name: str
    here: Sequence[str] = ()
    rule: Sequence[str] = ()
    section: str = ""
    picture: str = ""
    side: int | None = None


@dataclass(frozen=True, kw_only=True)
class ThingsPage:
    """All cards of a board, and which headings the parts of the rules have that they lead to. `back` is the address of
    the page with the board."""

    slug: str
    title: str
    things: Sequence[Thing]
    back: str
    rules_url: str
    sections: Mapping[str, str]


def is_asked_for(request: HttpRequest) -> bool:
    """Say whether a request asks for the cards of a board."""
    return ASKED in request.GET


def address_of(request: HttpRequest) -> str:
    """Return where all cards of the board are that a page shows, seen from there."""
    asked = request.GET.copy()
    asked[ASKED] = "board"
    return f"?{asked.urlencode()}"


def address_of_board(request: HttpRequest) -> str:
    """Return the address of the page with the board whose cards a request asks for."""
    asked = request.GET.copy()
    del asked[ASKED]
    return f"{request.path}?{asked.urlencode()}" if asked else request.path


def cards_response(request: HttpRequest, page: ThingsPage, **context: Any) -> HttpResponse:
    """Show the cards: alone to scripts, otherwise as a page that leads back to the board."""
    template = "games/_things.jinja" if request.htmx else "games/things.jinja"  # type: ignore[attr-defined]
    return render(request, template, {"page": page, **context})
