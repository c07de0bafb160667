"""Matches and what belongs to them: constraints and querysets, no game logic."""

from __future__ import annotations

import secrets
import string
from datetime import datetime, timedelta
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

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
        indexes = [models.Index(fields=["status", "-created"], name="match_by_status")]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.public_id])

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


class Seat(models.Model):
    """Somebody's place in a match. `number` is set when the match starts, `joined` counts who came first."""

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
    notes = models.TextField(blank=True)

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

    objects = TurnQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["user", "deadline"], name="turn_by_user")]

    def __str__(self) -> str:
        return f"turn of seat {self.seat_id}"

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


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def waiting(self) -> InvitationQuerySet:
        """Invitations that can still be joined."""
        return self.filter(match__status=Match.Status.OPEN)


class Invitation(models.Model):
    """A match looking for players: listed for all, or known by its link alone."""

    class Audience(models.TextChoices):
        OPEN = "open", _("Open: anybody can find it and join")
        LINK = "link", _("By link: only those to whom you give the link")

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="invitation")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invitations")
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.OPEN)
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("the inviter's seat; empty: drawn"))
    created = models.DateTimeField(default=timezone.now)
    withdrawn = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"invitation to match {self.match_id}"

    def get_absolute_url(self) -> str:
        return reverse("invitation", args=[self.match.public_id])


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


class Heartbeat(models.Model):
    """When a part of the service was last alive; a gap is an outage, and deadlines move by its length."""

    name = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
