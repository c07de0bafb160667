"""Posting to addresses of strangers: never into our own network, and never for long."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import Any

import pytest
import time_machine

from accounts.channels import DeliveryError, outward
from tests.parts.patience import PATIENCE

PRIVATE = [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.7", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "240.0.0.1",
    "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:8.8.8.8", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1", "2001:0:1::1",
    "2001:db8::1", "::7f00:1", "fec0::1", "4000::1",
]  # fmt: skip
SET_ASIDE = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "::/96", "::ffff:0:0/96",
    "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001:db8::/32", "2002::/16",
    "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
]  # fmt: skip
"""What IANA's registries of special-purpose addresses hold for IPv4 and IPv6, and multicast."""
BAD = [
    "", "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "//example.org/",
    "https://", "https:///path", "https://user@example.org/", "https://user:word@example.org/", "https://example.org:8443/",
    "https://example.org:22/", "https://example.org:99999/", "https://exa mple.org/", "https://example.org/\r\nHost: a",
    "https://[::1/", "javascript:alert(1)", "https://" + "a" * 2000,
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_of_the_open_internet_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (address, 0))])
    with pytest.raises(DeliveryError, match="public server") as refusal:
        outward.post("https://example.org/", b"", {})
    assert refusal.value.permanent


@pytest.mark.parametrize("network", SET_ASIDE)
def test_no_network_that_is_set_aside_is_open_from_its_first_address_to_its_last(network: str) -> None:
    found = ip_network(network)
    assert [outward.is_open(each) for each in (found[0], found[9], found[-1])] == [False] * 3


def test_an_address_that_stands_for_another_in_the_operators_own_network_is_not_open(settings: Any) -> None:
    address = ip_address("2606:4700:64::a00:1")  # 10.0.0.1
    assert outward.is_open(address)
    settings.NAT64_PREFIXES = [ip_network("2606:4700:64::/96")]
    assert not outward.is_open(address)
    assert outward.is_open(ip_address("93.184.216.34"))


@pytest.mark.parametrize("address", BAD)
def test_what_is_no_address_to_post_to_is_refused_with_what_is_one(address: str) -> None:
    with pytest.raises(DeliveryError, match="The address must start with https://") as refusal:
        outward.checked(address)
    assert refusal.value.permanent


def test_a_host_with_one_private_address_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(0, 0, 0, "", ("93.184.216.34", 0)), (0, 0, 0, "", ("10.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(DeliveryError, match="public server"):
        outward.resolved("example.org")


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_one_of_the_open_internet_is_taken(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (address, 0))])
    assert outward.resolved("example.org") == address


def test_a_name_that_changes_its_address_is_asked_once_and_reached_where_it_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter(["93.184.216.34", "127.0.0.1"])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (next(answers), 0))])
    reached: list[Any] = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(DeliveryError, match="couldn’t be reached"):
        outward.post("https://example.org/", b"", {})
    assert reached == [("93.184.216.34", 443)]


# --- A server on the other side -------------------------------------------------------------------------------------


