"""What `manage.py check --deploy` finds in a production copy, besides Django's own checks.

The settings refuse most of it themselves. These checks find it no matter what the settings were made from.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning, register
from django.db import Error as DatabaseError
from django.http.request import validate_host
from redis import RedisError

from accounts import demo, people
from fogsite import env, outside
from fogsite.metrics import address, folder
from fogsite.start import KNOWN
from games.rules import beliefs

WAITS = "Until it answers, what needs it waits. From another machine it may be out of reach."


@register(deploy=True)
def check_development(app_configs: Any, **_: Any) -> list[CheckMessage]:
    found = [name for name in ("DEVELOPMENT", "DEBUG") if getattr(settings, name)]
    return [Error(f"{name} is set; it is for development copies alone.", id="fogsite.E001") for name in found]


@register(deploy=True)
def check_secret_key(app_configs: Any, **_: Any) -> list[CheckMessage]:
    keys = [("SECRET_KEY", settings.SECRET_KEY)]
    keys += [("A key of SECRET_KEY_FALLBACKS", key) for key in settings.SECRET_KEY_FALLBACKS]
    faults = [(name, env.weakness(key)) for name, key in keys]
    return [Error(f"{name} can be guessed: {fault}.", id="fogsite.E002") for name, fault in faults if fault]


@register(deploy=True)
def check_hosts(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [Error("ALLOWED_HOSTS must name the hosts this site answers to, not “*”.", id="fogsite.E003")]


@register(deploy=True)
def check_sqlite(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return []
    return [Warning("The database is SQLite: it is for trying the site, not for many players.", id="fogsite.W004")]


@register(deploy=True)
def check_database(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Say whether it can be used, and holds nobody whose password everybody knows."""
    try:
        outside.try_database()
        names = demo.signed_in_by_anybody()
    except DatabaseError as error:
        hint = f"It says: {str(error).partition(chr(10))[0]}"
        return [Warning(outside.fault(error), hint=hint, id="fogsite.W005")]
    return [Error(f"{KNOWN}: {', '.join(names)}.", id="fogsite.E005")] if names else []


