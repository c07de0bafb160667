"""A browser that takes pushes: its keys, and how it reads what it is sent."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.test import Client

from accounts.channels.push import keys
from accounts.models import User


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()


SITE = keys.made()
_PRIVATE = ec.derive_private_key(2026, ec.SECP256R1())
_AUTH = b"sixteen letters!"
KEYS = {
    "p256dh": _text(_PRIVATE.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)),
    "auth": _text(_AUTH),
}


def signed_in(user: User) -> str:
    """The key of a session by which a user is signed in."""
    client = Client()
    client.force_login(user)
    return str(client.session.session_key)


def known_site(patch: pytest.MonkeyPatch, private: str = SITE) -> None:
    """Let the site have keys."""
    patch.setattr(settings, "VAPID_PRIVATE_KEY", private)
    patch.setattr(settings, "VAPID_SUBJECT", "mailto:us@example.org")


def read(body: bytes) -> str:
    """What a push says."""
    said: bytes = http_ece.decrypt(body, private_key=_PRIVATE, auth_secret=_AUTH)
    return said.decode()
