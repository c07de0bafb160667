"""How pages look to somebody, with an account or without: in which language, and light or dark."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.models import User

THEMES = ("light", "dark")
THEME_COOKIE = "theme"
MAX_ADDRESS = 1000
"""Signs of an address to go back to; none of the site is longer."""
YEAR = 365 * 24 * 60 * 60
"""Seconds for which a browser remembers what was chosen."""


@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Remember a `language` or a `theme`, of which an empty one is the device's, and go back to `next`.

    What is neither changes nothing.
    """
    response = HttpResponseRedirect(_back(request))
    language, theme = request.POST.get("language"), request.POST.get("theme")
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
    """The theme that somebody chose; empty for the device's."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    is_here = wanted.startswith("/") and len(wanted) < MAX_ADDRESS
    return wanted if is_here and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else "/"


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
