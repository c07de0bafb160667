"""Doing something the way one user reads it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.models import User


@contextmanager
def personal(user: User) -> Iterator[None]:
    """Run the block in the user's language and time zone; the site's language where the user named none."""
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        yield


def read_by(request: HttpRequest, user: User) -> None:
    """Answer a request in a user's time zone and language; in the browser's language where the user named none."""
    timezone.activate(user.zone)
    if user.language:
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
