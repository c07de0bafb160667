"""Scenes of visitors who become guests by what they do, beside those of `doors.py`."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from games.models import Invitation
from games.views import lobby as lobby_views
from tests.games.rows.doors import Act, Cast, door, posted


@door("games.views.lobby._joined_as_guest")
def _join_as_guest(cast: Cast) -> Act:
    match = cast.offered()
    Invitation.objects.filter(match=match).update(audience=Invitation.Audience.LINK)
    return lambda: lobby_views._joined_as_guest(posted(AnonymousUser()), match.public_id)
