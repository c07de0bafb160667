"""Scenes in which functions that change rows by a key in one statement can be tried; see `doors.SINGLE`."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.utils import timezone

from accounts import blocks, feeds, guests, outbox, tokens
from accounts.channels import DeliveryError, Notice, outward
from accounts.channels.email import unsubscribe
from accounts.channels.push.transport import PushTransport
from accounts.models import Endpoint, Outbox, Token
from accounts.outbox import endpoints
from accounts.views.endpoints import try_out
from games.admin import MatchOutboxAdmin
from games.chat import services as chat
from games.coach import services as coach
from games.core.reading import access, positions
from games.core.services import looks
from games.favourites import services as favourites
from tests.games import tables
from tests.games.rows import doors_devices, doors_vacations
from tests.games.rows.doors import DAY, Act, Cast, Door, posted
from tests.parts import browser
from tests.parts.cast import person


def _block(cast: Cast) -> Act:
    blocks.block(cast.ann, cast.cat)
    blocks.block(cast.cat, cast.ben)
    return lambda: blocks.block(cast.ann, cast.ben)


def _favour_no_longer(cast: Cast) -> Act:
    for user, favoured in ((cast.ann, cast.ben), (cast.ann, cast.cat), (cast.cat, cast.ben)):
        favourites.add(user, favoured)
    return lambda: favourites.remove(cast.ann, cast.ben)


def _tell_no_more(cast: Cast) -> Act:
    for user, favoured in ((cast.ann, cast.ben), (cast.ann, cast.cat), (cast.cat, cast.ben)):
        favourites.add(user, favoured, tell=True)
    return lambda: favourites.tell_no_more(cast.ann, cast.ben)


def _become_account(cast: Cast) -> Act:
    guest = person(f"Guest.{cast.key}", guest_until=timezone.now() + DAY)
    return lambda: guests.become_account(EmailAddress.objects.get(user=guest))


def _note_used(cast: Cast) -> Act:
    tokens.create(cast.ann, f"program of {cast.key}", "look")
    made = Token.objects.get(name=f"program of {cast.key}")
    return lambda: tokens.note_used(made)


def _stop(cast: Cast) -> Act:
    return lambda: unsubscribe.unsubscribe(cast.ann.pk, "turn_mails")


def _try_again(cast: Cast) -> Act:
    """Set the scene with two letters chosen to try again. One was sent."""
    match = cast.match()
    rows = Outbox.objects.filter(recipient__in=(cast.ann, cast.ben), payload__match=match.pk)
    rows.update(status="failed", error="Nobody answers.")
    rows.filter(recipient=cast.ben).update(status="sent", sent_at=timezone.now())
    chosen = Outbox.objects.filter(pk__in=list(rows.values_list("pk", flat=True)))
    return lambda: MatchOutboxAdmin(Outbox, admin.site).try_again_now(posted(cast.ann), chosen)


def _look(cast: Cast) -> Act:
    match = cast.match()
    return lambda: looks.mark_looked(access.match_for(cast.ann.pk, match.public_id).seat)


def _fetch(cast: Cast) -> Act:
    match = cast.match()
    return lambda: looks.note_fetch(access.match_for(cast.ann.pk, match.public_id).seat)


def _open(cast: Cast) -> Act:
    match = cast.match()
    return lambda: looks.note_opened(tables.seat(match, cast.ann), match.ply)


def _choose(cast: Cast) -> Act:
    match = cast.match()
    return lambda: looks.choose_hints(tables.seat(match, cast.ann), shown=True)


def _choose_coach(cast: Cast) -> Act:
    """Set the scene with a choice of Cat's. Ann has made none."""
    coach.choose_coach(cast.cat, speaks=True)
    return lambda: coach.choose_coach(cast.ann, speaks=False)


def _show_hint(cast: Cast) -> Act:
    """Return a hint that is shown for the first time. The seat is read again.

    The call writes the hint into its own copy of the seat.
    """
    match = cast.match()

    def show() -> None:
        seat = tables.seat(match, cast.ann)
        view = match.rules.view(positions.newest_position(match).position.state, seat.index)
        looks.note_hints(seat, [hint.key for hint in match.rules.hints(view, seat.index)])

    return show


def _seen(cast: Cast) -> Act:
    match, line = cast.talk()
    seat = tables.seat(match, cast.ben)
    return lambda: chat.note_shown(seat, line.pk)


