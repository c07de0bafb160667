"""What the service knows of itself: when its parts were last alive, and when nobody could play."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import F

from games.core.clock.stops import Span


class Heartbeat(models.Model):
    """When something was last alive: the service as a whole, a part of it on a machine, or a sweep.

    `games/core/services/heartbeats.py` keeps them.
    """

    name = models.CharField(max_length=200, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class OutageQuerySet(models.QuerySet["Outage"]):
    def owed(self) -> OutageQuerySet:
        """Return the outages whose time has not yet been given to every turn, the first one first."""
        return self.filter(credited__lt=F("last_turn")).order_by("pk")


class Outage(models.Model):
    """A time in which nobody could play; deadlines that were running move by its length, turn by turn.

    `last_turn` is the newest turn there was when it ended, `credited` the newest one that has got its time.
    """

    began = models.DateTimeField()
    ended = models.DateTimeField()
    last_turn = models.BigIntegerField(default=0)
    credited = models.BigIntegerField(default=0)

    objects = OutageQuerySet.as_manager()

    def __str__(self) -> str:
        return f"outage of {self.length}"

    @property
    def length(self) -> timedelta:
        """By how much what ran all the while moves."""
        return self.ended - self.began

    @property
    def span(self) -> Span:
        """From when to when it lasted."""
        return self.began, self.ended
