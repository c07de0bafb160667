"""Delivering what is in the outbox, at least once.

Each row goes through four steps, and this module is in their order:

1. Claim: a conditional update takes a row from `pending` to `sending` and holds it for LEASE. If the worker dies, the
   claim lapses and the next sweep claims the row again.
2. Render: the row becomes a notice in the language of its reader.
3. Decide: send it, let it wait (`pending` again), or drop it (`obsolete`). Nothing is written while this is decided.
4. Send: the row is `sent`, waits for another try (`pending`) or has `failed`.
"""

import logging
import random
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from time import monotonic
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from prometheus_client import Counter

from accounts import metrics, people
from accounts.channels import DeliveryError, Notice, Rejection, Transports
from accounts.database import rows
from accounts.models import Halt, Outbox, Preferences, User
from accounts.outbox import endpoints, halts, rhythm, summaries
from accounts.outbox.pools import PoolBusy, told_before, why_too_many
from accounts.outbox.queueing import wake_sweep
from accounts.outbox.registry import registered
from accounts.outbox.strangers import POSTS_AT_ONCE, TO_STRANGERS, next_rows, note_posted
from accounts.outbox.wanted import chosen_by, why_unwanted
from accounts.personal import personal

logger = logging.getLogger(__name__)

Status = Outbox.Status

LEASE = timedelta(seconds=300)
# Waits after a failure: minutes at first, then every six hours until three days have passed.
LADDER = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, *[360] * 11)]
JITTER = 0.2
"""By how much of itself a wait grows by chance, so that what failed together is not tried again together."""
PAUSE = timedelta(minutes=1)
"""How long a notice waits while others to the same address are on their way, which may fill the pool."""
ASKED = Q(status=Status.SENT) | (Q(status=Status.PENDING, refused=True) & ~Q(error=""))
"""That the server of a halted channel was asked to take a row."""
LETTERS = Counter("fogsite_letters", "Letters that were taken up, by what came of it.", ["channel", "result"])
ROWS_A_SWEEP = 50
"""Rows that a sweep looks for at once."""
Written = tuple[Outbox, Notice]
"""A claimed row, and what it says."""


class Letter(NamedTuple):
    """Claimed rows that are sent together, in order, and their reader; no rows if all were dropped or wait."""

    reader: User
    written: list[Written]


class SendNow(NamedTuple):
    """The decision to send a row now."""

    notice: Notice


class SendLater(NamedTuple):
    """The decision to send a row later; `changes` are columns that are noted with it."""

    until: datetime
    changes: dict[str, Any]


class SendNever(NamedTuple):
    """The decision not to send a row at all, and the reason as a sentence; "" if there is nothing to say any more."""

    reason: str


Decision = SendNow | SendLater | SendNever


def due_rows(now: datetime) -> QuerySet[Outbox]:
    """Return the rows to be sent now: not yet tried, tried long enough ago, or left behind by a worker that died."""
    free = Q(status=Status.PENDING) | Q(status=Status.SENDING, lease__lte=now)
    return Outbox.objects.filter(free, status__in=Outbox.UNSENT, next_try__lte=now)


def deliver_due(limit: int | None = None) -> int:
    """Deliver what is due, oldest first, at most `limit` rows. Return how many rows it took up.

    It ends itself after OUTBOX_SWEEP_LASTS, and has another sweep go on. What goes to strangers' servers comes last and
    has a while of its own: however slow they are, letters are not, and letters never take that while.
    """
    ends = _ends()
    with Transports() as transports:
        tried = sum(_try(channel, transports) for channel in halts.to_try(timezone.now()))
        tried += sum(_tell_elsewhere(halt, ends) for halt in Halt.objects.all())
        tried += _deliver_each(islice(_due_ids(), limit), transports, ends)
        ends = min(monotonic(), ends) + settings.OUTBOX_STRANGERS_LAST
        left = None if limit is None else max(limit - tried, 0)
        return tried + _post_to_strangers(left, transports, ends)