def _mute(cast: Cast) -> Act:
    match = cast.match()
    return lambda: looks.mute_match(tables.seat(match, cast.ann), muted=True)


def _endpoint(cast: Cast) -> Endpoint:
    """Return Ann's; Cat has one too."""
    given = {"channel": "webhook", "shape": "signed", "secret": "c2VjcmV0", "address": "https://example.org/"}
    Endpoint.objects.create(user=cast.cat, name="Cat's", **given)
    return Endpoint.objects.create(user=cast.ann, name="Ann's", **given)


def _accepted(cast: Cast) -> Act:
    endpoint = _endpoint(cast)
    return lambda: endpoints.note_accepted(endpoint)


def _failed(cast: Cast) -> Act:
    endpoint = _endpoint(cast)
    return lambda: endpoints.failed(endpoint, "The server responded with status 410.", for_good=True)


def _remove_endpoint(cast: Cast) -> Act:
    endpoint = _endpoint(cast)
    return lambda: endpoints.remove_endpoint(cast.ann, endpoint.pk)


def _renew_feeds(cast: Cast) -> Act:
    """Return Ann's; Cat has some too."""
    for user in (cast.ann, cast.cat):
        feeds.renew_addresses(user)
    return lambda: feeds.renew_addresses(cast.ann)


def _stop_feeds(cast: Cast) -> Act:
    _renew_feeds(cast)
    return lambda: feeds.stop(cast.ann)


def _push(cast: Cast) -> Act:
    bens, _ = doors_devices.devices(cast)
    row = Outbox(recipient=cast.ben, kind="turn", key=cast.key, endpoint=bens)

    def push() -> None:
        with pytest.MonkeyPatch.context() as patch:
            browser.known_site(patch)
            patch.setattr(outward, "post", lambda *_: outward.Answer(410))
            with pytest.raises(DeliveryError):
                PushTransport().send(row, Notice("Your turn", "turn"))

    return push


def _try_endpoint(cast: Cast) -> Act:
    endpoint = _endpoint(cast)
    request: Any = posted(cast.ann, number=str(endpoint.pk))
    return lambda: try_out(request)


def _release(cast: Cast) -> Act:
    for user in (cast.ann, cast.cat):
        Outbox.objects.create(recipient=user, kind="turn", key=cast.key, held=timezone.now())
    return lambda: outbox.release(cast.ann.pk)


WRITERS: dict[str, Door] = {
    "accounts.outbox.endpoints.note_accepted": _accepted,
    "accounts.outbox.endpoints.failed": _failed,
    "accounts.outbox.endpoints.move_device": doors_devices.move_device,
    "accounts.outbox.endpoints.sign_out": doors_devices.sign_out,
    "accounts.outbox.endpoints.remove_signed_out": doors_devices.remove_signed_out,
    "accounts.outbox.endpoints._remove_of_the_suspended": doors_devices.suspend,
    "accounts.channels.push.transport.PushTransport.send": _push,
    "accounts.outbox.endpoints.remove_endpoint": _remove_endpoint,
    "accounts.feeds.renew_addresses": _renew_feeds,
    "accounts.feeds.stop": _stop_feeds,
    "accounts.views.endpoints.try_out": _try_endpoint,
    "accounts.outbox.release": _release,
    "games.core.services.looks.mute_match": _mute,
    "accounts.blocks.block": _block,
    "games.favourites.services.remove": _favour_no_longer,
    "games.favourites.services.tell_no_more": _tell_no_more,
    "accounts.guests.become_account": _become_account,
    "accounts.tokens.note_used": _note_used,
    "accounts.channels.email.unsubscribe.unsubscribe": _stop,
    "accounts.admin.try_again_now": _try_again,
    "games.vacations.services.call_off": doors_vacations.call_off,
    "games.vacations.services.come_back": doors_vacations.come_back,
    "games.vacations.services.choose_automatic": doors_vacations.choose_automatic,
    "games.core.services.looks.mark_looked": _look,
    "games.core.services.looks.note_fetch": _fetch,
    "games.core.services.looks.note_opened": _open,
    "games.core.services.looks.choose_hints": _choose,
    "games.coach.services.choose_coach": _choose_coach,
    "games.core.services.looks.note_hints": _show_hint,
    "games.chat.services.note_shown": _seen,
}
