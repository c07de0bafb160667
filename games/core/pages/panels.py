"""What features show on pages, drawn: one that fails leaves its place empty (`games/core/seams/panels.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.template.loader import get_template
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.core.reading.access import Access, InSight
from games.core.seams import panels
from games.core.seams.panels import BELOW_BOARD, BESIDE_BOARD, P, Panel, PanelPlace


@dataclass(frozen=True)
class BoardPanels:
    """What features show on the page of a match, below the board and beside it."""

    below: SafeString
    beside: SafeString


NO_PANELS = BoardPanels(SafeString(), SafeString())


def for_player(request: HttpRequest, found: Access) -> BoardPanels:
    """Return what players see on the page of a match."""
    about = (token(request), found.match, found.seat, request.user)
    return BoardPanels(_framed(drawn(BELOW_BOARD, *about)), drawn(BESIDE_BOARD, *about))


def by_link(found: Access) -> BoardPanels:
    """Return what a play link shows, which nobody has to sign in for."""
    about = ("", found.match, found.seat, AnonymousUser())
    return BoardPanels(_framed(drawn(BELOW_BOARD.by_link, *about)), drawn(BESIDE_BOARD.by_link, *about))


def for_watcher(request: HttpRequest, found: InSight) -> BoardPanels:
    """Return what watchers see, through whose eyes they may look."""
    about = (token(request), found.match, None, request.user)
    return BoardPanels(_framed(drawn(BELOW_BOARD.watched, *about)), drawn(BESIDE_BOARD.watched, *about))


def _framed(shown: SafeString) -> SafeString:
    """Return panels in one element, which has a row of its own in the grid of the stage; nothing for none."""
    return format_html('<div class="panels">{}</div>', shown) if shown else shown


def token(request: HttpRequest) -> object:
    """Return what forms need against forgery, made where a template has one."""
    return SimpleLazyObject(lambda: csrf_input(request))


def drawn(place: PanelPlace[P], token: object, *about: P.args, **named: P.kwargs) -> SafeString:
    """Return all that features show in a place of a page, in their order; `token` as above."""
    shown = [_drawn(place, name, panel, token, *about, **named) for name, panel in place.panels]
    return mark_safe("".join(shown))


def _drawn(place: PanelPlace[P], name: str, panel: Panel[P], token: object, *about: P.args, **named: P.kwargs) -> str:
    try:
        found = panel.find(*about, **named)
        if found is None:
            return ""
        inside = get_template(panel.template).render({"panel": found, "csrf_input": token})
    except Exception:
        panels.note_failure(place.name, name)
        return ""
    return format_html('<section class="panel" data-panel="{}">{}</section>', name, mark_safe(inside))
