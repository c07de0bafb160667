"""What every page has in common: its headers, its language and time zone, what a guest may do, and how often."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts import guests, hashing, limits
from accounts.models import User
from accounts.personal import read_by


class PageHeaders:
    """A middleware that gives pages no powers of the browser that they don't need, and lets nobody keep a page.

    Most pages are for one pair of eyes. A view whose answer is the same for all says so by a `Cache-Control` of its
    own. No answer below SECRET_ADDRESSES, not even that there is no such page, tells anybody its address: a mail
    program may have added a sign.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        response.headers.setdefault("Cache-Control", "private, no-store")
        if request.path.startswith(settings.SECRET_ADDRESSES):
            response.headers["Referrer-Policy"] = "no-referrer"
        return response


READER = "X-Reader"
NOBODY = "nobody"


def mark(user: User | AnonymousUser) -> str:
    """Return the mark by which a browser tells whose answer this is, without learning anybody's number."""
    return salted_hmac("accounts.reader", str(user.pk)).hexdigest()[:16] if user.is_authenticated else NOBODY


class PersonalSettings:
    """Activates the user's time zone and language, where there is a session to ask; and says whom the answer is for.

    A view with the attribute `anonymous_ok = True` is left alone: it costs no query for the user.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
            if hasattr(request, "reader"):
                response.headers[READER] = request.reader
            return response
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any) -> None:
        if getattr(view, "anonymous_ok", False):
            return
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            request.reader = NOBODY  # type: ignore[attr-defined]
            return
        # Nothing is said where this fails: for NOBODY browsers delete the pages that they keep.
        request.reader = mark(request.user)  # type: ignore[attr-defined]
        if request.user.is_authenticated:
            read_by(request, request.user)


FOR_ALL = frozenset(
    {
        "home",
        "fairness",
        "rules",
        "rules_of",
        "keep",
        "sign_in_from_guest",
        "make_account",
        "healthz",
        "stop_mails",
        "appearance",
    }
)
"""Addresses that a guest may still reach when the day is over; allauth's own are the way out and stay open."""
FOR_ACCOUNTS = frozenset(
    {"account_email", "account_change_password", "account_set_password", "account_reauthenticate", "renew_feeds"}
)
"""Addresses that are of use only to one who has an address and a password."""


class GuestDay(MiddlewareMixin):
    """Leads a guest whose day is over to the page on which matches can be kept, and changes nothing any more."""

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any) -> HttpResponse | None:
        if getattr(view, "anonymous_ok", False) or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        user = request.user
        if not user.is_authenticated or not user.is_guest:
            return None
        hasattr(user, "sign_up")  # read for every page, which says whether a mail with a link is on its way
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        if name in FOR_ACCOUNTS or name.startswith("mfa_"):
            return redirect("keep")
        if not guests.is_over(user) or name in FOR_ALL or name.startswith("account_"):
            return None
        return _over(request)


OF_ALLAUTH = {
    "account_login": "login",
    "mfa_login_webauthn": "login",
    "account_reset_password_from_key": "login",
    "account_request_login_code": "mail",
    "account_reset_password": "mail",
}
"""Under what allauth's addresses are counted too: it hashes passwords there, and mails."""
LOOKS_OF_ALLAUTH = {"mfa_login_webauthn": "login"}
"""Under what looking is counted at those that make a row: a session keeps what a passkey is to sign."""


class Limits(MiddlewareMixin):
    """Counts what is posted, and looks at pages that take long to work out; refuses what is too much before it is done
    (`accounts/limits.py`). Says so where a password found no room to be hashed.

    A view with the attribute `counts_itself = True` is left alone: programs are counted once their token is known.
    """

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any) -> HttpResponse | None:
        if getattr(view, "counts_itself", False):
            return None
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        if request.method in limits.LOOKING:
            return limits.look_refusal(request, getattr(view, "look_limit", "") or LOOKS_OF_ALLAUTH.get(name, ""))
        return limits.refusal(request, getattr(view, "limit", "") or OF_ALLAUTH.get(name, ""))

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return limits.busy(request) if isinstance(error, hashing.HashingBusy) else None


def _over(request: HttpRequest) -> HttpResponse:
    """Return a refusal to programs and to requests that do something; show other readers the way to the page."""
    sentence = _(
        "Your guest session has ended, so nothing was changed. Choose a name and enter your email address to continue."
    )
    if request.path.startswith("/api/"):
        return JsonResponse({"code": "guest_over", "message": sentence, "extra": {}}, status=403)
    if request.method not in ("GET", "HEAD"):
        return render(request, "accounts/guest_over.jinja", {"sentence": sentence}, status=403)
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(reverse("keep"))
    return redirect("keep")