def deliver_all(outbox_ids: Iterable[UUID | str]) -> int:
    """Deliver these rows, as far as they are due and nobody else is at them; how many it took up.

    It ends itself like a sweep, which then finds the rest.
    """
    with Transports() as transports:
        return _deliver_each(outbox_ids, transports, _ends())


def deliver(outbox_id: UUID | str) -> bool:
    """Deliver one row if it is due and nobody else is at it. Whether this call took it up."""
    return deliver_all([outbox_id]) == 1


def _ends() -> float:
    """Return when a sweep that begins now takes up no more: one more slow letter must stay within the task limit."""
    return monotonic() + settings.OUTBOX_SWEEP_LASTS


def _due_ids() -> Iterator[UUID]:
    """Yield the rows that are due, strangers' apart, until there are no more but such as were named before."""
    named: set[UUID] = set()
    while True:
        going = due_rows(timezone.now()).exclude(channel__in=list(Halt.objects.values_list("channel", flat=True)))
        oldest = going.exclude(TO_STRANGERS).order_by("next_try").values_list("pk", flat=True)[:ROWS_A_SWEEP]
        fresh = [pk for pk in oldest if pk not in named]
        if not fresh:
            return
        named.update(fresh)
        yield from fresh


def _deliver_each(outbox_ids: Iterable[UUID | str], transports: Transports, ends: float) -> int:
    taken = 0
    for outbox_id in outbox_ids:
        if monotonic() >= ends:
            wake_sweep()
            break
        taken += _deliver(outbox_id, transports)
    return taken


def _post_to_strangers(limit: int | None, transports: Transports, ends: float) -> int:
    """Post what is due to strangers' servers, a user's one after the other and several users' at once.

    Return how many rows it took up. Who turns out to be slow gets no other post in the same sweep.
    """
    since = timezone.now()
    named = set[UUID]()
    taken = 0
    while taken != limit:
        fresh = [pk for pk in next_rows(due_rows(timezone.now()), since) if pk not in named]
        fresh = fresh if limit is None else fresh[: limit - taken]
        if not fresh:
            break
        if monotonic() >= ends:
            wake_sweep()
            break
        named.update(fresh)
        letters = [letter for pk in fresh if (letter := _prepare(pk, halted=False)) is not None]
        taken += len(letters)
        _post_at_once([letter for letter in letters if letter.written], transports)
    return taken


def _post_at_once(letters: Sequence[Letter], transports: Transports) -> None:
    """Post to several users at once: threads only wait for servers, and leave the database alone."""
    for letter in letters:
        transports.of(letter.written[0][0].channel)  # made here, and once
    with ThreadPoolExecutor(POSTS_AT_ONCE) as pool:
        outcomes = list(pool.map(partial(_timed, transports=transports), letters))
    for letter, (error, seconds) in zip(letters, outcomes, strict=True):
        endpoint = letter.written[0][0].endpoint
        assert endpoint is not None
        note_posted(endpoint, seconds)
        _note(letter.written, error)


def _timed(letter: Letter, transports: Transports) -> tuple[Exception | None, float]:
    """Send a letter. Return what kept it from being sent, if anything did, and the seconds that it took."""
    begun = monotonic()
    with personal(letter.reader):
        error = _send(letter.written, transports)
    return error, monotonic() - begun


def _try(channel: str, transports: Transports) -> int:
    """Find out by one letter if a halted channel's server takes letters again. Return how many rows it took up.

    Recipients with an account come first: their addresses are proved. Recipients who were refused already come last,
    the longest ago first.
    """
    waiting = due_rows(timezone.now()).filter(channel=channel)
    best = (F("failed_at").asc(nulls_first=True), "refused", F("recipient").asc(nulls_last=True), "next_try")
    ids = waiting.order_by(*best).values_list("pk", flat=True)
    taken = 0
    for outbox_id in list(ids[:ROWS_A_SWEEP]):
        taken += _deliver(outbox_id, transports, halted=True)
        if Outbox.objects.filter(ASKED, pk=outbox_id).exists():
            return taken
    halts.ask_soon(channel)  # what was not owed, or is wanted later, told nothing of the server
    return taken


