"""What moderators do about a person: until when, why, and what came of the person's answer."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.reports.models import Report, random_key

ANSWERED_WITHIN = timedelta(days=30)
"""How long the person can answer a measure that has no term."""


class Kind(models.TextChoices):
    REMIND = "remind", _("reminder")
    WARN = "warn", _("warning")
    MUTE = "mute", _("no chat")
    UNRATED = "unrated", _("no rated matches")
    SUSPEND = "suspend", _("suspension")
    CLOSE = "close", _("closing for good")


TERMED = (Kind.MUTE, Kind.UNRATED, Kind.SUSPEND)
"""Kinds that have a term, and end by themselves."""
LASTING = (*TERMED, Kind.CLOSE)
"""Kinds that run until they end; a reminder and a warning are said, and that is all."""
GRAVE = (Kind.SUSPEND, Kind.CLOSE)
"""Kinds that shut a person out."""
APPEALED = Q(answered__isnull=False, judged=None, undone_by=None)
"""What holds of measures with an answer that nobody has judged."""


class MeasureQuerySet(models.QuerySet["Measure"]):
    def in_force(self, now: datetime) -> MeasureQuerySet:
        """Return those with a term that is not over, whether or not the sweep has come."""
        return self.filter(kind__in=TERMED, ended=None, ends__gt=now)

    def told(self) -> MeasureQuerySet:
        """Return those that the person knows: no closing that a second moderator has not confirmed."""
        return self.exclude(kind=Kind.CLOSE, seconded_by=None)

    def due(self, now: datetime) -> MeasureQuerySet:
        """Return those whose term is over and that nobody has ended yet, the oldest first."""
        return self.filter(ended=None, ends__lte=now).order_by("ends", "pk")


class Measure(models.Model):
    """What the moderator `by` did about a person, for a reason that the person reads.

    `ends` is when it is to end, `ended` when it really did: by its term, because a moderator took it back
    (`undone_by`), or because another one lifted it. Closing an account waits for `seconded_by`. The person answers
    once (`answer`), and another moderator judges that (`verdict`).

    Keys follow no order, as those of reports: a number that is missing would tell of a measure that is hidden.
    """

    class Verdict(models.TextChoices):
        STANDS = "stands", _("it stands")
        LIFTED = "lifted", _("lifted")

    id = models.BigAutoField(primary_key=True, default=random_key, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="measures", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=7, choices=Kind)
    reason = models.CharField(_("reason"), max_length=300)
    report = models.ForeignKey(Report, null=True, blank=True, on_delete=models.SET_NULL, related_name="measures")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("moderator"),
    )
    begun = models.DateTimeField(_("begun"), default=timezone.now)
    ends = models.DateTimeField(_("ends"), null=True, blank=True)
    ended = models.DateTimeField(pgettext_lazy("measure", "ended"), null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    seconded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answer = models.CharField(_("answer"), max_length=1000, blank=True)
    answered = models.DateTimeField(_("answered"), null=True, blank=True)
    judged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    verdict = models.CharField(_("verdict"), max_length=6, choices=Verdict, blank=True)
    verdict_words = models.CharField(_("reason for the verdict"), max_length=300, blank=True)
    judged = models.DateTimeField(_("judged"), null=True, blank=True)

    objects = MeasureQuerySet.as_manager()

    class Meta:
        ordering = ["-begun", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind"], condition=Q(ended=None, kind__in=LASTING), name="one_measure_of_a_kind"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=TERMED, ends__gt=F("begun")) | (~Q(kind__in=TERMED) & Q(ends=None)),
                name="a_measure_has_its_term",
            ),
            models.CheckConstraint(condition=Q(undone_by=None) | Q(ended__isnull=False), name="undone_is_ended"),
            models.CheckConstraint(condition=Q(seconded_by=None) | Q(kind=Kind.CLOSE), name="only_closing_is_seconded"),
            models.CheckConstraint(condition=~Q(seconded_by=F("by")), name="another_one_seconds"),
            models.CheckConstraint(condition=Q(answer="") | Q(answered__isnull=False), name="an_answer_says_when"),
            models.CheckConstraint(
                condition=Q(verdict="", judged=None) | (~Q(verdict="") & Q(judged__isnull=False)),
                name="a_verdict_says_when",
            ),
            models.CheckConstraint(condition=Q(judged=None) | Q(answered__isnull=False), name="an_answer_is_judged"),
            models.CheckConstraint(condition=~Q(judged_by=F("by")), name="another_one_judges"),
        ]
        indexes = [
            models.Index(fields=["ends"], condition=Q(ended=None), name="measure_by_end"),
            models.Index(fields=["begun"], name="measure_by_begin"),
        ]

    def __str__(self) -> str:
        return f"measure {self.pk}"

    @property
    def lasts(self) -> bool:
        """Whether it is of a kind that runs until it ends."""
        return self.kind in LASTING

    def runs(self, now: datetime) -> bool:
        """Say whether it has an effect at a moment, or waits for a second moderator."""
        return self.lasts and self.ended is None and (self.ends is None or self.ends > now)

    @property
    def ends_by_verdict(self) -> bool:
        """Whether it ended because a moderator has lifted it, and not before."""
        return self.verdict == self.Verdict.LIFTED and self.ended is not None and self.ended == self.judged

    @property
    def answered_until(self) -> datetime:
        """Until when the person can answer."""
        return self.ends or self.begun + ANSWERED_WITHIN
