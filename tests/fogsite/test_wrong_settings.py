"""Each variable of the manual, missing, misspelt, full of junk or naming what cannot be reached: one sentence tells."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest

from fogsite import env
from fogsite.settings import BASE_DIR
from tests.fogsite.test_settings import (
    BESIDE,
    FORMER,
    GOOD,
    GUESSED,
    NO_BOUNCES,
    NO_DATABASE,
    NO_HOST,
    NO_LINK,
    NO_PREFIX,
    NO_REDIS,
    NO_SENDER,
    NO_SITE,
    WRITE,
)
from tests.parts import database

NOWHERE = "127.0.0.1:1"
NO_ADDRESS = "METRICS_ADDRESS must be an address and a port, as 127.0.0.1:9109, not "
OPERATOR = {
    "OPERATOR_NAME": "Games club",
    "OPERATOR_ADDRESS": "Seestraße 5, 12345 Musterstadt",
    "OPERATOR_EMAIL": "club@example.org",
    "OPERATOR_COUNTRY": "DE",
    "TERMS_DATE": "2026-11-29",
}
BASE = {**GOOD, **OPERATOR, "BEHIND_PROXY": "1", "EMAIL_URL": f"smtp://{NOWHERE}", "REDIS_URL": f"redis://{NOWHERE}"}
UNKNOWN = "nobody.invalid"
CHECK = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
BEAT = ["-m", "celery", "-A", "fogsite", "beat"]
POSTGRES = f"postgres://fogsite:hunter2@{NOWHERE}/fogsite"

NO_PING = "PING_URL must begin with https:// or http:// and name a host, without ?, # and @ in it."

Case = tuple[dict[str, str], str]


def whole(name: str) -> Case:
    return {name: "soon"}, f"{name} must be a whole number, not “soon”."


def flag(name: str) -> Case:
    return {name: "perhaps"}, f"{name} must be 1 or 0, not “perhaps”."


def link(name: str) -> Case:
    return {name: "example"}, f"{name} {NO_LINK}, not “example”."


def place(name: str) -> Case:
    return {name: "here"}, f"{name} must be a full path, which begins with /, not “here”."


def missing(*names: str) -> Case:
    return dict.fromkeys(names, ""), f"The site does not fully say who runs it: set {', '.join(names)}."


WRONG: dict[str, list[Case]] = {
    "ENV_FILE": [({"ENV_FILE": "/nothing/here.env"}, "ENV_FILE names a file that cannot be read: /nothing/here.env.")],
    "SECRET_KEY": [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set: it signs sessions and links; use 50 random characters."),
        (
            {"SECRET_KEY": "", "SECRETKEY": GOOD["SECRET_KEY"]},
            "SECRET_KEY is not set: it signs sessions and links; use 50 random characters. "
            "SECRETKEY is set, and nobody reads it: is SECRET_KEY meant?",
        ),
        ({"SECRET_KEY": "short"}, GUESSED.format("has fewer than 50 characters")),
    ],
    "SECRET_KEY_FALLBACKS": [({"SECRET_KEY_FALLBACKS": "short"}, FORMER.format("has fewer than 50 characters"))],
    "ALLOWED_HOSTS": [
        (
            {"ALLOWED_HOSTS": ""},
            "ALLOWED_HOSTS is not set: name the hosts this site answers to, separated by commas.",
        ),
        ({"ALLOWED_HOSTS": "https://www.example.org"}, f"{NO_HOST}“https://www.example.org”."),
    ],
    "EMAIL_URL": [
        (
            {"EMAIL_URL": ""},
            "EMAIL_URL is not set: mails need a server, e.g. smtp+tls://user:password@mail.example.org:587.",
        ),
        (
            {"EMAIL_URL": "smtps://mail.example.org"},
            f"EMAIL_URL is not understood: it does not begin with {{}}. {WRITE}",
        ),
        ({"EMAIL_URL": f"smtp://{UNKNOWN}"}, f"The host {UNKNOWN} in EMAIL_URL is not known."),
        (
            {"EMAIL_URL": "smtp+ssl://127.0.0.1:2"},
            "No mail server answers at 127.0.0.1:2 as EMAIL_URL has it: ConnectionRefusedError.",
        ),
    ],
    "SITE_URL": [
        ({"SITE_URL": "www.example.org"}, f"{NO_SITE}“www.example.org”."),
        (
            {"SITE_URL": "https://other.example.org"},
            "SITE_URL leads to other.example.org, which ALLOWED_HOSTS does not name: links in mails lead to an error, "
            "unless a proxy asks by another name.",
        ),
    ],
    "SITE_CHECK": [flag("SITE_CHECK")],
    "PING_URL": [
        ({"PING_URL": "hc-ping.com/hunter2"}, NO_PING),
        ({"PING_URL": "https://kuma.example.org/api/push/hunter2?status=up"}, NO_PING),
        ({"PING_URL": "https://me:hunter2@hc.example.org/"}, NO_PING),
    ],
    "BACKUP_STATUS": [
        place("BACKUP_STATUS"),
        (
            {"BACKUP_STATUS": "/nothing/here"},
            "The folder in BACKUP_STATUS (/nothing/here) is not there, or this user cannot read it.",
        ),
    ],
    "DELETIONS_FILE": [
        place("DELETIONS_FILE"),
        (
            {"DELETIONS_FILE": "/dev/null/list"},
            "The list of closed accounts, DELETIONS_FILE (/dev/null/list), cannot be written by this user.",
        ),
    ],
    "SIGN_IN_TRACES": [flag("SIGN_IN_TRACES")],
    "VAPID_PRIVATE_KEY": [
        ({"VAPID_PRIVATE_KEY": "junk"}, "VAPID_PRIVATE_KEY is no key; `manage.py push_keys` prints a new one.")
    ],
    "VAPID_SUBJECT": [
        (
            {"VAPID_PRIVATE_KEY": "k" * 43, "VAPID_SUBJECT": "us"},
            "VAPID_SUBJECT is where push services write to, e.g. mailto:us@example.org.",
        )
    ],
    "OUTWARD_TO_LOOPBACK": [flag("OUTWARD_TO_LOOPBACK")],
    "NAT64_PREFIXES": [({"NAT64_PREFIXES": "10.0.0.0/8"}, NO_PREFIX)],
    "SOURCE_URL": [link("SOURCE_URL")],
    "OPERATOR_NAME": [missing("OPERATOR_NAME")],
    "OPERATOR_ADDRESS": [missing("OPERATOR_ADDRESS", "OPERATOR_EMAIL")],
    "OPERATOR_EMAIL": [
        (
            {"OPERATOR_EMAIL": "club"},
            "OPERATOR_EMAIL must be an email address, as games@example.org, not “club”.",
        )
    ],
    "OPERATOR_COUNTRY": [
        missing("OPERATOR_COUNTRY", "TERMS_DATE"),
        (
            {"OPERATOR_COUNTRY": "Germany"},
            "OPERATOR_COUNTRY must be the two letters of a country, as DE for Germany, not “GERMANY”.",
        ),
        (
            {"OPERATOR_COUNTRY": "XQ"},
            "OPERATOR_COUNTRY must be the two letters of a country, as DE for Germany, not “XQ”.",
        ),
    ],
    "TERMS_DATE": [({"TERMS_DATE": "29.11.2026"}, "TERMS_DATE must be a day as 2026-11-29, not “29.11.2026”.")],
    "PRIVACY_URL": [link("PRIVACY_URL")],
    "CONTACT_URL": [link("CONTACT_URL")],
    "DATABASE_URL": [
        (
            {"DATABASE_URL": ""},
            "DATABASE_URL is not set: matches need a database, e.g. postgres://user:password@host:5432/name.",
        ),
        ({"DATABASE_URL": "postgres://fogsite:hunt#er2@localhost/fogsite"}, NO_DATABASE),
        ({"DATABASE_URL": POSTGRES}, "No PostgreSQL answers at the address in DATABASE_URL."),
        ({"DATABASE_URL": f"postgres://fogsite@{UNKNOWN}/fogsite"}, "The host in DATABASE_URL is not known."),
        ({"DATABASE_URL": f"{POSTGRES}?hots=x"}, "DATABASE_URL has an option that PostgreSQL does not know."),
        ({"DATABASE_URL": "sqlite:////nothing/here.sqlite3"}, "The file in DATABASE_URL cannot be opened."),
    ],
    "DATABASE_CONN_MAX_AGE": [
        ({"DATABASE_URL": POSTGRES, **whole("DATABASE_CONN_MAX_AGE")[0]}, whole("DATABASE_CONN_MAX_AGE")[1])
    ],
    "MIGRATION_LOCK_TIMEOUT": [whole("MIGRATION_LOCK_TIMEOUT")],
    "REDIS_URL": [
        ({"REDIS_URL": "localhost"}, NO_REDIS),
        ({"REDIS_URL": f"redis://{UNKNOWN}"}, "The host in REDIS_URL is not known."),
        ({"REDIS_URL": f"redis://{NOWHERE}"}, "No Redis answers at the address in REDIS_URL."),
    ],
    "DEFAULT_FROM_EMAIL": [({"DEFAULT_FROM_EMAIL": "Club"}, f"{NO_SENDER}“Club”.")],
    "BOUNCE_ADDRESS": [({"BOUNCE_ADDRESS": "bounces"}, NO_BOUNCES)],
    "BOUNCE_IMAP_URL": [
        (
            {"BOUNCE_IMAP_URL": "junk"},
            "BOUNCE_IMAP_URL is not understood: write imaps://user:password@mail.example.org/INBOX, "
            "special characters of user and password as %40 and so on.",
        ),
        (
            {"BOUNCE_IMAP_URL": f"imaps://user:hunter2@{NOWHERE}/INBOX"},
            "The mailbox in BOUNCE_IMAP_URL cannot be opened: ConnectionRefusedError.",
        ),
        ({"BOUNCE_IMAP_URL": f"imaps://user:hunter2@{UNKNOWN}/INBOX"}, "The host in BOUNCE_IMAP_URL is not known."),
    ],
    "TURN_MAIL_DELAY": [
        whole("TURN_MAIL_DELAY"),
        ({"TURN_MAIL_DELY": "5"}, "TURN_MAIL_DELY is set, and nobody reads it: is TURN_MAIL_DELAY meant?"),
    ],
    "DUMP_DIR": [
        (
            {"DUMP_DIR": "/dev/null/dumps"},
            "No public dump can be written to DUMP_DIR (/dev/null/dumps) by this user.",
        )
    ],
    "VACATION_DAYS": [({"VACATION_DAYS": "367"}, "VACATION_DAYS must be at most 366 (days), not “367”.")],
    "BEHIND_PROXY": [flag("BEHIND_PROXY")],
    "HSTS_SECONDS": [whole("HSTS_SECONDS")],
    "CELERY_BEAT_SCHEDULE_FILENAME": [
        (
            {"CELERY_BEAT_SCHEDULE_FILENAME": "/nothing/here/schedule"},
            "CELERY_BEAT_SCHEDULE_FILENAME names a file in /nothing/here, which is not there or not writable.",
        )
    ],
    "METRICS_DIR": [
        (
            {"METRICS_DIR": "/nothing/here", "SITE_URL": "https://localhost:1", "ALLOWED_HOSTS": "localhost"},
            "No metrics can be counted in METRICS_DIR (/nothing/here): it is not there, or not writable.",
        )
    ],
    "METRICS_ADDRESS": [
        ({"METRICS_ADDRESS": "9109"}, f"{NO_ADDRESS}“9109”."),
        ({"METRICS_ADDRESS": "127.0.0.1:70000"}, f"{NO_ADDRESS}“127.0.0.1:70000”."),
        (
            {"METRICS_ADDRESS": "0.0.0.0:9109"},
            "METRICS_ADDRESS (0.0.0.0:9109) can be reached by the world: name one of this machine, such as "
            "127.0.0.1:9109.",
        ),
    ],
    "LOG_LEVEL": [({"LOG_LEVEL": "loud"}, "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not “LOUD”.")],
    "LOG_FORMAT": [({"LOG_FORMAT": "xml"}, "LOG_FORMAT must be one of TEXT, JSON, not “XML”.")],
    "SENTRY_DSN": [
        (
            {"SENTRY_DSN": "errors.example.org"},
            "SENTRY_DSN is not understood: write https://key@errors.example.org/1, as your error service shows it.",
        ),
        ({"SENTRY_DSN": f"https://key@{UNKNOWN}/1"}, f"The host {UNKNOWN} in SENTRY_DSN is not known."),
        (
            {"SENTRY_DSN": f"http://key@{NOWHERE}/1"},
            "No error service answers at 127.0.0.1 as SENTRY_DSN has it: ConnectionRefusedError.",
        ),
    ],
    "DEVELOPMENT": [({"DEVELOPMENT": "1"}, BESIDE.format("SECRET_KEY, ALLOWED_HOSTS, BEHIND_PROXY"))],
    "DEBUG": [flag("DEBUG"), ({"DEBUG": "1"}, "DEBUG is set; it is for development copies alone.")],
}
"""What is changed in a sound environment, and the sentence that tells of it, by the variable that is wrong."""
ANY_TEXT = {"VERSION", "SITE_NAME"}
"""What may be anything."""
BESIDE_IT = re.compile(r"^.* celery\.redirected: | See docs/operations\.md\.$")
"""What stands around the sentences by which a program ends, and before those of beat."""
TOLD = re.compile(r"^\?: \([\w.]+\) (.*)$", re.MULTILINE)


def named() -> set[str]:
    """Return the variables of the manual."""
    manual = (BASE_DIR / "docs" / "operations.md").read_text()
    section = manual.partition("\n## Variables\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


def told(program: list[str], **changes: str) -> list[str]:
    """Return the sentences that a program of a production copy ends with; a variable changed to "" is taken away."""
    wanted = {"PATH": os.environ["PATH"], **BASE, **changes}
    done = subprocess.run(
        [sys.executable, *program],
        env={name: value for name, value in wanted.items() if value},
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    said = done.stdout + done.stderr
    assert "Traceback" not in said
    assert "hunter2" not in said
    return TOLD.findall(said) or done.stderr.splitlines()


CASES = [pytest.param(*case, id=f"{name} {number}") for name in WRONG for number, case in enumerate(WRONG[name])]


@pytest.mark.by_turns(6)
@pytest.mark.parametrize(("changes", "sentence"), CASES)
def test_a_wrong_variable_is_told_in_one_sentence(changes: dict[str, str], sentence: str) -> None:
    program = BEAT if "CELERY_BEAT_SCHEDULE_FILENAME" in changes else CHECK
    wanted = sentence.format("smtp://, smtp+tls:// or smtp+ssl://")

    found = [BESIDE_IT.sub("", each) for each in told(program, **changes)]

    assert wanted in found
    assert found == [wanted] or {each for each in found if each != wanted} <= UNREACHED


UNREACHED = {
    "The database is SQLite: it is for trying the site, not for many players.",
    "The database has no tables yet: run manage.py migrate.",
    "No Redis answers at the address in REDIS_URL.",
    f"No mail server answers at {NOWHERE} as EMAIL_URL has it: ConnectionRefusedError.",
    "You should not have DEBUG set to True in deployment.",
}
"""What the check says of the environment in which nothing else is wrong, and nothing can be reached."""


def test_every_variable_of_the_manual_is_tried() -> None:
    assert WRONG.keys() | ANY_TEXT == named()
    assert not WRONG.keys() & ANY_TEXT


@pytest.mark.parametrize("name", sorted(named()))
def test_every_variable_is_recognised_where_a_sign_is_missing_or_two_are_swapped(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    middle = len(name) // 2
    swapped = name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]
    monkeypatch.setattr(env, "READ", named())
    for wrong in {name[:middle] + name[middle + 1 :], swapped} - named():
        with monkeypatch.context() as patch:
            patch.setattr(os, "environ", {wrong: "x"})
            assert env.misspelt() == [f"{wrong} is set, and nobody reads it: is {name} meant?"]


def test_what_others_set_is_no_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    systemd = "INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID LISTEN_FDS LISTEN_FDNAMES LISTEN_PID STATE_DIRECTORY"
    system = "HOME HOSTNAME LANG LOGNAME MAIL OLDPWD PATH PWD SHELL SHLVL TERM TZ USER"
    others = "DJANGO_SETTINGS_MODULE POSTGRES_PASSWORD PYTHONUNBUFFERED PORT HOST WEB_CONCURRENCY REQUESTS_CA_BUNDLE"
    monkeypatch.setattr(env, "READ", named() | {"HOST"})
    monkeypatch.setattr(os, "environ", dict.fromkeys(f"{systemd} {system} {others}".split(), "x"))

    assert env.misspelt() == []


# --- PostgreSQL's own refusals --------------------------------------------------------------------------------------

RULES = "local all postgres trust\nlocal all fogsite scram-sha-256\n"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a PostgreSQL of its own that wants a password of the user fogsite."""
    from tests.parts import postgres

    home = database.directory() / "wanting"
    url = postgres.start(home)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE USER fogsite PASSWORD 'hunter2'")
        connection.execute("CREATE DATABASE fogsite OWNER fogsite")
        connection.execute("CREATE DATABASE locked OWNER fogsite")
        connection.execute("ALTER DATABASE locked SET default_transaction_read_only = on")
        connection.execute("CREATE DATABASE closed")
        connection.execute("REVOKE CONNECT ON DATABASE closed FROM PUBLIC")
        (home / "data" / "pg_hba.conf").write_text(RULES)
        connection.execute("SELECT pg_reload_conf()")
    yield f"?host={home}"
    postgres.stop(home)


@pytest.mark.postgres
@pytest.mark.xdist_group("wanting")
@pytest.mark.by_turns(3)
@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("fogsite:wrong@/fogsite", "PostgreSQL refuses the password in DATABASE_URL."),
        ("fogsite@/fogsite", "PostgreSQL wants a password, and DATABASE_URL has none."),
        ("fogsite:hunter2@/fogsites", "PostgreSQL has no database of the name in DATABASE_URL."),
        ("somebody@/fogsite", "PostgreSQL does not let the user in DATABASE_URL in from here (pg_hba.conf)."),
        ("fogsite:hunter2@/closed", "PostgreSQL does not let the user in DATABASE_URL use this database."),
        ("fogsite:hunter2@/fogsite", "The database has no tables yet: run manage.py migrate."),
        ("fogsite:hunter2@/locked", "The database can only be read: it is a standby, or set to be read-only."),
    ],
)
def test_the_check_says_what_postgresql_refuses(server: str, at: str, sentence: str) -> None:
    assert sentence in told(CHECK, DATABASE_URL=f"postgres://{at}{server}")
