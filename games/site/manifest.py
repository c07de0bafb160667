"""What a phone or a desktop must know to put the site among its apps."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi, gettext as _


def document() -> dict[str, Any]:
    """Return the manifest in the reader's language.

    `id` must never change: an installed app is known by it.
    """
    return {
        "id": "/matches/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Turn-based board games with friends or the computer. Make your move when you have time."),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("my_matches"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f3ea",
        "theme_color": "#2c5a46",
        "categories": ["games"],
        "icons": _icons(),
        "shortcuts": _shortcuts(),
        "screenshots": _screenshots(),
    }


def _icons() -> list[dict[str, str]]:
    """Return icons as they are, and one whose edge a phone may cut into its own shape."""
    icons = [_picture(f"img/icon-{size}.png", size, size) for size in (192, 512)]
    return [*icons, {**_picture("img/icon-maskable-512.png", 512, 512), "purpose": "maskable"}]


def _shortcuts() -> list[dict[str, str]]:
    """Return what somebody can choose who holds the app's icon."""
    ways = {_("My matches"): "my_matches", _("New match"): "invite", _("Rules"): "rules"}
    return [{"name": name, "url": reverse(way)} for name, way in ways.items()]


def _screenshots() -> list[dict[str, str]]:
    """Return what browsers show to somebody who is about to install."""
    wide = {**_picture("img/app-wide.png", 1280, 800), "form_factor": "wide"}
    return [wide, {**_picture("img/app-narrow.png", 375, 812), "form_factor": "narrow"}]


def _picture(name: str, width: int, height: int) -> dict[str, str]:
    return {"src": static(name), "sizes": f"{width}x{height}", "type": "image/png"}
