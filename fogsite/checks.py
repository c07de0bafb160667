"""What `manage.py check --deploy` finds in a production copy, besides Django's own checks."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register


@register(deploy=True)
def proxy(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if settings.BEHIND_PROXY or not settings.HTTPS:
        return []
    told = (
        "SITE_URL begins with https://, which only a reverse proxy can serve, but BEHIND_PROXY is not set: all "
        "visitors then have the proxy's address, and one of them can use up what all may do. See docs/operations.md."
    )
    return [Warning(told, id="fogsite.W006")]
