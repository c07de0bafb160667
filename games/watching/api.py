"""Matches that run and that everybody may watch."""

from django.http import Http404

from games.core.api import showing
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.pagination import paginate, with_query
from games.core.api.shapes import CursorQuery, Log, LogQuery
from games.core.api.view import ApiView
from games.core.api.views.matches import LINES, log_of
from games.core.reading import access
from games.core.reading.access import InSight
from games.watching import live_matches as pages, shapes as running
from games.watching.shapes import RunningMatches, WatchedSeen


class RunningView(ApiView):
    @endpoint("running")
    def get(self, request: AllowedRequest, query: CursorQuery) -> RunningMatches:
        """Return matches whose players let everybody look on while they run."""
        found, rest = paginate(pages.watchable(request.user.pk), query.cursor, time="started")
        following = with_query(request, cursor=rest) if rest else None
        return RunningMatches(results=[running.row(each) for each in pages.rows(found)], next=following)


class WatchedView(ApiView):
    @endpoint("watched", 404)
    def get(self, request: AllowedRequest, public_id: str) -> WatchedSeen:
        """Return one of them, as those see it who watch."""
        return running.watched_match(_found(request, public_id))


class WatchedLogView(ApiView):
    @endpoint("watched_log", 404)
    def get(self, request: AllowedRequest, public_id: str, query: LogQuery) -> Log:
        """Return what happened there, as far as everybody may know."""
        found = _found(request, public_id)
        newest = found.match.watched.counted(found.match.ply)
        return log_of(request, showing.lines_to_watchers(found, query.after, LINES), newest)


def _found(request: AllowedRequest, public_id: str) -> InSight:
    """Return a match that runs and may be watched. Raises Http404 for any other, and for one's own."""
    found = access.watched(request.user.pk, public_id)
    if found.match.ended is not None:
        raise Http404
    return found
