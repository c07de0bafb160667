"""Matches that wait for players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.core.models.match import Match
from games.core.models.seat import Seat
from games.core.seams import bars
from games.core.seams.bars import Act

INVITATION_STANDS = timedelta(days=14)
WARNED_BEFORE = timedelta(days=2)
"""How long before an invitation expires its inviter is told."""


def invitation_expires() -> datetime:
    """Return when an invitation made now is taken down, unless it was taken up."""
    return timezone.now() + INVITATION_STANDS


def invitation_warned() -> datetime:
    """Return when the inviter of an invitation made now is told that it will soon expire."""
    return invitation_expires() - WARNED_BEFORE


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def waiting(self) -> InvitationQuerySet:
        """Return invitations that can be joined: none that rests, none of an inviter who is suspended, and none to a
        rated match of an inviter who may play none for now."""
        return self.open().filter(~self.barred(), resting=False, inviter__is_active=True)

    @staticmethod
    def barred() -> Q:
        """Return a condition that an invitation is to a rated match, and that its inviter may play none for now."""
        return Q(match__rated=True) & bars.barred(Act.RATED, "inviter")

    def open(self) -> InvitationQuerySet:
        """Return invitations that can be joined, now or once they rest no more.

        By what is left of their time, for which there is no index. Few matches are open, but PostgreSQL expects fewer
        still, and would rather read everything that was offered within two weeks.
        """
        return self._untaken().alias(time_left=F("expires") - timezone.now()).filter(time_left__gt=timedelta())

    def expired(self, now: datetime) -> InvitationQuerySet:
        """Return invitations that nobody has taken up in time."""
        return self._untaken().filter(expires__lte=now)

    def to_warn(self, now: datetime) -> InvitationQuerySet:
        """Return invitations that will soon expire, whose inviter has not been told."""
        return self._untaken().filter(warn_at__lte=now, expires__gt=now)

    def unblocked(self, user: Any) -> InvitationQuerySet:
        """Return those in whose matches nobody blocks the user or is blocked by the user."""
        return self.filter(~Exists(Seat.objects.across_blocks(user).filter(match=OuterRef("match"))))

    def to_tell(self, before: datetime) -> InvitationQuerySet:
        """Return invitations made before a moment that have people left to tell, the oldest first.

        These people asked to be told.
        """
        return self.filter(told_up_to__isnull=False, created__lte=before).order_by("created")

    def _untaken(self) -> InvitationQuerySet:
        return self.filter(match__status=Match.Status.OPEN)


class Invitation(models.Model):
    """A match looking for players: listed for all, meant for one, or known by its link alone.

    `language` is what the inviter would like to chat in, "" for any. `min_reliability` is asked of the player who
    joins, in per cent, 0 for none. `warn_at` is empty once the inviter was warned. `again_of` is the match for
    which it stood before, which came to nothing, and `first` the one whose link leads here. `made_unrated` says
    that a rated match was asked for, and a guest has joined it. `after_guest` says that it was offered again
    because a guest had resigned before the first move, which costs the inviter nothing. While it is `resting` its
    link deals no more, until the inviter offers it again. `second_seal` is the commitment of the other match where
    it invites to a pair, empty otherwise. `told_up_to` is the key of the last favourite whose user was told of it,
    0 before the first, empty once nobody is told any more.
    """

    class Audience(models.TextChoices):
        OPEN = "open", _("Open: anyone can find it and join")
        LINK = "link", _("By link: only people you share the link with")
        PERSONAL = "personal", _("Personal: one player, who gets an email")

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="invitation")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invitations")
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.OPEN)
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("the inviter’s seat; empty: random"))
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="invited_to"
    )
    note = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=10, blank=True)
    min_reliability = models.PositiveSmallIntegerField(default=0, db_default=0)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(default=invitation_expires)
    warn_at = models.DateTimeField(null=True, blank=True, default=invitation_warned)
    withdrawn = models.DateTimeField(null=True, blank=True)
    declined = models.DateTimeField(null=True, blank=True)
    again_of = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="offered_again")
    first = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False)
    made_unrated = models.BooleanField(default=False, db_default=False)
    after_guest = models.BooleanField(default=False, db_default=False)
    resting = models.BooleanField(default=False, db_default=False)
    second_seal = models.CharField(max_length=64, blank=True, default="", db_default="")
    told_up_to = models.BigIntegerField(null=True, blank=True, editable=False)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]
        constraints = [
            models.CheckConstraint(
                name="personal_means_invited",
                condition=Q(audience="personal", invited__isnull=False) | (~Q(audience="personal") & Q(invited=None)),
            ),
        ]
        indexes = [
            models.Index(fields=["expires"], name="invitation_by_expiry"),
            models.Index(fields=["warn_at"], name="invitation_by_warning"),
            models.Index(fields=["created"], condition=Q(told_up_to__isnull=False), name="invitation_to_tell"),
            models.Index(fields=["-created", "-id"], condition=Q(audience="open"), name="invitation_to_all"),
            models.Index(fields=["first"], condition=Q(first__isnull=False), name="invitation_of_link"),
        ]

    def __str__(self) -> str:
        return f"invitation to match {self.match_id}"

    def get_absolute_url(self) -> str:
        return reverse("invitation", args=[self.match.public_id])

    @property
    def paired(self) -> bool:
        """Whether it invites to two matches at once, with sides swapped and one result."""
        return bool(self.second_seal)

    @cached_property
    def is_barred(self) -> bool:
        """Whether it is to a rated match, and its inviter may play none for now. Lists set it for all their rows."""
        return bool(bars.barred_among({self.inviter_id} if self.match.rated else (), Act.RATED))

    @property
    def state(self) -> str:
        """What has become of it: `waits`, `rests` until it is offered again or its inviter is back, `begun`,
        `withdrawn`, `declined` or `expired`."""
        if self.withdrawn or self.declined:
            return "withdrawn" if self.withdrawn else "declined"
        if self.match.status == Match.Status.OPEN:
            return self._state_of_untaken()
        return "expired" if self.match.status == Match.Status.VOID and self.match.started is None else "begun"

    def _state_of_untaken(self) -> str:
        if timezone.now() >= self.expires:
            return "expired"
        return "waits" if self.inviter.is_active and not self.resting and not self.is_barred else "rests"

    @property
    def stands(self) -> bool:
        """Whether it can be joined, now or once it rests no more."""
        return self.state in {"waits", "rests"}

    @classmethod
    def note_barred(cls, rows: Iterable[Invitation]) -> None:
        """Find out of all these invitations at once which of them are barred."""
        found = list(rows)
        barred = bars.barred_among({row.inviter_id for row in found if row.match.rated}, Act.RATED)
        for row in found:
            row.is_barred = row.match.rated and row.inviter_id in barred

    def is_for(self, user_id: int | None) -> bool:
        """Say whether a user may know of it: a personal one is between two."""
        return self.audience != self.Audience.PERSONAL or user_id in (self.inviter_id, self.invited_id)
