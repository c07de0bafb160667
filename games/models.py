"""Matches and what belongs to them: constraints and querysets, no game logic."""

from __future__ import annotations

import secrets
import string
from datetime import datetime, timedelta
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models_service import Heartbeat as Heartbeat
from games.models_service import Outage as Outage
from games.rules import registry
from games.rules.game import Game

ALPHABET = string.ascii_lowercase + string.digits


def new_public_id() -> str:
    """Ten characters nobody can guess: the name of a match in addresses, mails and records."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


class MatchQuerySet(models.QuerySet["Match"]):
    def of(self, user_id: int) -> MatchQuerySet:
        """The matches in which somebody sits."""
        return self.filter(seats__user_id=user_id)


class Match(models.Model):
    """One playing of a game. Everything but its log and its clock is derived and may be rebuilt."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        VOID = "void", _("void")

    public_id = models.CharField(max_length=40, unique=True, default=new_public_id, editable=False)
    game = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    commitment = models.CharField(max_length=64)
    pace_days = models.PositiveSmallIntegerField(help_text=_("days a player has for a move"))
    rated = models.BooleanField(default=False)
    private = models.BooleanField(default=False, help_text=_("only its players may look at it, even when it is over"))
    rematch_of = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches")
    ply = models.IntegerField(default=-1, help_text=_("number of the newest entry"))
    digest = models.CharField(max_length=64, blank=True, help_text=_("of the newest entry"))
    result = models.JSONField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    moved = models.DateTimeField(null=True, blank=True, help_text=_("time of the newest entry"))
    ended = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(
                name="over_means_result",
                condition=Q(status="over", result__isnull=False) | (~Q(status="over") & Q(result__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-created"], name="match_by_status"),
            models.Index(fields=["game", "-created"], name="match_by_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.public_id])

    @property
    def reason(self) -> str:
        """Why a moderator ended it, for its players; empty where none did."""
        ending = (self.result or {}).get("reason", "void")
        if self.ended is None or ending not in ("void", "adjudication"):  # which a player or the clock brings about
            return ""
        return next((ruling.reason for ruling in self.rulings.all() if ruling.ply == self.ply), "")

    @property
    def rules(self) -> Game[Any, Any]:
        """The rules it is played by, in its own version."""
        return registry.game(self.game, self.version)

    @property
    def pace(self) -> timedelta:
        """The time a player has for a move."""
        return timedelta(days=self.pace_days)


class MatchSecret(models.Model):
    """The secret all draws come from. `games.secret` alone reads it."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="+")
    scheme = models.CharField(max_length=8)
    secret = models.BinaryField()

    def __str__(self) -> str:
        return f"secret of match {self.match_id}"


class SeatQuerySet(models.QuerySet["Seat"]):
    def with_news(self) -> SeatQuerySet:
        """Each seat with `talk`, a number that grows with every line of its chat and every line hidden there, and
        `turns_due`, how many matches wait for its user: all within the query for the seats."""
        lines = ChatLine.objects.filter(match=OuterRef("match")).order_by().values("match")
        turns = Turn.objects.filter(user=OuterRef("user")).order_by().values("user")
        return self.annotate(
            talk=_number(lines.annotate(news=Count("pk") + Count("hidden")).values("news")),
            turns_due=_number(turns.annotate(due=Count("pk")).values("due")),
        )

    def with_hints(self) -> SeatQuerySet:
        """Each seat with `knows_game`, whether its user has finished a match of the game, and `hint_choice`, when the
        user wants hints, None where nothing was ever chosen: within the query for the seats."""
        over = Q(match__game=OuterRef("match__game"), match__status=Match.Status.OVER)
        finished = Seat.objects.filter(over, user=OuterRef("user"))
        return self.annotate(knows_game=Exists(finished), hint_choice=F("user__preferences__hints"))


def _number(rows: models.QuerySet[Any, Any]) -> Coalesce:
    """A count as a column; nothing counted is 0."""
    return Coalesce(Subquery(rows), 0)


class Seat(models.Model):
    """Somebody's place in a match. `number` is set when the match starts, `joined` counts who came first."""

    class Offer(models.TextChoices):
        DRAW = "draw", _("to end level")
        CANCEL = "cancel", _("to cancel the match")

    class Outcome(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        LEVEL = "level", _("level")
        TIMEOUT = "timeout", _("lost on time")
        ABSENT = "absent", _("void by absence")
        VOID = "void", _("void")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    joined = models.PositiveSmallIntegerField()
    entropy = models.CharField(max_length=32)
    entropy_source = models.CharField(max_length=8, choices=[("browser", "browser"), ("server", "server")])
    serial = models.PositiveIntegerField(default=0, help_text=_("changes whenever what the seat is asked changes"))
    answered = models.IntegerField(null=True, blank=True, help_text=_("the serial its newest entry answered"))
    answered_ply = models.IntegerField(null=True, blank=True)
    plan = models.TextField(blank=True)
    plan_serial = models.PositiveIntegerField(default=0)
    plan_dropped = models.BooleanField(default=False)
    stamp = models.CharField(max_length=32, blank=True, help_text=_("changes whenever what the seat sees changes"))
    changed = models.DateTimeField(null=True, blank=True, help_text=_("when what the seat sees last changed"))
    blind = models.JSONField(default=list, blank=True, help_text=_("plies it may not know of: others' sealed entries"))
    opened_ply = models.IntegerField(default=-1)
    opened_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    score = models.IntegerField(null=True, blank=True)
    notes = models.TextField(blank=True, help_text=_("for the player alone"))
    offer = models.CharField(max_length=6, choices=Offer, blank=True, help_text=_("what the player offers the others"))
    chat_read = models.BigIntegerField(default=0, help_text=_("the newest line of the chat that the player has seen"))
    chat_muted = models.BooleanField(default=False)
    hints = models.BooleanField(null=True, blank=True, help_text=_("shown to the player; empty: as in the settings"))
    hinted = models.JSONField(default=dict, blank=True, help_text=_("hints shown so far, each with its serial"))
    house = models.BooleanField(default=False, help_text=_("a house opponent sits here, whose moves the worker makes"))

    objects = SeatQuerySet.as_manager()

    talk: int
    turns_due: int
    knows_game: bool
    hint_choice: str | None

    class Meta:
        ordering = ["number", "joined"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_user_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
            models.UniqueConstraint(fields=["match", "joined"], name="one_joiner_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of match {self.match_id}"

    @property
    def place(self) -> int:
        """The seat's number in a match that has begun."""
        if self.number is None:
            raise ValueError(f"{self} has no number before the match begins")
        return self.number

    def counted(self, ply: int) -> int:
        """The number by which the seat knows an entry: those it may not know of are not counted."""
        return ply - sum(hidden <= ply for hidden in self.blind)

    def ply_of(self, counted: int) -> int:
        """The ply of the entry that the seat knows by a number."""
        for hidden in sorted(self.blind):
            counted += hidden <= counted
        return counted


class EntryQuerySet(models.QuerySet["Entry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("the log is only ever added to")

    def delete(self) -> NoReturn:
        raise TypeError("the log is only ever added to")


class Entry(models.Model):
    """A row of a match's log: a move, or a house entry (no seat). Inserted once, never changed."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="entries")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField()
    draws = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    created = models.DateTimeField(default=timezone.now)
    by_program = models.BooleanField(default=False, db_default=False, help_text=_("sent with a token, by the API"))

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = "move log entry"
        verbose_name_plural = "move log entries"
        ordering = ["match", "ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_entry_a_ply")]

    def __str__(self) -> str:
        return f"entry {self.ply} of match {self.match_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("the log is only ever added to")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the log is only ever added to")


class Ruling(models.Model):
    """Why a moderator ended a match by entry `ply`: for its players. Who it was stands in the admin's history alone."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rulings")
    ply = models.PositiveIntegerField()
    reason = models.CharField(max_length=300)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["match", "ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_ruling_a_ply")]

    def __str__(self) -> str:
        return f"ruling at entry {self.ply} of match {self.match_id}"


class TurnQuerySet(models.QuerySet["Turn"]):
    def overdue(self, now: datetime) -> TurnQuerySet:
        """Turns whose time is up."""
        return self.filter(deadline__lte=now)

    def to_remind(self, now: datetime) -> TurnQuerySet:
        """Turns whose next reminder is due and whose time is not yet up."""
        return self.filter(next_reminder_at__lte=now, deadline__gt=now)


class Turn(models.Model):
    """A seat owes a move: what "my turn", reminders and expiry read."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="turn")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="turns")
    ply = models.IntegerField(help_text=_("the entry after which the seat owed a move"))
    since = models.DateTimeField()
    deadline = models.DateTimeField(db_index=True)
    next_reminder_at = models.DateTimeField(null=True, blank=True, db_index=True)
    reminders_sent = models.PositiveSmallIntegerField(default=0)
    looked_ply = models.IntegerField(default=-1, db_default=-1, help_text=_("`ply` when the player last looked"))
    fetched_ply = models.IntegerField(default=-1, db_default=-1, help_text=_("the same of the player's programs"))

    objects = TurnQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["user", "deadline"], name="turn_by_user")]

    def __str__(self) -> str:
        return f"turn of seat {self.seat_id}"

    @property
    def looked(self) -> bool:
        """Whether the player has looked at the match or acted in it since the turn began."""
        return self.looked_ply >= self.ply

    @property
    def fetched(self) -> bool:
        """Whether a program of the player has asked for anything about the match since the turn began."""
        return self.fetched_ply >= self.ply

    @property
    def key(self) -> str:
        """What names this turn in the outbox."""
        return f"{self.match_id}:{self.ply}"


class Snapshot(models.Model):
    """A cached position: the newest and every 32nd. Deleting all of them changes nothing."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="snapshots")
    ply = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField()
    state = models.BinaryField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_snapshot_a_ply")]

    def __str__(self) -> str:
        return f"snapshot {self.ply} of match {self.match_id}"


INVITATION_STANDS = timedelta(days=14)
WARNED_BEFORE = timedelta(days=2)
"""How long before an invitation expires its inviter is told."""


def invitation_expires() -> datetime:
    """When an invitation made now is taken down, unless it was taken up."""
    return timezone.now() + INVITATION_STANDS


def invitation_warned() -> datetime:
    """When the inviter of an invitation made now is told that it will soon expire."""
    return invitation_expires() - WARNED_BEFORE


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def waiting(self) -> InvitationQuerySet:
        """Invitations that can still be joined."""
        return self._untaken().filter(expires__gt=timezone.now())

    def expired(self, now: datetime) -> InvitationQuerySet:
        """Invitations that nobody has taken up in time."""
        return self._untaken().filter(expires__lte=now)

    def to_warn(self, now: datetime) -> InvitationQuerySet:
        """Invitations that will soon expire, whose inviter has not been told."""
        return self._untaken().filter(warn_at__lte=now, expires__gt=now)

    def unblocked(self, user: Any) -> InvitationQuerySet:
        """Those at whose tables nobody blocks the user or is blocked."""
        tables = Seat.objects.filter(Q(user__blocks__blocked=user) | Q(user__blocked_by__blocker=user)).values("match")
        return self.exclude(match__in=tables)

    def _untaken(self) -> InvitationQuerySet:
        return self.filter(match__status=Match.Status.OPEN)


class Invitation(models.Model):
    """A match looking for players: listed for all, meant for one, or known by its link alone.

    `language` is what the inviter would like to chat in, "" for any. `warn_at` is empty once the inviter was warned.
    """

    class Audience(models.TextChoices):
        OPEN = "open", _("Open: anybody can find it and join")
        LINK = "link", _("By link: only those to whom you give the link")
        PERSONAL = "personal", _("Personal: one player, who is told by mail")

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="invitation")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invitations")
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.OPEN)
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("the inviter's seat; empty: drawn"))
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="invited_to"
    )
    note = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=10, blank=True)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(default=invitation_expires)
    warn_at = models.DateTimeField(null=True, blank=True, default=invitation_warned)
    withdrawn = models.DateTimeField(null=True, blank=True)
    declined = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]
        constraints = [
            models.CheckConstraint(
                name="personal_means_invited",
                condition=Q(audience="personal", invited__isnull=False) | (~Q(audience="personal") & Q(invited=None)),
            ),
        ]
        indexes = [
            models.Index(fields=["expires"], name="invitation_by_expiry"),
            models.Index(fields=["warn_at"], name="invitation_by_warning"),
        ]

    def __str__(self) -> str:
        return f"invitation to match {self.match_id}"

    def get_absolute_url(self) -> str:
        return reverse("invitation", args=[self.match.public_id])

    @property
    def state(self) -> str:
        """What has become of it: `waits`, `begun`, `withdrawn`, `declined` or `expired`."""
        if self.withdrawn or self.declined:
            return "withdrawn" if self.withdrawn else "declined"
        if self.match.status == Match.Status.OPEN:
            return "waits" if timezone.now() < self.expires else "expired"
        return "expired" if self.match.status == Match.Status.VOID and self.match.started is None else "begun"

    def is_for(self, user_id: int | None) -> bool:
        """Whether a user may know of it: a personal one is between two."""
        return self.audience != self.Audience.PERSONAL or user_id in (self.inviter_id, self.invited_id)


class ChatLine(models.Model):
    """What one player wrote to the others beside the board. Never part of the log."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    created = models.DateTimeField(default=timezone.now)
    hidden = models.DateTimeField(null=True, blank=True, help_text=_("when a moderator took it out of sight"))
    hidden_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["match", "id"], name="chat_by_match")]

    def __str__(self) -> str:
        return f"line {self.pk} in the chat of match {self.match_id}"


class Opponent(models.Model):
    """A house opponent: a user, marked as a bot, whose moves the worker makes with a computer player of one game."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="opponent")
    game = models.CharField(max_length=40, unique=True)

    def __str__(self) -> str:
        return f"house opponent of {self.game}"


class SavedArmy(models.Model):
    """An army of Fantasy Dice Battles that somebody keeps: the name of its data set, and its text, legal when kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="armies")
    data_set = models.CharField(max_length=24)
    name = models.CharField(max_length=40)
    text = models.CharField(max_length=1000)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "saved armies"
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["user", "data_set", "name"], name="one_army_a_name")]

    def __str__(self) -> str:
        return f"army {self.name} of user {self.user_id}"

    def get_absolute_url(self) -> str:
        return reverse("saved_army", args=[self.pk])
