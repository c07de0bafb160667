"""Posting to addresses that users have given: never into our own network, and never for long.

A name is resolved once, every address it stands for must be one of the open internet, and the connection goes to
exactly the address that was looked at. No redirect is followed, and of an answer only its head is read. An address that
the operator has set may lie in our own network.
"""

import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import faults
from accounts.channels import DeliveryError

LONGEST_ADDRESS = 2000
"""Signs of an address."""
TIMEOUT = 10.0
"""Seconds for the whole of a conversation, from the question for its address to the answer, however slow all are."""
HTTP = 80
HTTPS = 443
LONGEST_WAIT = timedelta(hours=1)
"""How long a server may have us wait before it is asked again."""
EMBEDDING = [ip_network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")]
"""Networks of IPv6 whose addresses stand for others, of IPv4, which may be private."""
SPECIAL = [
    ip_network(text)
    for text in (
        *("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
        *("100::/64", "100:0:0:1::/64", "2001::/23", "2620:4f:8000::/48", "3fff::/20", "5f00::/16"),
    )
]
"""Networks that IANA has set aside and some Python takes for open: protocols, relays, AS112, documentation."""


@dataclass(frozen=True)
class Answer:
    """The status of an answer, and after how long to ask again, where it says so."""

    status: int
    again: timedelta | None = None

    @property
    def is_gone(self) -> bool:
        """Whether nothing will ever be taken there."""
        return self.status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)

    def require_taken(self) -> None:
        """Raise DeliveryError unless what was posted was taken; for good where the address is gone."""
        if self.status >= HTTPStatus.MULTIPLE_CHOICES:
            words = _("The server responded with status %(status)d.") % {"status": self.status}
            raise DeliveryError(words, permanent=self.is_gone, again=self.again)


def checked(address: str) -> SplitResult:
    """Return the parts of an address that may be posted to, as far as that can be told without asking anybody.

    Raises DeliveryError, for good, with what is wrong with it.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise _refused() from None
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    at_home = settings.OUTWARD_TO_LOOPBACK and parts.scheme == "http"
    if not plain or not parts.hostname or parts.username is not None or (parts.scheme != "https" and not at_home):
        raise _refused()
    if port not in (None, HTTPS) and not at_home:
        raise _refused()
    return parts


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post to an address. Raises DeliveryError, for good where the address is none that may be posted to."""
    return _conversation(checked(address), body, headers, look_up=resolved)


def post_nothing(address: str) -> Answer:
    """Post an empty body to an address that the operator has set, wherever it leads. Raises DeliveryError."""
    return _conversation(urlsplit(address), b"", {}, look_up=lambda host, _: host)


def _conversation(
    parts: SplitResult, body: bytes, headers: Mapping[str, str], look_up: Callable[[str, float], str]
) -> Answer:
    """Post to the address of a host that `look_up` finds in so many seconds. Raises DeliveryError."""
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    ends = monotonic() + TIMEOUT
    try:
        connection = _connected(parts, look_up, ends)
        is_over = threading.Event()
        hurry = threading.Timer(_left(ends), _cut_off, [connection, is_over])
        hurry.start()
        try:
            connection.request("POST", path, body, dict(headers))
            response = connection.getresponse()
            if is_over.is_set():  # half an answer reads like a whole one
                raise TimeoutError("timed out")
            return Answer(response.status, _retry_after(response.headers.get("Retry-After", "")))
        finally:
            hurry.cancel()
            connection.close()
    except (OSError, HTTPException, ValueError) as error:
        raise _unreached(error) from error


def _left(ends: float) -> float:
    """Return seconds that are left of a conversation. Raises TimeoutError where none are."""
    if (left := ends - monotonic()) <= 0:
        raise TimeoutError("timed out")
    return left


def _connected(parts: SplitResult, look_up: Callable[[str, float], str], ends: float) -> HTTPConnection:
    """Return a connection to the one address that was looked at, which proves that it is the host."""
    host = parts.hostname or ""
    address = look_up(host, _left(ends))
    port = parts.port or (HTTPS if parts.scheme == "https" else HTTP)
    sock = socket.create_connection((address, port), timeout=_left(ends))
    if parts.scheme == "http":
        connection = HTTPConnection(host, parts.port, timeout=TIMEOUT)
        connection.sock = sock
        return connection
    try:
        safe = HTTPSConnection(host, parts.port, timeout=TIMEOUT)
        sock.settimeout(_left(ends))  # which holds for the handshake as a whole
        safe.sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
    except BaseException:
        sock.close()
        raise
    return safe


def _cut_off(connection: HTTPConnection, is_over: threading.Event) -> None:
    """End a conversation that lasts too long, even if somebody waits for it."""
    is_over.set()
    if connection.sock is not None:
        connection.sock.shutdown(socket.SHUT_RDWR)


def resolved(host: str, patience: float = TIMEOUT) -> str:
    """Return an address of a host.

    Raises DeliveryError, for good, where any that it has is not of the open internet.
    """
    try:
        found = _asked(host, patience)
    except (OSError, UnicodeError) as error:
        raise _unreached(error) from error
    addresses = [str(each[4][0]).partition("%")[0] for each in found]
    if not addresses or not all(is_open(ip_address(each)) for each in addresses):
        raise _refused()
    return addresses[0]


def _asked(host: str, patience: float) -> list[Any]:
    """Return what a host's name stands for.

    The server that answers for the name may be slow, and `getaddrinfo` knows no limit.
    """
    answer = Future[list[Any]]()

    def ask() -> None:
        try:
            answer.set_result(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM))
        except Exception as error:
            answer.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        return answer.result(patience)
    except TimeoutError:
        raise TimeoutError("timed out") from None


def is_open(address: IPv4Address | IPv6Address) -> bool:
    """Say whether an address belongs to the open internet, and stands for no other one."""
    if settings.OUTWARD_TO_LOOPBACK and address.is_loopback:
        return True
    if any(address in network for network in [*EMBEDDING, *SPECIAL, *settings.NAT64_PREFIXES]):
        return False
    if isinstance(address, IPv6Address) and (address.ipv4_mapped or address.is_site_local):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _retry_after(text: str) -> timedelta | None:
    """Return what Retry-After says, in seconds or as a date (RFC 9110, 10.2.3), an hour at most."""
    try:
        return timedelta(seconds=min(float(text), LONGEST_WAIT.total_seconds()))
    except (ValueError, OverflowError):
        return _until(text)


def _until(text: str) -> timedelta | None:
    """Return how long it is until a date of HTTP, an hour at most; None where it is none, or is over."""
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    wait = (at if at.tzinfo else at.replace(tzinfo=UTC)) - timezone.now()
    return min(wait, LONGEST_WAIT) if wait > timedelta() else None


def _unreached(error: Exception) -> DeliveryError:
    """Return an error that says that nobody answered and why, without the system's number for it."""
    words = getattr(error, "strerror", None) or faults.why(error)
    return DeliveryError(_("The address couldn’t be reached: %(error)s") % {"error": words})


def _refused() -> DeliveryError:
    words = _("The address must start with https://, point to a public server and use port 443.")
    return DeliveryError(words, permanent=True)
