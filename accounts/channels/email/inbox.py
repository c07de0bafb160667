"""The development inbox: mail that goes nowhere but into a folder, and the pages that show it."""

from collections.abc import Callable, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import wraps
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage as Mail
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

SHOWN = 100  # letters on the page


class InboxBackend(BaseEmailBackend):
    """Keeps every mail as a file under settings.MAIL_DIR."""

    def send_messages(self, email_messages: Sequence[Mail]) -> int:
        settings.MAIL_DIR.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{timezone.now():%Y%m%d-%H%M%S-%f}-{uuid4().hex[:6]}"
            written = settings.MAIL_DIR / f"{name}.part"
            written.write_bytes(message.message().as_bytes())
            written.rename(settings.MAIL_DIR / f"{name}.eml")  # whole at once: pages may be looking
        return len(email_messages)


def development_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Everybody's mail for everybody: such a page does not exist outside development."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if not settings.DEVELOPMENT:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@development_only
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All letters, newest first."""
    newest = sorted(settings.MAIL_DIR.glob("*.eml"), reverse=True)[:SHOWN]
    letters = [(path.stem, _read(path)) for path in newest]
    return render(request, "accounts/inbox.html", {"letters": letters})


@development_only
@require_safe
def letter(request: HttpRequest, name: str) -> HttpResponse:
    """One letter: its headers and its text."""
    message = _open(name)
    context = {"name": name, "message": message, "headers": message.items(), "text": _part(message, "plain")}
    return render(request, "accounts/letter.html", context)


@development_only
@require_safe
def html(_request: HttpRequest, name: str) -> HttpResponse:
    """One letter's HTML part, as a mail program would show it."""
    policy_for_mail = "default-src 'none'; style-src 'unsafe-inline'"  # a mail brings its style with it, and no more
    return HttpResponse(_part(_open(name), "html"), headers={"Content-Security-Policy": policy_for_mail})


def _open(name: str) -> EmailMessage:
    path = settings.MAIL_DIR / f"{name}.eml"
    if not path.is_file():
        raise Http404
    return _read(path)


def _read(path: Path) -> EmailMessage:
    return message_from_bytes(path.read_bytes(), policy=policy.default)


def _part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    return "" if body is None else body.get_content()
