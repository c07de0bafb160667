"""The pair of keys by which browsers and push services know the site."""

from base64 import urlsafe_b64encode
from functools import cache

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02


def made() -> str:
    """Return a new private key."""
    pair = Vapid02()
    pair.generate_keys()
    return _text(pair.private_key.private_numbers().private_value.to_bytes(32, "big"))


def public() -> str:
    """Return what browsers are given when they subscribe; nothing where the site has no keys."""
    return _public_of(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else ""


@cache
def _public_of(private: str) -> str:
    key = Vapid02.from_string(private).public_key
    return _text(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()
