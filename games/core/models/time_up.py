"""Time that is up in a match whose other player may choose what becomes of it.

The model stands in the core, because the clock writes it (`games/core/services/time_up.py`), and the list of matches
that wait for somebody reads it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from games.core.models.match import Match
from games.core.models.turn import Turn


class TimeUpQuerySet(models.QuerySet["TimeUp"]):
    def waiting(self, user: Any) -> TimeUpQuerySet:
        """Return those that wait for a user's choice in matches that do not wait for a move of the user besides."""
        return self.filter(user=user).exclude(
            Exists(Turn.objects.filter(match=OuterRef("match"), user=OuterRef("user")))
        )


class TimeUp(models.Model):
    """The time of `seat` is up, and `user`, who stayed, may choose until `until` what becomes of the match.

    Until the choice, the total of the player who may choose runs: since `began`, which is the moment of a move that
    this player has sealed in the meantime. So nobody is shown `began`, and `until` never depends on it.

    The row stands beside the turn of the seat, whose player may still move. It is gone with any move, with any time
    that is given, and when somebody takes the seat over.
    """

    class Remedy(models.TextChoices):
        """What may be chosen."""

        CLAIM = "claim", _("the win")
        MORE = "more", _("two more days")
        CANCEL = "cancel", _("to cancel the match")
        SUBSTITUTE = "substitute", _("a replacement")
        HOUSE = "house", _("the computer takes over")

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="time_up")
    seat = models.OneToOneField("games.Seat", on_delete=models.CASCADE, related_name="time_up")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="times_up")
    began = models.DateTimeField()
    until = models.DateTimeField(db_index=True)
    prolonged = models.BooleanField(
        default=False, db_default=False, help_text=_("extended once while looking for a replacement")
    )

    objects = TimeUpQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "times up"

    def __str__(self) -> str:
        return f"time up of seat {self.seat_id}"
