"""What Prometheus asks: a small server beside the site, which the world does not reach."""

import logging
import socket
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.db import close_old_connections
from prometheus_client import CollectorRegistry, Metric, make_wsgi_app
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from fogsite.metrics import folder
from fogsite.metrics.readings import Readings

logger = logging.getLogger(__name__)


class CountedByProcesses(Collector):
    """What the processes of all machines have counted."""

    def collect(self) -> Iterable[Metric]:
        folder.forget_dead()
        try:
            found: Iterable[Metric] = MultiProcessCollector.merge(folder.counted_files())
        except OSError as error:
            logger.warning("What was counted in METRICS_DIR cannot be read: %s", error)
            return []
        return found


class Handler(WSGIRequestHandler):
    """Waits for nobody for long, as it answers one after the other, and does not log each time that it is asked."""

    timeout = 10

    def log_message(self, format: str, *args: object) -> None:
        logger.debug(format, *args)


class OverIpv6(WSGIServer):
    address_family = socket.AF_INET6


def registry() -> CollectorRegistry:
    """Return all that can be asked for."""
    made = CollectorRegistry()
    made.register(CountedByProcesses())
    made.register(Readings())
    return made


def server(host: str, port: int) -> WSGIServer:
    """Return a server that listens. Raises OSError where it cannot."""
    kind = OverIpv6 if ":" in host else WSGIServer
    return make_server(host, port, answering(), server_class=kind, handler_class=Handler)


def answering() -> Callable[..., Iterable[bytes]]:
    """Return what answers: a connection to the database that was lost is made again for the next one who asks."""
    inner = make_wsgi_app(registry())

    def outer(environ: Any, start_response: Any) -> Iterable[bytes]:
        close_old_connections()
        try:
            return inner(environ, start_response)
        finally:
            close_old_connections()

    return outer
