"""People, what they want to be told, and what is on its way to them."""

from datetime import datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts import dump_numbers, names
from accounts.signs import require_text


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of tokens, whose package has no types
    """A person with an account, or a bot.

    `skeleton` is what the name looks like (`names.skeleton`), so that nobody can pass for somebody else.
    `time_zone` is an IANA name; `language` is a code of settings.LANGUAGES, or "" for the browser's.
    `guest_until` is set for one who came without an account, until a name and a mail address make it one.
    `left` is when a person closed the account: the name is then "former player" and a number.
    `bounced` is the address from which an email came back for good, in lower case, and `proved` when its owner last
    showed to read what comes to the address of the account. `dump_number` is what dumps call it while it is open.
    `is_program` is what the account says of itself.
    """

    first_name = None  # type: ignore[assignment]  # so Django's documentation has fields taken away
    last_name = None  # type: ignore[assignment]
    username = models.CharField(_("name"), max_length=names.MAX_LENGTH, unique=True, validators=names.validators)
    skeleton = models.CharField(max_length=3 * names.MAX_LENGTH, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    is_bot = models.BooleanField(_("bot"), default=False)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, blank=True)
    guest_until = models.DateTimeField(_("guest until"), null=True, blank=True)
    left = models.DateTimeField(_("left"), null=True, blank=True)
    bounced = models.EmailField(_("address from which emails come back"), blank=True, default="", db_default="")
    proved = models.DateTimeField(_("address proved"), null=True, blank=True)
    is_program = models.BooleanField(_("played by a program"), default=False, db_default=False)
    dump_number = models.BigIntegerField(null=True, unique=True, editable=False, default=dump_numbers.new)

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="user_email_unique")]
        # By what the admin's list is filtered: of most of these there are few.
        indexes = [
            models.Index(fields=["username"], condition=Q(is_active=False), name="user_inactive"),
            models.Index(fields=["username"], condition=Q(is_bot=True), name="user_bot"),
            models.Index(fields=["username"], condition=Q(is_staff=True), name="user_staff"),
            models.Index(fields=["language", "username"], name="user_by_language"),
            models.Index(fields=["date_joined"], name="user_by_age"),
            # By what those are found in whose accounts nobody was ever signed in (`people.unproved`).
            models.Index(
                fields=["date_joined"],
                condition=Q(last_login=None, left=None, guest_until=None, is_bot=False),
                name="user_never_in",
            ),
            models.Index(fields=["guest_until"], condition=Q(left=None, guest_until__isnull=False), name="user_guest"),
        ]

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone; UTC where the stored name is no longer known."""
        try:
            return ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @property
    def is_guest(self) -> bool:
        """Whether this is a visitor trying the place, without a name and a mail address of their own."""
        return self.guest_until is not None

    @property
    def is_unreachable(self) -> bool:
        """Whether emails to the address of the account come back."""
        return self.bounced != "" and self.bounced == self.email.lower()

    @classmethod
    def require_unlike(cls, name: str, besides: int | None = None, sign_up: int = 0) -> None:
        """Raise ValidationError where a name looks like that of a user other than `besides`, of one who has left, or
        of a sign-up other than `sign_up` that waits for its link.
        """
        taken = cls.objects.filter(skeleton=names.skeleton(name)).exclude(pk=besides).exists()
        waiting = SignUp.objects.waiting().filter(skeleton=names.skeleton(name)).exclude(pk=sign_up).exists()
        if taken or waiting or names.looks_former(name) or FormerName.of(name).exists():
            raise ValidationError(names.too_alike(name), code="username_taken")

    def clean(self) -> None:
        super().clean()
        self._take_looks()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self._take_looks()
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "skeleton"}
        super().save(*args, **kwargs)

    def _take_looks(self) -> None:
        """Set the skeleton; of a name that is kept it stays, even where it would be another's by the rules of today."""
        looks = names.skeleton(self.username)
        if self.skeleton != looks and not User.objects.filter(pk=self.pk, username=self.username).exists():
            self.skeleton = looks


class FormerName(models.Model):
    """A name that somebody had who has left. Only its fingerprint is kept (`names.fingerprint`); nobody can take it."""

    fingerprint = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"former name {self.fingerprint[:8]}"

    @classmethod
    def of(cls, name: str) -> models.QuerySet["FormerName"]:
        """The row of this name and all that look like it."""
        return cls.objects.filter(fingerprint__in=names.fingerprints(name))


class SignUpQuerySet(models.QuerySet["SignUp"]):
    def waiting(self) -> "SignUpQuerySet":
        """Those whose link can still be opened."""
        return self.filter(expires__gt=timezone.now())


