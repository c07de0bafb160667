"""Pages in the language and the time zone of whoever is signed in."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PersonalSettings:
    """Activates the user's time zone and language, where there is a session to ask.

    A view with the attribute `anonymous_ok = True` is left alone: it costs no query for the user.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any) -> None:
        if getattr(view, "anonymous_ok", False) or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        if request.user.is_authenticated:
            timezone.activate(request.user.zone)
            if request.user.language:
                translation.activate(request.user.language)
                request.LANGUAGE_CODE = translation.get_language()
