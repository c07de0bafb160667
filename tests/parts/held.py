"""A task that lasts as long as a test wants, known to the worker that includes this module."""

from pathlib import Path

from fogsite.celery import app


@app.task
def hold(pipe: str) -> None:
    """Wait until somebody writes to this named pipe."""
    with Path(pipe).open("rb", buffering=0) as opened:
        opened.read(1)
