"""What is to be told: queued with the change it tells of, delivered afterwards, at least once.

A row goes from `pending` through `sending` to `sent`, `obsolete` or `failed`. Whoever sends it claims it first by a
conditional update and holds it for LEASE; a claim whose holder died lapses, and the next sweep takes the row up.

Kinds of notices that others can cause belong to a pool, of which one mailbox gets, and one user
causes, so many (MOST) within DAY.
"""

import logging
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from time import monotonic
from typing import Any, Literal
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts import broker, halts, people, rows
from accounts.channels import DeliveryError, Notice, Refusal, Transports
from accounts.models import Halt, Outbox, User
from accounts.personal import personal

logger = logging.getLogger(__name__)

Renderer = Callable[[User, dict[str, Any]], Notice | None]
Status = Outbox.Status

LEASE = timedelta(seconds=300)
# Waits after a failure: minutes at first, then every six hours until three days have passed.
LADDER = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, *[360] * 11)]
SWEEP = timedelta(seconds=settings.OUTBOX_SWEEP)
DAY = timedelta(hours=24)
PAUSE = timedelta(minutes=1)
"""How long a notice waits while others to the same address are on their way, which may fill the pool."""
KEPT = timedelta(days=settings.OUTBOX_KEPT)
"""How long it is remembered what was sent, failed, or was no longer needed."""
KEPT_OF_STRANGERS = timedelta(days=7)
"""The same of what went to an address that belongs to nobody here."""
REMOVED = 1000
"""Rows that are removed at once."""
BATCH = 50
"""Rows that a sweep looks for at once."""
LATE = timedelta(minutes=10)
"""A letter that is due for so long is late."""

Pool = Literal["", "others", "proofs", "resets"]
"""What others cause outside a running match, what proves an address, what gives a new password, and all the rest.

A new password has a pool of its own, so that nobody can use it up by signing up with somebody's address.
"""
MOST: dict[Pool, int] = {"others": 5, "proofs": 5, "resets": 24}
"""Notices of a pool that one mailbox gets, and that one user causes, within DAY.

A link to a new password is good for an hour, so 24 are all that anybody can have sent: whoever asks all day leaves its
owner one that is good.
"""


@dataclass(frozen=True)
class Kind:
    """How notices of a kind are written, what a reader calls them, and the pool in which they count."""

    renderer: Renderer
    title: str | Promise
    pool: Pool


_kinds: dict[str, Kind] = {}


# --- Queueing -------------------------------------------------------------------------------------------------------


def register(kind: str, renderer: Renderer, title: str | Promise | None = None, pool: Pool = "") -> None:
    """Say how notices of a kind are written, and what their reader calls them (a lazily translated title).

    The renderer is called at the moment of sending, in the reader's language and time zone, with the reader and the
    payload; it answers None where the notice is no longer owed. The reader of a row to an address is the account that
    has it, or else a `User` that is not saved. Of a `pool`, MOST says how many go to one mailbox within DAY.
    """
    _kinds[kind] = Kind(renderer, kind if title is None else title, pool)


def kinds() -> list[str]:
    """All kinds of notices there are, by name."""
    return sorted(_kinds)


def title(kind: str) -> str:
    """What a reader calls notices of this kind."""
    return str(_kinds[kind].title) if kind in _kinds else kind


def letter(
    recipient_id: int | None, kind: str, key: str, payload: dict[str, Any], delay: timedelta = timedelta()
) -> Outbox:
    """An outbox row by mail, not yet saved, due after `delay`. The payload holds ids and no secret.

    Raises LookupError for a kind that was never registered.
    """
    if kind not in _kinds:
        raise LookupError(f"No renderer is registered for notices of the kind {kind!r}.")
    now = timezone.now()
    return Outbox(recipient_id=recipient_id, kind=kind, key=key, payload=payload, created=now, next_try=now + delay)


def queue(recipient_id: int, kind: str, key: str, payload: dict[str, Any], delay: timedelta = timedelta()) -> None:
    """Queue one notice inside the caller's transaction; a notice queued before under the same key stays as it is."""
    queue_all([letter(recipient_id, kind, key, payload, delay)])


def queue_to(address: str, kind: str, payload: dict[str, Any], language: str = "", asker: int | None = None) -> None:
    """Queue one notice to an address inside the caller's transaction, whether or not anybody here has it.

    `language` is the one in which it is written where nobody has it; `asker` is the user who causes it, by whom it is
    counted too.
    """
    row = letter(None, kind, uuid4().hex, {**payload, "language": language})
    row.address, row.asker_id = address.lower(), asker
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
        transaction.on_commit(lambda: wake(letters), robust=True)


