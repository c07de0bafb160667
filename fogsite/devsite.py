"""The whole of a development copy at one address: the streams, and all else as gunicorn would answer it."""

from a2wsgi import WSGIMiddleware

from fogsite.wsgi import application as site

pages = WSGIMiddleware(site)  # type: ignore[arg-type]  # Django's handler says less of its types

from fogsite import asgi, stream  # noqa: E402  once Django is ready


async def application(scope: stream.Message, receive: stream.Receive, send: stream.Send) -> None:
    """Serve streams and pages."""
    if scope["type"] == "lifespan" or scope["path"] in (asgi.PATH, asgi.OF_PROGRAMS):
        await asgi.application(scope, receive, send)
    else:
        await pages(scope, receive, send)  # type: ignore[arg-type]  # the same messages by another name
