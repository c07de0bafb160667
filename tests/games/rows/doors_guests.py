"""Scenes of visitors who become guests by what they do, beside those of `doors.py`."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts import guests
from accounts.models import User
from games.models import Invitation
from games.services import lobby, play, stays
from games.views import lobby as lobby_views
from tests.games.rows.doors import DAY, NOON, Act, Cast, door, posted


@door("games.views.lobby._joined_as_guest")
def _join_as_guest(cast: Cast) -> Act:
    match = cast.offered()
    Invitation.objects.filter(match=match).update(audience=Invitation.Audience.LINK)
    return lambda: lobby_views._joined_as_guest(posted(AnonymousUser()), match.public_id)


@door("games.services.play.resign: a guest who has not moved")
def _give_up(cast: Cast) -> Act:
    match, guest = cast.offered(), guests.create()
    Invitation.objects.filter(match=match).update(audience=Invitation.Audience.LINK)
    lobby.join(match.public_id, guest)
    return lambda: play.resign(match.public_id, guest.pk)


def _long_here() -> User:
    """A guest whose last match with people is over."""
    guest = guests.create()
    User.objects.filter(pk=guest.pk).update(guest_until=NOON + 30 * DAY)
    return guest


@door("games.services.stays._shorten")
def _shorten(cast: Cast) -> Act:
    guest = _long_here()
    return lambda: stays._shorten(guest.pk, NOON)


@door("games.services.stays._shorten: of all")
def _shorten_all(cast: Cast) -> Act:
    _long_here()
    return lambda: stays.shorten(NOON)


@door("games.services.lobby.offer_again")
def _offer_again(cast: Cast) -> Act:
    match = cast.offered()
    Invitation.objects.filter(match=match).update(resting=True)
    return lambda: lobby.offer_again(match.public_id, cast.ann)
