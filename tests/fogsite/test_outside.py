"""What is said of each fault of PostgreSQL, Redis and mail servers: by what they and their drivers say."""

from __future__ import annotations

import imaplib
import smtplib
import socket
import ssl
from typing import Any

import pytest
import redis
from django.core.mail.backends.smtp import EmailBackend
from django.db import DatabaseError, OperationalError
from pytest_django.fixtures import Settings

from accounts.channels.email import folder
from fogsite import outside

AT = 'connection failed: connection to server at "10.0.0.7", port 5432 failed: '
FULL = "nothing can be written."
NO_CONNECTION_LEFT = "PostgreSQL has no connection left: all of max_connections are in use."
NO_TABLES = "The database has no tables yet: run manage.py migrate."
OF_POSTGRES = [
    ('could not extend file "base/5/2619": No space left on device', f"The disk of PostgreSQL is full: {FULL}"),
    ("database or disk is full", f"The disk of the database is full: {FULL}"),
    (
        f'{AT}FATAL:  permission denied for database "fogsite"',
        "PostgreSQL does not let the user in DATABASE_URL use this database.",
    ),
    (
        f'{AT}FATAL:  password authentication failed for user "fogsite"',
        "PostgreSQL refuses the password in DATABASE_URL.",
    ),
    (f"{AT}fe_sendauth: no password supplied", "PostgreSQL wants a password, and DATABASE_URL has none."),
    (
        f'{AT}FATAL:  Peer authentication failed for user "fogsite"',
        "PostgreSQL does not let the user in DATABASE_URL in.",
    ),
    (
        f'{AT}FATAL:  no pg_hba.conf entry for host "10.0.0.8", user "fogsite", database "fogsite", no encryption',
        "PostgreSQL does not let the user in DATABASE_URL in from here (pg_hba.conf).",
    ),
    (f'{AT}FATAL:  role "fogsite" does not exist', "PostgreSQL knows no user of the name in DATABASE_URL."),
    (f'{AT}FATAL:  database "fogsite" does not exist', "PostgreSQL has no database of the name in DATABASE_URL."),
    (
        f"{AT}FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute",
        NO_CONNECTION_LEFT,
    ),
    (f"{AT}FATAL:  sorry, too many clients already", NO_CONNECTION_LEFT),
    (f"{AT}FATAL:  the database system is starting up", "PostgreSQL is starting."),
    (f"{AT}FATAL:  the database system is shutting down", "PostgreSQL is stopping."),
    (f"{AT}FATAL:  the database system is in recovery mode", "PostgreSQL is recovering from a crash."),
    ('invalid connection option "hots"', "DATABASE_URL has an option that PostgreSQL does not know."),
    (
        "failed to resolve host 'nobody.invalid': [Errno -2] Name or service not known",
        "The host in DATABASE_URL is not known.",
    ),
    (f"{AT}Connection refused", "No PostgreSQL answers at the address in DATABASE_URL."),
    (
        'connection to server on socket "/run/.s.PGSQL.5432" failed: No such file or directory',
        "No PostgreSQL answers at the socket in DATABASE_URL.",
    ),
    ("connection timeout expired", "No PostgreSQL answers in time at the address in DATABASE_URL."),
    ("unable to open database file", "The file in DATABASE_URL cannot be opened."),
    (
        "cannot execute INSERT in a read-only transaction",
        "The database can only be read: it is a standby, or set to be read-only.",
    ),
    ('relation "games_match" does not exist', NO_TABLES),
    ("no such table: games_match", NO_TABLES),
]
NO_PASSWORD = "Redis wants a password, and REDIS_URL has none."
WRONG_PASSWORD = "Redis refuses the password in REDIS_URL."
MEMORY = "Redis is full (maxmemory): it takes nothing more."
UNSAVED = "Redis cannot save its data, and takes nothing until it can: look at its log."
OF_REDIS = [
    ("NOAUTH HELLO must be called with the client already authenticated", NO_PASSWORD),
    ("Authentication required.", NO_PASSWORD),
    ("invalid username-password pair or user is disabled.", WRONG_PASSWORD),
    ("invalid password", WRONG_PASSWORD),
    (
        "AUTH <password> called without any password configured for the default user.",
        "Redis has no password, and REDIS_URL has one: take it away.",
    ),
    ("DB index is out of range", "Redis has no database of the number in REDIS_URL."),
    ("OOM command not allowed when used memory > 'maxmemory'.", MEMORY),
    ("command not allowed when used memory > 'maxmemory'.", MEMORY),
    (
        "You can't write against a read only replica.",
        "Redis is a replica, which takes nothing: REDIS_URL must name its primary.",
    ),
    ("MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.", UNSAVED),
    ("Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.", UNSAVED),
    ("Redis is loading the dataset in memory", "Redis is still loading its data."),
    ("Timeout connecting to server", "No Redis answers in time at the address in REDIS_URL."),
    (
        "Error -2 connecting to nobody.invalid:6379. Name or service not known.",
        "The host in REDIS_URL is not known.",
    ),
    ("Error 111 connecting to 10.0.0.7:6379. Connection refused.", "No Redis answers at the address in REDIS_URL."),
]


