"""What the settings refuse, each in one sentence; that every program ends with it is test_start.py's."""

import os
import runpy
import secrets
from email.utils import parseaddr
from typing import Any
from unittest.mock import patch

import pytest

from fogsite.settings import BASE_DIR

GOOD = {
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ALLOWED_HOSTS": "www.example.org",
    "EMAIL_URL": "smtp+tls://user:hunter2@mail.example.org:587",
    "DATABASE_URL": "sqlite:///:memory:",
}
NO_LINK = "must begin with https://, http://, mailto: or /"
NO_SITE = "SITE_URL must begin with https:// or http:// and name one host, not "
WRITE = (
    "Write smtp+tls://user:password@mail.example.org:587 (or smtp:// or smtp+ssl://), "
    "special characters of a password as %40 and so on."
)
NO_PREFIX = "NAT64_PREFIXES must hold prefixes of IPv6 and nothing else, separated by commas, e.g. 2001:db8:64::/96."
NO_REDIS = "REDIS_URL is not understood: write redis://:password@host:6379/0, rediss://… or unix:///path."
NO_DATABASE = (
    "DATABASE_URL is not understood: write postgres://user:password@host:5432/name, "
    "special characters of the password as %40 and so on."
)
NO_FILE = "DATABASE_URL names a host, which SQLite has none of: write sqlite:////path/of/the/file, with four slashes."
NO_HOST = "ALLOWED_HOSTS must hold names of hosts and nothing else, separated by commas, not "
NO_BOUNCES = "BOUNCE_ADDRESS must be an address as bounces@example.org, at most 17 signs before its @."
NO_SENDER = "DEFAULT_FROM_EMAIL must hold an email address, as in Sealed Move <games@example.org>, not "
GUESSED = "SECRET_KEY can be guessed: it {}. Use 50 random characters."
FORMER = "SECRET_KEY_FALLBACKS has a key that can be guessed: it {}. Take it away."
BESIDE = (
    "DEVELOPMENT is set, and so is what production alone has: {}. "
    "Take DEVELOPMENT away, or for a development copy all the others."
)


def refusal(**changes: str) -> str:
    """Return what the settings end a production copy with; a variable changed to "" is taken away."""
    environment = {name: value for name, value in {**GOOD, **changes}.items() if value}
    with patch.dict(os.environ, environment, clear=True), pytest.raises(SystemExit) as end:
        runpy.run_path(str(BASE_DIR / "fogsite" / "settings.py"))
    return str(end.value.code)


