"""Who fills the site's connections: read from tables as the kernel writes them."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from accounts import connections

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
REST = "00000000:00000000 00:00000000 00000000     0        0 12345 1 0000000000000000 20 4 30 10 -1\n"
OURS, OTHER = 443, 5432
HTTPS = "0100007F:01BB"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "tcp"
    monkeypatch.setattr(connections, "TABLES", (found, tmp_path / "lacking"))
    monkeypatch.setattr(connections, "FULL", 4)
    return found


def write(table: Path, *peers: str, own: str = HTTPS, state: str = "01") -> None:
    lines = [f"{number:>4}: {own} {peer}:C350 {state} {REST}" for number, peer in enumerate(peers)]
    table.write_text(HEAD + "".join(lines))


ONE = ["010200C0", "020200C0", "030200C0", "FF0200C0"]
"""192.0.2.1, .2, .3 and .255."""
MANY = [f"0163{number:02X}CB" for number in range(5)]


def test_a_network_with_half_of_the_connections_fills_them(table: Path) -> None:
    write(table, *ONE, *MANY[:4])
    assert connections.holder(OURS) == "192.0.2.0"


def test_less_than_half_or_few_is_nobody(table: Path) -> None:
    write(table, *ONE, *MANY)
    assert connections.holder(OURS) == ""
    write(table, *ONE[:3])
    assert connections.holder(OURS) == ""


def test_other_ports_and_connections_that_are_over_do_not_count(table: Path) -> None:
    write(table, *ONE)
    assert connections.holder(OTHER) == ""
    write(table, *ONE, state="06")
    assert connections.holder(OURS) == ""


def test_ipv6_is_counted_by_48_and_ipv4_within_it_as_what_it_is(table: Path) -> None:
    own = f"{'0' * 32}:01BB"
    write(table, *(f"B80D0120{number:02X}000100{'0' * 8}01000000" for number in range(4)), own=own)
    assert connections.holder(OURS) == "2001:db8:1::"
    write(table, *(f"{'0' * 16}FFFF0000{peer}" for peer in ONE), own=own)
    assert connections.holder(OURS) == "192.0.2.0"


def test_a_machine_without_such_tables_names_nobody(table: Path) -> None:
    assert connections.holder(OURS) == ""


def test_this_machines_own_table_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "FULL", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        assert connections.holder(address[1]) == ""
        with socket.create_connection(address, source_address=("127.9.8.7", 0)):
            assert connections.holder(address[1]) == "127.9.8.0"
