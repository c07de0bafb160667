"""PostgreSQL, Redis, mail servers and the folder of dumps: whether each can be used, and if not, why, in a sentence.

`/healthz` is public: no sentence of `fault` holds a host, a user or a path.
"""

import imaplib
import os
import smtplib
import socket
import ssl
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend
from django.db import DatabaseError, InterfaceError, connection, transaction

from accounts.channels.email import folder
from fogsite import env

FAULTS = (DatabaseError, InterfaceError, redis.RedisError, OSError)
"""What trying one of them raises."""
NO_DSN = "SENTRY_DSN is not understood: write https://key@errors.example.org/1, as your error service shows it."
UNKNOWN_DSN = (401, 403, 404)
"""What an error service answers that does not know the key or the project."""
ERRORS_TIMEOUT = 5  # seconds to wait for an error service that is only tried
MAIL_TIMEOUT = 5  # seconds to wait for each answer of a mail server that is only tried

SPILL = """
    SELECT count(filler)
    FROM (SELECT repeat('x', 1000) AS filler FROM generate_series(1, 1000) n ORDER BY -n OFFSET 0) AS sorted
"""
"""Sorts a megabyte."""

POSTGRES = {
    "No space left on device": "The disk of PostgreSQL is full: nothing can be written.",
    "database or disk is full": "The disk of the database is full: nothing can be written.",
    "permission denied for database": "PostgreSQL does not let the user in DATABASE_URL use this database.",
    "password authentication failed": "PostgreSQL refuses the password in DATABASE_URL.",
    "no password supplied": "PostgreSQL wants a password, and DATABASE_URL has none.",
    "authentication failed": "PostgreSQL does not let the user in DATABASE_URL in.",
    "no pg_hba.conf entry": "PostgreSQL does not let the user in DATABASE_URL in from here (pg_hba.conf).",
    'role "': "PostgreSQL knows no user of the name in DATABASE_URL.",
    'database "': "PostgreSQL has no database of the name in DATABASE_URL.",
    "connection slots are reserved": "PostgreSQL has no connection left: all of max_connections are in use.",
    "too many clients": "PostgreSQL has no connection left: all of max_connections are in use.",
    "starting up": "PostgreSQL is starting.",
    "shutting down": "PostgreSQL is stopping.",
    "in recovery mode": "PostgreSQL is recovering from a crash.",
    "invalid connection option": "DATABASE_URL has an option that PostgreSQL does not know.",
    "failed to resolve host": "The host in DATABASE_URL is not known.",
    "Connection refused": "No PostgreSQL answers at the address in DATABASE_URL.",
    "No such file or directory": "No PostgreSQL answers at the socket in DATABASE_URL.",
    "timeout": "No PostgreSQL answers in time at the address in DATABASE_URL.",
    "unable to open database file": "The file in DATABASE_URL cannot be opened.",
    "read-only": "The database can only be read: it is a standby, or set to be read-only.",
    'relation "': "The database has no tables yet: run manage.py migrate.",
    "no such table": "The database has no tables yet: run manage.py migrate.",
}
"""By what PostgreSQL, its driver or SQLite says; the first that fits counts."""

REDIS = {
    "NOAUTH": "Redis wants a password, and REDIS_URL has none.",
    "Authentication required": "Redis wants a password, and REDIS_URL has none.",
    "invalid username-password": "Redis refuses the password in REDIS_URL.",
    "invalid password": "Redis refuses the password in REDIS_URL.",
    "without any password configured": "Redis has no password, and REDIS_URL has one: take it away.",
    "DB index is out of range": "Redis has no database of the number in REDIS_URL.",
    "OOM": "Redis is full (maxmemory): it takes nothing more.",
    "maxmemory": "Redis is full (maxmemory): it takes nothing more.",
    "read only replica": "Redis is a replica, which takes nothing: REDIS_URL must name its primary.",
    "MISCONF": "Redis cannot save its data, and takes nothing until it can: look at its log.",
    "unable to persist": "Redis cannot save its data, and takes nothing until it can: look at its log.",
    "loading": "Redis is still loading its data.",
    "imeout": "No Redis answers in time at the address in REDIS_URL.",
    "not known": "The host in REDIS_URL is not known.",
    "connecting to": "No Redis answers at the address in REDIS_URL.",
}
"""By what Redis or its driver says; the first that fits counts."""


def fault(error: Exception) -> str:
    """Return what is wrong, as a sentence that holds no host and no secret."""
    of_redis = isinstance(error, redis.RedisError)
    text = str(error)
    known = next((told for words, told in (REDIS if of_redis else POSTGRES).items() if words in text), "")
    return known or f"{'Redis' if of_redis else 'The database'} fails: {type(error).__name__}."