@pytest.mark.parametrize(
    ("variable", "sentence"),
    [
        ("SECRET_KEY", "SECRET_KEY is not set: it signs sessions and links; use 50 random characters."),
        ("ALLOWED_HOSTS", "ALLOWED_HOSTS is not set: name the hosts this site answers to, separated by commas."),
        (
            "EMAIL_URL",
            "EMAIL_URL is not set: mails need a server, e.g. smtp+tls://user:password@mail.example.org:587.",
        ),
        (
            "DATABASE_URL",
            "DATABASE_URL is not set: matches need a database, e.g. postgres://user:password@host:5432/name.",
        ),
    ],
)
def test_a_missing_variable_is_named_in_one_sentence(variable: str, sentence: str) -> None:
    assert refusal(**{variable: ""}) == f"{sentence} See docs/operations.md."


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("gopher://user:hunter2@mail.example.org", "it does not begin with smtp://, smtp+tls:// or smtp+ssl://"),
        ("smtp://user:hunter2@mail.example.org:post", "its port is not a number from 1 to 65535"),
        ("smtp://", "it names no host"),
    ],
)
def test_a_broken_email_url_is_named_without_its_password(url: str, fault: str) -> None:
    assert refusal(EMAIL_URL=url) == f"EMAIL_URL is not understood: {fault}. {WRITE} See docs/operations.md."


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("DATABASE_URL", "oracle", NO_DATABASE),
        ("DATABASE_URL", "postgres://", NO_DATABASE),
        ("DATABASE_URL", "mysql://user:hunter2@localhost/fogsite", NO_DATABASE),
        ("DATABASE_URL", "postgres://user:hunter2@localhost:5432", NO_DATABASE),
        ("DATABASE_URL", "postgres://user:hunter2@localhost:post/fogsite", NO_DATABASE),
        ("DATABASE_URL", "postgres://user:hunter2@[localhost/fogsite", NO_DATABASE),
        ("DATABASE_URL", "postgres://user:hunt#er2@localhost/fogsite", NO_DATABASE),
        ("DATABASE_URL", "postgres://user:hunt?er2@localhost/fogsite", NO_DATABASE),
        ("DATABASE_URL", "postgres://user:hunt/er2@localhost/fogsite", NO_DATABASE),
        ("DATABASE_URL", "sqlite://var/db.sqlite3", NO_FILE),
        ("ALLOWED_HOSTS", ",", "ALLOWED_HOSTS is not set: name the hosts this site answers to, separated by commas."),
        ("ALLOWED_HOSTS", ".example.org", f"{NO_SITE}“https://.example.org”."),
        ("CONTACT_URL", "me@example.org", f"CONTACT_URL {NO_LINK}, not “me@example.org”."),
        ("PRIVACY_URL", "javascript:0", f"PRIVACY_URL {NO_LINK}, not “javascript:0”."),
        ("SITE_URL", "www.example.org", f"{NO_SITE}“www.example.org”."),
        ("SITE_URL", "http://[", f"{NO_SITE}“http://[”."),
        ("SITE_URL", "https://-ü.example", "SITE_URL names a host that there cannot be: “-ü.example”."),
        (
            "ALLOWED_HOSTS",
            "www.example.org,ü..example",
            "ALLOWED_HOSTS names a host that there cannot be: “ü..example”.",
        ),
        (
            "DEFAULT_FROM_EMAIL",
            "games@-ü.example",
            "DEFAULT_FROM_EMAIL names a host that there cannot be: “-ü.example”.",
        ),
        ("SITE_URL", "https://www.example.org:https", f"{NO_SITE}“https://www.example.org:https”."),
        ("SITE_URL", "https://www.example.org/club", f"{NO_SITE}“https://www.example.org/club”."),
        ("ALLOWED_HOSTS", "a.example.org,https://b.example.org", f"{NO_HOST}“https://b.example.org”."),
        ("ALLOWED_HOSTS", "www.example.org:443", f"{NO_HOST}“www.example.org:443”."),
        ("ALLOWED_HOSTS", "a.example.org b.example.org", f"{NO_HOST}“a.example.org b.example.org”."),
        ("DEFAULT_FROM_EMAIL", "Club", f"{NO_SENDER}“Club”."),
        ("DEFAULT_FROM_EMAIL", "Club <games@>", f"{NO_SENDER}“Club <games@>”."),
        ("DEFAULT_FROM_EMAIL", "Chess, Go <games@example.org>", f"{NO_SENDER}“Chess, Go <games@example.org>”."),
        ("BOUNCE_ADDRESS", "bounces", NO_BOUNCES),
        ("BOUNCE_ADDRESS", "Bounces <bounces@example.org>", NO_BOUNCES),
        ("BOUNCE_ADDRESS", f"{'b' * 18}@example.org", NO_BOUNCES),
        ("TURN_MAIL_DELAY", "9" * 12, f"TURN_MAIL_DELAY must be at most 315360000 (seconds), not “{'9' * 12}”."),
        ("VACATION_DAYS", "367", "VACATION_DAYS must be at most 366 (days), not “367”."),
        ("REDIS_URL", "redis://[", NO_REDIS),
        ("REDIS_URL", "redis://:hunter2@localhost:redis/0", NO_REDIS),
        ("NAT64_PREFIXES", "10.0.0.0/8", NO_PREFIX),
        ("NAT64_PREFIXES", "2001:db8:64::1/96", NO_PREFIX),
        ("TURN_MAIL_DELAY", "soon", "TURN_MAIL_DELAY must be a whole number, not “soon”."),
        ("REDIS_URL", "localhost", NO_REDIS),
        ("REDIS_URL", "redis://localhost:6379/zero", NO_REDIS),
        ("REDIS_URL", "redis://localhost:6379/0/1", NO_REDIS),
        ("VAPID_PRIVATE_KEY", "secret", "VAPID_PRIVATE_KEY is no key; `manage.py push_keys` prints a new one."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not “LOUD”."),
        ("DEVELOPMENT", "perhaps", "DEVELOPMENT must be 1 or 0, not “perhaps”."),
    ],
)
def test_any_other_variable_that_makes_no_sense_is_named_too(variable: str, value: str, sentence: str) -> None:
    assert refusal(**{variable: value}) == f"{sentence} See docs/operations.md."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"SECRET_KEY": "development-only-" + "x" * 40}, GUESSED.format("is published with the source code")),
        ({"SECRET_KEY": secrets.token_hex(24)}, GUESSED.format("has fewer than 50 characters")),
        ({"SECRET_KEY": "fogsite" * 9}, GUESSED.format("has fewer than 10 different characters")),
        (
            {"SECRET_KEY_FALLBACKS": f"{secrets.token_urlsafe(50)},development-only-{'x' * 40}"},
            FORMER.format("is published with the source code"),
        ),
        ({"SECRET_KEY_FALLBACKS": "short"}, FORMER.format("has fewer than 50 characters")),
        (
            {"ALLOWED_HOSTS": "www.example.org,*"},
            "ALLOWED_HOSTS must name the hosts this site answers to, not “*”.",
        ),
        (
            {"VAPID_PRIVATE_KEY": "k" * 43, "VAPID_SUBJECT": "us"},
            "VAPID_SUBJECT is where push services write to, e.g. mailto:us@example.org.",
        ),
        (
            {"OUTWARD_TO_LOOPBACK": "1"},
            "OUTWARD_TO_LOOPBACK is for development copies alone: users could reach your own network.",
        ),
        ({"DEVELOPMENT": "1"}, BESIDE.format("SECRET_KEY, ALLOWED_HOSTS")),
        (
            {"DEVELOPMENT": "1", "SECRET_KEY": "", "ALLOWED_HOSTS": "", "BEHIND_PROXY": "1"},
            BESIDE.format("BEHIND_PROXY"),
        ),
        (
            {"DEVELOPMENT": "1", "SECRET_KEY": "", "ALLOWED_HOSTS": "", "SITE_URL": "https://www.example.org"},
            BESIDE.format("SITE_URL with https"),
        ),
    ],
)
def test_what_is_dangerous_is_refused_in_one_sentence(changes: dict[str, str], sentence: str) -> None:
    assert refusal(**changes) == f"{sentence} See docs/operations.md."


