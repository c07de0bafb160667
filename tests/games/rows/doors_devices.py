"""Scenes of browsers that take pushes, and of programs, beside those of `doors.py`."""

from __future__ import annotations

from django.contrib.sessions.models import Session

from accounts import tokens
from accounts.channels.push.subscription import Subscription
from accounts.models import Endpoint, User
from accounts.outbox import endpoints
from tests.games.rows.doors import Act, Cast, door
from tests.parts import browser


def device(cast: Cast, user: User) -> Endpoint:
    """Return a browser of a user's, who is signed in there."""
    address = f"https://fcm.googleapis.com/{cast.key}/{user.pk}"
    session = browser.signed_in(user)
    return Endpoint.objects.create(user=user, channel="push", address=address, keys=browser.KEYS, session=session)


def devices(cast: Cast) -> list[Endpoint]:
    """Return a browser of Ben's and one of Cat's."""
    return [device(cast, user) for user in (cast.ben, cast.cat)]


@door("accounts.outbox.endpoints.add_device")
def _add_device(cast: Cast) -> Act:
    bens, _ = devices(cast)
    given = Subscription(bens.address, **browser.KEYS)
    return lambda: endpoints.add_device(cast.ann, given, "Chrome", "of-ann")


@door("accounts.outbox.endpoints.remove_expired")
def _remove_expired(cast: Cast) -> Act:
    bens, _ = devices(cast)
    Session.objects.filter(pk=bens.session).delete()
    return endpoints.remove_expired


def move_device(cast: Cast) -> Act:
    bens, _ = devices(cast)
    return lambda: endpoints.move_device(cast.ben, bens.pk, "another")


def sign_out(cast: Cast) -> Act:
    bens, _ = devices(cast)
    return lambda: endpoints.sign_out(cast.ben, bens.session)


def remove_signed_out(cast: Cast) -> Act:
    bens, _ = devices(cast)
    Session.objects.filter(pk=bens.session).delete()
    return lambda: endpoints.remove_signed_out(cast.ben)


def suspend(cast: Cast) -> Act:
    devices(cast)
    cast.ben.is_active = False
    return cast.ben.save


@door("accounts.tokens.create")
def _token(cast: Cast) -> Act:
    return lambda: tokens.create(cast.ann, "program", "look")
