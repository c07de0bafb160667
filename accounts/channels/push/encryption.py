"""What a push says, encrypted for one browser (RFC 8291): a single record of `aes128gcm` (RFC 8188)."""

import os
from base64 import urlsafe_b64decode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
SALT = 16
RECORD = 4096
"""Bytes of a record, if the text needs no more."""
LAST = b"\x02"
"""What ends the last record."""
ADDED = len(LAST) + 16
"""Bytes by which the last record is longer than its text."""


def encrypted(
    text: bytes, keys: dict[str, str], *, salt: bytes | None = None, sender: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """Return a text as the browser with these keys (`p256dh`, `auth`) reads it, and nobody else.

    Salt and the sender's key are new each time; only tests name them. Raises ValueError where the keys are none.
    """
    salt = salt or os.urandom(SALT)
    sender = sender or ec.generate_private_key(CURVE)
    browser = _bytes(keys["p256dh"])
    ours = _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    secret = _derived(shared, _bytes(keys["auth"]), b"WebPush: info\0" + browser + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    size = max(RECORD, len(text) + ADDED)
    header = salt + size.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, text + LAST, None)


def _derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _bytes(written: str) -> bytes:
    """Return what base64 for addresses says, which browsers write without the signs at its end."""
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))
