"""What a match page tells a player beside the board: hints while the game is new, and why something cannot be done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Preferences
from games.boards.registry import about
from games.core.models import Match, Seat
from games.core.pages.asked import Asked
from games.core.reading.access import Access
from games.core.reading.voice import SiteVoice
from games.rules.guide import Hint, Why

HINTS_SHOWN = 2
"""Hints that a page shows together."""


@dataclass(frozen=True)
class Help:
    """The `hints` that are new, where the player wants any (`is_wanted`); `standing` says how the match stands, `tips`
    what else can be done at this moment, `whys` why something cannot, `why_not` why nothing can."""

    is_wanted: bool = False
    hints: Sequence[dict[str, str]] = ()
    standing: Sequence[str] = ()
    tips: Sequence[str] = ()
    whys: Sequence[dict[str, Any]] = ()
    why_not: str = ""


def help_of(found: Access, asked: Asked) -> Help:
    """Return hints and reasons for a match that goes on; `asked` is what the page asks the seat."""
    if found.match.ended:
        return Help()
    rules = found.match.rules
    place = found.seat.index
    voice = SiteVoice.of(found.seats)
    shown = hints_wanted(found)
    known = rules.hints(asked.view, place)
    hints = _fresh(found.seat, known) if shown else []
    return Help(
        is_wanted=shown,
        hints=[{"key": hint.key, "said": hint.text.said(voice), "section": hint.section} for hint in hints],
        standing=standing(found.match, asked.view, place, voice),
        tips=[hint.text.said(voice) for hint in sorted(known, key=_is_aim) if hint not in hints],
        whys=grouped(rules.whys(asked.view, place), voice) if asked.choices else [],
        why_not=_why_nothing(asked),
    )


def standing(match: Match, view: Any, place: int, voice: SiteVoice) -> list[str]:
    """Return how a match stands in a view, said for a seat."""
    tells = about(match.game).state_of_play
    return [each.said(voice) for each in tells(view, place)] if tells else []


def _is_aim(hint: Hint) -> bool:
    """Say whether a hint tells what the match is about, which comes after what can be done now."""
    return hint.key == "aim"


def _why_nothing(asked: Asked) -> str:
    """Return why nothing at all can be done; empty where something can."""
    if asked.choices:
        return ""
    if asked.plan_complete:
        return _("Your move is complete: play it, or undo the last step.")
    return _("It’s not your turn. {waiting}").format(waiting=asked.prompt)


def hints_wanted(found: Access) -> bool:
    """Say whether the player is shown hints: as chosen for the match, otherwise as chosen for all of them."""
    seat = found.seat
    if seat.hints is not None:
        return seat.hints
    if seat.hint_choice in (None, Preferences.Hints.FIRST):
        return not seat.knows_game
    return seat.hint_choice == Preferences.Hints.ALWAYS


def _fresh(seat: Seat, hints: list[Hint]) -> list[Hint]:
    """Return those of the hints that belong to the present question, or have not been shown yet."""
    known = [hint for hint in hints if seat.hinted.get(hint.key) == seat.serial]
    unknown = [hint for hint in hints if hint.key not in seat.hinted][: max(0, HINTS_SHOWN - len(known))]
    return [hint for hint in hints if hint in known or hint in unknown]


def grouped(whys: list[Why], voice: SiteVoice) -> list[dict[str, Any]]:
    """Return the reasons, each once, with all that it forbids: `wishes`, each with the parts of the board it
    concerns.
    """
    rows: dict[str, dict[str, set[str]]] = {}
    for why in whys:
        wishes = rows.setdefault(why.reason.said(voice), {})
        wishes.setdefault(why.wish.said(voice), set()).update(why.parts)
    return [{"reason": reason, "wishes": _wishes(wishes)} for reason, wishes in rows.items()]


def _wishes(said: dict[str, set[str]]) -> list[dict[str, str]]:
    return [{"said": wish, "parts": " ".join(sorted(parts))} for wish, parts in said.items()]