def wake(letters: Iterable[Outbox]) -> None:
    """Ask a worker to deliver these rows once they are due; those due after the next sweep are left to it.

    A broker that cannot be reached is logged and forgotten: the sweep finds the rows.
    """
    now = timezone.now()
    soon = [row for row in letters if row.next_try <= now + SWEEP]
    if soon:
        countdown = max((row.next_try - now).total_seconds() for row in soon)
        broker.publish("accounts.tasks.deliver", [[str(row.pk) for row in soon]], countdown)


def wake_sweep() -> None:
    """Ask a worker to sweep at once; beat does so every few seconds."""
    broker.publish("accounts.tasks.deliver_due", [], expires=settings.OUTBOX_SWEEP)


# --- Delivering -----------------------------------------------------------------------------------------------------


def due(now: datetime) -> QuerySet[Outbox]:
    """The rows to be sent now: not yet tried, tried long enough ago, or left behind by a worker that died."""
    free = Q(status=Status.PENDING) | Q(status=Status.SENDING, lease__lte=now)
    return Outbox.objects.filter(free, status__in=Outbox.UNSENT, next_try__lte=now)


def deliver_due(limit: int | None = None) -> int:
    """The sweep: deliver what is due, oldest first, at most `limit` rows. The number of rows it took up.

    It ends itself after OUTBOX_SWEEP_LASTS, and has another sweep go on.
    """
    ends = _ends()
    with Transports() as transports:
        tried = sum(_try(channel, transports) for channel in halts.to_try(timezone.now()))
        return tried + _deliver_each(islice(_due_ids(), limit), transports, ends)


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
    """When a sweep that begins now takes up no more: a letter more, as slow as may be, and no task limit is reached."""
    return monotonic() + settings.OUTBOX_SWEEP_LASTS


def _due_ids() -> Iterator[UUID]:
    """The rows that are due, until there are no more but such as were named before."""
    named: set[UUID] = set()
    while True:
        going = due(timezone.now()).exclude(channel__in=list(Halt.objects.values_list("channel", flat=True)))
        oldest = going.order_by("next_try").values_list("pk", flat=True)[:BATCH]
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


def _try(channel: str, transports: Transports) -> int:
    """Find out by one letter whether a halted channel's server takes letters again; how many rows it took up.

    Those who have an account come first: their addresses are proved. Whoever was refused already comes last, the
    longest ago first.
    """
    waiting = due(timezone.now()).filter(channel=channel)
    best = (F("failed_at").asc(nulls_first=True), "refused", F("recipient").asc(nulls_last=True), "next_try")
    ids = waiting.order_by(*best).values_list("pk", flat=True)
    taken = 0
    for outbox_id in list(ids[:BATCH]):
        taken += _deliver(outbox_id, transports, halted=True)
        if Outbox.objects.filter(pk=outbox_id, status__in=[Status.PENDING, Status.SENT]).exists():
            break  # what was not owed told nothing of the server
    return taken


def _deliver(outbox_id: UUID | str, transports: Transports, *, halted: bool = False) -> bool:
    row = _claim(outbox_id, timezone.now(), halted)
    if row is None:
        return False
    try:
        changes = _send(row, transports)
    except Refusal as refusal:
        _log(row, refusal)
        _turned_away(row, refusal)
    except DeliveryError as error:
        _log(row, error)
        _put_off(row, str(error), permanent=error.permanent)
    except Busy:
        _finish(row, status=Status.PENDING, next_try=timezone.now() + PAUSE, attempts=row.attempts - 1)
    except Exception as error:
        stack = "".join(traceback.format_tb(error.__traceback__))  # without its words, which may name an address
        logger.error("%s %s could not be written: %s\n%s", row.kind, row.pk, type(error).__name__, stack)
        _put_off(row, f"{type(error).__name__} while the notice was written; see the server's log.", permanent=False)
    else:
        _finish(row, **changes)
        if changes["status"] == Status.SENT and getattr(row, "doubted", True):  # as the claim has found
            halts.accepted(row.channel)
    return True