def try_database() -> None:
    """Let the database write to its disk, and nothing to a table.

    PostgreSQL sorts more than it may hold in memory, for which it fills a file of a megabyte and removes it: 2 ms.
    Raises DatabaseError where it cannot be asked, may not write, or has no room.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT 1")
            return
        cursor.execute("SELECT current_setting('transaction_read_only')")
        if cursor.fetchone() == ("on",):
            raise DatabaseError("read-only")
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute("SET LOCAL temp_tablespaces = ''")
        cursor.execute(SPILL)


def try_redis() -> None:
    """Let Redis take something: one that only answers may be full, or a replica. Raises RedisError or OSError."""
    patience = {"socket_timeout": 1, "socket_connect_timeout": 1}
    with closing(redis.Redis.from_url(settings.REDIS_URL, retry=None, **patience)) as client:
        client.set("healthz", 1, ex=60)


def mail_fault() -> str:
    """Sign in to the mail server and hang up; return what is wrong with it, or ""."""
    server = get_connection(timeout=MAIL_TIMEOUT)
    if not isinstance(server, EmailBackend):
        return ""
    at = f"{server.host}:{server.port}"
    try:
        server.open()
        server.close()
    except socket.gaierror:
        return f"The host {server.host} in EMAIL_URL is not known."
    except ssl.SSLError as error:
        return f"No encrypted connection to the mail server {at} in EMAIL_URL can be made: {error.reason}."
    except smtplib.SMTPAuthenticationError:
        return f"The mail server {at} refuses the user or the password in EMAIL_URL."
    except smtplib.SMTPNotSupportedError:
        return f"The mail server {at} knows no STARTTLS, or no sign-in, as EMAIL_URL asks for."
    except (OSError, smtplib.SMTPException) as error:
        return f"No mail server answers at {at} as EMAIL_URL has it: {type(error).__name__}."
    return ""


def bounces_fault() -> str:
    """Sign in to the mailbox of reports and hang up; return what is wrong with it, or ""."""
    try:
        if settings.BOUNCE_IMAP_URL:
            with folder.signed_in(folder.parse_folder(settings.BOUNCE_IMAP_URL), MAIL_TIMEOUT):
                pass
    except ImproperlyConfigured as error:
        return str(error)
    except socket.gaierror:
        return "The host in BOUNCE_IMAP_URL is not known."
    except (OSError, imaplib.IMAP4.error) as error:
        return f"The mailbox in BOUNCE_IMAP_URL cannot be opened: {type(error).__name__}."
    return ""


def error_service_fault() -> str:
    """Send the error service a letter without an error; return what is wrong with it, or ""."""
    if not env.is_dsn(settings.SENTRY_DSN):
        return ""  # none is named, or the check has another sentence for it
    host = urlsplit(settings.SENTRY_DSN).hostname
    try:
        urlopen(_empty_envelope(settings.SENTRY_DSN), timeout=ERRORS_TIMEOUT).close()
    except HTTPError as error:
        error.close()
        return "The error service knows no such key or project as in SENTRY_DSN." if error.code in UNKNOWN_DSN else ""
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, socket.gaierror):
            return f"The host {host} in SENTRY_DSN is not known."
        return f"No error service answers at {host} as SENTRY_DSN has it: {type(reason).__name__}."
    return ""


def _empty_envelope(dsn: str) -> Request:
    """Return a request as errors are sent by, with none in it."""
    parts = urlsplit(dsn)
    path, _, project = parts.path.rpartition("/")
    at = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{path}/api/{project}/envelope/"
    auth = f"Sentry sentry_key={parts.username}, sentry_version=7, sentry_client=fogsite.check"
    return Request(at, b"{}\n", {"X-Sentry-Auth": auth, "Content-Type": "application/x-sentry-envelope"})


def dumps_fault() -> str:
    """Return what keeps this process from reading the folder of dumps, or ""; one that is not there yet is no fault."""
    try:
        if settings.DUMP_DIR:
            os.scandir(settings.DUMP_DIR).close()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"The folder in DUMP_DIR cannot be read here: {error.strerror}."
    return ""


def may_write(folder: str) -> bool:
    """Return whether this process may write into a folder, or make it if it is not there yet."""
    place = Path(folder).absolute()
    nearest = next(each for each in (place, *place.parents) if os.path.exists(each))  # Path.exists may raise
    return os.path.isdir(nearest) and os.access(nearest, os.W_OK | os.X_OK)
