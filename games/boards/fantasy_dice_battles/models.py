"""Armies that players save.

Their table is one of the app `games`, where it was before games had apps of their own.
"""

from django.conf import settings
from django.db import models
from django.urls import reverse


class SavedArmy(models.Model):
    """A saved army: the name of its data set, and its text, which was legal when it was saved."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="armies", db_index=False)
    data_set = models.CharField(max_length=24)
    name = models.CharField(max_length=40)
    text = models.CharField(max_length=1000)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "games"
        verbose_name_plural = "saved armies"
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["user", "data_set", "name"], name="one_army_a_name")]

    def __str__(self) -> str:
        return f"army {self.name} of user {self.user_id}"

    def get_absolute_url(self) -> str:
        return reverse("saved_army", args=[self.pk])
