"""Whom somebody likes to play."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Favourite(models.Model):
    """One user likes to play another. Nobody else is told, the other one neither.

    `tell`: whether the user wants to be told when the other one offers a match to all; `told` when that was last done.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favourites", db_index=False
    )
    favoured = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favoured_by")
    created = models.DateTimeField(default=timezone.now)
    tell = models.BooleanField(default=False, db_default=False)
    told = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "favoured"], name="favoured_once"),
            models.CheckConstraint(condition=~Q(user=F("favoured")), name="nobody_favours_himself"),
        ]
        indexes = [models.Index(fields=["favoured", "id"], condition=Q(tell=True), name="favourite_to_tell")]

    def __str__(self) -> str:
        return f"user {self.favoured_id} is a favourite of user {self.user_id}"
