"""Browsers that take pushes: how one is added, and the worker that shows what arrives and keeps what was seen."""

from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.channels.push import keys, subscription
from accounts.models import User
from accounts.outbox import endpoints
from accounts.request import SignedIn, own_address, signed_in_to_post

SESSION = "device"
"""Where a session notes which endpoint its browser is."""


@signed_in_to_post
def add_device(request: SignedIn) -> HttpResponse:
    """Have this browser take pushes, or go on doing so; `quiet` where it asks by itself at a visit. `next` is where to
    go on."""
    if not keys.public():
        raise Http404
    try:
        given = subscription.parse_subscription(request.POST.dict())
    except subscription.Malformed:
        return _answered(request, messages.ERROR, _("This browser can’t receive notifications."))
    name = subscription.device(request.headers.get("User-Agent", ""))
    found = endpoints.add_device(request.user, given, name, request.session.session_key or "")
    if found is None:
        return _answered(request, messages.ERROR, _("This browser can’t receive notifications."))
    request.session[SESSION] = found
    return _answered(request, messages.SUCCESS, _added(request))


def _added(request: SignedIn) -> str:
    """Return what is said of it: where somebody goes on to a match, there is no test to be sent."""
    if _next(request):
        return _("Device added. We’ll notify you there when it’s your turn.")
    return _("Device added. Send a test to see whether it arrives.")


def _next(request: SignedIn) -> str:
    return own_address(request.POST.get("next", ""))


def _answered(request: SignedIn, level: int, words: str) -> HttpResponse:
    if "quiet" in request.POST:
        return HttpResponse(status=204)
    messages.add_message(request, level, words)
    return redirect(_next(request) or "endpoints")


@receiver(user_logged_out)
def forget_device(request: HttpRequest, user: User | None, **_given: object) -> None:
    """Stop telling a user anything at this browser once they sign out."""
    if user is not None and request.session.session_key:
        endpoints.sign_out(user, request.session.session_key)


@receiver([password_changed, password_set, password_reset])
def forget_others(request: HttpRequest, user: User, **_given: object) -> None:
    """Sign a user with a new password out of every browser except this one.

    This browser has got another session.
    """
    if SESSION in request.session:
        request.session.save()
        endpoints.move_device(user, request.session[SESSION], request.session.session_key or "")
    endpoints.remove_signed_out(user)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the script that browsers run beside the pages of the whole site, with what it says where nothing can be
    asked.
    """
    said = {
        "files": settings.STATIC_URL,
        "seen_last": _("The site isn’t responding. Last updated:"),
        "move_lost": _("A move you made offline wasn’t accepted."),
        "open_match": _("Open the match"),
        "move_unsent": _(
            "A move made offline on this device hasn’t been sent yet. We’ll send it when the same player signs in here."
        ),
    }
    return render(request, "worker.js.jinja", said, content_type="text/javascript")