@pytest.mark.parametrize(("text", "sentence"), OF_POSTGRES)
def test_each_fault_of_the_database_is_said(text: str, sentence: str) -> None:
    assert outside.fault(OperationalError(text)) == sentence


@pytest.mark.parametrize(("text", "sentence"), OF_REDIS)
def test_each_fault_of_redis_is_said(text: str, sentence: str) -> None:
    assert outside.fault(redis.ConnectionError(text)) == sentence


def test_of_what_nobody_knows_only_the_kind_is_said() -> None:
    text = "10.0.0.7 says something new"
    assert outside.fault(DatabaseError(text)) == "The database fails: DatabaseError."
    assert outside.fault(redis.ResponseError(text)) == "Redis fails: ResponseError."


@pytest.mark.parametrize(("known", "tried"), [(outside.POSTGRES, OF_POSTGRES), (outside.REDIS, OF_REDIS)])
def test_each_word_by_which_a_fault_is_known_is_tried(known: dict[str, str], tried: list[tuple[str, str]]) -> None:
    assert [next(word for word in known if word in text) for text, _ in tried] == list(known)


# --- Redis and the mailboxes ----------------------------------------------------------------------------------------


def test_redis_is_asked_to_take_something_that_it_forgets(redis_server: str, settings: Settings) -> None:
    settings.REDIS_URL = redis_server
    outside.try_redis()
    with redis.Redis.from_url(redis_server) as client:
        assert client.get("healthz") == b"1"
        assert 0 < int(client.ttl("healthz")) <= 60


def unencrypted() -> ssl.SSLError:
    error = ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1002)")
    error.reason = "WRONG_VERSION_NUMBER"
    return error


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (socket.gaierror(-2, "Name or service not known"), "The host mail.example.org in EMAIL_URL is not known."),
        (
            unencrypted(),
            "No encrypted connection to the mail server mail.example.org:587 in EMAIL_URL can be made: "
            "WRONG_VERSION_NUMBER.",
        ),
        (
            smtplib.SMTPAuthenticationError(535, b"5.7.8 hunter2"),
            "The mail server mail.example.org:587 refuses the user or the password in EMAIL_URL.",
        ),
        (
            smtplib.SMTPNotSupportedError("STARTTLS extension not supported by server."),
            "The mail server mail.example.org:587 knows no STARTTLS, or no sign-in, as EMAIL_URL asks for.",
        ),
        (
            smtplib.SMTPServerDisconnected("Connection unexpectedly closed"),
            "No mail server answers at mail.example.org:587 as EMAIL_URL has it: SMTPServerDisconnected.",
        ),
        (
            TimeoutError("timed out"),
            "No mail server answers at mail.example.org:587 as EMAIL_URL has it: TimeoutError.",
        ),
        (None, ""),
    ],
)
def test_each_fault_of_the_mail_server_is_said(
    error: Exception | None, sentence: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "mail.example.org", 587
    waited: list[float | None] = []

    def opened(server: EmailBackend) -> None:
        waited.append(server.timeout)
        if error is not None:
            raise error

    monkeypatch.setattr(EmailBackend, "open", opened)
    assert (outside.mail_fault(), waited) == (sentence, [outside.MAIL_TIMEOUT])


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (socket.gaierror(-2, "Name or service not known"), "The host in BOUNCE_IMAP_URL is not known."),
        (imaplib.IMAP4.error("hunter2"), "The mailbox in BOUNCE_IMAP_URL cannot be opened: error."),
        (TimeoutError("timed out"), "The mailbox in BOUNCE_IMAP_URL cannot be opened: TimeoutError."),
    ],
)
def test_each_fault_of_the_mailbox_of_reports_is_said(
    error: Exception, sentence: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def signed_in(_mailbox: Any, patience: float) -> Any:
        assert patience == outside.MAIL_TIMEOUT
        raise error

    settings.BOUNCE_IMAP_URL = "imaps://user:hunter2@mail.example.org/INBOX"
    monkeypatch.setattr(folder, "signed_in", signed_in)
    assert outside.bounces_fault() == sentence
    settings.BOUNCE_IMAP_URL = ""
    assert outside.bounces_fault() == ""
