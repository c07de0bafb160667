"""Ports for the servers of tests that must know their port before they listen."""

import random
import socket
from pathlib import Path

LOWEST = 10_000
EPHEMERAL = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_port() -> int:
    """Return a port that nobody listens on.

    It lies below those that the kernel gives away by itself: until the server of the test listens, no connection or
    server of another process is given it.
    """
    below = int(EPHEMERAL.read_text().split()[0])
    return next(port for port in iter(lambda: random.randrange(LOWEST, below), None) if _is_free(port))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
