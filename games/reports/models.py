"""What players report to moderators."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.models.chat import ChatLine
from games.core.models.match import Match

KEYS = 2**53
"""Keys are less than this: numbers that programs of every kind read as they are."""


def random_key() -> int:
    """Return a key that tells neither when a report was filed nor how many there are."""
    return 1 + secrets.randbelow(KEYS - 1)


class Report(models.Model):
    """What `reporter` holds against a match, a line of its chat or somebody's profile, and what came of it.

    `reported` is the one player it concerns, None for a match where there are several. `words` are what the reporter
    is told of the outcome, `words_to_reported` what the other is told: without who reported, or that anybody has. Both
    stay when a report is opened again.

    `question` is what its assignee asks colleagues, or `asked_of` alone, for a second opinion. It stays with a report
    that is closed, until that is opened again.

    Keys follow no order, for a number that is missing would tell a moderator of a report that is about himself.
    """

    class Kind(models.TextChoices):
        MATCH = "match", _("match")
        LINE = "line", _("chat message")
        PROFILE = "player", _("profile")

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insults or threats")
        NAME = "name", _("An offensive name")
        CHEATING = "cheating", _("Several accounts, or losing on purpose")
        SPOILING = "spoiling", _("Spoiling the match for the others")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        CLOSED = "closed", _("closed")

    class Outcome(models.TextChoices):
        NOTHING = "nothing", _("We found nothing against the rules.")
        WARNED = "warned", _("The player was told to stop.")
        HIDDEN = "hidden", _("A message was hidden.")
        RULED = "ruled", _("A decision was made about the match.")
        ACCOUNT = "account", _("Action was taken against the account.")
        PASSED = "passed", _("The people who run the site will look into it.")
        UNABLE = "unable", _("You’re right, but there’s nothing we can do about it.")

    # The column goes on to count by itself, so that the code before an upgrade can file reports while that is done.
    id = models.BigAutoField(primary_key=True, default=random_key, editable=False)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports", db_index=False
    )
    kind = models.CharField(_("about"), max_length=6, choices=Kind)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="reports")
    line = models.ForeignKey(ChatLine, null=True, blank=True, on_delete=models.PROTECT, related_name="reports")
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="reports_about",
        verbose_name=_("reported player"),
    )
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    text = models.CharField(max_length=500, blank=True)
    state = models.CharField(_("state"), max_length=6, choices=State, default=State.OPEN)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome, blank=True)
    words = models.CharField(max_length=300, blank=True)
    words_to_reported = models.CharField(max_length=300, blank=True)
    question = models.CharField(max_length=500, blank=True, default="", db_default="")
    asked_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created = models.DateTimeField(_("made on"), default=timezone.now)
    taken = models.DateTimeField(null=True, blank=True)
    closed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created"]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "match"], condition=Q(kind="match", closed=None), name="one_report_of_a_match"
            ),
            models.UniqueConstraint(fields=["reporter", "line"], condition=Q(closed=None), name="one_report_of_a_line"),
            models.UniqueConstraint(
                fields=["reporter", "reported"], condition=Q(kind="player", closed=None), name="one_report_of_a_player"
            ),
            models.CheckConstraint(condition=Q(state="closed") ^ Q(closed=None), name="a_closed_report_says_when"),
        ]
        indexes = [
            models.Index(fields=["reporter", "created"], name="report_by_reporter"),
            models.Index(fields=["closed"], condition=Q(closed__isnull=False), name="report_by_end"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class Opinion(models.Model):
    """What a moderator thinks of a report that a colleague has taken. Only moderators read it."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="opinions")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created", "pk"]

    def __str__(self) -> str:
        return f"opinion {self.pk} on report {self.report_id}"
