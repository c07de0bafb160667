"""The environment, read strictly: a variable that makes no sense ends the program with a sentence.

It ends by SystemExit, so that manage.py, gunicorn, the worker and beat all say the sentence and nothing else.
"""

import os
import sys
import warnings
from typing import Any, NoReturn
from urllib.parse import SplitResult, urlsplit

import environ

TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}
ENGINES = {"django.db.backends.sqlite3", "django.db.backends.postgresql"}


def refuse(sentence: str) -> NoReturn:
    """Ends the program with exit code 1."""
    sys.exit(f"{sentence} See docs/operations.md.")


def text(name: str, default: str = "") -> str:
    """A variable as it is; one that is set to nothing counts as not set."""
    return os.environ.get(name, "").strip() or default


def required(name: str, why: str) -> str:
    """A variable that production cannot do without."""
    return text(name) or refuse(f"{name} is not set: {why}")


def words(value: str) -> list[str]:
    """The parts of a list separated by commas."""
    return [word.strip() for word in value.split(",") if word.strip()]


def required_words(name: str, why: str) -> list[str]:
    """A list separated by commas that production cannot do without."""
    return words(text(name)) or refuse(f"{name} is not set: {why}")


def flag(name: str, default: bool = False) -> bool:
    value = text(name).lower()
    if value not in TRUE | FALSE:
        refuse(f"{name} must be 1 or 0, not “{value}”.")
    return value in TRUE if value else default


def number(name: str, default: int) -> int:
    """A whole number, zero or more."""
    value = text(name, str(default))
    return int(value) if value.isdecimal() else refuse(f"{name} must be a whole number, not “{value}”.")


def one_of(name: str, default: str, *known: str) -> str:
    value = text(name, default).upper()
    return value if value in known else refuse(f"{name} must be one of {', '.join(known)}, not “{value}”.")


def site_url(name: str, default: str) -> str:
    """An address of a site, without a slash at its end."""
    value = text(name, default)
    parts = _split(value)
    if parts.scheme not in ("http", "https") or (parts.hostname or ".").startswith((".", "*")):
        refuse(f"{name} must begin with https:// or http:// and name one host, not “{value}”.")
    return value.rstrip("/")


def redis_url(name: str, default: str) -> str:
    """The address of a Redis; it is never repeated, for it may hold a password."""
    value = text(name, default)
    if "://" not in value or _split(value).scheme not in ("redis", "rediss", "unix"):
        refuse(f"{name} must begin with redis://, rediss:// or unix://.")
    return value


def _split(value: str) -> SplitResult:
    """The parts of an address; of a malformed one, such as `http://[`, none."""
    try:
        return urlsplit(value)
    except ValueError:
        return SplitResult("", "", "", "", "")


def database(name: str, default: str) -> dict[str, Any]:
    """Django's settings of a database named by a URL; PostgreSQL or SQLite."""
    try:
        with warnings.catch_warnings(action="ignore"):
            config: dict[str, Any] = environ.Env.db_url_config(text(name, default))
    except ValueError:
        config = {}
    if config.get("ENGINE") not in ENGINES:
        refuse(f"{name} is not understood: write postgres://user:password@host:5432/name.")
    return config
