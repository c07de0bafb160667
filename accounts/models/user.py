"""A person with an account, or a bot."""

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts import dump_numbers, names
from accounts.models.sign_up import FormerName, SignUp


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of tokens, whose package has no types
    """A person with an account, or a bot.

    `skeleton` is what the name looks like (`names.skeleton`), so that nobody can pass for somebody else.
    `time_zone` is an IANA name; `language` is a code of settings.LANGUAGES, or "" for the browser's.
    `guest_until` is set for one who came without an account, until a name and a mail address make it one.
    `left` is when a person closed the account: the name is then "former player" and a number.
    `bounced` is the address from which an email came back for good, in lower case, and `proved` when its owner last
    showed to read what comes to the address of the account. `dump_number` is what dumps call it while it is open.
    `is_program` is what the account says of itself.
    """

    first_name = None  # type: ignore[assignment]  # so Django's documentation has fields taken away
    last_name = None  # type: ignore[assignment]
    username = models.CharField(_("name"), max_length=names.MAX_LENGTH, unique=True, validators=names.validators)
    skeleton = models.CharField(max_length=3 * names.MAX_LENGTH, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    is_bot = models.BooleanField(_("bot"), default=False)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, blank=True)
    guest_until = models.DateTimeField(_("guest until"), null=True, blank=True)
    left = models.DateTimeField(_("account closed"), null=True, blank=True)
    bounced = models.EmailField(_("bouncing address"), blank=True, default="", db_default="")
    proved = models.DateTimeField(_("address confirmed"), null=True, blank=True)
    is_program = models.BooleanField(_("played by a program"), default=False, db_default=False)
    dump_number = models.BigIntegerField(null=True, unique=True, editable=False, default=dump_numbers.new_number)

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="user_email_unique")]
        # By what the admin's list is filtered: of most of these there are few.
        indexes = [
            models.Index(fields=["username"], condition=Q(is_active=False), name="user_inactive"),
            models.Index(fields=["username"], condition=Q(is_bot=True), name="user_bot"),
            models.Index(fields=["username"], condition=Q(is_staff=True), name="user_staff"),
            models.Index(fields=["language", "username"], name="user_by_language"),
            models.Index(fields=["date_joined"], name="user_by_age"),
            # By what those are found in whose accounts nobody was ever signed in (`people.unproved`).
            models.Index(
                fields=["date_joined"],
                condition=Q(last_login=None, left=None, guest_until=None, is_bot=False),
                name="user_never_in",
            ),
            # By what the list of closed accounts is written (`accounts/deletions.py`).
            models.Index(fields=["left"], condition=Q(left__isnull=False), name="user_left"),
            models.Index(fields=["guest_until"], condition=Q(left=None, guest_until__isnull=False), name="user_guest"),
        ]

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone; UTC where the stored name is no longer known."""
        try:
            return ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @property
    def is_guest(self) -> bool:
        """Whether this is a visitor trying the place, without a name and a mail address of their own."""
        return self.guest_until is not None

    @property
    def is_unreachable(self) -> bool:
        """Whether emails to the address of the account come back."""
        return self.bounced != "" and self.bounced == self.email.lower()

    @classmethod
    def require_unlike(cls, name: str, besides: int | None = None, sign_up: int = 0) -> None:
        """Raise ValidationError where a name looks like that of a user other than `besides`, of one who has left, or
        of a sign-up other than `sign_up` that waits for its link.
        """
        taken = _has_like(cls.objects.exclude(pk=besides), name)
        waiting = _has_like(SignUp.objects.waiting().exclude(pk=sign_up), name)
        if taken or waiting or names.looks_former(name) or FormerName.of(name).exists():
            raise ValidationError(names.too_alike(name), code="username_taken")

    def get_full_name(self) -> str:
        """Return no second name. Django's own would be “None None”, and its pages would add it to the first."""
        return ""

    def clean(self) -> None:
        super().clean()
        self._take_looks()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self._take_looks()
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "skeleton"}
        super().save(*args, **kwargs)

    def _take_looks(self) -> None:
        """Set the skeleton; of a name that is kept it stays, even where it would be another's by the rules of today."""
        looks = names.skeleton(self.username)
        if self.skeleton != looks and not User.objects.filter(pk=self.pk, username=self.username).exists():
            self.skeleton = looks


def _has_like(rows: models.QuerySet[Any], name: str) -> bool:
    """Return whether one of these users or sign-ups has a name that looks like another."""
    looks = names.looks(name)
    found = rows.filter(skeleton__in=looks | {names.as_greek(name)}).values_list("username", "skeleton")
    return any(kept in looks or names.looks(other) & looks for other, kept in found)
