"""The environment, read strictly: a variable that makes no sense ends the program with a sentence.

It ends by SystemExit, so that manage.py, gunicorn, the worker and beat all say the sentence and nothing else.
"""

import os
import re
import sys
from datetime import date
from difflib import get_close_matches
from email.headerregistry import Address
from email.utils import parseaddr
from ipaddress import IPv6Network, ip_address
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import SplitResult, urlsplit

import dj_database_url
from babel import Locale

from accounts import domains

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}
SQLITE = "django.db.backends.sqlite3"
ENGINES = {SQLITE, "django.db.backends.postgresql"}
PUBLISHED_KEY = "development-only-"
"""How the key of every development copy begins; anyone who reads the source code knows it."""
SHORTEST_KEY = 50
FEWEST_SIGNS = 10
NOTHING = SplitResult("", "", "", "", "")
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
VARIABLE = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>[^\0]*)", re.ASCII)
QUOTED = re.compile(r"""(?P<quote>["'])(?P<text>.*)(?P=quote)""")
ESCAPED = re.compile(r"\\([^rnt])")
HOST_NAME = re.compile(r"[\w.-]+|\[[0-9a-fA-F:.]+\]")
LONGEST_NAME = 17  # signs of a local part, to which a plus and 46 signs are added; 64 are the most there may be
ALIKE = 0.8  # how much of two names is the same where one is taken for a slip of the other
LAST_PORT = 65535
SLIP = 2  # signs that are missing then, or too many
MAX_SECONDS = 10 * 365 * 24 * 60 * 60  # seconds; what is very much longer fits into no date


READ = set[str]()
"""The names of all variables that were asked for."""


def exit_with(sentence: str) -> NoReturn:
    """End the program with a sentence and exit code 1."""
    sys.exit(f"{sentence} See docs/operations.md.")


def read_file(name: str) -> None:
    """Take further variables from the file that this one names, a `NAME=value` on each line; what is set stays.

    It is read as systemd reads it: of two lines with the same name the last counts.
    """
    if not (path := text(name)):
        return
    try:
        content = Path(path).read_text(encoding="utf-8-sig")  # as editors of Windows save it
    except (OSError, UnicodeDecodeError):
        exit_with(f"{name} names a file that cannot be read: {path}.")
    lines = [(place, line.strip()) for place, line in enumerate(content.splitlines(), 1)]
    set_there = [_variable(name, place, line) for place, line in lines if line and not line.startswith(("#", ";"))]
    for key, value in dict(set_there).items():
        os.environ.setdefault(key, value)


def _variable(name: str, place: int, line: str) -> tuple[str, str]:
    """Return the name and the value in a line of the file that a variable names."""
    found = VARIABLE.fullmatch(line)
    if line.startswith("export "):
        exit_with(f"{name} names a file whose line {place} begins with “export”: systemd would skip it.")
    if not found:
        exit_with(f"{name} names a file whose line {place} is no NAME=value.")
    return found["name"], _unquoted(found["value"])


def _unquoted(value: str) -> str:
    """Return a value without the quotes around it; between double ones a backslash guards the character behind it."""
    found = QUOTED.fullmatch(value)
    if not found:
        return value
    return ESCAPED.sub(r"\1", found["text"]) if found["quote"] == '"' else found["text"]


def text(name: str, default: str = "") -> str:
    """Return a variable as it is; one that is set to nothing counts as not set."""
    READ.add(name)
    return os.environ.get(name, "").strip() or default


def misspelt() -> list[str]:
    """Return a sentence for each variable that is set, that nobody reads, and whose name is almost one that is read."""
    meant = {name: _meant(name) for name in sorted(os.environ.keys() - READ)}
    return [f"{name} is set, and nobody reads it: is {found} meant?" for name, found in meant.items() if found]


def _meant(name: str) -> str:
    """Return the variable of almost the same name, or ""; one with a prefix or a word more is somebody else's."""
    near = [each for each in READ if abs(len(each) - len(name)) <= SLIP]
    return "".join(get_close_matches(name, near, n=1, cutoff=ALIKE))


def required(name: str, why: str) -> str:
    """Return a variable that production cannot do without."""
    return text(name) or exit_with(" ".join([f"{name} is not set: {why}", *misspelt()]))


def comma_list(value: str) -> list[str]:
    """Return the parts of a list separated by commas."""
    return [word.strip() for word in value.split(",") if word.strip()]


def host_names(name: str) -> list[str]:
    """Return the hosts that a production copy answers to, separated by commas."""
    names = comma_list(text(name)) or exit_with(
        f"{name} is not set: name the hosts this site answers to, separated by commas."
    )
    if "*" in names:
        exit_with(f"{name} must name the hosts this site answers to, not “*”.")
    for wrong in (each for each in names if not HOST_NAME.fullmatch(each)):
        exit_with(f"{name} must hold names of hosts and nothing else, separated by commas, not “{wrong}”.")
    return [_in_ascii(name, each) for each in names]


