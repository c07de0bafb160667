"""Opponents that the site finds."""

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.view import ApiView
from games.core.reading import access
from games.seeks import pages, services as service, shapes as seeks
from games.seeks.models import Seek
from games.seeks.shapes import SeekGiven, Seeks, SeekSeen


class SeeksView(ApiView):
    @endpoint("seeks")
    def get(self, request: AllowedRequest) -> Seeks:
        """Return what I seek, and how many others do: numbers alone, by game and pace."""
        now = timezone.now()
        mine = Seek.objects.with_owners(now).filter(user=request.user)
        waiting = [each for row in pages.seekers_by_pace(request.user, now) for each in seeks.seekers_line(row)]
        return Seeks(results=[seeks.seek(row, now) for row in mine], waiting=waiting)


class SeekView(ApiView):
    limit = "begin"

    @endpoint("seek", 404, 409, 422)
    def put(self, request: AllowedRequest, slug: str, body: SeekGiven) -> SeekSeen:
        """Seek an opponent in a game, instead of what I sought there before; the match begins by itself."""
        access.game_of(slug)
        now = timezone.now()
        with transaction.atomic():  # once that is committed a worker may pair it, and then it is gone
            service.ask(request.user, body.wish(slug), body.keep)
            made = Seek.objects.with_owners(now).get(user=request.user, game=slug)
        return seeks.seek(made, now)

    @endpoint("withdraw_seek", 404)
    def delete(self, request: AllowedRequest, slug: str) -> None:
        """Seek nobody in a game any more."""
        if not service.withdraw(request.user, slug):
            raise Http404
