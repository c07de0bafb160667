"""How pages look to somebody, with an account or without: in which language, and light or dark."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.request import own_address

THEMES = ("light", "dark")
THEME_COOKIE = "theme"
YEAR = 365 * 24 * 60 * 60
"""Seconds for which a browser remembers what was chosen."""


@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Remember a `language` or a `theme`, and go back to `next`.

    An empty one means the device's. Anything else that is neither changes nothing.
    """
    response = HttpResponseRedirect(own_address(request.POST.get("next", "")) or "/")
    language = request.POST.get("language")
    theme = request.POST.get("theme")
    if language in dict(settings.LANGUAGES):
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
        if isinstance(request.user, User):
            request.user.language = language
            request.user.save(update_fields=["language"])
    if theme in THEMES:
        _remember(response, THEME_COOKIE, theme)
    elif theme == "":
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


def theme_of(request: HttpRequest) -> str:
    """Return the theme that somebody chose; empty for the device's."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
