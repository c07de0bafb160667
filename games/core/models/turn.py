"""Who owes a move, and until when."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models.match import Match


class TurnQuerySet(models.QuerySet["Turn"]):
    def overdue(self, now: datetime) -> TurnQuerySet:
        """Return turns whose time is up."""
        return self.filter(deadline__lte=now)

    def to_remind(self, now: datetime) -> TurnQuerySet:
        """Return turns whose next reminder is due and whose time is not yet up."""
        return self.filter(next_reminder_at__lte=now, deadline__gt=now)


class Turn(models.Model):
    """A seat owes a move: what "my turn", reminders and expiry read.

    Its time is kept as in `games.core.clock.running.Time`: `given`, `left` at `counted_from`, and the `last_moment`,
    when the seat has used up its total. The deadline follows from these; older turns have nothing else.
    `revision` is how often its deadline has moved, and `revised` when that last was. `secret`: nobody else may
    know whether the seat still owes it, as where several answer unseen.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns")
    seat = models.OneToOneField("games.Seat", on_delete=models.CASCADE, related_name="turn")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="turns", db_index=False)
    ply = models.IntegerField(help_text=_("the entry after which it became the seat’s turn"))
    since = models.DateTimeField()
    given = models.DurationField(null=True, blank=True)
    left = models.DurationField(null=True, blank=True)
    counted_from = models.DateTimeField(null=True, blank=True)
    last_moment = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(db_index=True)
    next_reminder_at = models.DateTimeField(null=True, blank=True, db_index=True)
    revision = models.PositiveSmallIntegerField(default=0, db_default=0)
    revised = models.DateTimeField(null=True, blank=True)
    secret = models.BooleanField(default=False, db_default=False)
    reminders_sent = models.PositiveSmallIntegerField(default=0)
    looked_ply = models.IntegerField(
        default=-1, db_default=-1, help_text=_("value of `ply` when the player last looked")
    )
    fetched_ply = models.IntegerField(
        default=-1, db_default=-1, help_text=_("value of `ply` when the player’s programs last looked")
    )

    objects = TurnQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["user", "deadline"], name="turn_by_user")]

    def __str__(self) -> str:
        return f"turn of seat {self.seat_id}"

    def is_to_remind(self, now: datetime) -> bool:
        """Say whether its next reminder is due and its time not yet up."""
        return self.next_reminder_at is not None and self.next_reminder_at <= now < self.deadline

    @property
    def changed(self) -> datetime:
        """When it began or, where that came later, its deadline last moved."""
        return self.revised or self.since

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
