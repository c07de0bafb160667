"""The ASGI entry point: the streams of events alone. All else gunicorn answers (`fogsite/wsgi.py`)."""

import asyncio
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")
django.setup(set_prefix=False)

from fogsite import stream  # noqa: E402  once Django is ready

PATH = "/stream/"
OF_PROGRAMS = "/api/v1/stream/"


async def application(scope: stream.Message, receive: stream.Receive, send: stream.Send) -> None:
    """Serve streams, and 404 for every other address."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "http" and scope["path"] == PATH:
        await stream.serve(scope, receive, send)
    elif scope["type"] == "http" and scope["path"] == OF_PROGRAMS:
        await stream.serve_program(scope, receive, send)
    elif scope["type"] == "http":
        await stream.send_empty(send, 404)


async def live(receive: stream.Receive, send: stream.Send) -> None:
    """Hear Redis, look sessions up again, and give signs of life, from the start of the server to its end."""
    await receive()
    streams = stream.streams
    tasks = [asyncio.create_task(work) for work in (streams.listen(), streams.check_all(), streams.live())]
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for task in tasks:
        task.cancel()
    await send({"type": "lifespan.shutdown.complete"})
