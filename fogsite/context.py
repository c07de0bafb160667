"""What every template may name."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name and address, where its source is, and whether this is a development copy (with an inbox page)."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "source_url": settings.SOURCE_URL,
        "development": settings.DEVELOPMENT,
    }
