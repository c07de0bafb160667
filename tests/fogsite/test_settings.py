"""What the settings refuse, each in one sentence; that every program ends with it is test_start.py's."""

import os
import runpy
import secrets
from unittest.mock import patch

import pytest

from fogsite.settings import BASE_DIR

GOOD = {
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ALLOWED_HOSTS": "www.example.org",
    "EMAIL_URL": "smtp+tls://user:hunter2@mail.example.org:587",
    "DATABASE_URL": "sqlite:///:memory:",
}
NO_SITE = "SITE_URL must begin with https:// or http:// and name one host, not "
WRITE = "Write smtp+tls://user:password@mail.example.org:587 (or smtp:// or smtp+ssl://)."
GUESSED = "SECRET_KEY can be guessed: it {}. Use 50 random characters."
FORMER = "SECRET_KEY_FALLBACKS has a key that can be guessed: it {}. Take it away."
BESIDE = (
    "DEVELOPMENT is set, and so is what production alone has: {}. "
    "Take DEVELOPMENT away, or for a development copy all the others."
)


def refusal(**changes: str) -> str:
    """What the settings end a production copy with; a variable changed to "" is taken away."""
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
        ("DATABASE_URL", "oracle", "DATABASE_URL is not understood: write postgres://user:password@host:5432/name."),
        (
            "DATABASE_URL",
            "postgres://",
            "DATABASE_URL is not understood: write postgres://user:password@host:5432/name.",
        ),
        ("ALLOWED_HOSTS", ",", "ALLOWED_HOSTS is not set: name the hosts this site answers to, separated by commas."),
        ("ALLOWED_HOSTS", ".example.org", f"{NO_SITE}“https://.example.org”."),
        ("SITE_URL", "www.example.org", f"{NO_SITE}“www.example.org”."),
        ("SITE_URL", "http://[", f"{NO_SITE}“http://[”."),
        ("REDIS_URL", "redis://[", "REDIS_URL must begin with redis://, rediss:// or unix://."),
        ("TURN_MAIL_DELAY", "soon", "TURN_MAIL_DELAY must be a whole number, not “soon”."),
        ("REDIS_URL", "localhost", "REDIS_URL must begin with redis://, rediss:// or unix://."),
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
