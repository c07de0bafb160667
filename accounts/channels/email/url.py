"""EMAIL_URL, the one variable that says which server mail leaves by."""

from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SECURITY: dict[str, dict[str, bool]] = {
    "smtp": {},
    "smtp+tls": {"EMAIL_USE_TLS": True},
    "smtp+ssl": {"EMAIL_USE_SSL": True},
}
PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}


def mail_settings(url: str) -> dict[str, Any]:
    """Return Django's mail settings for `smtp://`, `smtp+tls://` or `smtp+ssl://user:password@host:port`.

    Raises ImproperlyConfigured with a sentence that never repeats the address, which holds a password.
    """
    try:
        return _settings(urlsplit(url.strip()))
    except ValueError as fault:
        raise ImproperlyConfigured(
            f"EMAIL_URL is not understood: {fault}. Write smtp+tls://user:password@mail.example.org:587 "
            "(or smtp:// or smtp+ssl://), special characters of a password as %40 and so on. See docs/operations.md."
        ) from None


def _settings(parts: SplitResult) -> dict[str, Any]:
    if parts.scheme not in SECURITY:
        raise ValueError("it does not begin with smtp://, smtp+tls:// or smtp+ssl://")
    if not parts.hostname:
        raise ValueError("it names no host")
    return {
        "EMAIL_BACKEND": "accounts.channels.email.smtp.SmtpBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": _port(parts),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        **SECURITY[parts.scheme],
    }


def _port(parts: SplitResult) -> int:
    try:
        return parts.port or PORTS[parts.scheme]
    except ValueError:  # its text repeats part of the address
        raise ValueError("its port is not a number from 1 to 65535") from None
