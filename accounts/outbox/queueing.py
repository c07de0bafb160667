"""Queueing notices: rows of the outbox, written in the transaction that causes them."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from accounts import broker
from accounts.channels import STRANGERS
from accounts.database import rows
from accounts.models import Outbox
from accounts.outbox import registry

SWEEP = timedelta(seconds=settings.OUTBOX_SWEEP)


def email_row(
    recipient_id: int | None, kind: str, key: str, payload: dict[str, Any], delay: timedelta = timedelta()
) -> Outbox:
    """Return an outbox row by mail, not yet saved, due after `delay`. The payload holds ids and no secret.

    Raises LookupError for a kind that was never registered.
    """
    if kind not in registry.registered:
        raise LookupError(f"No renderer is registered for notices of the kind {kind!r}.")
    now = timezone.now()
    return Outbox(recipient_id=recipient_id, kind=kind, key=key, payload=payload, created=now, next_try=now + delay)


def queue(recipient_id: int, kind: str, key: str, payload: dict[str, Any], delay: timedelta = timedelta()) -> None:
    """Queue one notice inside the caller's transaction; a notice queued before under the same key stays as it is."""
    queue_all([email_row(recipient_id, kind, key, payload, delay)])


def queue_to(address: str, kind: str, payload: dict[str, Any], language: str = "", asker: int | None = None) -> None:
    """Queue one notice to an address inside the caller's transaction, whether or not anybody here has it.

    `language` is the one in which it is written where nobody has it; `asker` is the user who causes it, by whom it is
    counted too.
    """
    row = email_row(None, kind, uuid4().hex, {**payload, "language": language})
    row.address = address.lower()
    row.asker_id = asker
    queue_all([row])


def queue_all(letters: Sequence[Outbox]) -> None:
    """Queue several notices inside the caller's transaction."""
    if letters:
        batch = rows.Batch()
        enqueue(batch, letters)
        batch.write()


def enqueue(batch: rows.Batch, letters: Sequence[Outbox]) -> None:
    """Queue several notices with a batch of rows that is about to be written inside the caller's transaction."""
    for row in letters:
        batch.insert(row, ignore_conflicts=True)
    if letters:
        _wake_after_commit(letters)


class _Waking:
    """Asks a worker to deliver these rows: what one block of a transaction does once all is committed."""

    def __init__(self) -> None:
        self.letters: list[Outbox] = []

    def __call__(self) -> None:
        wake(self.letters)


def _wake_after_commit(letters: Sequence[Outbox]) -> None:
    """Send one task for everything that this block of the transaction queues.

    A sweep queues for many matches in one block.
    """
    block = set(connection.savepoint_ids)
    queued = (act for blocks, act, *_ in connection.run_on_commit if blocks == block)
    waking = next((act for act in queued if isinstance(act, _Waking)), None)
    if waking is not None:
        waking.letters += letters
        return
    waking = _Waking()
    waking.letters += letters
    transaction.on_commit(waking, robust=True)


def release(user_id: int) -> None:
    """Look again at what waits because a user wanted it later; after a new choice they may want it now."""
    waiting = Outbox.objects.filter(recipient=user_id, status=Outbox.Status.PENDING).exclude(held=None)
    waiting.update(held=None, next_try=timezone.now())


def wake(letters: Iterable[Outbox]) -> None:
    """Ask a worker to deliver these rows once they are due; those due after the next sweep are left to it, and so
    is what goes to strangers' servers, for which a sweep has a while that is limited.

    A broker that cannot be reached is logged and forgotten: the sweep finds the rows.
    """
    now = timezone.now()
    soon = [row for row in letters if row.next_try <= now + SWEEP and row.channel not in STRANGERS]
    if soon:
        countdown = max((row.next_try - now).total_seconds() for row in soon)
        broker.publish("accounts.tasks.deliver", [[str(row.pk) for row in soon]], countdown)


def wake_sweep() -> None:
    """Ask a worker to sweep at once; beat does so every few seconds."""
    broker.publish("accounts.tasks.deliver_due", [], expires=settings.OUTBOX_SWEEP)


def queued(kind: str, about: Iterable[tuple[int, str]]) -> list[Outbox | None]:
    """Return the notices by mail with these recipients (ids) and keys, in this order; None where none was queued."""
    named = [{"recipient_id": who, "channel": "email", "kind": kind, "key": key} for who, key in about]
    return [next(iter(found), None) for found in rows.select_each(*(rows.Wanted(Outbox, each) for each in named))]
