"""Where metrics are served, and whether anybody reaches them who should not."""

import ipaddress
import socket
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

TIMEOUT = 3
"""Seconds to wait for each answer; a firewall may give none."""
MAX_BYTES = 200_000
"""Bytes of an answer that are read."""
OURS = b"# TYPE fogsite_"
"""Every page of metrics contains this."""


class ListensAt(NamedTuple):
    """A host and a port, as of 127.0.0.1:9109 or [::1]:9109."""

    host: str
    port: int


def parsed(address: str) -> ListensAt:
    host, _, port = address.rpartition(":")
    return ListensAt(host.strip("[]"), int(port))


def is_private(host: str) -> bool:
    """Say whether only this machine or its own network reaches this address."""
    if host == "localhost":
        return True
    number = ipaddress.ip_address(host)
    return not (number.is_global or number.is_unspecified or number.is_multicast)


def is_taken() -> bool:
    """Say whether something else listens where metrics are to be served."""
    at = parsed(settings.METRICS_ADDRESS)
    found = metrics_page(HTTPConnection(at.host, at.port, timeout=TIMEOUT))
    return found is not None and OURS not in found


def open_to_world() -> str:
    """Return where the world may read the metrics; "" where it was not found to."""
    site = urlsplit(settings.SITE_URL)
    kind = HTTPSConnection if site.scheme == "https" else HTTPConnection
    if OURS in (metrics_page(kind(site.netloc, timeout=TIMEOUT)) or b""):
        return f"{settings.SITE_URL}/metrics"
    own = parsed(settings.METRICS_ADDRESS)
    for host in public_addresses(site.hostname or ""):
        if OURS in (metrics_page(HTTPConnection(host, own.port, timeout=TIMEOUT)) or b""):
            return f"port {own.port} of {site.hostname}"
    return ""


def public_addresses(host: str) -> list[str]:
    """Return the addresses of a host, apart from those of the loopback, which lead nowhere but here."""
    try:
        found = {str(each[4][0]) for each in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except OSError:
        return []
    return sorted(each for each in found if not ipaddress.ip_address(each.partition("%")[0]).is_loopback)


def metrics_page(connection: HTTPConnection) -> bytes | None:
    """Return what is said to somebody who asks for metrics; None where nobody answers."""
    try:
        connection.request("GET", "/metrics", headers={"Connection": "close"})
        return connection.getresponse().read(MAX_BYTES)
    except HTTPException:
        return b""
    except OSError:
        return None
    finally:
        connection.close()
