"""Who has which deed. All of it is derived and may be computed again."""

from django.conf import settings
from django.db import models

from games.core.models.match import Match


class Award(models.Model):
    """That somebody has a deed of a game, and the first `match` in which it was `earned`: the end of that match.

    `deed` is its key within the game.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="awards", db_index=False)
    game = models.CharField(max_length=40)
    deed = models.CharField(max_length=40)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="awards")
    earned = models.DateTimeField()

    class Meta:
        ordering = ["game", "earned", "match", "pk"]
        constraints = [models.UniqueConstraint(fields=["user", "game", "deed"], name="one_award_a_deed")]
        indexes = [models.Index(fields=["game", "deed"], name="award_by_deed")]

    def __str__(self) -> str:
        return f"deed {self.deed} of user {self.user_id} in {self.game}"


class Summary(models.Model):
    """Key moments and deeds of a match that is over, as `games.deeds.summaries` writes them.

    The row is there from the end on; it is empty, of edition 0, until they are worked out. Every row that is emptied
    like this is worked out again. Until then nothing changes except the time that a page takes.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="summary")
    edition = models.PositiveSmallIntegerField(default=0)
    content = models.BinaryField(default=b"")

    class Meta:
        verbose_name_plural = "summaries"
        indexes = [models.Index(fields=["edition", "-id"], name="summary_by_edition")]

    def __str__(self) -> str:
        return f"summary of match {self.match_id}"
