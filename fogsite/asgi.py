"""The ASGI entry point: the streams of events alone. All else gunicorn answers (`fogsite/wsgi.py`)."""

import asyncio
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")
django.setup(set_prefix=False)

from fogsite import request_ids, stream  # noqa: E402  once Django is ready

PATH = "/stream/"
OF_PROGRAMS = "/api/v1/stream/"


async def application(scope: stream.Message, receive: stream.Receive, send: stream.Send) -> None:
    """Serve streams, and 404 for every other address."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "http":
        await serve_http(scope, receive, with_id(scope, send))


async def serve_http(scope: stream.Message, receive: stream.Receive, send: stream.Send) -> None:
    """Serve a stream of a browser or of a program."""
    if scope["path"] == PATH:
        await stream.serve(scope, receive, send)
    elif scope["path"] == OF_PROGRAMS:
        await stream.serve_program(scope, receive, send)
    else:
        await stream.send_empty(send, 404)


def with_id(scope: stream.Message, send: stream.Send) -> stream.Send:
    """Give a request its id, and return what sends an answer with it."""
    name = request_ids.HEADER.lower().encode()
    request_id = request_ids.request_id_of(dict(scope["headers"]).get(name, b"").decode("latin-1"))
    request_ids.begin_work(request_ids.Work(request_id, view="stream"))

    async def send_marked(message: stream.Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (name, request_id.encode())]}
        await send(message)

    return send_marked


async def live(receive: stream.Receive, send: stream.Send) -> None:
    """Hear Redis, look sessions up again, and give signs of life, from the start of the server to its end."""
    await receive()
    stream.count_from_zero()
    streams = stream.streams
    tasks = [asyncio.create_task(work) for work in (streams.listen(), streams.check_all(), streams.live())]
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for task in tasks:
        task.cancel()
    await send({"type": "lifespan.shutdown.complete"})
