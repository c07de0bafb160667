"""Who holds the connections to the site, as far as they end on this machine, by the kernel's own tables.

A proxy has room for so many. One network can fill it with requests that it begins and never ends, which no worker hears
of (`accounts/usage.py`).
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

from accounts import limits

TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
ESTABLISHED = "01"
FULL = 250
"""Connections of a network below which nobody is said to fill a proxy: a third of what Debian's nginx has room for."""


def holder(port: int) -> str:
    """Return the network that alone holds at least half of all connections to a port of this machine; "" where none
    does, or where the machine has no such tables."""
    held = Counter(limits.wide(address) for table in TABLES for address in _peers(table, port))
    for network, number in held.most_common(1):
        if number >= FULL and number * 2 >= held.total():
            return network
    return ""


def _peers(table: Path, port: int) -> Iterator[str]:
    """Yield who is connected to a port, by a table whose lines begin: number, own address, peer's address, state."""
    with suppress(OSError), table.open() as lines:
        next(lines, "")
        for line in lines:
            _, own, peer, state, *_ = line.split()
            if state == ESTABLISHED and int(own.rpartition(":")[2], 16) == port:
                yield _address(peer.partition(":")[0])


def _address(written: str) -> str:
    """Read an address that the kernel writes by words of four bytes, each with its last byte first."""
    words = [bytes.fromhex(written[at : at + 8])[::-1] for at in range(0, len(written), 8)]
    found = ip_address(b"".join(words))
    return str(getattr(found, "ipv4_mapped", None) or found)
