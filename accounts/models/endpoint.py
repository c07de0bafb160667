"""Where people are told besides their mailbox."""

from django.db import models
from django.db.models import Q, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.characters import require_text
from accounts.models.user import User


class Endpoint(models.Model):
    """Where a user has notices sent besides the mailbox, by the channel that leads there.

    `shape` says how a webhook is written, `secret` is what it is signed with; `keys` are those of a browser, by which
    it reads pushes, `session` is that by which its user is signed in there. `failing` is since when nothing was taken
    there, `off` when it was therefore switched off; `posted` is when it was last posted to, `slow` when that last took
    too long.
    """

    class Channel(models.TextChoices):
        WEBHOOK = "webhook", _("webhook")
        PUSH = "push", _("device")

    class Shape(models.TextChoices):
        SIGNED = "signed", _("signed JSON (Standard Webhooks)")
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="endpoints")
    channel = models.CharField(max_length=20, choices=Channel)
    name = models.CharField(_("name"), max_length=60, validators=[require_text])
    address = models.CharField(_("address"), max_length=2000)
    shape = models.CharField(_("format"), max_length=10, choices=Shape, blank=True)
    secret = models.CharField(max_length=100, blank=True)
    keys = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True)
    session = models.CharField(max_length=40, default="", db_default="", blank=True)
    created = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)
    failing = models.DateTimeField(null=True, blank=True)
    off = models.DateTimeField(null=True, blank=True)
    posted = models.DateTimeField(null=True, blank=True)
    slow = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.UniqueConstraint("address", condition=Q(channel="push"), name="a_device_is_one_persons"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} of user {self.user_id}"
