"""How many notices of a pool one mailbox gets and one user causes, and that no link is sent while one is good."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.channels import Notice
from accounts.models import Outbox
from accounts.outbox import registry

Status = Outbox.Status


class PoolBusy(Exception):
    """Others to the same address are being sent at this moment, and it depends on them whether a row is."""


def why_too_many(row: Outbox) -> str:
    """Return why a claimed row is one too many of its pool, as a sentence; `""` if it isn't.

    Every process claims its row before it counts. So if two rows are sent at the same time, at least one finds the
    other on its way.

    Raises: `PoolBusy`.
    """
    pool = registry.registered[row.kind].pool
    if not pool:
        return ""
    most = registry.MAX_A_DAY[pool]
    alike = Outbox.objects.filter(kind__in=registry.of_pool(pool))
    if _is_full(row, alike.filter(mailbox=row.mailbox), most):
        return _(
            "We’d already sent %(most)d emails of this kind to this address within a day, so we didn’t send this one."
        ) % {"most": most}
    if row.asker_id and _is_full(row, alike.filter(asker=row.asker_id), most):
        return _(
            "The same person had already triggered %(most)d emails of this kind within a day, so we didn’t "
            "send this one."
        ) % {"most": most}
    return ""


def _is_full(row: Outbox, alike: QuerySet[Outbox], most: int) -> bool:
    """Say whether so many were sent within a day. Raises PoolBusy where that depends on some that are on their way."""
    sent, sending = _others(row, alike, registry.DAY)
    if sent < most <= sent + sending:
        raise PoolBusy
    return sent >= most


def told_before(row: Outbox, notice: Notice) -> str:
    """Return a sentence that says that a link sent before is still good; `""` if there is none.

    Raises: `PoolBusy`.
    """
    if not notice.proof:
        return ""
    alike = Outbox.objects.filter(kind=row.kind, mailbox=row.mailbox, address=row.address)
    sent, sending = _others(row, alike, notice.lasts, payload__proof=notice.proof)
    if sent:
        return _("We’d sent an email with the same content shortly before, and it’s still valid.")
    if sending:
        raise PoolBusy
    return ""


def _others(row: Outbox, alike: QuerySet[Outbox], within: timedelta, **about: Any) -> tuple[int, int]:
    """Return how many of these rows but this one were sent lately, and how many are on their way: looked at once."""
    others = alike.filter(channel=row.channel, endpoint=row.endpoint_id).exclude(pk=row.pk)
    sent = Q(status=Status.SENT, sent_at__gt=timezone.now() - within, **about)
    found = others.aggregate(sent=Count("pk", filter=sent), sending=Count("pk", filter=Q(status=Status.SENDING)))
    return found["sent"], found["sending"]
