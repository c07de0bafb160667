"""A push service on loopback: it lets a browser subscribe, and takes no push that a real one would refuse."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from time import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from tests.parts import browser
from tests.parts.loopback import posted_to

DAY = 24 * 60 * 60
SUBSCRIBE = """
PushManager.prototype.subscribe = async function ({ userVisibleOnly, applicationServerKey }) {
    const key = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
    const path = key.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    if (!userVisibleOnly) throw new Error("a push must be seen");
    if ((localStorage.subscribed ?? path) !== path) throw new DOMException("another key", "InvalidStateError");
    localStorage.subscribed = path;
    return { toJSON: () => ({ endpoint: `%s/${path}`, keys: %s }) };
};
PushManager.prototype.getSubscription = async () =>
    localStorage.subscribed ? { unsubscribe: async () => delete localStorage.subscribed } : null;
"""
"""As the Push API has it: while a subscription stands, there is none with another key."""


class Refused(Exception):
    """What a push service answers: a status, and why."""


@dataclass(frozen=True)
class Push:
    """A push that was taken, as the browser is to have it."""

    ttl: int
    topic: str
    urgency: str
    said: str


@dataclass
class PushService:
    """Its address, and what it has taken and refused."""

    address: str = ""
    taken: list[Push] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def subscribing(self) -> str:
        """A script by which a page's browser subscribes here, at an address that holds the key of the site."""
        return SUBSCRIBE % (self.address, json.dumps(browser.KEYS))

    def answer(self, path: str, headers: Message, body: bytes) -> HTTPStatus:
        """Return what a post is answered."""
        try:
            self.take(path, headers, body)
        except Refused as refusal:
            status, why = refusal.args
            self.refused.append(why)
            return HTTPStatus(status)
        return HTTPStatus.CREATED

    def take(self, path: str, headers: Message, body: bytes) -> None:
        """Take a push.

        Raises: `Refused` if it isn't acceptable.
        """
        signed_by(path.removeprefix("/"), headers["Authorization"] or "", self.address)
        ttl, topic = headers["TTL"] or "", headers["Topic"] or ""
        if not ttl.isdigit():
            raise Refused(400, "no TTL")
        if len(topic) > 32 or not topic.replace("-", "a").replace("_", "a").isalnum():
            raise Refused(400, "no topic")
        if headers["Content-Encoding"] != "aes128gcm" or len(body) > 4096:
            raise Refused(415, "not encrypted, or too long")
        self.taken.append(Push(int(ttl), topic, headers["Urgency"], browser.read(body)))


def signed_by(key: str, given: str, audience: str) -> None:
    """Check that what is given was signed by this key, for this service, and for at most a day.

    Raises: `Refused` if it wasn't.
    """
    scheme, _, rest = given.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(",") if "=" in part)
    if scheme != "vapid" or parts.get("k") != key:
        raise Refused(403, "not the key by which the browser subscribed")
    message, _, signature = parts["t"].rpartition(".")
    raw = unpacked(signature)
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(key))
    try:
        public.verify(encode_dss_signature(*numbers), message.encode(), ec.ECDSA(SHA256()))
    except InvalidSignature:
        raise Refused(403, "not signed") from None
    claims = json.loads(unpacked(message.partition(".")[2]))
    if claims["aud"] != audience or not time() < claims["exp"] <= time() + DAY or "sub" not in claims:
        raise Refused(403, f"not for us, or not now: {claims}")


def unpacked(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run the service while the `with` lasts."""
    service = PushService()
    with posted_to(service.answer) as service.address:
        yield service
