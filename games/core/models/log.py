"""The log of a match, why a moderator wrote in it, and the positions that spare a replay."""

from typing import Any, NoReturn

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.models.match import Match


class EntryQuerySet(models.QuerySet["Entry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("the log is only ever added to")

    def delete(self) -> NoReturn:
        raise TypeError("the log is only ever added to")


class Entry(models.Model):
    """A row of a match's log: a move, or a house entry (no seat). Inserted once, never changed."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="entries", db_index=False)
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField()
    draws = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    created = models.DateTimeField(default=timezone.now)
    by_program = models.BooleanField(default=False, db_default=False, help_text=_("sent with a token, through the API"))

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = "move log entry"
        verbose_name_plural = "move log entries"
        ordering = ["match", "ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_entry_a_ply")]

    def __str__(self) -> str:
        return f"entry of match {self.match_id}"  # the admin shows it, and `ply` would tell of sealed ones before it

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("the log is only ever added to")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the log is only ever added to")


class Ruling(models.Model):
    """Why a moderator ended a match by entry `ply`: for its players. Who it was stands in the admin's history alone."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rulings", db_index=False)
    ply = models.PositiveIntegerField()
    reason = models.CharField(max_length=300)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["match", "ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_ruling_a_ply")]

    def __str__(self) -> str:
        return f"ruling at entry {self.ply} of match {self.match_id}"


class Snapshot(models.Model):
    """A cached position: the newest, every 8th, and those after entries that went `back`.

    Of a match that is over for long (`Match.thinned`) every 128th is left. Deleting all of them changes nothing but the
    time that a page takes.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="snapshots", db_index=False)
    ply = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField()
    state = models.BinaryField()
    digest = models.CharField(max_length=64)
    back = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_snapshot_a_ply")]

    def __str__(self) -> str:
        return f"snapshot {self.ply} of match {self.match_id}"
