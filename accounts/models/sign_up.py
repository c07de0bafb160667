"""Accounts that are about to be, and names of those that were."""

from django.conf import settings
from django.core import signing
from django.db import models
from django.utils import timezone

from accounts import names


class FormerName(models.Model):
    """A name that somebody had who has left. Only its fingerprint is kept (`names.fingerprint`); nobody can take it."""

    fingerprint = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"former name {self.fingerprint[:8]}"

    @classmethod
    def of(cls, name: str) -> models.QuerySet["FormerName"]:
        """Return the row of this name and all that look like it."""
        return cls.objects.filter(fingerprint__in=names.fingerprints(name))


class SignUpQuerySet(models.QuerySet["SignUp"]):
    def waiting(self) -> "SignUpQuerySet":
        """Return those whose link can still be opened."""
        return self.filter(expires__gt=timezone.now())


class SignUp(models.Model):
    """What somebody has filled in to get an account, until the link in the email is opened or `expires` is past.

    `guest` is the guest who is to become the account. `password` is a hash. The name is kept free until then.
    """

    username = models.CharField(max_length=names.MAX_LENGTH)
    skeleton = models.CharField(max_length=3 * names.MAX_LENGTH, unique=True)
    email = models.EmailField()
    password = models.CharField(max_length=128)
    language = models.CharField(max_length=10, blank=True)
    time_zone = models.CharField(max_length=64, blank=True)
    guest = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="sign_up"
    )
    expires = models.DateTimeField(db_index=True)

    objects = SignUpQuerySet.as_manager()

    def __str__(self) -> str:
        return f"sign-up {self.pk}"

    @property
    def waits(self) -> bool:
        """Whether its link can still be opened."""
        return self.expires > timezone.now()

    @property
    def token(self) -> str:
        """What the link holds: the number, signed."""
        return signing.dumps(self.pk, salt="accounts.sign_up")

    @staticmethod
    def number_in(token: str) -> int:
        """Return the number of the sign-up that a link is about; raises BadSignature where the link is not ours."""
        number: int = signing.loads(token, salt="accounts.sign_up")
        return number
