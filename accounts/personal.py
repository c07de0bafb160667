"""Doing something the way one user reads it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User


@contextmanager
def personal(user: User) -> Iterator[None]:
    """Run the block in the user's language and time zone; the site's language where the user named none."""
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        yield
