"""What a sign-in leaves for two weeks."""

from django.conf import settings
from django.db import models


class Trace(models.Model):
    """That a user has signed in on a day, from a network or in a browser that nobody can name.

    `digest` is a keyed hash. Two that are equal say that two accounts used the same one, and nothing else.
    """

    class Kind(models.TextChoices):
        NETWORK = "network"
        BROWSER = "browser"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind)
    digest = models.CharField(max_length=32)
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "digest", "day"], name="one_trace_a_day")]
        indexes = [
            models.Index(fields=["digest"], name="trace_by_digest"),
            models.Index(fields=["day"], name="trace_by_day"),
        ]

    def __str__(self) -> str:
        return f"trace {self.pk}"
