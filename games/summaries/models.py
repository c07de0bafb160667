"""What a match that is over shows of its whole course, so that no page plays it again for that."""

from __future__ import annotations

from django.db import models

from games.core.models.match import Match


class Summary(models.Model):
    """Key moments and deeds of a match that is over, as `games.summaries.queries` writes them.

    The row is there from the end on; it is empty, of edition 0, until they are worked out. Whatever is emptied so is
    worked out again, and changes nothing meanwhile but the time that a page takes.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="summary")
    edition = models.PositiveSmallIntegerField(default=0)
    content = models.BinaryField(default=b"")

    class Meta:
        verbose_name_plural = "summaries"
        indexes = [models.Index(fields=["edition", "-id"], name="summary_by_edition")]

    def __str__(self) -> str:
        return f"summary of match {self.match_id}"
