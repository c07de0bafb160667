"""Who wants nothing to do with whom."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models.user import User


class BlockQuerySet(models.QuerySet["Block"]):
    def between(self, one: int, *others: int) -> "BlockQuerySet":
        """Return the blocks by a user of any of the others, or the other way round."""
        return self.filter(Q(blocker_id=one, blocked_id__in=others) | Q(blocker_id__in=others, blocked_id=one))


class Block(models.Model):
    """One user wants nothing to do with another: no invitations, no joining, no chat, in either direction."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    created = models.DateTimeField(default=timezone.now)

    objects = BlockQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_himself"),
        ]

    def __str__(self) -> str:
        return f"user {self.blocker_id} blocks user {self.blocked_id}"
