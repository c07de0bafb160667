"""Pages in the language and the time zone of whoever is signed in."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts import guests


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


FOR_ALL = frozenset({"home", "fairness", "rules", "rules_of", "keep", "healthz", "stop_mails"})
"""Addresses that a guest may still reach when the day is over; allauth's own are the way out and stay open."""
FOR_ACCOUNTS = frozenset({"account_email", "account_change_password", "account_set_password", "account_reauthenticate"})
"""Addresses that are of use only to one who has an address and a password."""


class GuestDay:
    """Leads a guest whose day is over to the page on which matches can be kept, and changes nothing any more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any) -> HttpResponse | None:
        if getattr(view, "anonymous_ok", False) or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        user = request.user
        if not user.is_authenticated or not user.is_guest:
            return None
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        if name in FOR_ACCOUNTS or name.startswith("mfa_"):
            return redirect("keep")
        if not guests.is_over(user) or name in FOR_ALL or name.startswith("account_"):
            return None
        return _over(request)


def _over(request: HttpRequest) -> HttpResponse:
    """A refusal for whoever wanted to do something or is a program, the way to the page for whoever wanted to look."""
    sentence = _("Your day as a guest is over. Nothing was changed. Choose a name and a mail address to go on.")
    if request.path.startswith("/api/"):
        return JsonResponse({"code": "guest_over", "message": sentence, "extra": {}}, status=403)
    if request.method not in ("GET", "HEAD"):
        return render(request, "accounts/guest_over.html", {"sentence": sentence}, status=403)
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(reverse("keep"))
    return redirect("keep")
