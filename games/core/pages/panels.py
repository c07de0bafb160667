"""What features show on pages, drawn: one that fails leaves its place empty (`games/core/seams/panels.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.template.loader import get_template
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.core.seams import panels
from games.core.seams.panels import (
    AMONG_FACTS,
    BELOW_BOARD,
    BELOW_FACTS,
    BESIDE_BOARD,
    ON_RESULT,
    MatchLook,
    MatchPlace,
    P,
    Panel,
    PanelPlace,
)

NOTHING = SafeString()


@dataclass(frozen=True)
class MatchPanels:
    """What features show on the page of a match, by place."""

    below: SafeString = NOTHING
    beside: SafeString = NOTHING
    facts: SafeString = NOTHING
    below_facts: SafeString = NOTHING
    result: SafeString = NOTHING


NO_PANELS = MatchPanels()
Which = Callable[[MatchPlace], PanelPlace[[MatchLook]]]


def for_player(request: HttpRequest, look: MatchLook) -> MatchPanels:
    """Return what players see on the page of a match."""
    return _shown(look, token(request), lambda place: place)


def by_link(look: MatchLook) -> MatchPanels:
    """Return what a play link shows, which nobody has to sign in for."""
    return _shown(look, "", lambda place: place.by_link)


def for_watcher(request: HttpRequest, look: MatchLook) -> MatchPanels:
    """Return what watchers see, through whose eyes they may look."""
    return _shown(look, token(request), lambda place: place.watched)


def _shown(look: MatchLook, token: object, which: Which) -> MatchPanels:
    once = _once_each(look)

    def show(place: MatchPlace) -> SafeString:
        return _drawn_with(which(place), token, once)

    alike = {"facts": show(AMONG_FACTS), "below_facts": show(BELOW_FACTS)}
    if look.is_past:
        return MatchPanels(**alike)
    result = show(ON_RESULT) if look.is_over else NOTHING
    return MatchPanels(below=_in_row(show(BELOW_BOARD)), beside=show(BESIDE_BOARD), result=result, **alike)


def _once_each(look: MatchLook) -> Callable[[Panel[[MatchLook]]], object | None]:
    """Return how panels find what they show of a match: one function is asked once, for all its places."""
    found = dict[Callable[..., object], object | None]()

    def find(panel: Panel[[MatchLook]]) -> object | None:
        if panel.find not in found:
            found[panel.find] = panel.find(look)
        return found[panel.find]

    return find


def _in_row(shown: SafeString) -> SafeString:
    """Return panels in one element, which has a row of its own in the grid of the stage; nothing for none."""
    return format_html('<div class="panels">{}</div>', shown) if shown else shown


def token(request: HttpRequest) -> object:
    """Return what forms need against forgery, made where a template has one."""
    return SimpleLazyObject(lambda: csrf_input(request))


def drawn(place: PanelPlace[P], token: object, *about: P.args, **named: P.kwargs) -> SafeString:
    """Return all that features show in a place of a page, in their order; `token` as above."""
    return _drawn_with(place, token, lambda panel: panel.find(*about, **named))


def _drawn_with(place: PanelPlace[P], token: object, find: Callable[[Panel[P]], object | None]) -> SafeString:
    return mark_safe("".join(_drawn(place, name, panel, token, find) for name, panel in place.panels))


def _drawn(
    place: PanelPlace[P], name: str, panel: Panel[P], token: object, find: Callable[[Panel[P]], object | None]
) -> str:
    try:
        found = find(panel)
        if found is None:
            return ""
        inside = get_template(panel.template).render({"panel": found, "csrf_input": token})
    except Exception:
        panels.note_failure(place.name, name)
        return ""
    if not place.framed:
        return inside
    return format_html('<section class="panel" data-panel="{}">{}</section>', name, mark_safe(inside))
