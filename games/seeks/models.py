"""What users seek who wait for an opponent."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.database.columns import number_of
from accounts.models import Vacation
from games.core.models.log import Entry
from games.core.models.match import Match
from games.core.models.seat import Seat, house_plays
from games.core.models.turn import Turn
from games.core.seams import bars
from games.core.seams.bars import Act
from games.seeks.fit import Wish

DAY = timedelta(days=1)
"""To what a look is noted, so that it says nothing of anybody's hours."""
AWAKE = timedelta(days=7)
"""How long a seek stays awake whose owner does not look."""


class Sleep(Enum):
    """Why a seek is not paired for now."""

    FIRST_MOVE = "first move"
    SEALED = "sealed"
    """Its owner has made a first move that others may not know of yet: it rests as before, or it would tell them."""
    VACATION = "vacation"
    UNSEEN = "unseen"
    UNREACHABLE = "unreachable"
    ENOUGH = "enough"
    BARRED = "barred"
    """Its owner wants a rated match, and may play none for now."""


class SeekQuerySet(models.QuerySet["Seek"]):
    def with_owners(self, now: datetime) -> SeekQuerySet:
        """Return each seek with what may keep it asleep (`Seek.sleep`), within the query for the seeks."""
        first = Turn.objects.filter(~house_plays(), user=OuterRef("user"), seat__answered_ply=None)
        shown = Entry.objects.filter(match=OuterRef("match"), seat=OuterRef("number")).disclosed()
        answered = Seat.objects.filter(~house_plays(), ~Exists(shown), user=OuterRef("user"), match__sealed__gt=0)
        away = Vacation.objects.filter(user=OuterRef("user"), begins__lte=now, ends__gt=now)
        playing = Q(match__game=OuterRef("game"), match__status=Match.Status.PLAYING)
        seats = Seat.objects.filter(playing, ~house_plays(), user=OuterRef("user"))
        return self.select_related("user").annotate(
            owes_first=Exists(first),
            has_sealed=Exists(answered.filter(answered_ply__isnull=False)),
            is_away=Exists(away),
            running=number_of(seats),
            is_barred=Case(When(bars.barred(Act.RATED, "user"), then=Value(True)), default=Value(False)),
        )

    def unlooked(self, now: datetime) -> SeekQuerySet:
        """Return those whose owners have not looked for a day at a moment."""
        return self.filter(looked__lte=now - DAY)

    def awake(self, now: datetime) -> SeekQuerySet:
        """Return those that may be paired at a moment, the longest wait first."""
        unreachable = ~Q(user__bounced="") & Q(user__bounced=Lower("user__email"))
        able = Q(owes_first=False, has_sealed=False, is_away=False, looked__gt=now - AWAKE, user__is_active=True)
        wanted = Q(keep=0) | Q(running__lt=F("keep"))
        able &= Q(is_barred=False) | Q(rated=None) | Q(rated=False)
        return self.with_owners(now).filter(able, wanted).exclude(unreachable).order_by("since", "pk")


class Seek(models.Model):
    """A user's wish for an opponent in a game: for one match, or for as many going on at the same time as `keep` says.

    What is wished is that of `games.seeks.fit.Wish`, by the same names. `since` is when it began to wait, again after
    every match; `looked` when its owner was last here, to the day.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seeks", db_index=False)
    game = models.CharField(max_length=40)
    fastest_days = models.PositiveSmallIntegerField()
    slowest_days = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    clock = models.JSONField(default=dict)
    rated = models.BooleanField(null=True)
    language = models.CharField(max_length=10, blank=True)
    near = models.BooleanField(default=True)
    min_reliability = models.PositiveSmallIntegerField(default=0)
    watchable = models.BooleanField(default=False, db_default=False)
    paired = models.BooleanField(null=True, default=False, db_default=False)
    keep = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)
    looked = models.DateTimeField(default=timezone.now)

    objects = SeekQuerySet.as_manager()

    owes_first: bool
    has_sealed: bool
    is_away: bool
    running: int
    is_barred = False  # unless the seek comes from `with_owners`, which knows better

    class Meta:
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_seek_a_game")]
        indexes = [models.Index(fields=["looked"], name="seek_by_look")]

    def __str__(self) -> str:
        return f"seek of user {self.user_id} for {self.game}"

    @property
    def wish(self) -> Wish:
        """What is sought."""
        return Wish(**{name: getattr(self, name) for name in Wish.__dataclass_fields__})

    @property
    def wish_now(self) -> Wish:
        """What is sought now: no rated match by somebody who may play none. It must come from `with_owners`."""
        return replace(self.wish, rated=False) if self.is_barred else self.wish

    def sleep(self, now: datetime) -> Sleep | None:
        """Return why it is not paired at a moment; None while it is awake. It must come from `with_owners`."""
        asleep = {
            Sleep.FIRST_MOVE: self.owes_first,
            Sleep.SEALED: self.has_sealed,
            Sleep.VACATION: self.is_away,
            Sleep.UNSEEN: self.looked <= now - AWAKE,
            Sleep.UNREACHABLE: self.user.is_unreachable or not self.user.is_active,
            Sleep.ENOUGH: bool(self.keep) and self.running >= self.keep,
            Sleep.BARRED: self.is_barred and bool(self.rated),
        }
        return next((why for why, holds in asleep.items() if holds), None)
