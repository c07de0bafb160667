"""What a browser says of itself when it wants pushes: its address at a push service, and its keys."""

import re
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.conf import settings

from accounts.channels import DeliveryError, outward

SERVICES = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com")
FAMILIES = (".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
LOOPBACK = ("localhost", "127.0.0.1")
LONGEST_ADDRESS = 1000
"""Signs of an address: those of push services are some 200 long."""
SECRET = 16
"""Bytes that the browser and we share (RFC 8291)."""
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")


class Malformed(Exception):
    """What was given is no subscription that a push could reach."""


@dataclass(frozen=True)
class Subscription:
    """The address of a browser at its push service, its public key, and the secret that it shares with us."""

    address: str
    p256dh: str
    auth: str

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": self.p256dh, "auth": self.auth}


def parse_subscription(given: dict[str, Any]) -> Subscription:
    """Return the subscription that a browser sent.

    Raises: `Malformed` unless it leads to a push service we know and its keys are keys.
    """
    found = Subscription(*(str(given.get(name, "")) for name in ("endpoint", "p256dh", "auth")))
    if len(found.address) > LONGEST_ADDRESS or not is_service(found.address):
        raise Malformed
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(found.p256dh))
    except ValueError:
        raise Malformed from None
    if len(_bytes(found.auth)) != SECRET:
        raise Malformed
    return found


def is_service(address: str) -> bool:
    """Say whether an address is one of a push service that a maker of browsers runs."""
    try:
        host = (outward.checked(address).hostname or "").lower()
    except DeliveryError:
        return False
    at_home = settings.OUTWARD_TO_LOOPBACK and host in LOOPBACK
    return host in SERVICES or host.endswith(FAMILIES) or at_home


def device(agent: str) -> str:
    """Return what to call a browser, by what it says of itself."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system.replace("Macintosh", "Mac")))) or "Browser"


def _bytes(text: str) -> bytes:
    """Return what a key says; nothing where it is none."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}={0,2}", text):
        return b""
    bare = text.rstrip("=")
    try:
        return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except ValueError:
        return b""
