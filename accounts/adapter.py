"""How allauth names people here and what it mails: everything through the outbox, written when it is sent."""

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from accounts import names, notices
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """Names that cannot be mistaken, and emails that no request sends itself."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name in the form it is kept in.

        Raises ValidationError where it is malformed or looks like somebody else's.
        """
        name = User.normalize_username(username)
        for validator in names.validators:
            validator(name)
        if not shallow:
            User.require_unlike(name)
        return name

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Queue the email that asks whether an address is somebody's."""
        notices.queue_confirmation(emailconfirmation.email_address)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Queue news of a change to how somebody signs in; `email` is where it goes instead of to the user."""
        assert isinstance(user, User)
        if app_settings.EMAIL_NOTIFICATIONS:
            ip = self.get_client_ip(self.request) if self.request else ""
            agent = self.get_http_user_agent(self.request) if self.request else ""
            notices.queue_security(user, template_prefix.rpartition("/")[2], ip, agent, email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Raises LookupError: whatever allauth mails has a kind of notice of its own (`accounts/notices.py`)."""
        raise LookupError(f"The email {template_prefix} is not written by the outbox.")