def _in_ascii(name: str, host: str) -> str:
    """Return a host as browsers ask for it and mail servers write it: `bücher.example` as `xn--bcher-kva.example`."""
    pattern, host = (".", host[1:]) if host.startswith(".") else ("", host)
    try:
        return pattern + (host if host.isascii() else domains.to_ascii(host))
    except ValueError:
        exit_with(f"{name} names a host that there cannot be: “{host}”.")


def development_hosts(name: str) -> list[str]:
    """Return the hosts that a development copy answers to: this machine alone, unless it was told to listen
    elsewhere.

    Put behind a public address by accident, it answers nobody.
    """
    return LOOPBACK if text(name, "127.0.0.1") in LOOPBACK else ["*"]


def secret_key(name: str) -> str:
    """Return the key of a production copy, which nobody can guess."""
    key = required(name, "it signs sessions and links; use 50 random characters.")
    fault = weakness(key)
    return key if not fault else exit_with(f"{name} can be guessed: {fault}. Use 50 random characters.")


def former_keys(name: str) -> list[str]:
    """Return the keys whose signatures still hold; the setting separates them by commas.

    Anyone who guesses one can be anybody, as with the key itself.
    """
    keys = comma_list(text(name))
    for fault in filter(None, map(weakness, keys)):
        exit_with(f"{name} has a key that can be guessed: {fault}. Take it away.")
    return keys


def weakness(key: str) -> str:
    """Return why a secret key can be guessed, as half a sentence; "" where it cannot."""
    if key.startswith(PUBLISHED_KEY):
        return "it is published with the source code"
    if len(key) < SHORTEST_KEY:
        return f"it has fewer than {SHORTEST_KEY} characters"
    if len(set(key)) < FEWEST_SIGNS:
        return f"it has fewer than {FEWEST_SIGNS} different characters"
    return ""


def development(name: str) -> bool:
    """Say whether this is a development copy. It cannot be one where variables are set that production alone has."""
    if not flag(name):
        return False
    signs = [each for each in ("SECRET_KEY", "ALLOWED_HOSTS") if text(each)]
    signs += ["BEHIND_PROXY"] if flag("BEHIND_PROXY") else []
    signs += ["SITE_URL with https"] if text("SITE_URL").lower().startswith("https:") else []
    return not signs or exit_with(
        f"{name} is set, and so is what production alone has: {', '.join(signs)}. "
        f"Take {name} away, or for a development copy all the others."
    )


def flag(name: str, default: bool = False) -> bool:
    value = text(name).lower()
    if value not in TRUE | FALSE:
        exit_with(f"{name} must be 1 or 0, not “{value}”.")
    return value in TRUE if value else default


def number(name: str, default: int, most: int = MAX_SECONDS, unit: str = "seconds") -> int:
    """Return a whole number of seconds, or of another unit, zero or more."""
    value = text(name, str(default))
    if not value.isdecimal():
        exit_with(f"{name} must be a whole number, not “{value}”.")
    if int(value) > most:
        exit_with(f"{name} must be at most {most} ({unit}), not “{value}”.")
    return int(value)


def one_of(name: str, default: str, *known: str) -> str:
    value = text(name, default).upper()
    return value if value in known else exit_with(f"{name} must be one of {', '.join(known)}, not “{value}”.")


def is_dsn(value: str) -> bool:
    """Say whether a text names an error service, with a key and the number of a project, as in https://key@host/1."""
    parts = _split(value)
    named = parts.scheme in ("http", "https") and parts.hostname and parts.username
    return bool(named and re.fullmatch(r"\d+", parts.path.rpartition("/")[2], re.ASCII))


def site_url(name: str, default: str) -> str:
    """Return an address of a site, without a slash at its end."""
    value = text(name, default)
    parts = _split(value)
    known = parts.scheme in ("http", "https") and not (parts.hostname or ".").startswith((".", "*"))
    if not known or (parts.path.strip("/"), parts.query, parts.fragment, parts.username) != ("", "", "", None):
        exit_with(f"{name} must begin with https:// or http:// and name one host, not “{value}”.")
    if not value.isascii():
        host = parts.hostname or ""
        value = parts._replace(netloc=parts.netloc.lower().replace(host, _in_ascii(name, host))).geturl()
    return value.rstrip("/")


def prefixes(name: str) -> list[IPv6Network]:
    """Return networks of IPv6; the setting separates them by commas."""
    try:
        return [IPv6Network(word) for word in comma_list(text(name))]
    except ValueError:
        exit_with(f"{name} must hold prefixes of IPv6 and nothing else, separated by commas, e.g. 2001:db8:64::/96.")


