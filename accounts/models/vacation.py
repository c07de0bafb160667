"""Times in which somebody's clocks stand."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models.user import User


class VacationQuerySet(models.QuerySet["Vacation"]):
    def at(self, moment: datetime) -> "VacationQuerySet":
        """Return those that last at a moment."""
        return self.filter(begins__lte=moment, ends__gt=moment)

    def spans(self) -> list[tuple[datetime, datetime]]:
        """Return when each vacation begins and ends, in order, without those that were called off."""
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
