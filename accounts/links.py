"""Absolute links for mails: the worker that writes them sees no request."""

from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse


def absolute(name: str, *args: object) -> str:
    """Return the full address of a named page."""
    return settings.SITE_URL.rstrip("/") + reverse(name, args=args)


def site_host() -> str:
    """Return the host the site is known by, for the ids of mails."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"
