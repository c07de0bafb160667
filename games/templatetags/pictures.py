"""Pictures of games in templates."""

from functools import cache

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

MARK = "img/mark.svg"
SHARED = "img/share.png"
"""What stands for a game that brings no picture, in lists and where links are shared."""


def tile(slug: str) -> SafeString:
    """Return the small square picture of a game, which says nothing that does not stand beside it."""
    address = static(_found(f"{slug}/tile.svg", MARK))
    return format_html('<img class="tile" src="{}" alt="" width="44" height="44">', address)


def desk(name: str) -> SafeString:
    """Return a picture from the desk (`fogsite/art/desk.py`), which says nothing that does not stand beside it."""
    address = f"{static('img/desk.svg')}#{name}"
    return format_html('<svg class="desk" viewBox="0 0 120 104" aria-hidden="true"><use href="{}"/></svg>', address)


def share_picture(slug: str) -> str:
    """Return the address of the picture that stands beside a link to a game, or to the site, where people share it."""
    return static(_found(f"{slug}/share.png", SHARED) if slug else SHARED)


@cache
def _found(name: str, otherwise: str) -> str:
    return name if finders.find(name) else otherwise