def _tell_elsewhere(halt: Halt, ends: float) -> int:
    """Have endpoints told what waits for a halted channel; each row is written once for that, and waits on.

    What has an error was written before. How many rows it took up.
    """
    waiting = due_rows(timezone.now()).filter(endpoints.has_endpoint(), channel=halt.channel, endpoint=None, error="")
    taken = 0
    for outbox_id in list(waiting.order_by("next_try").values_list("pk", flat=True)[:ROWS_A_SWEEP]):
        if monotonic() >= ends:
            break
        letter = _prepare(outbox_id, halted=True)
        if letter is not None:
            taken += 1
            _keep_waiting(letter)
    return taken


def _keep_waiting(letter: Letter) -> None:
    """Keep a letter waiting. Don't repeat the server: it spoke of others' letters, and may name their addresses."""
    with personal(letter.reader):
        for row, _notice in letter.written:
            error = _("The mail server isn’t accepting emails right now. We’ll send this one later.")
            _finish(row, status=Status.PENDING, attempts=row.attempts - 1, error=error)


def _deliver(outbox_id: UUID | str, transports: Transports, *, halted: bool = False) -> bool:
    """Take a row through all four steps. Return whether this call has claimed it."""
    letter = _prepare(outbox_id, halted=halted)
    if letter is None:
        return False
    if letter.written:
        with personal(letter.reader):
            _note(letter.written, _send(letter.written, transports))
    return True


def _prepare(outbox_id: UUID | str, *, halted: bool) -> Letter | None:
    """Claim a row with all that belongs to the same summary, render it and decide; return what is to be sent now, which
    may be nothing, or None if it could not be claimed."""
    together = _claim_all(outbox_id, halted)
    if not together:
        return None
    row = together[0]
    reader = row.recipient or people.by_address(row.address) or _stranger(row)
    with personal(reader):
        return Letter(reader, [(each, notice) for each in together if (notice := _settle(each, reader)) is not None])


def _claim_all(outbox_id: UUID | str, halted: bool) -> list[Outbox]:
    """Claim a row that is due, with all else that has waited for the same summary.

    Sweeps go through the same rows in the same order, and the one that finds the first row taken reaches for the next
    at once. The lock on the preferences of the reader lets only one claim rows of a summary, and it claims them all.
    """
    row = _free(outbox_id, halted)
    if row is None:
        return []
    if row.recipient is None or not row.held or not rhythm.is_summed(chosen_by(row.recipient)):
        return [row] if _claim(row, timezone.now()) else []
    with transaction.atomic():
        list(Preferences.objects.select_for_update().filter(user=row.recipient))
        return [row, *_claim_rest(row, halted)] if _claim(row, timezone.now()) else []


def _free(outbox_id: UUID | str, halted: bool) -> Outbox | None:
    """Return a row that nobody holds; one of a halted channel only where `halted` is said.

    What it needs to be sent is read at once: there are many of them.
    """
    row = _to_send.first(UUID(str(outbox_id)))
    if row is None or row.status not in Outbox.UNSENT or (row.lease or timezone.now()) > timezone.now():
        return None
    return row if row.halted == halted else None  # type: ignore[attr-defined]  # annotated


def _claim(row: Outbox, now: datetime) -> bool:
    """Take a row for this caller alone, if it is due and nobody was faster. Return whether that worked."""
    address = (row.recipient.email if row.recipient else row.address).lower()
    claim = {"status": Status.SENDING, "lease": now + LEASE, "attempts": row.attempts + 1}
    claim |= {"address": address, "mailbox": people.mailbox(address)}
    if due_rows(now).filter(pk=row.pk, attempts=row.attempts).update(**claim) != 1:
        return False
    for name, value in claim.items():
        setattr(row, name, value)
    return True


def _rows_to_send(pk: UUID) -> QuerySet[Outbox]:
    named = Outbox.objects.filter(pk=pk).select_related("recipient__preferences", "endpoint")
    return named.annotate(halted=halts.halted(), doubted=halts.doubted(), reached=endpoints.has_endpoint())