@register(deploy=True)
def check_error_service(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if not settings.SENTRY_DSN or env.is_dsn(settings.SENTRY_DSN):
        return []
    return [Error(outside.NO_DSN, hint="Until then errors stand in the log alone.", id="fogsite.E020")]


# What follows may be back in a minute, and cannot be reached from everywhere: it is told, and hinders no upgrade.


@register(deploy=True)
def check_broker(app_configs: Any, **_: Any) -> list[CheckMessage]:
    try:
        outside.try_redis()
    except (RedisError, OSError) as error:
        return [Info(outside.fault(error), hint=WAITS, id="fogsite.I009")]
    return []


@register(deploy=True)
def check_mail(app_configs: Any, **_: Any) -> list[CheckMessage]:
    told = outside.mail_fault()
    return [Info(told, hint=WAITS, id="fogsite.I010")] if told else []


@register(deploy=True)
def check_bounces(app_configs: Any, **_: Any) -> list[CheckMessage]:
    told = outside.bounces_fault()
    return [Info(told, hint=WAITS, id="fogsite.I012")] if told else []


@register(deploy=True)
def check_error_service_answers(app_configs: Any, **_: Any) -> list[CheckMessage]:
    told = outside.error_service_fault()
    return [Info(told, hint="Until then errors stand in the log alone.", id="fogsite.I021")] if told else []


@register(deploy=True)
def check_misspelt(app_configs: Any, **_: Any) -> list[CheckMessage]:
    return [Warning(told, id="fogsite.W011") for told in env.misspelt()]


@register(deploy=True)
def check_addresses(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Tell which accounts have another one's address, without a warning.

    Nothing is merged: only their owner can say which of two accounts is the right one.
    """
    try:
        names = people.spelled_otherwise()
    except DatabaseError:
        return []  # `demo_people` says so
    if not names:
        return []
    told = f"These accounts have the email address of another one, spelled otherwise: {', '.join(names)}."
    return [Info(told, hint="Ask their owners which one to keep, and close the other.", id="fogsite.I013")]


@register(deploy=True)
def check_beliefs(app_configs: Any, **_: Any) -> list[CheckMessage]:
    hint = "Until then the computer imagines what it cannot see. See `manage.py beliefs fit`."
    return [Warning(told, hint=hint, id="fogsite.W014") for told in beliefs.refused()]


@register(deploy=True)
def check_proxy(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if settings.BEHIND_PROXY or not settings.HTTPS:
        return []
    told = (
        "SITE_URL begins with https://, which only a reverse proxy can serve, but BEHIND_PROXY is not set: all "
        "visitors then have the proxy's address, and one of them can use up what all may do. See docs/operations.md."
    )
    return [Warning(told, id="fogsite.W006")]


@register(deploy=True)
def check_site_url(app_configs: Any, **_: Any) -> list[CheckMessage]:
    host = urlsplit(settings.SITE_URL).hostname or ""
    if validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        return []
    told = (
        f"SITE_URL leads to {host}, which ALLOWED_HOSTS does not name: links in mails lead to an error, unless a proxy "
        "asks by another name."
    )
    return [Warning(told, id="fogsite.W007")]


@register(deploy=True)
def check_operator(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Tell what is missing on the pages that say who runs the site; no upgrade stops for it."""
    named = ("OPERATOR_NAME", "OPERATOR_ADDRESS", "OPERATOR_EMAIL", "OPERATOR_COUNTRY", "TERMS_DATE")
    missing = [name for name in named if not getattr(settings, name)]
    if not missing:
        return []
    told = f"The site does not fully say who runs it: set {', '.join(missing)}."
    return [Info(told, hint="The pages /about/, /contact/, /privacy/ and /terms/ show it.", id="fogsite.I014")]


@register(deploy=True)
def check_dumps(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Tell that no dump can be written, without a warning.

    An upgrade stops at a warning, and is made before systemd has made the folder for the worker.
    """
    if not settings.DUMP_DIR or outside.may_write(settings.DUMP_DIR):
        return []
    told = f"No public dump can be written to DUMP_DIR ({Path(settings.DUMP_DIR).absolute()}) by this user."
    hint = "The worker has to be able to: systemd makes /var/lib/fogsite for it as it starts."
    return [Info(told, hint=hint, id="fogsite.I008")]


@register(deploy=True)
def check_deletions(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if not settings.DELETIONS_FILE or outside.may_write(os.path.dirname(settings.DELETIONS_FILE)):
        return []
    told = f"The list of closed accounts, DELETIONS_FILE ({settings.DELETIONS_FILE}), cannot be written by this user."
    hint = "The worker has to be able to: systemd makes /var/lib/fogsite for it as it starts."
    return [Info(told, hint=hint, id="fogsite.I022")]


@register(deploy=True)
def check_backup_status(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if not settings.BACKUP_STATUS or os.access(settings.BACKUP_STATUS, os.R_OK | os.X_OK):
        return []
    told = f"The folder in BACKUP_STATUS ({settings.BACKUP_STATUS}) is not there, or this user cannot read it."
    hint = "systemd makes /var/cache/fogsite-backup for the first backup: systemctl start fogsite-backup."
    return [Info(told, hint=hint, id="fogsite.I023")]


@register(deploy=True)
def check_metrics_address(app_configs: Any, **_: Any) -> list[CheckMessage]:
    at = settings.METRICS_ADDRESS
    if address.is_private(address.parsed(at).host):
        return []
    told = f"METRICS_ADDRESS ({at}) can be reached by the world: name one of this machine, such as 127.0.0.1:9109."
    return [Error(told, id="fogsite.E024")]


@register(deploy=True)
def check_metrics(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Tell why nothing is counted or served, without a warning: the site goes on, and no upgrade stops for it."""
    if not settings.METRICS_DIR:
        return []
    found: list[CheckMessage] = []
    if fault := folder.why_unwritable(settings.METRICS_DIR):
        hint = "The service has to be able to: systemd makes /run/fogsite for it as it starts."
        found.append(Info(fault, hint=hint, id="fogsite.I025"))
    if address.is_private(address.parsed(settings.METRICS_ADDRESS).host) and address.is_taken():
        told = f"Something else answers at METRICS_ADDRESS ({settings.METRICS_ADDRESS}): name another port."
        found.append(Info(told, id="fogsite.I026"))
    return found


@register(deploy=True)
def check_metrics_are_hidden(app_configs: Any, **_: Any) -> list[CheckMessage]:
    if not settings.METRICS_DIR or not (found := address.open_to_world()):
        return []
    told = f"The world can read the metrics: they answer at {found}. Close it in the proxy or the firewall."
    return [Warning(told, id="fogsite.W027")]
