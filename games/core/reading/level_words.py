"""The levels of the computer opponents in words, and what was measured of them."""

from django.utils.translation import gettext as _

from games.rules import levels
from games.rules.levels import Strength


def titles(slug: str) -> dict[str, str]:
    """Return what the levels of a game are called, by name, weakest first; none for a game without."""
    return {level.name: _(level.title) for level in levels.levels(slug)}


def measured(slug: str) -> list[str]:
    """Return what is known of each level of a game, weakest first."""
    return [_said(known) for known in levels.strengths(slug)]


def _said(known: Strength) -> str:
    """Return what is known of a level, in a line."""
    if known.below is None:
        return _("{level}: the lowest level").format(level=_(known.level.title))
    names = {"level": _(known.level.title), "below": _(known.below.title)}
    if not known.matches:
        return _("{level}: not measured against {below} yet").format(**names)
    figures = {name: round(getattr(known, name)) for name in ("score", "low", "high")}
    template = _("{level}: beats {below} {score} of 100 ({matches} matches, 95%: {low} to {high})")
    return template.format(**names, matches=known.matches, **figures)