_to_send = rows.Query(_rows_to_send, UUID(int=1001))


def _claim_rest(row: Outbox, halted: bool) -> list[Outbox]:
    """Claim all else that has waited for the same summary as a row."""
    waiting = due_rows(timezone.now()).filter(recipient=row.recipient, channel=row.channel, endpoint=row.endpoint_id)
    waiting = waiting.exclude(pk=row.pk).exclude(held=None)
    found = [_free(pk, halted) for pk in waiting.order_by("created").values_list("pk", flat=True)]
    return [each for each in found if each is not None and _claim(each, timezone.now())]


def _settle(row: Outbox, reader: User) -> Notice | None:
    """Render a claimed row and do what is decided. Return the notice if it is to be sent now, otherwise None."""
    try:
        decision = _decide_for(row, reader)
        if isinstance(decision, SendNow):
            return decision.notice
        _put_aside(row, decision)
    except Exception as error:
        _not_sent(row, error)
    return None


def _decide_for(row: Outbox, reader: User) -> Decision:
    """Render a claimed row, decide, and let endpoints have it too if it is to be sent."""
    try:
        decision = _decide(row, reader, _render(row, reader))
    except PoolBusy:
        return SendLater(timezone.now() + PAUSE, {})
    return _share(row, reader, decision) if isinstance(decision, SendNow) else decision


def _put_aside(row: Outbox, decision: SendLater | SendNever) -> None:
    """Write that a claimed row is not sent now, or not at all."""
    if isinstance(decision, SendNever):
        _finish(row, status=Status.OBSOLETE, error=decision.reason)
    else:
        again = {"next_try": decision.until, "attempts": row.attempts - 1, **decision.changes}
        _finish(row, status=Status.PENDING, **again)


def _render(row: Outbox, reader: User) -> Notice | None:
    """Return a row as a notice in the language of its reader, or None if it has nothing to tell any more."""
    if row.kind not in registered:
        raise DeliveryError(f"Nothing knows how to write notices of the kind “{row.kind}”.", permanent=True)
    return registered[row.kind].renderer(reader, row.payload)


def _decide(row: Outbox, reader: User, notice: Notice | None) -> Decision:
    """Decide what becomes of a rendered row, without writing anything. Raises PoolBusy if others must be sent first."""
    if notice is None:
        return SendNever("")
    reason = why_unwanted(row, reader, notice) or why_too_many(row) or told_before(row, notice)
    if reason:
        return SendNever(reason)
    since = row.held or row.next_try
    until = rhythm.next_moment(chosen_by(reader), reader.zone, notice, since, timezone.now())
    return SendLater(until, {"held": since, "error": ""}) if until > timezone.now() else SendNow(notice)


def _share(row: Outbox, reader: User, decision: SendNow) -> SendNow | SendNever:
    """Queue a letter for the endpoints of its reader, and leave it to them if they alone are to have it."""
    if row.endpoint_id is not None:
        return decision
    spreads = _spreads(row, decision.notice)
    if spreads:
        endpoints.queue_for_endpoints(row)
    if reader.is_guest or (spreads and endpoints.take_over(chosen_by(reader), row)):
        return SendNever(_("You’ve chosen to get this notice in other ways, not by email."))
    return decision


def _spreads(row: Outbox, notice: Notice) -> bool:
    """Return whether a letter goes to endpoints too: those of a sort that can be switched off do."""
    return bool(notice.preference and getattr(row, "reached", False))


def _stranger(row: Outbox) -> User:
    """Return a user that stands for the reader of an address that belongs to nobody here."""
    return User(email=row.address, language=row.payload.get("language", ""))


def _send(written: Sequence[Written], transports: Transports) -> Exception | None:
    """Send rows as one letter. Return what kept it from being sent, or None."""
    row, notice = written[0]
    if len(written) > 1:
        notice = summaries.combined([each for _row, each in written])
    try:
        transports.of(row.channel).send(row, notice)
    except Exception as error:
        return error
    return None


