"""What people are told for the security of their account; nobody can switch it off."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User

KIND = "security"

SENTENCES = {
    "password_changed": gettext_lazy("The password of your account was changed."),
    "password_set": gettext_lazy("Your account has a password now."),
    "password_reset": gettext_lazy("A new password was set by a link that we had sent to this address."),
    "email_changed": gettext_lazy("The email address of your account was changed."),
    "email_deleted": gettext_lazy("An email address was removed from your account."),
    "token_made": gettext_lazy("A token was made, with which a program can act in your name."),
    "totp_activated": gettext_lazy("An authenticator app is now a second factor of your account."),
    "totp_deactivated": gettext_lazy("The authenticator app is no longer a second factor of your account."),
    "webauthn_added": gettext_lazy("A passkey was added to your account."),
    "webauthn_removed": gettext_lazy("A passkey was removed from your account."),
    "recovery_codes_generated": gettext_lazy("Your account has new recovery codes; the old ones are void."),
    "second_factor_removed": gettext_lazy("Those who run the site have removed all second factors of your account."),
}
"""What was done, by the name that allauth or we give it."""


def register() -> None:
    """Tell the outbox how such notices are written and what they are called."""
    outbox.register(KIND, notice, gettext_lazy("The security of your account"))


def tell(user: User, what: str) -> None:
    """Queue the notice of something that was done, one of SENTENCES, inside the caller's transaction."""
    outbox.queue(user.pk, KIND, uuid4().hex, {"what": what})


def notice(user: User, payload: dict[str, Any]) -> Notice:
    """The notice of what was done; `payload` names it."""
    subject = _("Security notice for your account {name}").format(name=user.username)
    return Notice(subject, KIND, words(user, payload["what"]))


def words(user: User, what: str) -> dict[str, Any]:
    """What the templates of such a notice name."""
    return {
        "name": user.username,
        "done": SENTENCES[what],
        "password_reset_url": absolute("account_reset_password"),
    }
