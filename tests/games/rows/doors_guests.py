"""Scenes of visitors who become guests by what they do, beside those of `doors.py`."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts import guests
from accounts.models import User
from games.boards.fantasy_dice_battles import saved_armies
from games.bots import services as bots
from games.core.services import guest_stays as stays, play
from games.guests import merging
from games.lobby import services as lobby, views as lobby_views
from games.lobby.models import Invitation
from games.rules.fantasy_dice_battles.army import armies as notation
from games.rules.fantasy_dice_battles.sets.offered import SETS
from tests.games.rows.doors import DAY, NOON, Act, Cast, door, posted


@door("games.lobby.views._joined_as_guest")
def _join_as_guest(cast: Cast) -> Act:
    match = cast.offered()
    Invitation.objects.filter(match=match).update(audience=Invitation.Audience.LINK)
    return lambda: lobby_views._joined_as_guest(posted(AnonymousUser()), match.public_id)


@door("games.core.services.play.resign: a guest who has not moved")
def _give_up(cast: Cast) -> Act:
    match, guest = cast.offered(), guests.create()
    Invitation.objects.filter(match=match).update(audience=Invitation.Audience.LINK)
    lobby.join(match.public_id, guest)
    return lambda: play.resign(match.public_id, guest.pk)


def _long_here() -> User:
    """Return a guest whose last match with people is over."""
    guest = guests.create()
    User.objects.filter(pk=guest.pk).update(guest_until=NOON + 30 * DAY)
    return guest


@door("games.core.services.guest_stays._shorten")
def _shorten(cast: Cast) -> Act:
    guest = _long_here()
    return lambda: stays._shorten(guest.pk, NOON)


@door("games.core.services.guest_stays._shorten: of all")
def _shorten_all(cast: Cast) -> Act:
    _long_here()
    return lambda: stays.shorten(NOON)


@door("games.lobby.services.offer_again")
def _offer_again(cast: Cast) -> Act:
    match = cast.offered()
    Invitation.objects.filter(match=match).update(resting=True)
    return lambda: lobby.offer_again(match.public_id, cast.ann)


def _linked(cast: Cast) -> tuple[User, User]:
    """Return a guest who plays Ann by her link and the house, and has saved an army."""
    match, guest = cast.offered(), guests.create()
    Invitation.objects.filter(match=match).update(audience=Invitation.Audience.LINK)
    lobby.join(match.public_id, guest)
    bots.challenge(guest, "en-garde", {"starter": "left"}, seat=0)  # whom a draw made the first would be told
    saved_armies.save(guest, "My tactic", notation.text(SETS["fogsite"].presets["realm_a"].army))
    return guest, cast.cat


@door("games.guests.merging.merge")
def _merge(cast: Cast) -> Act:
    guest, account = _linked(cast)
    return lambda: merging.merge(guest.pk, account)


@door("games.guests.merging.merge: what stays")
def _merge_in_part(cast: Cast) -> Act:
    guest, _ = _linked(cast)
    return lambda: merging.merge(guest.pk, cast.ann)
