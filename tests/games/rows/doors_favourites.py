"""The scenes of favourites, beside those of `doors.py`."""

from __future__ import annotations

from datetime import timedelta

from games.favourites import services as favourites, telling
from games.lobby import services as lobby
from games.lobby.models import Invitation
from tests.games.rows.doors import NOON, Act, Cast, door


def asked(cast: Cast) -> Invitation:
    """Return Ann's invitation, for which Ben and Cat are told. Ann is told of nobody."""
    favourites.add(cast.ann, cast.ben)
    for user in (cast.ben, cast.cat):
        favourites.add(user, cast.ann, tell=True)
    return lobby.invite(cast.ann, lobby.Terms("en-garde", {})).match.invitation


@door("games.favourites.services.add")
def _favour(cast: Cast) -> Act:
    favourites.add(cast.ann, cast.cat)
    favourites.add(cast.ben, cast.cat)
    return lambda: favourites.add(cast.ann, cast.ben)


@door("games.favourites.services.add: to be told")
def _tell(cast: Cast) -> Act:
    for favoured in (cast.ben, cast.cat):
        favourites.add(cast.ann, favoured)
    favourites.add(cast.cat, cast.ben)
    return lambda: favourites.add(cast.ann, cast.ben, tell=True)


@door("games.favourites.telling._tell_portion")
def _tell_portion(cast: Cast) -> Act:
    invitation = asked(cast)
    return lambda: telling._tell_portion(invitation.pk, NOON + timedelta(minutes=1))