def link(name: str) -> str:
    """Return where a link leads: an address of the web, of mail, or a path of this site; empty where nothing is set."""
    value = text(name)
    if value and not value.startswith(("https://", "http://", "mailto:", "/")):
        exit_with(f"{name} must begin with https://, http://, mailto: or /, not “{value}”.")
    return value


def email(name: str) -> str:
    """Return an email address that people write to; empty where nothing is set."""
    value = text(name)
    if value and not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", value):
        exit_with(f"{name} must be an email address, as games@example.org, not “{value}”.")
    return value


def ping_url(name: str) -> str:
    """Return where somebody is told every minute that all is well, without a slash at its end; empty where nothing is
    set. It is never repeated: its path is the secret by which we are known there.
    """
    value = text(name)
    parts = _split(value)
    known = parts.scheme in ("http", "https") and parts.hostname and value.isascii() and " " not in value
    if value and (not known or (parts.query, parts.fragment, parts.username) != ("", "", None)):
        exit_with(f"{name} must begin with https:// or http:// and name a host, without ?, # and @ in it.")
    return value.rstrip("/")


def full_path(name: str) -> str:
    """Return the full path of a file or a folder; empty where nothing is set."""
    value = text(name)
    if value and not Path(value).is_absolute():
        exit_with(f"{name} must be a full path, which begins with /, not “{value}”.")
    return value


def country(name: str) -> str:
    """Return the two letters of a country; empty where nothing is set."""
    value = text(name).upper()
    if value and not (re.fullmatch("[A-Z]{2}", value) and value in Locale("en").territories):
        exit_with(f"{name} must be the two letters of a country, as DE for Germany, not “{value}”.")
    return value


def calendar_day(name: str) -> date | None:
    """Return a day; none where nothing is set."""
    value = text(name)
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        exit_with(f"{name} must be a day as 2026-11-29, not “{value}”.")


def sender(name: str, default_name: str, default_host: str | None) -> str:
    """Return the sender of our emails, a name and an address.

    If nothing is set, it is a name at a host that takes no answers.
    """
    value = text(name)
    if not value:
        return str(Address(default_name, "noreply", default_host or ""))
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(value)[1]):
        exit_with(f"{name} must hold an email address, as in Sealed Move <games@example.org>, not “{value}”.")
    host = parseaddr(value)[1].rpartition("@")[2]
    return value if host.isascii() else value.replace(host, _in_ascii(name, host))


def bounce_address(name: str) -> str:
    """Return where what cannot be delivered is reported; the part before the @ leaves room for what is put behind a
    plus.
    """
    value = text(name)
    if value and not re.fullmatch(rf"[A-Za-z0-9._-]{{1,{LONGEST_NAME}}}@[A-Za-z0-9.-]+", value):
        exit_with(f"{name} must be an address as bounces@example.org, at most {LONGEST_NAME} signs before its @.")
    return value


def address(name: str, default: str) -> str:
    """Return where something listens: an address of a network, or localhost, and a port."""
    value = text(name, default)
    host, _, port = value.rpartition(":")
    try:
        is_known = host == "localhost" or bool(ip_address(host[1:-1] if host.startswith("[") else host))
    except ValueError:
        is_known = False
    if not is_known or not re.fullmatch(r"[1-9]\d{0,4}", port, re.ASCII) or int(port) > LAST_PORT:
        exit_with(f"{name} must be an address and a port, as 127.0.0.1:9109, not “{value}”.")
    return value


def redis_url(name: str, default: str) -> str:
    """Return the address of a Redis; it is never repeated, for it may hold a password."""
    value = text(name, default)
    parts = _split(value)
    is_known = parts.scheme == "unix" or re.fullmatch(r"/?\d*", parts.path, re.ASCII)
    if "://" not in value or parts.scheme not in ("redis", "rediss", "unix") or not is_known:
        exit_with(f"{name} is not understood: write redis://:password@host:6379/0, rediss://… or unix:///path.")
    return value


def _split(value: str) -> SplitResult:
    """Return the parts of an address; of a malformed one, such as `http://[` or one whose port is no number, none."""
    try:
        found = urlsplit(value)
        return found if found.port != 0 else NOTHING
    except ValueError:
        return NOTHING


def database_settings(name: str, url: str) -> dict[str, Any]:
    """Return Django's settings of the database at a URL, which this variable named; PostgreSQL or SQLite.

    The URL is never repeated, for it may hold a password.
    """
    try:
        config: dict[str, Any] = {**dj_database_url.parse(url)}
    except ValueError:
        config = {}
    if config.get("ENGINE") not in ENGINES or not config.get("NAME"):
        exit_with(
            f"{name} is not understood: write postgres://user:password@host:5432/name, "
            "special characters of the password as %40 and so on."
        )
    if config["ENGINE"] == SQLITE and config.get("HOST"):
        exit_with(
            f"{name} names a host, which SQLite has none of: write sqlite:////path/of/the/file, with four slashes."
        )
    return config
