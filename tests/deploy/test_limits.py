"""What nginx refuses by network: with IPv6 one customer has addresses without number, of one /56."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path

import pytest

from tests.deploy.test_files import needed
from tests.parts.ports import free_port
from tests.parts.production import HOST, NGINX, PATH, UPSTREAMS, documented_site
from tests.parts.program import Program

HERE = "2001:db8:1:ab"
"""What all addresses of one /56 begin with."""
Ask = Callable[[str, int], Counter[int]]


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """Asks nginx so often from an address, as a proxy before it would tell; nobody stands behind it (502)."""
    at = free_port()
    believed = "set_real_ip_from 127.0.0.0/8; real_ip_header X-Real-IP;"
    site = documented_site(tmp_path).replace("listen 80;", f"listen 127.0.0.1:{at};").replace("listen [::]:80;", "")
    for upstream in UPSTREAMS.values():
        site = site.replace(upstream, f"127.0.0.1:{free_port()}")
    config = tmp_path / "nginx.conf"
    config.write_text(NGINX.format(home=tmp_path, site=believed + site))
    command: list[str | Path] = [needed("nginx", "nginx"), "-p", tmp_path, "-c", config, "-e", "stderr"]
    nginx = Program(command, {"PATH": PATH}, "start worker process ")

    def asked(source: str, times: int) -> Counter[int]:
        found: Counter[int] = Counter()
        with closing(HTTPConnection("127.0.0.1", at)) as connection:
            for _ in range(times):
                connection.request("GET", "/", headers={"Host": HOST, "X-Real-IP": source})
                answer = connection.getresponse()
                answer.read()
                found[answer.status] += 1
        return found

    yield asked
    nginx.kill()


def refused_after(ask: Ask, sources: list[str]) -> int:
    """Return after how many requests, sent by turns from some addresses, one is refused."""
    return next(count for count, source in zip(range(5000), cycle(sources)) if ask(source, 1)[429])


def test_addresses_of_one_network_are_counted_together_and_those_of_another_one_apart(ask: Ask) -> None:
    neighbours = [f"{HERE}{last:02x}::{last}" for last in range(100)]
    assert refused_after(ask, neighbours) >= 600
    assert ask("2001:db8:1:aa00::1", 250) == {502: 250}
    assert ask("2001:db8::1", 250) == {502: 250}  # however it is written


@pytest.mark.parametrize("address", ["2001:db8:2::1", "198.51.100.7"])
def test_one_address_is_counted_by_itself(address: str, ask: Ask) -> None:
    assert 300 <= refused_after(ask, [address]) < 600
    assert ask("198.51.100.8", 250) == {502: 250}


def test_the_machine_itself_is_not_counted(ask: Ask) -> None:
    assert ask("127.0.0.1", 400) == {502: 400}