@pytest.fixture
def serve(settings: Any) -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Lets one connection be answered as it is said; gives the address.

    It listens where `localhost` is on this machine: on many that is ::1 first. Where nobody comes it stops by itself.
    """
    settings.OUTWARD_TO_LOOPBACK = True
    family, *_, place = socket.getaddrinfo("localhost", None, type=socket.SOCK_STREAM)[0]
    listening = socket.create_server((str(place[0]), 0), family=family)
    threads: list[threading.Thread] = []

    def begin(answer: Callable[[socket.socket], None]) -> str:
        def run() -> None:
            try:
                connection, _ = listening.accept()
            except OSError:  # the test is over
                return
            with connection:
                answer(connection)

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        return f"http://localhost:{listening.getsockname()[1]}/hook?a=1"

    yield begin
    with suppress(OSError):  # what wakes who still waits; not every system lets it
        listening.shutdown(socket.SHUT_RDWR)
    for each in threads:
        each.join()
    listening.close()


def read(connection: socket.socket) -> bytes:
    found = b""
    while not found.endswith(b"body"):
        found += connection.recv(4096)
    return found


def test_what_is_posted_arrives_at_its_path_with_its_headers(serve: Any) -> None:
    got: list[bytes] = []

    def answer(connection: socket.socket) -> None:
        got.append(read(connection))
        connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    address = serve(answer)
    assert outward.post(address, b"body", {"X-Kind": "turn"}) == outward.Answer(204)
    assert got[0].startswith(b"POST /hook?a=1 HTTP/1.1\r\nHost: localhost:")
    assert b"\r\nX-Kind: turn\r\n" in got[0]
    waiting = [each for each in threading.enumerate() if isinstance(each, threading.Timer)]
    for each in waiting:
        each.join(5)
    assert not any(each.is_alive() for each in waiting)  # what would have cut it off


def test_what_the_operator_has_set_may_lie_in_the_own_network(serve: Any, settings: Any) -> None:
    got: list[bytes] = []

    def answer(connection: socket.socket) -> None:
        got.append(connection.recv(4096))
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    address = serve(answer)
    settings.OUTWARD_TO_LOOPBACK = False
    with pytest.raises(DeliveryError, match="public server"):
        outward.post(address, b"body", {})
    assert outward.post_nothing(address) == outward.Answer(200)
    assert got[0].startswith(b"POST /hook?a=1 HTTP/1.1\r\n")
    assert got[0].endswith(b"Content-Length: 0\r\n\r\n")


@pytest.mark.parametrize(("scheme", "port"), [("http", 80), ("https", 443)])
def test_an_address_without_a_port_has_the_one_of_its_scheme(
    scheme: str, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[Any] = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(DeliveryError, match="couldn’t be reached"):
        outward.post_nothing(f"{scheme}://hc.example.org/secret")
    assert reached == [("hc.example.org", port)]


@pytest.mark.parametrize(
    ("head", "status", "again"),
    [
        ("302 Found\r\nLocation: http://169.254.169.254/", 302, None),
        ("429 Too Many Requests\r\nRetry-After: 2.5", 429, timedelta(seconds=2.5)),
        ("429 Too Many Requests\r\nRetry-After: 1e99", 429, timedelta(hours=1)),
        ("429 Too Many Requests\r\nRetry-After: tomorrow", 429, None),
        ("200 OK\r\nContent-Length: 10000000", 200, None),
    ],
)
def test_of_an_answer_the_head_is_read_and_no_redirect_followed(
    head: str, status: int, again: timedelta | None, serve: Any
) -> None:
    def answer(connection: socket.socket) -> None:
        read(connection)
        connection.sendall(f"HTTP/1.1 {head}\r\n\r\n<html>".encode())

    assert outward.post(serve(answer), b"body", {}) == outward.Answer(status, again)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("Mon, 02 Mar 2026 12:20:00 GMT", timedelta(minutes=20)),
        ("Monday, 02-Mar-26 12:20:00 GMT", timedelta(minutes=20)),
        ("Mon Mar  2 12:20:00 2026", timedelta(minutes=20)),
        ("Mon, 02 Mar 2026 12:20:00 -0000", timedelta(minutes=20)),
        ("Tue, 03 Mar 2026 12:00:00 GMT", timedelta(hours=1)),
        ("Wed, 21 Oct 2015 07:28:00 GMT", None),
        ("Mon, 02 Mar 2026 25:20:00 GMT", None),
        ("Mon, 02 Mar 99999999 12:20:00 GMT", None),
        ("Mon, 02 Mar 2026 12:20:00 +99999999999", None),
        ("nan", None),
        ("", None),
    ],
)
def test_a_server_may_say_until_when_to_wait_by_a_date(text: str, again: timedelta | None) -> None:
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False):
        assert outward._retry_after(text) == again


def test_who_answers_byte_by_byte_is_cut_off(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "TIMEOUT", 0.3)

    def answer(connection: socket.socket) -> None:
        read(connection)
        try:
            for byte in b"HTTP/1.1 200 " + b"O" * 100_000:
                connection.sendall(bytes([byte]))
                gone.wait(0.02)
        except OSError:
            gone.set()

    gone = threading.Event()
    with pytest.raises(DeliveryError, match="couldn’t be reached"):
        outward.post(serve(answer), b"body", {})
    assert gone.wait(PATIENCE)


def test_who_shakes_hands_byte_by_byte_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The handshake belongs to the conversation: a byte now and then would hold a worker for hours."""
    monkeypatch.setattr(outward, "TIMEOUT", 0.3)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("93.184.216.34", 0))])
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: ours)
    gone, is_over, hello = threading.Event(), threading.Event(), list[bytes]()

    def drip() -> None:
        with theirs:
            hello.append(theirs.recv(4096))
            try:
                for byte in b"\x16\x03\x03\x40\x00" + b"\0" * 200:
                    theirs.sendall(bytes([byte]))
                    is_over.wait(0.02)
            except OSError:
                gone.set()

    dripping = threading.Thread(target=drip)
    dripping.start()
    with pytest.raises(DeliveryError, match="couldn’t be reached"):
        outward.post("https://example.org/", b"body", {})
    is_over.set()
    dripping.join()
    assert gone.is_set()
    assert b"example.org" in hello[0]  # who answers must prove to be the host, not merely its address


def test_a_name_that_nobody_answers_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "TIMEOUT", 0.1)
    answered, waited = threading.Event(), list[bool]()

    def ask(*_: Any, **__: Any) -> list[Any]:
        waited.append(answered.wait(PATIENCE))
        return [(0, 0, 0, "", ("10.0.0.1", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", ask)
    with pytest.raises(DeliveryError, match="couldn’t be reached: timed out") as error:
        outward.post("https://example.org/", b"", {})
    assert (error.value.permanent, waited) == (False, [])
    answered.set()


def test_a_name_that_is_unknown_is_said_without_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: Any, **__: Any) -> list[Any]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", ask)
    with pytest.raises(DeliveryError) as error:
        outward.post("https://example.org/", b"", {})
    assert str(error.value) == "The address couldn’t be reached: Name or service not known"


@pytest.mark.parametrize("said", [b"", b"<html>\r\n\r\n", b"\0" * 100, b"HTTP/1.1 abc\r\n\r\n"])
def test_what_is_no_answer_is_none(said: bytes, serve: Any) -> None:
    def answer(connection: socket.socket) -> None:
        read(connection)
        connection.sendall(said)

    with pytest.raises(DeliveryError, match="couldn’t be reached"):
        outward.post(serve(answer), b"body", {})


def test_a_test_setting_alone_lets_anything_lead_to_this_machine(settings: Any) -> None:
    with pytest.raises(DeliveryError, match="public server"):
        outward.resolved("127.0.0.1")
    settings.OUTWARD_TO_LOOPBACK = True
    assert outward.resolved("127.0.0.1") == "127.0.0.1"
    with pytest.raises(DeliveryError, match="public server"):
        outward.resolved("10.0.0.1")
