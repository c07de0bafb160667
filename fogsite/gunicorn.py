"""What gunicorn does besides serving (`--config python:fogsite.gunicorn`)."""

from typing import Any

from fogsite.metrics import folder


def child_exit(server: Any, worker: Any) -> None:
    """Forget that a worker was busy which is gone."""
    folder.forget_dead()