def _claim(outbox_id: UUID | str, now: datetime, halted: bool = False) -> Outbox | None:
    """Take a row that is due for this caller alone; one of a halted channel only where `halted` is said.

    What it needs to be sent is read at once: there are many of them.
    """
    row = _to_send.first(UUID(str(outbox_id)))
    if row is None or row.status not in Outbox.UNSENT or (row.lease or now) > now:  # somebody was faster
        return None
    if row.halted != halted:  # type: ignore[attr-defined]  # annotated
        return None
    address = (row.recipient.email if row.recipient else row.address).lower()
    claim = {"status": Status.SENDING, "lease": now + LEASE, "attempts": row.attempts + 1}
    claim |= {"address": address, "mailbox": people.mailbox(address)}
    if due(now).filter(pk=outbox_id, attempts=row.attempts).update(**claim) != 1:
        return None
    for name, value in claim.items():
        setattr(row, name, value)
    return row


def _rows_to_send(pk: UUID) -> QuerySet[Outbox]:
    named = Outbox.objects.filter(pk=pk).select_related("recipient__preferences")
    return named.annotate(halted=halts.halted(), doubted=halts.doubted())


_to_send = rows.Query(_rows_to_send, UUID(int=1001))


def _send(row: Outbox, transports: Transports) -> dict[str, Any]:
    """Send a claimed row if it is still owed; what is then to be written into it."""
    if row.kind not in _kinds:
        raise DeliveryError(f"Nothing knows how to write notices of the kind “{row.kind}”.", permanent=True)
    reader = row.recipient or people.by_address(row.address) or _stranger(row)
    with personal(reader):
        notice = _kinds[row.kind].renderer(reader, row.payload)
        if notice is None:
            return {"status": Status.OBSOLETE, "error": ""}
        if reason := _unwanted(reader, notice) or _too_many(row) or _told_before(row, notice):
            return {"status": Status.OBSOLETE, "error": reason}
        transports.of(row.channel).send(row, notice)
    payload = {**row.payload, "proof": notice.proof} if notice.proof else row.payload
    return {"status": Status.SENT, "error": "", "sent_at": timezone.now(), "payload": payload}


def _stranger(row: Outbox) -> User:
    """Whoever reads what comes to an address that belongs to nobody here."""
    return User(email=row.address, language=row.payload.get("language", ""))


def _unwanted(reader: User, notice: Notice) -> str:
    return "" if wants(reader, notice.preference) else _("You have switched mails of this sort off.")


def wants(user: User, preference: str) -> bool:
    """Whether a person with an account who may sign in has left notices of this sort on."""
    if user.is_bot or user.is_guest or not user.is_active:
        return False
    if not preference:
        return True
    chosen = getattr(user, "preferences", None)  # read with the row; None for who has never chosen
    return chosen is None or getattr(chosen, preference)


def _log(row: Outbox, error: DeliveryError) -> None:
    logger.warning("%s %s was not sent: %s", row.kind, row.pk, type(error.__cause__ or error).__name__)


def _turned_away(row: Outbox, refusal: Refusal) -> None:
    """Write that the server has not taken a row: where that is no fault of the row's, it waits with all others."""
    own_fault = halts.at_fault(row.channel, row.mailbox)
    if halts.is_halted(row.channel) or (refusal.of_all and not own_fault):
        failed_at = timezone.now() if refusal.permanent or refusal.of_all else row.failed_at
        again = {"status": Status.PENDING, "attempts": row.attempts - 1, "failed_at": failed_at}
        _finish(row, **again, error=str(refusal), refused=True)
        halts.halt(row.channel, str(refusal))
    else:
        _put_off(row, str(refusal), permanent=refusal.permanent, refused=not own_fault)
        halts.refused(row.channel, str(refusal))


def _put_off(row: Outbox, error: str, *, permanent: bool, **more: Any) -> None:
    """Write that a row was not sent: it fails where it is useless to try again, or has been tried often enough."""
    now = timezone.now()
    if permanent or row.attempts > len(LADDER):
        _finish(row, status=Status.FAILED, error=error, failed_at=now, **more)
    else:
        _finish(row, status=Status.PENDING, error=error, next_try=now + LADDER[row.attempts - 1], **more)


def _finish(row: Outbox, **changes: Any) -> None:
    """Write what came of it, unless the claim has lapsed and somebody else holds the row."""
    Outbox.objects.filter(pk=row.pk, status=Status.SENDING, lease=row.lease).update(lease=None, **changes)


# --- Limits ---------------------------------------------------------------------------------------------------------


class Busy(Exception):
    """Others to the same address are being sent at this moment, and it depends on them whether a row is."""


