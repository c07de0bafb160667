"""What every page says of its reader's matches: how many wait, beside the links that lead there, and to moderators how
many reports are open. Once a day it notes for what the reader seeks that he is here."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from games.reports import standing
from games.seeks import services as seeks
from games.site import waiting


class Waiting(MiddlewareMixin):
    """Counts before a page is drawn, and only for a page: not for a part that is swapped in, nor for what is posted."""

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any) -> None:
        is_page = request.method == "GET" and not (hasattr(view, "anonymous_ok") or hasattr(view, "headless"))
        if not is_page or settings.SESSION_COOKIE_NAME not in request.COOKIES or request.headers.get("HX-Request"):
            return
        in_admin = request.resolver_match is not None and request.resolver_match.app_name == "admin"
        if request.user.is_authenticated and not in_admin:  # which has a head of its own
            request.waiting = waiting.waiting_numbers(request.user)  # type: ignore[attr-defined]
            request.open_reports = standing.open_for(request.user)  # type: ignore[attr-defined]
            if request.waiting.seeks:  # type: ignore[attr-defined]
                seeks.note_look(request.user)