def _note(written: Sequence[Written], error: Exception | None) -> None:
    """Note of each row that was sent as one letter what came of it."""
    row, _notice = written[0]
    if error is not None:
        for each, _notice in written:
            _not_sent(each, error)
        _keep_together([each for each, _notice in written])
    else:
        now = timezone.now()  # the same for all: they come back together
        for each, its_notice in written:
            payload = {**each.payload, "proof": its_notice.proof} if its_notice.proof else each.payload
            _finish(each, status=Status.SENT, error="", sent_at=now, payload=payload)
        if row.endpoint is not None:
            endpoints.note_accepted(row.endpoint)
        elif getattr(row, "halted", True) or getattr(row, "doubted", True):  # as the claim has found
            halts.letter_accepted(row.channel)


def _keep_together(rows_of_one: Sequence[Outbox]) -> None:
    """Have what was to be told by one letter be tried again at one moment, so that it stays one."""
    if len(rows_of_one) > 1:
        waiting = Outbox.objects.filter(pk__in=[row.pk for row in rows_of_one], status=Status.PENDING)
        waiting.update(next_try=waiting.aggregate(last=Max("next_try"))["last"] or timezone.now())


def _not_sent(row: Outbox, error: Exception) -> None:
    """Write what kept a row from being sent: its channel, its server, or our own fault."""
    if isinstance(error, DeliveryError):
        logger.warning("%s %s was not sent: %s", row.kind, row.pk, type(error.__cause__ or error).__name__)
    if isinstance(error, Rejection):
        _turned_away(row, error)
    elif isinstance(error, DeliveryError):
        _put_off(row, str(error), permanent=error.permanent, again=error.again)
        if row.endpoint is not None:
            endpoints.reclaim_letters([row])
            endpoints.failed(row.endpoint, str(error), for_good=error.permanent)
    else:
        _broken(row, error)


def _broken(row: Outbox, error: Exception) -> None:
    stack = "".join(traceback.format_tb(error.__traceback__))  # without its words, which may name an address
    logger.error("%s %s could not be written: %s\n%s", row.kind, row.pk, type(error).__name__, stack)
    _put_off(row, f"{type(error).__name__} while the notice was written; see the server's log.", permanent=False)


def _turned_away(row: Outbox, refusal: Rejection) -> None:
    """Write that the server has not taken a row: where that is no fault of the row's, it waits with all others."""
    own_fault = halts.at_fault(row.channel, row.mailbox)
    if halts.is_halted(row.channel) or (refusal.of_all and not own_fault):
        failed_at = timezone.now() if refusal.permanent or refusal.of_all else row.failed_at
        again = {"status": Status.PENDING, "attempts": row.attempts - 1, "failed_at": failed_at}
        _finish(row, **again, error=str(refusal), refused=True)
        halts.halt(row.channel, str(refusal))
    else:
        _put_off(row, str(refusal), permanent=refusal.permanent, refused=not own_fault)
        halts.letter_refused(row.channel, str(refusal))


def _put_off(row: Outbox, error: str, *, permanent: bool, again: timedelta | None = None, **more: Any) -> None:
    """Write that a row was not sent: it fails where it is useless to try again, or has been tried often enough."""
    now = timezone.now()
    wait = max(LADDER[min(row.attempts, len(LADDER)) - 1], again or timedelta())
    if row.endpoint_id is not None:
        wait *= random.uniform(1, 1 + JITTER)
    if permanent or row.attempts > len(LADDER):
        _finish(row, status=Status.FAILED, error=error, failed_at=now, **more)
    else:
        _finish(row, status=Status.PENDING, error=error, next_try=now + wait, **more)


def _finish(row: Outbox, **changes: Any) -> None:
    """Write what came of it, unless the claim has lapsed and somebody else holds the row."""
    held = Outbox.objects.filter(pk=row.pk, status=Status.SENDING, lease=row.lease)
    if held.update(lease=None, **changes):
        metrics.count_one(LETTERS, row.channel, changes["status"])
