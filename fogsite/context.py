"""What every template may name."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.channels.push import keys
from accounts.views.appearance import theme_of


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name and address, what its foot leads to, whether this is a development copy (with an inbox page), the
    theme that the reader chose, and the key for pushes, where the site has one."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "source_url": settings.SOURCE_URL,
        "privacy_url": settings.PRIVACY_URL,
        "contact_url": settings.CONTACT_URL,
        "development": settings.DEVELOPMENT,
        "push_key": keys.public(),
        "theme": theme_of(request),
    }
