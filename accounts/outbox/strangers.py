"""Whose turn it is at servers that anybody may run and that may be slow on purpose: no user's hold up another's.

Each user has one post at a time. The user whose last post is longest ago comes first, and those whose servers were slow
lately come after all others.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from accounts.channels import STRANGERS
from accounts.models import Endpoint, Outbox, User

TO_STRANGERS = Q(channel__in=STRANGERS)
POSTS_AT_ONCE = 8
BUDGET = 2.0
"""Seconds that a post may take before its endpoint is slow."""
SLOW_FOR = timedelta(hours=1)
"""How long the webhooks of a user come last after one of them was slow."""


def next_rows(due: QuerySet[Outbox], since: datetime) -> list[UUID]:
    """Return the rows to be posted next, at most one of each user, and none of a user who was slow `since` then."""
    now = timezone.now()
    waiting = due.filter(TO_STRANGERS)
    first = waiting.filter(recipient=OuterRef("pk")).order_by(F("endpoint__failing").asc(nulls_first=True), "next_try")
    in_flight = Outbox.objects.filter(TO_STRANGERS, recipient=OuterRef("pk"), status="sending", lease__gt=now)
    users = User.objects.filter(~Exists(in_flight), pk__in=waiting.values("recipient"))
    users = users.annotate(posted=Max("endpoints__posted"), slow=Max("endpoints__slow"))
    users = users.filter(Q(slow=None) | Q(slow__lt=since))
    slow_last = Case(When(slow__gt=now - SLOW_FOR, then=Value(1)), default=Value(0))
    row = Subquery(first.values("pk")[:1])
    return list(
        users.annotate(row=row)
        .order_by(slow_last, F("posted").asc(nulls_first=True), "pk")
        .values_list("row", flat=True)[:POSTS_AT_ONCE]
    )


def note_posted(endpoint: Endpoint, seconds: float) -> None:
    """Note that an endpoint was posted to, and how long that took."""
    now = timezone.now()
    changes = {"posted": now, "slow": now} if seconds > BUDGET else {"posted": now}
    Endpoint.objects.filter(pk=endpoint.pk).update(**changes)
