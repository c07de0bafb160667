"""What Prometheus reads."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from fogsite.metrics import address, exporter

OFF = "METRICS_DIR is not set, so nothing is counted and nothing served."
PUBLIC = "METRICS_ADDRESS ({address}) can be reached by the world: name one of this machine, such as 127.0.0.1:9109."


class Command(BaseCommand):
    help = "Serve what the service's processes count, and what is read from database and Redis, to Prometheus."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anywhere", action="store_true", help="listen on all addresses of a container")

    def handle(self, *, anywhere: bool, **options: Any) -> None:
        if not settings.METRICS_DIR:
            self.stdout.write(OFF)
            return
        host, port = address.parsed(settings.METRICS_ADDRESS)
        if not address.is_private(host):
            raise CommandError(PUBLIC.format(address=settings.METRICS_ADDRESS))
        self.serve("0.0.0.0" if anywhere else host, port)

    def serve(self, host: str, port: int) -> None:
        try:
            server = exporter.server(host, port)
        except OSError as error:
            told = f"Nothing can listen on {host}:{port} ({error.strerror}): let METRICS_ADDRESS name another port."
            raise CommandError(told) from None
        self.stdout.write(f"Metrics are served at http://{host}:{port}/metrics.")
        self.stdout.flush()
        server.serve_forever()
