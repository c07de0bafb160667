"""What the folders of the games tell the site, and where below what they tell is noted."""

import logging
from functools import cache, partial
from importlib import import_module

from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.safestring import mark_safe

from games.boards.about import About, Drawn
from games.core.notices import pictures
from games.core.reading import bot_profiles
from games.core.reading.seen import Seen
from games.deeds import key_moments, queries as deeds
from games.lessons import lesson as lessons
from games.rules import registry
from games.saved import services as saved
from games.statistics import recount

OURS = "games."
"""How the names of this site's own apps begin."""

logger = logging.getLogger(__name__)


@cache
def about(slug: str) -> About:
    """Return what a game's folder tells. Raises KeyError for a slug that no package has."""
    found: About = import_module(f"{registry.PACKAGES[slug].app}.about").ABOUT
    return found


def composed() -> set[str]:
    """Return the ways to compose a plan that any game has, besides step by step."""
    return {part for slug in registry.PACKAGES for part in about(slug).composes}


def check_script(slug: str) -> str:
    """Return the address of the script by which browsers check what a game drew and how it ended; empty where it has
    none.
    """
    has = (registry.PACKAGES[slug].folder / "static" / slug / "check.js").exists()
    return static(f"{slug}/check.js") if has else ""


def load_games() -> None:
    """Note below what every game tells. One whose folder does not work is left out, and logged as those that are not
    even found; but one of our own may not fail."""
    for slug, package in [*registry.PACKAGES.items()]:
        try:
            found = about(slug)
            if not package.app.startswith(OURS):  # the suite asks for all our pages
                get_template(f"{slug}/board.jinja")
            _note(slug, found)
        except Exception as error:
            if package.app.startswith(OURS):
                raise
            registry.leave_out(slug, error)
    for name, broken in registry.BROKEN.items():
        logger.error("The game %s of an installed package cannot be played", name, exc_info=broken)


def _note(slug: str, found: About) -> None:
    if found.bot:
        bot_profiles.PROFILES[slug] = found.bot
    if found.deeds:
        deeds.DEEDS[slug] = found.deeds
    if found.lessons:
        lessons.LESSONS[slug] = found.lessons
    if found.key_moments:
        key_moments.NAMED[slug] = found.key_moments
    saved.SAVED.extend(found.saved)
    if found.armies:
        recount.ARMIES[slug] = found.armies.of
    if found.email:
        pictures.PICTURES[slug] = partial(_picture, slug, found.email)


def _picture(slug: str, compose: Drawn, seen: Seen) -> str:
    position = compose(seen)
    template = get_template(f"{slug}/email.jinja")
    return "" if position is None else mark_safe(template.render({"position": position}))
