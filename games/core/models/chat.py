"""What players of a match write to one another.

The model stands in the core and not in `games/chat/`, because the core reads it: a query of seats counts the lines that
a player has not seen, and the stamp of a page changes with each line (`games/core/models/seat.py`).
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.models.match import Match


class ChatLine(models.Model):
    """What one player wrote to the others beside the board. Never part of the log."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="chat", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    text = models.TextField(_("text"))
    created = models.DateTimeField(_("written on"), default=timezone.now)
    hidden = models.DateTimeField(_("hidden on"), null=True, blank=True, help_text=_("when a moderator hid it"))
    hidden_why = models.CharField(max_length=300, blank=True)
    shown_again = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text=_("how often a moderator showed it again")
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["match", "id"], name="chat_by_match")]

    def __str__(self) -> str:
        return f"line {self.pk} in the chat of match {self.match_id}"
