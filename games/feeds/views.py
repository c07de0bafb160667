"""A user's calendar and feed. Their secret addresses are enough: no cookie is asked for, and nobody is signed in."""

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_safe

from accounts import feeds as addresses, limits
from accounts.models import Feed
from accounts.personal import personal
from accounts.request import tagged
from games.feeds import pages as feeds
from games.feeds.pages import Due

Document = Callable[[Feed, Iterable[Due]], bytes]


def secret(kind: str, written: Document) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view of a document; it answers every wrong address alike."""

    @require_safe
    def view(request: HttpRequest, token: str) -> HttpResponse:
        feed = addresses.find(token)
        if feed is None:
            return _refused(
                404, _("There’s no calendar or feed at this address. You’ll find your own addresses in your settings.")
            )
        if seconds := limits.consume(request, "feed", feed.user):
            return _refused(429, _("Too many attempts in a short time."), **{"Retry-After": str(seconds)})
        return tagged(request, _document(feed, kind, written))

    view.anonymous_ok = True  # type: ignore[attr-defined]  # the address says whose it is
    return view


def _document(feed: Feed, kind: str, written: Document) -> HttpResponse:
    """Return the document in the language and time zone of the user.

    The user's programs may keep it if they ask each time whether it is new.
    """
    with personal(feed.user):
        headers = {"Cache-Control": "private, no-cache", "Content-Language": get_language()}
        return HttpResponse(written(feed, feeds.owed_turns(feed.user)), f"{kind}; charset=utf-8", headers=headers)


def _refused(status: int, sentence: str, **headers: str) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", status=status, headers=headers)


calendar = secret("text/calendar", feeds.calendar)
atom = secret("application/atom+xml", feeds.atom)
