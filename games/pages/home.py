"""What the first page shows: every game, and how much goes on."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.boards.registry import about
from games.pages import rulebook
from games.reading import bot_profiles
from games.reading.kept import cached
from games.rules import registry
from games.statistics import queries as statistics

FRESH = 60  # seconds for which the numbers of the first page stand


def games_at_home() -> list[dict[str, Any]]:
    """Every game: slug, title, the address of its rules, and the template with its picture."""
    return [
        {
            "slug": slug,
            "title": _(registry.current(slug).meta.title),
            "rules_url": rulebook.rules_url(slug),
            "picture": picture_template(slug),
        }
        for slug in registry.slugs()
    ]


def picture_template(slug: str) -> list[str]:
    """The template with the picture of a game and what it is about, or with the one for games without."""
    return [f"{slug}/front.html", "games/_front.html"]


def first_try() -> str:
    """The slug of the game that a visitor tries first: one to begin with, or else one with a bot; empty for none."""
    playable = [slug for slug in registry.slugs() if bot_profiles.has(slug)]
    return min(playable, key=lambda slug: not about(slug).first_try, default="")


def site_numbers() -> dict[str, int]:
    """How many people play here, matches run, and matches are over; up to a minute old, counted anew without Redis."""
    return dict(cached("front-numbers", FRESH, lambda: {each.key: each.value for each in statistics.of_site()}))
