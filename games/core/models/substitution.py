"""Seats that were handed over.

The model stands in the core and not in `games/substitutes/`, because the core reads it: records, logs and names say who
played before, and an absence of a former player counts (`games/core/reading/reliability.py`).
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.models.match import Match


class Substitution(models.Model):
    """By entry `ply` of a match `user` took over a seat of `former`, whose notes and plan are kept here, for him alone.

    `absent`: the time of `former` was up, which counts against him as if the match had ended by it.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="substitutions", db_index=False)
    seat = models.PositiveSmallIntegerField()
    ply = models.PositiveIntegerField()
    former = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats_given")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats_taken")
    notes = models.TextField(blank=True)
    plan = models.TextField(blank=True)
    absent = models.BooleanField(default=False)
    absent_since = models.DateTimeField(
        null=True, blank=True, help_text=_("when the former player last moved in any match before the time ran out")
    )
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["match", "ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_substitution_a_ply")]

    def __str__(self) -> str:
        return f"substitution on seat {self.seat} of match {self.match_id}"
