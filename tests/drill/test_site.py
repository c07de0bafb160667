"""Units are known by the words of their commands."""

from __future__ import annotations

import pytest

from tests.drill.faults import FAULTS
from tests.drill.site import name_of, on_port, restart_seconds


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("/bin/gunicorn fogsite.wsgi --workers 5", "web"),
        ("/bin/python -c pass 7 /bin/gunicorn fogsite.wsgi --workers 5", "web"),
        ("/bin/uvicorn fogsite.asgi:application --fd 3", "stream"),
        ("/bin/celery -A fogsite worker --concurrency 2", "worker"),
        ("/bin/celery -A fogsite worker -Q celery", "worker"),
        ("/bin/celery -A fogsite worker -Q letters", "letters"),
        ("/bin/celery -A fogsite beat", "beat"),
        ("nginx -p /home -c /home/nginx.conf", "nginx"),
    ],
)
def test_a_unit_is_known_by_the_words_of_its_command(command: str, name: str) -> None:
    assert name_of(command.split()) == name


def test_on_a_second_machine_they_listen_elsewhere() -> None:
    upstreams = {"web": ("b", 2), "stream": ("b", 3)}
    words = on_port(["python", "x", "7", "/bin/gunicorn", "fogsite.wsgi"], upstreams)
    assert words == ["/bin/gunicorn", "fogsite.wsgi", "--bind", "b:2"]
    words = on_port(["python", "x", "7", "/bin/uvicorn", "fogsite.asgi:application", "--fd", "3"], upstreams)
    assert words == ["/bin/uvicorn", "fogsite.asgi:application", "--host", "b", "--port", "3"]


def test_units_wait_before_they_start_again() -> None:
    assert restart_seconds() == 2


def test_no_two_faults_are_called_alike() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(names) == len(set(names)) >= 28
