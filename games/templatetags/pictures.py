"""Pictures of games in templates."""

from __future__ import annotations

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FOR_ALL = "img/mark.svg"
"""What stands for a game that brings no picture."""


@register.filter
def tile(slug: str) -> SafeString:
    """The small square picture of a game, which says nothing that does not stand beside it."""
    address = static(_found(f"{slug}/tile.svg"))
    return format_html('<img class="tile" src="{}" alt="" width="44" height="44">', address)


@cache
def _found(name: str) -> str:
    return name if finders.find(name) else FOR_ALL
