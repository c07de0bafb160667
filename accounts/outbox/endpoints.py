"""Notices to the other places that a user has named: each a row of its own, made when the letter is written."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver
from django.utils import timezone

from accounts import session_users as holders
from accounts.channels.push.subscription import Subscription
from accounts.models import Endpoint, Outbox, Preferences, User
from accounts.outbox.queueing import email_row, queue, queue_all

Status = Outbox.Status

OFF = "endpoint-off"
TRIAL = "trial"
PUSH = Endpoint.Channel.PUSH
MAX_ENDPOINTS = 10
"""Endpoints of one user."""
PATIENCE = timedelta(days=3)
"""How long an endpoint may take nothing before it is switched off."""


def queue_for_endpoints(row: Outbox) -> None:
    """Queue a letter that is to be sent to the endpoints of its recipient too, each once, due as the letter is."""
    live = Endpoint.objects.filter(user=row.recipient_id, off=None)
    queue_all([_to(each, row) for each in live])


def queue_test(endpoint: Endpoint) -> None:
    """Queue a notice that says nothing but that it arrives."""
    row = email_row(endpoint.user_id, TRIAL, f"{uuid4().hex}@{endpoint.pk}", {})
    row.channel = endpoint.channel
    row.endpoint = endpoint
    queue_all([row])


def _to(endpoint: Endpoint, of: Outbox) -> Outbox:
    row = email_row(endpoint.user_id, of.kind, f"{of.key}@{endpoint.pk}", of.payload)
    row.channel = endpoint.channel
    row.endpoint = endpoint
    row.held = of.held or of.next_try
    return row


def notify_endpoints(user_id: int, kind: str, key: str, payload: dict[str, Any]) -> None:
    """Queue a notice to the endpoints of a user alone, where the mailbox is of no use."""
    row = email_row(user_id, kind, key, payload)
    queue_for_endpoints(row)


def has_endpoint() -> Exists:
    """Say whether the recipient of a row has an endpoint that takes notices; to be asked with the row."""
    return Exists(Endpoint.objects.filter(user=OuterRef("recipient"), off=None))


def take_over(chosen: Preferences | None, row: Outbox) -> bool:
    """Say whether a letter need not go to the mailbox, because its recipient wants none there and an endpoint has
    it.

    One that was tried without success has not: it goes to the mailbox rather than wait for it.
    """
    if chosen is None or chosen.by_email:
        return False
    there = Outbox.objects.filter(recipient=row.recipient_id, kind=row.kind, key__startswith=f"{row.key}@")
    there = there.filter(endpoint__off=None, channel__in=Endpoint.Channel.values)
    return there.filter(Q(status=Status.SENT) | Q(status__in=Outbox.UNSENT, error="")).exists()


def reclaim_letters(of_endpoints: Iterable[Outbox]) -> None:
    """Look again at letters that were left to endpoints, now that their recipients may not hear by these.

    Until that is done, their recipients want to be told later, as far as running out of time goes. Otherwise a player
    whose webhook answers at the right moment would win time.
    """
    fresh = {"status": Status.PENDING, "next_try": timezone.now(), "attempts": 0, "error": ""}
    for row in of_endpoints:
        key = row.key.removesuffix(f"@{row.endpoint_id}")
        left = Outbox.objects.filter(recipient=row.recipient_id, channel="email", kind=row.kind, key=key)
        left.filter(status=Status.OBSOLETE).update(**fresh, held=Coalesce("held", "created"))


@receiver(pre_delete, sender=Endpoint)
def _hand_back_all(instance: Endpoint, **_more: Any) -> None:
    reclaim_letters(_waiting_for(instance))


def _waiting_for(endpoint: Endpoint) -> list[Outbox]:
    return list(Outbox.objects.filter(endpoint=endpoint, status__in=Outbox.UNSENT))


def note_accepted(endpoint: Endpoint) -> None:
    """Note that an endpoint has taken a notice."""
    Endpoint.objects.filter(pk=endpoint.pk).update(used=timezone.now(), failing=None, error="")


def failed(endpoint: Endpoint, error: str, *, for_good: bool) -> None:
    """Note that an endpoint has not taken a notice; one that is gone, or takes none for long, is switched off.

    Its user is told by email alone. A guest, who has no mailbox, isn't told.
    """
    now = timezone.now()
    mine = Endpoint.objects.filter(pk=endpoint.pk, off=None)
    mine.filter(failing=None).update(failing=now)
    mine.update(error=error)
    given_up = mine if for_good else mine.filter(failing__lte=now - PATIENCE)
    if given_up.update(off=now):
        reclaim_letters(_waiting_for(endpoint))
        queue(endpoint.user_id, OFF, f"{endpoint.pk}:{now.timestamp():.0f}", {"endpoint": endpoint.pk})


@transaction.atomic
def add_device(user: User, given: Subscription, name: str, session: str) -> int | None:
    """Have a browser take a user's notices, and nobody else's any more; return its number.

    Return `None` if that can't be. Somebody who knows only the address, and not the keys, doesn't take it from its
    owner.
    """
    if User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first() is None:
        return None
    others = Endpoint.objects.filter(user=user).exclude(channel=PUSH, address=given.address)
    former = Q(channel=PUSH, session=session) & ~Q(session="")  # of the same browser, which has one subscription
    if others.exclude(former).count() >= MAX_ENDPOINTS:
        return None
    fresh = {"user": user, "name": name, "keys": given.keys, "session": session}
    made, is_new = Endpoint.objects.get_or_create(channel=PUSH, address=given.address, defaults=fresh)
    if made.keys != given.keys:
        return None
    for each in others.filter(former):
        each.delete()
    if is_new:
        return made.pk
    if made.user_id != user.pk:
        reclaim_letters(_waiting_for(made))
        Outbox.objects.filter(endpoint=made).delete()
    Endpoint.objects.filter(pk=made.pk).update(user=user, session=session, off=None, failing=None, error="")
    return made.pk


def move_device(user: User, pk: int, session: str) -> None:
    """Note that a user goes on in a browser by another session."""
    Endpoint.objects.filter(user=user, channel=PUSH, pk=pk).update(session=session)


def sign_out(user: User, session: str) -> None:
    """Have the browser of a session take a user's notices no more."""
    Endpoint.objects.filter(user=user, channel=PUSH, session=session).delete()


def remove_signed_out(user: User) -> None:
    """Take away the browsers in which a user is not signed in any more."""
    for device in Endpoint.objects.filter(user=user, channel=PUSH):
        if not holders.holds(device.session, user.pk):
            device.delete()


@transaction.atomic
def remove_expired() -> None:
    """Take away the browsers whose sessions are gone, of everybody."""
    there = Session.objects.filter(session_key=OuterRef("session"))
    Endpoint.objects.filter(~Exists(there), channel=PUSH).delete()


@receiver(post_save, sender=User)
def _remove_of_the_suspended(instance: User, **_more: Any) -> None:
    if not instance.is_active:
        Endpoint.objects.filter(user=instance, channel=PUSH).delete()


def remove_endpoint(user: User, pk: int) -> bool:
    """Take an endpoint of a user's away, with all that waits for it. Whether there was one."""
    return bool(Endpoint.objects.filter(user=user, pk=pk).delete()[0])
