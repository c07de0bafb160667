"""What people want to be told, and when."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Preferences(models.Model):
    """What a user wants to be told, and when. A user without a row wants it all at once, and hints while a game is new.

    `by_email`: whether notices go to the mailbox while there is an endpoint that takes them.
    Hours are those of the user's own time zone. From `quiet_from` to `quiet_to` nothing is told but what is urgent, and
    that only where `urgent_anyway`. The `remind_…` say before which moments of a turn to remind.
    """

    class Hints(models.TextChoices):
        FIRST = "first", _("until I’ve finished a match of the game")
        ALWAYS = "always", _("in every match")
        NEVER = "never", _("never")

    class Rhythm(models.TextChoices):
        EACH = "each", _("as it happens")
        HOURLY = "hourly", _("in an hourly summary")
        DAILY = "daily", _("in a daily summary")
        OFF = "off", _("not at all")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    turn_mails = models.BooleanField(_("when it’s my turn"), default=True)
    reminder_mails = models.BooleanField(_("before my time runs out"), default=True)
    end_mails = models.BooleanField(_("when a match begins or ends"), default=True)
    invitation_mails = models.BooleanField(
        _("about invitations I send or receive, and my favourites’ offers"), default=True
    )
    chat_mails = models.BooleanField(_("when someone writes to me in a match"), default=True)
    report_mails = models.BooleanField(
        _("when a report waits for me as a moderator"),
        default=True,
        db_default=True,
        help_text=_("for moderators only"),
    )
    rhythm = models.CharField(_("how often"), max_length=6, choices=Rhythm, default=Rhythm.EACH, db_default=Rhythm.EACH)
    summary_hour = models.PositiveSmallIntegerField(_("time of the daily summary"), default=18, db_default=18)
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(_("quiet until"), null=True, blank=True)
    urgent_anyway = models.BooleanField(
        _("notify me during quiet hours if my time is nearly up"), default=True, db_default=True
    )
    by_email = models.BooleanField(_("by email"), default=True, db_default=True)
    remind_half = models.BooleanField(_("when half my time is gone"), default=False, db_default=False)
    remind_day = models.BooleanField(_("a day before my time is up"), default=True, db_default=True)
    remind_late = models.BooleanField(_("three hours before my time is up"), default=True, db_default=True)
    next_after_move = models.BooleanField(
        _("after my move, go to the next match that’s waiting for me"), default=False, db_default=False
    )
    play_links = models.BooleanField(
        _("let me play from email links without signing in"), default=True, db_default=True
    )
    hints = models.CharField(_("hints beside the board"), max_length=6, choices=Hints, default=Hints.FIRST)
    coach = models.BooleanField(
        _("the coach beside the board"), null=True, blank=True, help_text=_("empty: in the first matches of each game")
    )
    auto_vacation = models.BooleanField(
        _("go on vacation automatically, just before my time runs out"), default=True, db_default=True
    )

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = verbose_name
        constraints = [
            models.CheckConstraint(
                condition=Q(summary_hour__lt=24)
                & (Q(quiet_from=None) | Q(quiet_from__lt=24))
                & (Q(quiet_to=None) | Q(quiet_to__lt=24)),
                name="hours_of_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of user {self.user_id}"
