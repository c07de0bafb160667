"""What `manage.py check --deploy` finds in a production copy, besides Django's own checks.

The settings refuse most of it themselves; here it is found whatever the settings were made from.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning, register
from django.db import Error as DatabaseError
from django.http.request import validate_host

from accounts import demo
from fogsite import env
from fogsite.start import KNOWN


@register(deploy=True)
def development(app_configs: Any, **_: Any) -> list[CheckMessage]:
    found = [name for name in ("DEVELOPMENT", "DEBUG") if getattr(settings, name)]
    return [Error(f"{name} is set; it is for development copies alone.", id="fogsite.E001") for name in found]


@register(deploy=True)
def secret_key(app_configs: Any, **_: Any) -> list[CheckMessage]:
    keys = [("SECRET_KEY", settings.SECRET_KEY)]
    keys += [("A key of SECRET_KEY_FALLBACKS", key) for key in settings.SECRET_KEY_FALLBACKS]
    faults = [(name, env.weakness(key)) for name, key in keys]
    return [Error(f"{name} can be guessed: {fault}.", id="fogsite.E002") for name, fault in faults if fault]


@register(deploy=True)
def hosts(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [Error("ALLOWED_HOSTS must name the hosts this site answers to, not “*”.", id="fogsite.E003")]


@register(deploy=True)
def database(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return []
    return [Warning("The database is SQLite: it is for trying the site, not for many players.", id="fogsite.W004")]


@register(deploy=True)
def demo_people(app_configs: Any, **_: Any) -> list[CheckMessage]:
    try:
        names = demo.signed_in_by_anybody()
    except DatabaseError as error:
        why = type(error).__name__
        told = f"Whether there are demo people could not be looked up: {why}."
        return [Warning(told, hint="Can DATABASE_URL be reached, and is it migrated?", id="fogsite.W005")]
    return [Error(f"{KNOWN}: {', '.join(names)}.", id="fogsite.E005")] if names else []


@register(deploy=True)
def proxy(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if settings.BEHIND_PROXY or not settings.HTTPS:
        return []
    told = (
        "SITE_URL begins with https://, which only a reverse proxy can serve, but BEHIND_PROXY is not set: all "
        "visitors then have the proxy's address, and one of them can use up what all may do. See docs/operations.md."
    )
    return [Warning(told, id="fogsite.W006")]


@register(deploy=True)
def site_url(app_configs: Any, **_: Any) -> list[CheckMessage]:
    host = urlsplit(settings.SITE_URL).hostname or ""
    if validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        return []
    told = (
        f"SITE_URL leads to {host}, which ALLOWED_HOSTS does not name: links in mails lead to an error, unless a proxy "
        "asks by another name."
    )
    return [Warning(told, id="fogsite.W007")]


@register(deploy=True)
def dumps(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Told, but no warning: an upgrade stops at one, and is made before systemd has made the folder for the worker."""
    if not settings.DUMP_DIR:
        return []
    folder = Path(settings.DUMP_DIR).absolute()
    nearest = next(each for each in (folder, *folder.parents) if each.exists())  # the worker makes what is below it
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return []
    told = f"No public dump can be written to DUMP_DIR ({folder}) by who runs this check."
    hint = "The worker has to be able to: systemd makes /var/lib/fogsite for it as it starts."
    return [Info(told, hint=hint, id="fogsite.I008")]
