"""What programs show instead of a password."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts.characters import require_text


class Token(AbstractAuthToken):
    """What a program of the user's shows instead of a password. Only its hash is kept.

    `used` is the last day on which it was shown.
    """

    class Scope(models.TextChoices):
        READ = "read", _("view: everything I can see")
        PLAY = "play", _("view and play: everything I can do in matches")

    name = models.CharField(_("name"), max_length=60, validators=[require_text])
    scope = models.CharField(_("what the program is allowed to do"), max_length=4, choices=Scope, default=Scope.READ)
    used = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["created"]

    def __str__(self) -> str:
        return f"token “{self.name}” of user {self.user_id}"

    @property
    def scopes(self) -> list[str]:
        """Everything it may do: who may play may look."""
        return ["read"] if self.scope == self.Scope.READ else ["read", "play"]
