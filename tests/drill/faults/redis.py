"""Redis: emptied, gone, silent, and answering that it will not."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from redis import Redis as Client

from tests.drill.fault import HOUSE, fault
from tests.drill.site import Site, eventually


@contextmanager
def client(site: Site) -> Iterator[Any]:
    with closing(Client.from_url(site.redis.url)) as found:
        yield found


@fault("Redis emptied (FLUSHALL), three times", harmless=True, house=HOUSE)
def emptied(site: Site) -> None:
    for _ in range(3):
        site.redis.flush()
        site.last(5)


@fault("Redis stopped for 30 s", harmless=True)
def stopped(site: Site) -> None:
    site.redis.stop()
    site.last(30)
    site.redis.start()


@fault("Redis hanging for 20 s", harmless=True)
def hanging(site: Site) -> None:
    assert site.redis.process
    os.kill(site.redis.process.pid, signal.SIGSTOP)
    site.last(20)
    os.kill(site.redis.process.pid, signal.SIGCONT)


@fault("Redis full (maxmemory 1) for 20 s", harmless=True)
def full(site: Site) -> None:
    with client(site) as redis:
        redis.config_set("maxmemory", 1)
        site.last(20)
        redis.config_set("maxmemory", 0)


@fault("Redis read-only for 20 s", harmless=True)
def read_only(site: Site) -> None:
    with client(site) as redis:
        redis.replicaof("127.0.0.1", 1)
        site.last(20)
        redis.replicaof("NO", "ONE")


@fault("Redis cannot save (MISCONF) for 20 s", harmless=True)
def cannot_save(site: Site) -> None:
    in_its_way = site.redis.socket.parent / "dump.rdb"
    in_its_way.mkdir()
    with client(site) as redis:
        redis.config_set("save", "3600 1")
        redis.bgsave()
        eventually(lambda: redis.info()["rdb_last_bgsave_status"] == "err", 10, "Redis fails to save")
        site.last(20)
        redis.config_set("save", "")
    in_its_way.rmdir()
