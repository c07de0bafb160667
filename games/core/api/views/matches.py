"""My matches: lists, one match, its log, its steps, my plan, my moves."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.core.api import showing
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.errors import refusal
from games.core.api.pagination import paginate, with_query
from games.core.api.shapes import (
    Line,
    Log,
    LogQuery,
    Matches,
    MatchQuery,
    MatchSeen,
    MoveGiven,
    PlanGiven,
    PlanSeen,
    RemedyGiven,
    Steps,
    StepsQuery,
    Submitted,
)
from games.core.api.view import ApiView
from games.core.documents import records
from games.core.documents.records import SeenRecord
from games.core.models import Match, TimeUp, Turn
from games.core.reading import access
from games.core.reading.access import Access
from games.core.reading.voice import SiteVoice
from games.core.services import looks, play, remedies
from games.rules.errors import GameOver, IllegalStep, NotYourTurn, RulesError
from games.rules.record import Record

LINES = 100
"""Entries of the log in one answer."""


def _mine(user_id: int) -> QuerySet[Match]:
    """Return the user's matches that have begun, with whether they wait for him."""
    due = Turn.objects.filter(match=OuterRef("pk"), user=user_id)
    choice = TimeUp.objects.filter(match=OuterRef("pk"), user=user_id)
    return Match.objects.of(user_id).filter(started__isnull=False).annotate(waiting=Exists(due) | Exists(choice))


class MatchesView(ApiView):
    @endpoint("my_matches")
    def get(self, request: AllowedRequest, query: MatchQuery) -> Matches:
        """Return the matches in which I sit, newest first."""
        rows = _mine(request.user.pk).prefetch_related("seats__user")
        found, rest = paginate(rows.filter(status=query.status) if query.status else rows, query.cursor)
        shown = [showing.row(match, request.user.pk, match.waiting) for match in found]  # type: ignore[attr-defined]
        following = with_query(request, status=query.status, cursor=rest) if rest else None
        return Matches(results=shown, next=following)


STALE = (play.Stale, NotYourTurn, GameOver)
"""Refusals of what was possible before: they come with the match as it now is."""


class MatchView(ApiView):
    """Anything about one match: what the rules refuse is said as the match's own page says it."""

    def found(self, request: AllowedRequest) -> Access:
        """Return the match as a program of its player reaches it. Raises Http404."""
        found = access.match_for(request.user.pk, self.kwargs["public_id"])
        looks.note_fetch(found.seat)
        return found

    @contextmanager
    def refusals(self, request: AllowedRequest) -> Iterator[None]:
        """Turn what the rules refuse inside into an answer."""
        try:
            yield
        except RulesError as error:
            found = self.found(request)
            extra: dict[str, Any] = {"match": showing.match(found)} if isinstance(error, STALE) else {}
            if isinstance(error, IllegalStep):
                extra["index"] = error.index
            raise refusal(error, SiteVoice.of(found.seats), **extra) from error


class OneMatchView(MatchView):
    @endpoint("match", 404)
    def get(self, request: AllowedRequest, public_id: str) -> MatchSeen:
        """Return the match as I see it now."""
        return showing.match(self.found(request))


class LogView(MatchView):
    @endpoint("log", 404)
    def get(self, request: AllowedRequest, public_id: str, query: LogQuery) -> Log:
        """Return what happened, as far as I may know."""
        found = self.found(request)
        return log_of(request, showing.entries_after(found, query.after, LINES), found.newest)


def log_of(request: AllowedRequest, lines: list[Line], newest: int) -> Log:
    """Return entries as an answer, whose reader knows of none after the one of the number `newest`."""
    more = bool(lines) and lines[-1].ply < newest
    return Log(results=lines, next=with_query(request, after=lines[-1].ply) if more else None)


class StepsView(MatchView):
    @endpoint("steps", 404, 409, 422)
    def get(self, request: AllowedRequest, public_id: str, query: StepsQuery) -> Steps:
        """Return every step I may take now, or after a plan."""
        with self.refusals(request):
            return showing.steps(self.found(request), query.plan)


class PlanView(MatchView):
    @endpoint("plan", 404)
    def get(self, request: AllowedRequest, public_id: str) -> PlanSeen:
        """Return what I have composed and not submitted."""
        return showing.plan(self.found(request).seat)

    @endpoint("keep_plan", 404, 409, 422)
    def put(self, request: AllowedRequest, public_id: str, body: PlanGiven) -> PlanSeen:
        """Keep what I have composed so far. Nobody else learns of it."""
        with self.refusals(request):
            play.save_plan(public_id, request.user.pk, body.plan, body.expected, by_program=True)
        return showing.plan(self.found(request).seat)


class SubmitView(MatchView):
    @endpoint("submit", 404, 409, 422)
    def post(self, request: AllowedRequest, public_id: str, body: MoveGiven) -> Submitted:
        """Make a move. The same move sent again for the same question is answered, not made twice."""
        with self.refusals(request):
            made = play.submit(public_id, request.user.pk, body.move, body.expected, by_program=True)
        found = self.found(request)
        return Submitted(ply=found.seat.counted(made.ply), repeated=made.repeated, match=showing.match(found))


class ResignView(MatchView):
    @endpoint("resign", 404, 409)
    def post(self, request: AllowedRequest, public_id: str) -> MatchSeen:
        """Give the match up. There is no way back."""
        with self.refusals(request):
            play.resign(public_id, request.user.pk)
        return showing.match(self.found(request))


class TimeUpView(MatchView):
    @endpoint("choose", 404, 409)
    def post(self, request: AllowedRequest, public_id: str, body: RemedyGiven) -> MatchSeen:
        """Choose what happens now that the other player's time is up; what is done cannot be undone."""
        with self.refusals(request):
            remedies.choose(public_id, request.user.pk, body.choice)
        return showing.match(self.found(request))


class RecordView(MatchView):
    tagged = False  # its digests are keyed over hidden cards
    look_limit = "record"

    @endpoint("record", 404)
    def get(self, request: AllowedRequest, public_id: str) -> Record | SeenRecord:
        """Return the match to keep: in full when it is over, before that as I see it."""
        found = self.found(request)
        if found.match.status == Match.Status.PLAYING:
            return records.seen_record(found.match, found.seat.index)
        return records.finished_record(found.match)
