"""What the first page shows: every game, here or to come, and how much goes on."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N_

from accounts.models import User
from games.models import Match
from games.pages import rulebook
from games.rules import registry

COMING = {"fantasy-dice-battles": N_("Fantasy Dice Battles")}
"""Games that are announced. One that is registered under its name is here, and no longer coming."""
FRESH = 60  # seconds for which the numbers of the first page stand


def games() -> list[dict[str, Any]]:
    """Every game: slug, title, whether it is `here`, the address of its rules, and the template with its picture."""
    here = [(slug, registry.current(slug).meta.title, True) for slug in registry.slugs()]
    coming = [(slug, title, False) for slug, title in COMING.items() if slug not in registry.slugs()]
    return [
        {
            "slug": slug,
            "title": _(title),
            "here": is_here,
            "rules_url": rulebook.address(slug) if is_here else "",
            "picture": [f"games/front/{slug}.html", "games/front/_other.html"],
        }
        for slug, title, is_here in here + coming
    ]


def numbers() -> dict[str, int]:
    """How many people play here, matches run, and matches are over; up to a minute old, counted anew without Redis."""
    found = cache.get("front-numbers")
    if found is None:
        found = _counted()
        cache.set("front-numbers", found, FRESH)
    return dict(found)


def _counted() -> dict[str, int]:
    matches = Match.objects
    return {
        "people": User.objects.filter(is_active=True, is_bot=False, guest_until=None).count(),
        "running": matches.filter(status=Match.Status.PLAYING).count(),
        "finished": matches.filter(status=Match.Status.OVER).count(),
    }
