"""Asking the site as players do: at its public address, through everything that stands before it.

A site that does not answer because one network keeps it busy, or holds its connections, counts as one that does: nobody
can stop the clocks. One that answers nobody, that lacks its database, or that is kept busy by many, is out of reach.
"""

import json
import logging
import ssl
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings

from accounts import connections, usage
from games.core.services import heartbeats

logger = logging.getLogger(__name__)

TIMEOUT = 10
"""Seconds for which the connection, and each part of the answer, is waited for."""
PATH = "/healthz"
NEEDED = ("database", "static")
"""Parts without which no page can be shown. If `/healthz` reports only other faults, you can play."""
MAX_BYTES = 100_000
"""Bytes of an answer that are read."""


class NotLetIn(Exception):
    """The site took no connection, or did not greet who had one."""


def visit() -> bool:
    """Ask the site whether it can be played on; noted where it can. No redirect is followed: it is to answer itself."""
    if not settings.SITE_CHECK:
        return False
    try:
        fault = _fault(_response())
    except NotLetIn as error:
        fault = _unless_busy(str(error), connections.holder(_port()) or usage.one_network())
    except (OSError, HTTPException, ValueError) as error:
        fault = _unless_busy(repr(error), usage.one_network())
    if fault:
        logger.warning("The site does not answer at %s%s: %s", settings.SITE_URL, PATH, fault)
    else:
        heartbeats.record_heartbeat(heartbeats.SITE)
    return not fault


def _unless_busy(fault: str, network: str) -> str:
    """Return why the site gave no answer of its own; empty where it was busy with one network."""
    if network:
        logger.warning("The site is busy with the network %s, and gave no answer in time: %s", network, fault)
    return "" if network else fault


def _response() -> bytes:
    """Return what it says. Raises NotLetIn, OSError or HTTPException where that is nothing."""
    place = urlsplit(settings.SITE_URL)
    kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
    connection = kind(place.netloc, timeout=TIMEOUT)
    try:
        _connect(connection)
        _note_certificate(connection)
        connection.request("GET", PATH, headers={"Accept": "application/json", "Connection": "close"})
        return connection.getresponse().read(MAX_BYTES)
    finally:
        connection.close()


def _connect(connection: HTTPConnection) -> None:
    """Have a connection, with its encryption agreed. Raises NotLetIn."""
    try:
        connection.connect()
    except OSError as error:
        raise NotLetIn(repr(error)) from error


def _note_certificate(connection: HTTPConnection) -> None:
    """Note until when the certificate is valid that visitors are shown, if there is one."""
    if isinstance(connection.sock, ssl.SSLSocket):
        shown = connection.sock.getpeercert() or {}
        ends = ssl.cert_time_to_seconds(str(shown["notAfter"]))
        heartbeats.record_end(heartbeats.CERTIFICATE, datetime.fromtimestamp(ends, UTC))


def _port() -> int:
    place = urlsplit(settings.SITE_URL)
    return place.port or (443 if place.scheme == "https" else 80)


def _fault(answer: bytes) -> str:
    """Return what keeps people from playing, by an answer of `/healthz`; empty where nothing does.

    Raises ValueError.
    """
    found = json.loads(answer)
    parts = found.get("parts") if isinstance(found, dict) else None
    if not isinstance(parts, dict):
        return "something else answers there"
    return ", ".join(f"{name} is not well" for name in NEEDED if not parts.get(name, {}).get("ok"))
