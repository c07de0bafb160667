"""The log of a match, why a moderator wrote in it, and the positions that spare a replay."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, When
from django.db.models.functions import Cast, Substr
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.database.columns import IsListed
from games.core.models.match import Match

ROLLBACK = "!rollback "
"""How an entry begins that goes back to an earlier one."""


class EntryQuerySet(models.QuerySet["Entry"]):
    def disclosed(self) -> EntryQuerySet:
        """Return those that everybody may know of and that nothing took back, within the query for them.

        Being older than the newest secret answer isn't enough: one that was taken back was never shown to anybody.
        """
        older = Q(ply__lte=F("match__ply") - F("match__sealed"))
        return self.filter(older | ~IsListed("ply", "match__watch_blind"), ~_was_taken_back())

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


def _was_taken_back() -> Exists:
    """Say whether the match went back, after an entry, to before it. One that it came back to later counts too."""
    goes_back = Q(seat=None, text__startswith=ROLLBACK)
    number = Cast(Substr("text", len(ROLLBACK) + 1), models.IntegerField())
    target = Case(When(goes_back, then=number))  # a case, or PostgreSQL might read a number from any text
    later = Entry.objects.filter(goes_back, match=OuterRef("match"), ply__gt=OuterRef("ply"))
    return Exists(later.alias(target=target).filter(target__lt=OuterRef("ply")))


class Ruling(models.Model):
    """Why a moderator ended a match by entry `ply`, or let it go back: for its players. Who it was stands in the
    admin's history alone.

    `undone` is when a way back was undone. The entry that undoes it has a reason too, which was never more than that:
    there, it is the moment at which it was `created`.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rulings", db_index=False)
    ply = models.PositiveIntegerField()
    reason = models.CharField(max_length=300)
    created = models.DateTimeField(default=timezone.now)
    undone = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_ruling_a_ply")]

    def __str__(self) -> str:
        return f"ruling at entry {self.ply} of match {self.match_id}"

    @property
    def is_undoing(self) -> bool:
        """Whether it only undoes the one before."""
        return self.undone is not None and self.undone == self.created


class WaitingRuling(models.Model):
    """A moderator's ruling that is to end a match at `due`. Until then the match rests, and the ruling can be undone.

    The row is gone once the ruling has ended the match. One that was `undone` stays: the time in between was given back
    to all.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="waiting_rulings")
    text = models.CharField(max_length=40)
    reason = models.CharField(max_length=300)
    created = models.DateTimeField()
    due = models.DateTimeField()
    undone = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "created"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(undone=None), name="one_waiting_ruling_a_match"
            ),
        ]
        indexes = [models.Index(fields=["due"], condition=models.Q(undone=None), name="ruling_due")]

    def __str__(self) -> str:
        return f"waiting ruling on match {self.match_id}"


def waiting_ruling(match: Match) -> WaitingRuling | None:
    """Return the ruling that waits to end a match; None where none does, without a query."""
    return WaitingRuling.objects.filter(match=match, undone=None).first() if match.held_until is not None else None


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