class SignUp(models.Model):
    """What somebody has filled in to get an account, until the link in the email is opened or `expires` is past.

    `guest` is the guest who is to become the account. `password` is a hash. The name is kept free until then.
    """

    username = models.CharField(max_length=names.MAX_LENGTH)
    skeleton = models.CharField(max_length=3 * names.MAX_LENGTH, unique=True)
    email = models.EmailField()
    password = models.CharField(max_length=128)
    language = models.CharField(max_length=10, blank=True)
    time_zone = models.CharField(max_length=64, blank=True)
    guest = models.OneToOneField(User, null=True, blank=True, on_delete=models.CASCADE, related_name="sign_up")
    expires = models.DateTimeField(db_index=True)

    objects = SignUpQuerySet.as_manager()

    def __str__(self) -> str:
        return f"sign-up {self.pk}"

    @property
    def waits(self) -> bool:
        """Whether its link can still be opened."""
        return self.expires > timezone.now()

    @property
    def token(self) -> str:
        """What the link holds: the number, signed."""
        return signing.dumps(self.pk, salt="accounts.sign_up")

    @staticmethod
    def number_in(token: str) -> int:
        """The number of the sign-up that a link is about; raises BadSignature where the link is not ours."""
        number: int = signing.loads(token, salt="accounts.sign_up")
        return number


