"""What the worker does for people. Every task is harmless when run twice."""

from celery import shared_task

from accounts import deletions, notices, outbox, session_users as holders, sign_ups
from accounts.outbox import endpoints


@shared_task
def deliver(outbox_ids: list[str]) -> None:
    """Deliver these outbox rows, as far as they are due and free."""
    outbox.deliver_all(outbox_ids)


@shared_task
def deliver_due() -> None:
    """Sweep up what no task was sent for."""
    outbox.deliver_due()


@shared_task
def note_deletions() -> None:
    """Write into the list of closed accounts what it lacks."""
    deletions.write_missing()


@shared_task
def remove_old() -> None:
    """Forget sign-ups and new addresses that came to nothing, and what was told long ago."""
    sign_ups.remove_expired()
    notices.remove_unconfirmed()
    outbox.remove_old()


@shared_task
def remove_sessions() -> None:
    """Forget the sessions that have expired, and the browsers that took pushes by them."""
    holders.remove_expired()
    endpoints.remove_expired()