def settled(**changes: str) -> dict[str, Any]:
    """Return the settings of a production copy."""
    with patch.dict(os.environ, {**GOOD, **changes}, clear=True):
        return runpy.run_path(str(BASE_DIR / "fogsite" / "settings.py"))


@pytest.mark.parametrize("name", ["Sealed Move", "Chess, Go and more", "Köln: Club “7”", 'The "Club"'])
def test_mails_come_from_the_site_no_matter_what_its_name(name: str) -> None:
    sender = settled(SITE_NAME=name)["DEFAULT_FROM_EMAIL"]
    assert parseaddr(sender) == (name, "noreply@www.example.org")


def test_a_host_beyond_ascii_is_spelled_as_browsers_and_mail_servers_spell_it() -> None:
    found = settled(
        SITE_URL="https://Bücher.example:8443", ALLOWED_HOSTS="bücher.example,.straße.example",
        DEFAULT_FROM_EMAIL="Bücherclub <games@bücher.example>",
    )  # fmt: skip
    assert found["SITE_URL"] == "https://xn--bcher-kva.example:8443"
    assert found["ALLOWED_HOSTS"] == ["xn--bcher-kva.example", ".xn--strae-oqa.example"]
    assert found["DEFAULT_FROM_EMAIL"] == "Bücherclub <games@xn--bcher-kva.example>"


@pytest.mark.parametrize("hosts", ["www.example.org, example.org", "www.example.org,.example.org,[::1],localhost"])
def test_hosts_are_names_patterns_and_numbers(hosts: str) -> None:
    assert settled(ALLOWED_HOSTS=hosts)["ALLOWED_HOSTS"] == hosts.replace(" ", "").split(",")
