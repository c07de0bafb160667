"""Which users are bots."""

from django.conf import settings
from django.db import models


class Opponent(models.Model):
    """A bot, to readers a “house opponent”: a user marked as one, whose moves the worker makes in one game."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="opponent")
    game = models.CharField(max_length=40, unique=True)

    def __str__(self) -> str:
        return f"house opponent of {self.game}"
