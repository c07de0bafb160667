"""The pages of the development inbox, which show the mails that went nowhere."""

from collections.abc import Callable
from email.message import EmailMessage
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.channels.email.inbox import newest_letters, part, read_letter

SHOWN = 100  # letters on the page


def development_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hide a page that shows everybody's email to everybody: it doesn't exist outside development."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if not settings.DEVELOPMENT:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@development_only
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Return all letters, newest first."""
    return render(
        request, "accounts/inbox.jinja", {"letters": [(name, read_letter(name)) for name in newest_letters(SHOWN)]}
    )


@development_only
@require_safe
def letter(request: HttpRequest, name: str) -> HttpResponse:
    """Return one letter: its headers and its text."""
    message = _open(name)
    context = {"name": name, "message": message, "headers": message.items(), "text": part(message, "plain")}
    return render(request, "accounts/letter.jinja", context)


@development_only
@require_safe
def html(_request: HttpRequest, name: str) -> HttpResponse:
    """Return one letter's HTML part, as a mail program would show it."""
    policy_for_mail = "default-src 'none'; style-src 'unsafe-inline'"  # a mail brings its style with it, and no more
    return HttpResponse(part(_open(name), "html"), headers={"Content-Security-Policy": policy_for_mail})


def _open(name: str) -> EmailMessage:
    try:
        return read_letter(name)
    except FileNotFoundError:
        raise Http404 from None