def _too_many(row: Outbox) -> str:
    """Why a claimed row is one too many of its pool, as a sentence; "" where it is not. Raises Busy.

    Whoever counts has claimed before: of two rows that are sent at once, at least one finds the other on its way.
    """
    pool = _kinds[row.kind].pool
    if not pool:
        return ""
    most, alike = (
        MOST[pool],
        Outbox.objects.filter(kind__in=[kind for kind, each in _kinds.items() if each.pool == pool]),
    )
    if _is_full(row, alike.filter(mailbox=row.mailbox), most):
        return _("%(most)d emails of this sort went to this address within a day; this one was not sent.") % {
            "most": most
        }
    if row.asker_id and _is_full(row, alike.filter(asker=row.asker_id), most):
        return _("Whoever asked for this email has caused %(most)d of this sort within a day; it was not sent.") % {
            "most": most
        }
    return ""


def _is_full(row: Outbox, alike: QuerySet[Outbox], most: int) -> bool:
    """Whether so many were sent within a day. Raises Busy where that depends on some that are on their way."""
    sent, sending = _others(row, alike, DAY)
    if sent < most <= sent + sending:
        raise Busy
    return sent >= most


def _told_before(row: Outbox, notice: Notice) -> str:
    """That a link sent before is still good, as a sentence; "" where none is. Raises Busy."""
    if not notice.proof:
        return ""
    alike = Outbox.objects.filter(kind=row.kind, mailbox=row.mailbox, address=row.address)
    sent, sending = _others(row, alike, notice.lasts, payload__proof=notice.proof)
    if sent:
        return _("An email with the same content was sent a short time before; it is still good.")
    if sending:
        raise Busy
    return ""


def _others(row: Outbox, alike: QuerySet[Outbox], within: timedelta, **about: Any) -> tuple[int, int]:
    """How many of these rows but this one were sent lately, and how many are on their way: looked at once."""
    others = alike.filter(channel=row.channel).exclude(pk=row.pk)
    sent = Q(status=Status.SENT, sent_at__gt=timezone.now() - within, **about)
    found = others.aggregate(sent=Count("pk", filter=sent), sending=Count("pk", filter=Q(status=Status.SENDING)))
    return found["sent"], found["sending"]


# --- Afterwards -----------------------------------------------------------------------------------------------------


def remove_old(now: datetime | None = None) -> int:
    """Forget what is long over, so many rows at a time that nobody waits for it; how many rows that were."""
    now = now or timezone.now()
    over = Outbox.objects.exclude(status__in=Outbox.UNSENT)
    strangers = over.filter(recipient=None, created__lte=now - KEPT_OF_STRANGERS)
    lately = Q(sent_at__gt=now - KEPT) | Q(failed_at__gt=now - KEPT)
    return _remove(strangers) + _remove(over.filter(created__lte=now - KEPT).exclude(lately))


def _remove(old: QuerySet[Outbox]) -> int:
    removed = 0
    while ids := list(old.values_list("pk", flat=True)[:REMOVED]):
        removed += old.filter(pk__in=ids).delete()[0]
    return removed


def health(now: datetime | None = None) -> dict[str, Any]:
    """How letters fare: `late` are due for LATE; `failed` have failed for good within a day; `refused` are those that
    no server has taken since one was taken; `halted` is since how many seconds all of a channel wait, or None.

    That is well while none is late, nothing halted, and fewer than halts.MAILBOXES mailboxes refused in a row.
    """
    now = now or timezone.now()
    late = due(now - LATE).count()
    failed = Outbox.objects.filter(status=Status.FAILED, failed_at__gt=now - DAY).count()
    refused = Outbox.objects.filter(refused=True)
    since = Halt.objects.order_by("since").values_list("since", flat=True).first()
    halted = None if since is None else round((now - since).total_seconds())
    mailboxes = refused.values("mailbox").distinct().count()
    ok = not late and halted is None and mailboxes < halts.MAILBOXES
    return {"ok": ok, "late": late, "failed": failed, "refused": refused.count(), "halted": halted}


def queued(kind: str, about: Iterable[tuple[int, str]]) -> list[Outbox | None]:
    """The notices by mail with these recipients (ids) and keys, in this order; None where none was queued."""
    named = [{"recipient_id": who, "channel": "email", "kind": kind, "key": key} for who, key in about]
    return [next(iter(found), None) for found in rows.select_each(*(rows.Wanted(Outbox, each) for each in named))]
