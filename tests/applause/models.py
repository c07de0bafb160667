"""Who has thanked whom, and for which match; and which rematches came of it."""

from django.conf import settings
from django.db import models

from games.core.models import Match


class Thanks(models.Model):
    """That a player has thanked another for a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    given = models.DateTimeField()

    class Meta:
        verbose_name_plural = "thanks"
        constraints = [models.UniqueConstraint(fields=["match", "by", "to"], name="thanks_once")]

    def __str__(self) -> str:
        return f"{self.by_id} thanks {self.to_id}"


class Encore(models.Model):
    """A rematch that is over, and how many thanks the match before it had; None until they are counted."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="+")
    thanks = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"encore {self.match_id}"
