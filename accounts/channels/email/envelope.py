"""The envelope sender of a letter: which row of the outbox it is, signed, so that reports of delivery name the row.

It stands in the local part behind a plus: `bounces+<row><signature>@example.org`, all of it letters and digits in base
32, since servers may change the case of a local part, and none need take one of more than 64 signs.
"""

from base64 import b32decode, b32encode
from uuid import UUID

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts import site_keys

ROW = 26
SIGNATURE = 20
"""Signs of the row's number, which has 128 bits, and of the signature, which keeps 100."""


def envelope_sender(row: UUID) -> str:
    """Return the address to which reports of this row go; the ordinary sender's where no address is set for them."""
    if not settings.BOUNCE_ADDRESS:
        return settings.DEFAULT_FROM_EMAIL
    name, _, host = settings.BOUNCE_ADDRESS.rpartition("@")
    number = _written(row.bytes)[:ROW]
    return f"{name}+{number}{_signature(number, settings.SECRET_KEY)}@{host}"


def row_of(address: str) -> UUID | None:
    """Return the row that an address names; None where it names none, or was not signed here."""
    tag = address.rpartition("@")[0].partition("+")[2].lower()
    number = tag[:ROW]
    signature = tag[ROW:]
    if len(tag) != ROW + SIGNATURE:
        return None
    if not any(constant_time_compare(signature, _signature(number, key)) for key in site_keys.all_keys()):
        return None
    return UUID(bytes=b32decode(number.upper() + "=" * (-ROW % 8)))


def _signature(number: str, key: str | bytes) -> str:
    digest = salted_hmac("accounts.channels.email.envelope", number, secret=key, algorithm="sha256").digest()
    return _written(digest)[:SIGNATURE]


def _written(value: bytes) -> str:
    return b32encode(value).decode().lower()