class Preferences(models.Model):
    """What a user wants to be told, and when. A user without a row wants it all at once, and hints while a game is new.

    `by_email`: whether notices go to the mailbox while there is an endpoint that takes them.
    Hours are those of the user's own time zone. From `quiet_from` to `quiet_to` nothing is told but what is urgent, and
    that only where `urgent_anyway`. The `remind_…` say before which moments of a turn to remind.
    """

    class Hints(models.TextChoices):
        FIRST = "first", _("until I have finished a match of the game")
        ALWAYS = "always", _("in every match")
        NEVER = "never", _("never")

    class Rhythm(models.TextChoices):
        EACH = "each", _("at once")
        HOURLY = "hourly", _("in a summary every hour")
        DAILY = "daily", _("in a summary once a day")
        OFF = "off", _("not at all")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    turn_mails = models.BooleanField(_("when it’s my turn"), default=True)
    reminder_mails = models.BooleanField(_("before my time runs out"), default=True)
    end_mails = models.BooleanField(_("when a match begins or ends"), default=True)
    invitation_mails = models.BooleanField(_("about invitations to me, by me and by favourites"), default=True)
    chat_mails = models.BooleanField(_("when somebody writes to me in a match"), default=True)
    rhythm = models.CharField(_("tell me"), max_length=6, choices=Rhythm, default=Rhythm.EACH, db_default=Rhythm.EACH)
    summary_hour = models.PositiveSmallIntegerField(_("hour of the daily summary"), default=18, db_default=18)
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(_("quiet until"), null=True, blank=True)
    urgent_anyway = models.BooleanField(
        _("but tell me at any hour when my time is nearly up"), default=True, db_default=True
    )
    by_email = models.BooleanField(_("by email"), default=True, db_default=True)
    remind_half = models.BooleanField(_("when half of my time is over"), default=False, db_default=False)
    remind_day = models.BooleanField(_("a day before my time is up"), default=True, db_default=True)
    remind_late = models.BooleanField(_("three hours before my time is up"), default=True, db_default=True)
    next_after_move = models.BooleanField(
        _("go on to the next match that waits for me after my move"), default=False, db_default=False
    )
    play_links = models.BooleanField(
        _("let me make a move by the link in an email, without signing in"), default=True, db_default=True
    )
    hints = models.CharField(_("hints beside the board"), max_length=6, choices=Hints, default=Hints.FIRST)
    auto_vacation = models.BooleanField(
        _("take a vacation for me just before my time runs out"), default=True, db_default=True
    )

    class Meta:
        verbose_name = verbose_name_plural = _("preferences")
        constraints = [
            models.CheckConstraint(
                condition=Q(summary_hour__lt=24)
                & (Q(quiet_from=None) | Q(quiet_from__lt=24))
                & (Q(quiet_to=None) | Q(quiet_to__lt=24)),
                name="hours_of_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of user {self.user_id}"


class VacationQuerySet(models.QuerySet["Vacation"]):
    def at(self, moment: datetime) -> "VacationQuerySet":
        """Those that last at a moment."""
        return self.filter(begins__lte=moment, ends__gt=moment)

    def spans(self) -> list[tuple[datetime, datetime]]:
        """From when to when each lasts, in order; none of those that were called off."""
        return list(self.filter(ends__gt=F("begins")).order_by("begins").values_list("begins", "ends"))


class Vacation(models.Model):
    """A time in which the clocks of a user stand, planned or taken by the site (`automatic`).

    One that was called off has no length. `noted`: all matches of the user know of it as it is now; one without length
    is removed then.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations", db_index=False)
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    automatic = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)
    noted = models.BooleanField(default=False)

    objects = VacationQuerySet.as_manager()

    class Meta:
        ordering = ["begins"]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gte=F("begins")), name="vacation_ends_after_it_begins"),
        ]
        indexes = [
            models.Index(fields=["user", "begins"], name="vacation_by_start"),
            models.Index(fields=["created"], condition=Q(noted=False), name="vacation_to_note"),
        ]

    def __str__(self) -> str:
        return f"vacation of user {self.user_id} from {self.begins:%Y-%m-%d %H:%M}"


class BlockQuerySet(models.QuerySet["Block"]):
    def between(self, one: int, *others: int) -> "BlockQuerySet":
        """Blocks by a user of any of the others, or the other way round."""
        return self.filter(Q(blocker_id=one, blocked_id__in=others) | Q(blocker_id__in=others, blocked_id=one))


class Block(models.Model):
    """One user wants nothing to do with another: no invitations, no joining, no chat, in either direction."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    created = models.DateTimeField(default=timezone.now)

    objects = BlockQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_himself"),
        ]

    def __str__(self) -> str:
        return f"user {self.blocker_id} blocks user {self.blocked_id}"


class Token(AbstractAuthToken):
    """What a program of the user's shows instead of a password. Only its hash is kept.

    `used` is the last day on which it was shown.
    """

    class Scope(models.TextChoices):
        READ = "read", _("look: at everything I can see")
        PLAY = "play", _("look and play: do everything I can do in matches")

    name = models.CharField(_("name"), max_length=60, validators=[require_text])
    scope = models.CharField(_("what it may do"), max_length=4, choices=Scope, default=Scope.READ)
    used = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["created"]

    def __str__(self) -> str:
        return f"token “{self.name}” of user {self.user_id}"

    @property
    def scopes(self) -> list[str]:
        """Everything it may do: who may play may look."""
        return ["read"] if self.scope == self.Scope.READ else ["read", "play"]


class Endpoint(models.Model):
    """Where a user has notices sent besides the mailbox, by the channel that leads there.

    `shape` says how a webhook is written, `secret` is what it is signed with; `keys` are those of a browser, by which
    it reads pushes, `session` is that by which its user is signed in there. `failing` is since when nothing was taken
    there, `off` when it was therefore switched off; `posted` is when it was last posted to, `slow` when that last took
    too long.
    """

    class Channel(models.TextChoices):
        WEBHOOK = "webhook", _("webhook")
        PUSH = "push", _("device")

    class Shape(models.TextChoices):
        SIGNED = "signed", _("signed JSON (Standard Webhooks)")
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="endpoints")
    channel = models.CharField(max_length=20, choices=Channel)
    name = models.CharField(_("name"), max_length=60, validators=[require_text])
    address = models.CharField(_("address"), max_length=2000)
    shape = models.CharField(_("written for"), max_length=10, choices=Shape, blank=True)
    secret = models.CharField(max_length=100, blank=True)
    keys = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True)
    session = models.CharField(max_length=40, default="", db_default="", blank=True)
    created = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)
    failing = models.DateTimeField(null=True, blank=True)
    off = models.DateTimeField(null=True, blank=True)
    posted = models.DateTimeField(null=True, blank=True)
    slow = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.UniqueConstraint("address", condition=Q(channel="push"), name="a_device_is_one_persons"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} of user {self.user_id}"


class Feed(models.Model):
    """That a user's deadlines can be read by a secret address, as a calendar and as a feed (`accounts/feeds.py`).

    `nonce` makes the address another one than any before it; nobody can make the address of it but the site's key.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="feed")
    nonce = models.CharField(max_length=32)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"feed of user {self.user_id}"


class OutboxQuerySet(models.QuerySet["Outbox"]):
    def of(self, user: User) -> "OutboxQuerySet":
        """What was to be told to a user: as such, or to the email address that is theirs."""
        to_address = Q(recipient=None, address=user.email.lower()) if user.email else Q(pk__in=[])
        return self.filter(Q(recipient=user) | to_address)


class Outbox(models.Model):
    """One thing to tell one user, or whoever reads what comes to an address: a row first, a send second.

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
        verbose_name = verbose_name_plural = _("outbox")
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
    """Since when all letters of a channel wait, because its server refuses them whoever they are for.

    At `next_try` one letter is tried; `tries` are those made. `error` is what the server said last.
    """

    channel = models.CharField(max_length=20, primary_key=True)
    since = models.DateTimeField(default=timezone.now)
    next_try = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.channel} halted since {self.since:%Y-%m-%d %H:%M}"
