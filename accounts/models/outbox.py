"""What is on its way to people, what is kept of it, and the channels that are halted."""

from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.endpoint import Endpoint
from accounts.models.user import User


class OutboxQuerySet(models.QuerySet["Outbox"]):
    def of(self, user: User) -> "OutboxQuerySet":
        """Return what was to be told to a user: as such, or to the email address that is theirs."""
        to_address = Q(recipient=None, address=user.email.lower()) if user.email else Q(pk__in=[])
        return self.filter(Q(recipient=user) | to_address)


class Outbox(models.Model):
    """One thing to tell one user, or the reader of an address: a row first, a send second.

    `payload` holds ids and no secret; `key` says which thing of its kind it is, so that nothing is queued twice; that
    of a row to an `endpoint` ends with its number.
    A row is claimed for sending until `lease`; it is due from `next_try` on. `address`, in lower case, is where a row
    without recipient goes, and where one with a recipient went when it was last tried; `mailbox` is what counts as one
    with it (`people.mailbox`), set with it when a row is tried. `asker` is the user who caused a row to an address.
    `refused`: the channel's server did not take it, nor any other since (`halts.py`). `held`: when it was due, where it
    waits because its recipient wants to be told later (`rhythm.py`). `report`: the status with which a mail server said
    later that it was not delivered (RFC 3463); `came_back`: whether that server tries no more.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting")
        SENDING = "sending", _("on its way")
        SENT = "sent", _("sent")
        OBSOLETE = "obsolete", _("no longer needed")
        FAILED = "failed", _("failed")

    UNSENT = (Status.PENDING, Status.SENDING)

    # Known before the insert, which says nothing about rows that were there already.
    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    recipient = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="outbox", db_index=False)
    address = models.CharField(max_length=254, blank=True, default="", db_default="")
    mailbox = models.CharField(max_length=254, blank=True, default="", db_default="")
    asker = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="asked")
    channel = models.CharField(max_length=20, default="email")
    endpoint = models.ForeignKey(Endpoint, null=True, blank=True, on_delete=models.CASCADE, related_name="outbox")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=100)
    payload = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    lease = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField(default=timezone.now)
    error = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    refused = models.BooleanField(default=False, db_default=False)
    held = models.DateTimeField(null=True, blank=True)
    report = models.CharField(max_length=11, blank=True, default="", db_default="")
    came_back = models.BooleanField(default=False, db_default=False)

    objects = OutboxQuerySet.as_manager()

    class Meta:
        verbose_name = _("outbox")
        verbose_name_plural = verbose_name
        constraints = [
            models.UniqueConstraint(fields=["recipient", "channel", "kind", "key"], name="outbox_once"),
            models.UniqueConstraint(
                fields=["address", "channel", "kind", "key"],
                condition=Q(recipient__isnull=True),
                name="outbox_once_to_address",
            ),
            models.CheckConstraint(
                condition=Q(recipient__isnull=False) | ~Q(address=""), name="outbox_is_for_somebody"
            ),
            models.CheckConstraint(
                condition=Q(status="sent", sent_at__isnull=False) | (~Q(status="sent") & Q(sent_at__isnull=True)),
                name="outbox_sent_has_time",
            ),
        ]
        indexes = [
            models.Index(fields=["next_try"], condition=Q(status__in=["pending", "sending"]), name="outbox_unsent"),
            models.Index(fields=["recipient", "-created"], name="outbox_log"),
            models.Index(fields=["mailbox", "kind"], name="outbox_to_mailbox"),
            models.Index(fields=["failed_at"], condition=Q(status="failed"), name="outbox_failed"),
            models.Index(fields=["channel"], condition=Q(refused=True), name="outbox_refused"),
            models.Index(fields=["created"], name="outbox_by_age"),
            models.Index(fields=["sent_at"], condition=~Q(report=""), name="outbox_reported"),
        ]

    def __str__(self) -> str:
        who = f"user {self.recipient_id}" if self.recipient_id else "an address"
        return f"{self.kind} {self.key} to {who} by {self.channel}"


class OutboxCount(models.Model):
    """How many notices of a kind, by a channel, were settled in a status on a day (UTC), of those whose rows were
    removed (`accounts/outbox/counts.py`): nothing else is kept of them.
    """

    day = models.DateField()
    kind = models.CharField(max_length=40)
    channel = models.CharField(max_length=20)
    status = models.CharField(max_length=10, choices=Outbox.Status)
    number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "kind", "channel", "status"], name="counted_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind} {self.status} by {self.channel} on {self.day}"


class Halt(models.Model):
    """Since when all letters of a channel wait, because its server refuses them for every recipient.

    At `next_try` one letter is tried; `tries` are those made. `error` is what the server said last.
    """

    channel = models.CharField(max_length=20, primary_key=True)
    since = models.DateTimeField(default=timezone.now)
    next_try = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.channel} halted since {self.since:%Y-%m-%d %H:%M}"
