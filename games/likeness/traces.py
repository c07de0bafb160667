"""Traces of sign-ins: who used one network or one browser within the same two weeks. Nobody ever reads a trace itself.

Digests are made with a key that lies in Redis alone, so no backup has it. It is gone after 14 days, and nobody can
compare an old trace with a new one, nor try addresses on it. While Redis is gone, or if it loses the key, less is
found: that is all. A session that goes on without a new sign-in leaves nothing.
"""

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import limits
from accounts.database import portions
from accounts.models import User
from games.likeness.models import Trace

KEPT = timedelta(days=14)
"""How long a trace is kept, and how long a key makes digests."""
KEY = "likeness:key"
"""The name of the key in Redis."""
MOST_TRACES = 100
"""How many of a person's traces are compared, the newest first."""
CROWD = 8
"""How many others may have used a network for their names to say anything."""


class SharedTraces(NamedTuple):
    """What another account has in common with a person's: on how many days both came from one network, and how often
    one used a browser next after the other. With `network` and no `days`, both used one on different days alone."""

    network: bool
    days: int
    turns: int


# --- Leaving them ---------------------------------------------------------------------------------------------------


def leave_traces(request: HttpRequest, user: User, cookies: Iterable[str], **_given: object) -> None:
    """Keep from which network, and in which browser, an account has signed in today; one row of each."""
    key = _key() if settings.SIGN_IN_TRACES and not user.is_guest else ""
    if not key:
        return
    left = [(Trace.Kind.BROWSER, cookie) for cookie in cookies]
    if limits.client_address(request) != limits.NOWHERE:
        left.append((Trace.Kind.NETWORK, limits.network(request)))
    day = _today()
    rows = [Trace(user=user, kind=kind, digest=_digest(key, kind, value), day=day) for kind, value in left]
    with transaction.atomic():
        Trace.objects.bulk_create(rows, ignore_conflicts=True)


def _key() -> str:
    """Return the key of these two weeks; "" while Redis is gone."""
    cache.add(KEY, secrets.token_hex(32), KEPT.total_seconds())
    key: str = cache.get(KEY, "")
    return key


def _digest(key: str, kind: str, value: str) -> str:
    return salted_hmac(f"games.likeness {key}", f"{kind} {value}", algorithm="sha256").hexdigest()[:32]


def _today() -> date:
    return timezone.now().date()


# --- Comparing them -------------------------------------------------------------------------------------------------


def shared_with(person: User, hidden: Q) -> dict[int, SharedTraces]:
    """Return what other accounts have in common with a person's, by the key of the user. What is `hidden` counts
    nowhere, as if these traces had never been left."""
    mine = list(_recent().filter(user=person).order_by("-day", "pk")[:MOST_TRACES])
    others = _recent().filter(digest__in={trace.digest for trace in mine}, user__left=None).exclude(user=person)
    found = defaultdict[int, list[Trace]](list)
    for trace in _uncrowded(others.exclude(hidden)):
        found[trace.user_id].append(trace)
    return {user: _in_common(mine, theirs) for user, theirs in found.items()}


def _recent() -> QuerySet[Trace]:
    """Return the traces that count, even if the sweep is late."""
    return Trace.objects.filter(day__gt=_today() - KEPT) if settings.SIGN_IN_TRACES else Trace.objects.none()


def _uncrowded(others: QuerySet[Trace]) -> QuerySet[Trace]:
    """Return the traces that few people share."""
    people = others.order_by().values("digest").annotate(people=Count("user", distinct=True))
    return others.filter(digest__in=list(people.filter(people__lte=CROWD).values_list("digest", flat=True)))


def _in_common(mine: Sequence[Trace], theirs: Sequence[Trace]) -> SharedTraces:
    """Return what traces say that share their digests with somebody's."""
    my_days = {(trace.digest, trace.day) for trace in mine}
    networks = [trace for trace in theirs if trace.kind == Trace.Kind.NETWORK]
    days = {trace.day for trace in networks if (trace.digest, trace.day) in my_days}
    turns = {trace.digest for trace in theirs if trace.kind == Trace.Kind.BROWSER}
    return SharedTraces(bool(networks), len(days), len(turns))


# --- Forgetting them ------------------------------------------------------------------------------------------------


def sweep_traces() -> None:
    """Delete what is older than it is kept; all of it, and the key, on a site that keeps no traces any more."""
    if settings.SIGN_IN_TRACES:
        portions.remove_rows(Trace.objects.filter(day__lte=_today() - KEPT), "day")
    else:
        portions.remove_rows(Trace.objects.all(), "day")
        cache.delete(KEY)


def forget_traces(user: User) -> None:
    """Delete the traces of somebody who leaves."""
    Trace.objects.filter(user=user).delete()
