"""What features show on pages, drawn: one that fails leaves its place empty (`games/core/seams/panels.py`)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.request import form_token
from games.core.seams import panels
from games.core.seams.panels import (
    ABOVE_FACTS,
    AMONG_FACTS,
    AT_END,
    AT_END_OF_MENU,
    BELOW_BOARD,
    BELOW_FACTS,
    BELOW_MATCH,
    BELOW_PROMPT,
    BESIDE_BOARD,
    IN_HELP,
    IN_MENU,
    MAIN_WAY,
    ON_HELP,
    ON_RESULT,
    TABS,
    TO_ANSWER,
    TOP_OF_HELP,
    WAYS_ON,
    MatchLook,
    MatchPlace,
    P,
    Panel,
    PanelPlace,
    ToAnswer,
)

NOTHING = SafeString()


class SeenPanel(NamedTuple):
    """What is to be noted once a player has seen a panel."""

    place: str
    name: str
    note_seen: Callable[[Any], None]
    found: object


@dataclass(frozen=True)
class MatchPanels:
    """What features show on the page of a match, by place."""

    below_prompt: SafeString = NOTHING
    on_help: SafeString = NOTHING
    top_of_help: SafeString = NOTHING
    help: SafeString = NOTHING
    below: SafeString = NOTHING
    beside: SafeString = NOTHING
    tabs: SafeString = NOTHING
    menu: SafeString = NOTHING
    end_of_menu: SafeString = NOTHING
    above_facts: SafeString = NOTHING
    facts: SafeString = NOTHING
    below_facts: SafeString = NOTHING
    result: SafeString = NOTHING
    main_way: SafeString = NOTHING
    ways_on: SafeString = NOTHING
    below_match: SafeString = NOTHING
    at_end: SafeString = NOTHING
    to_answer: Sequence[ToAnswer] = ()
    seen: Sequence[SeenPanel] = ()


NO_PANELS = MatchPanels()
Which = Callable[[MatchPlace], PanelPlace[[MatchLook]]]


def for_player(request: HttpRequest, look: MatchLook) -> MatchPanels:
    """Return what players see on the page of a match."""
    token = form_token(request)
    shown = _shown(look, token, lambda place: place)
    return shown if look.is_past else replace(shown, to_answer=_to_answer(look, token))


def by_link(look: MatchLook) -> MatchPanels:
    """Return what a play link shows, which nobody has to sign in for."""
    return _shown(look, "", lambda place: place.by_link)


def for_watcher(request: HttpRequest, look: MatchLook) -> MatchPanels:
    """Return what watchers see, through whose eyes they may look."""
    return _shown(look, form_token(request), lambda place: place.watched)


def _shown(look: MatchLook, token: object, which: Which) -> MatchPanels:
    once = _Once(look)
    seen = list[SeenPanel]()

    def show(place: MatchPlace, *, is_there: bool = True) -> SafeString:
        if not is_there:
            return NOTHING
        shown = _drawn_with(which(place), token, once)
        seen.extend(once.seen(which(place)))
        return shown

    is_now = not look.is_past
    return MatchPanels(
        below_prompt=show(BELOW_PROMPT, is_there=is_now and not look.is_over),
        on_help=show(ON_HELP, is_there=is_now and not look.is_over),
        top_of_help=show(TOP_OF_HELP, is_there=is_now and not look.is_over),
        help=show(IN_HELP, is_there=is_now and not look.is_over),
        below=_in_row(show(BELOW_BOARD, is_there=is_now)),
        beside=show(BESIDE_BOARD, is_there=is_now),
        tabs=show(TABS, is_there=is_now and look.is_whole),
        menu=show(IN_MENU),
        end_of_menu=show(AT_END_OF_MENU),
        above_facts=show(ABOVE_FACTS, is_there=is_now),
        facts=show(AMONG_FACTS),
        below_facts=show(BELOW_FACTS),
        result=show(ON_RESULT, is_there=look.is_over),
        main_way=show(MAIN_WAY, is_there=look.is_over),
        ways_on=show(WAYS_ON, is_there=look.is_over),
        below_match=show(BELOW_MATCH, is_there=is_now and look.is_whole),
        at_end=show(AT_END, is_there=is_now and look.is_whole),
        seen=seen,
    )


def _to_answer(look: MatchLook, token: object) -> list[ToAnswer]:
    """Return what waits for an answer, without that of a feature that fails."""
    found = list[ToAnswer]()
    for name, panel in TO_ANSWER.panels:
        try:
            there: Sequence[ToAnswer] = panel.find(look)  # type: ignore[assignment]  # an AnswerPlace takes no other
            found.extend([each._replace(drawn=_inside(panel, each.panel, token)) for each in there])
        except Exception:
            panels.note_failure(TO_ANSWER.name, name)
    return found


def _inside(panel: Panel[P], found: object, token: object) -> str:
    """Return what the template of a panel draws of what was found; nothing without a template."""
    return get_template(panel.template).render({"panel": found, "csrf_input": token}) if panel.template else ""


class _Once:
    """What panels of a match have found: one function is asked once, for all its places."""

    def __init__(self, look: MatchLook) -> None:
        self.look = look
        self.found = dict[Callable[..., object], object | None]()

    def __call__(self, panel: Panel[[MatchLook]]) -> object | None:
        if panel.find not in self.found:
            self.found[panel.find] = panel.find(self.look)
        return self.found[panel.find]

    def seen(self, place: PanelPlace[[MatchLook]]) -> Iterator[SeenPanel]:
        """Return what is to be noted of a place, once it is seen."""
        for name, panel in place.panels:
            found = self.found.get(panel.find)
            if panel.note_seen is not None and found is not None:
                yield SeenPanel(place.name, name, panel.note_seen, found)


def _in_row(shown: SafeString) -> SafeString:
    """Return panels in one element, which has a row of its own in the grid of the stage; nothing for none."""
    return format_html('<div class="panels">{}</div>', shown) if shown else shown


def drawn(place: PanelPlace[P], token: object, *about: P.args, **named: P.kwargs) -> SafeString:
    """Return all that features show in a place of a page, in their order; `token` is what forms need."""
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
        inside = _inside(panel, found, token)
    except Exception:
        panels.note_failure(place.name, name)
        return ""
    if not place.framed:
        return inside
    return format_html('<section class="panel" data-panel="{}">{}</section>', name, mark_safe(inside))
