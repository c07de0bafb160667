"""Codes in emails by which one signs in: sealed, so that no row of the outbox tells one before its email is written."""

from base64 import urlsafe_b64encode
from datetime import timedelta

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

LASTS = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
"""How long a code is good, from when it was asked for."""


def seal(code: str) -> str:
    """Return the code, as only this service can read it."""
    return _box().encrypt(code.encode()).decode()


def unsealed(sealed: str) -> str:
    """Return the code that was sealed; "" where it is no longer good, or the service has another key by now."""
    try:
        return _box().decrypt(sealed.encode(), ttl=int(LASTS.total_seconds())).decode()
    except InvalidToken:
        return ""


def _box() -> Fernet:
    return Fernet(urlsafe_b64encode(salted_hmac("accounts.codes", "", algorithm="sha256").digest()))
