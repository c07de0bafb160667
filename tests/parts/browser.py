"""A browser that takes pushes: its keys, and how it reads what it is sent."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
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
    """Return the key of a session by which a user is signed in."""
    client = Client()
    client.force_login(user)
    return str(client.session.session_key)


def known_site(patch: pytest.MonkeyPatch, private: str = SITE) -> None:
    """Let the site have keys."""
    patch.setattr(settings, "VAPID_PRIVATE_KEY", private)
    patch.setattr(settings, "VAPID_SUBJECT", "mailto:us@example.org")


def read(body: bytes) -> str:
    """Return what a push says."""
    return decrypted(body, _PRIVATE, _AUTH).decode()


def decrypted(body: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Return what a body of one record says to the browser that has this key and secret (RFC 8291, RFC 8188)."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, record = body[21 : 21 + length], body[21 + length :]
    assert len(record) <= size
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    ours = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = HKDF(SHA256(), 32, auth, b"WebPush: info\0" + ours + sender).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    text = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
    assert text.endswith(b"\2")
    return text[:-1]
