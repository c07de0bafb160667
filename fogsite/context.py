"""What every template may name."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from accounts.channels.push import keys
from accounts.views.appearance import theme_of
from fogsite import version
from games.site.waiting import Numbers

NOTHING_WAITS = Numbers()


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the site's name and address, what its foot leads to, whether this is a development copy (with an inbox
    page), the theme that the reader chose, and the key for pushes, where the site has one. What waits for the reader
    and how many reports are open is counted for whole pages of somebody signed in alone (`games.site.middleware`).
    """
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "release": version.released(),
        "source_url": settings.SOURCE_URL,
        "privacy_url": settings.PRIVACY_URL or reverse("privacy"),
        "contact_url": settings.CONTACT_URL or reverse("contact"),
        "development": settings.DEVELOPMENT,
        "push_key": keys.public(),
        "theme": theme_of(request),
        "waiting_counts": getattr(request, "waiting", NOTHING_WAITS),
        "open_reports": getattr(request, "open_reports", None),
    }
