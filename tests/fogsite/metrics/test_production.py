"""What the processes of the whole service count together is what Prometheus reads."""

from __future__ import annotations

from http.client import HTTPConnection

import pytest

from tests.parts.patience import until
from tests.parts.production import HOST, Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production")]
READ = """
from prometheus_client import generate_latest
from fogsite.metrics import exporter
print(generate_latest(exporter.registry()).decode())
"""
WANTED = (
    'fogsite_requests_total{method="read",status="200",view="about"} ',
    'fogsite_tasks_total{result="success",task="games.tasks.heartbeat"} ',
    'fogsite_tasks_total{result="success",task="accounts.tasks.deliver_due"} ',
    'fogsite_streams_open{kind="player"} 0.0',
    'fogsite_part_ok{part="database"} 1.0',
    'fogsite_database_connections{state="active"} ',
)


def test_web_streams_workers_and_letters_are_counted_together(production: Production) -> None:
    web = HTTPConnection(*production.upstreams["web"], timeout=30)
    web.request("GET", "/about/", headers={"Host": HOST})
    assert web.getresponse().status == 200

    def missing() -> list[str]:
        lines = production.manage("shell", "-c", READ).splitlines()
        return [each for each in WANTED if not any(line.startswith(each) for line in lines)]

    until(lambda: not missing(), lambda: f"{missing()} is not counted")
