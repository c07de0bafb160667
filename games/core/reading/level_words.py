"""The levels of the computer opponents in words, and what was measured of them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.core.models import Seat
from games.rules import levels, registry
from games.rules.levels import Level, Strength


def titles(slug: str) -> dict[str, str]:
    """Return what the levels of a game are called, by name, weakest first; none for a game without."""
    return {level.name: _(level.title) for level in levels.levels(slug)}


def of_seat(seat: Seat) -> str:
    """Return what the level is called at which the computer plays a seat; empty for none."""
    slug = seat.match.game if seat.level else ""
    return titles(slug).get(seat.level, "") if slug in registry.slugs() else ""


def of_match(seats: Iterable[Seat]) -> str:
    """Return what the level of the computer in a match is called; empty for none."""
    return next(filter(None, map(of_seat, seats)), "")


def measured(slug: str) -> list[str]:
    """Return what is known of each level of a game, weakest first."""
    return [_said(known) for known in levels.strengths(slug)]


def _said(known: Strength) -> str:
    """Return what is known of a level, in a line."""
    level = _with_manner(known.level)
    if known.below is None:
        return _("{level}: the lowest level").format(level=level)
    names = {"level": level, "below": _(known.below.title)}
    if not known.matches:
        return _("{level}: not measured against {below} yet").format(**names)
    figures = {name: round(getattr(known, name)) for name in ("score", "low", "high")}
    template = _("{level}: beats {below} {score} of 100 ({matches} matches, 95%: {low} to {high})")
    return template.format(**names, matches=known.matches, **figures)


def _with_manner(level: Level) -> str:
    """Return a level with how it plays: “Beginner (for a first match)”."""
    title = _(level.title)
    return f"{title} ({_(level.manner)})" if level.manner else title
