"""How allauth makes accounts and sends its own mails here."""

import logging
from email.utils import make_msgid
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy

from accounts import names, security
from accounts.links import absolute, site_host
from accounts.models import User

logger = logging.getLogger(__name__)

MAIL_LIMITS = ("confirm_email", "reset_password")
WAYS = {
    "reauthenticate": gettext_lazy("Give your password"),
    "mfa_reauthenticate": gettext_lazy("Give a code"),
    "mfa_reauthenticate:webauthn": gettext_lazy("Use a passkey"),
}
"""How somebody who is signed in says once more that it is them."""


class AccountAdapter(DefaultAccountAdapter):
    """Names that cannot be mistaken, links to the site's own address, and a sentence when no mail can leave."""

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

    def save_user(self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True) -> Any:
        """Keep the person together with the browser's time zone and language, which mails will need."""
        assert isinstance(user, User)
        user.time_zone = form.cleaned_data.get("time_zone") or user.time_zone
        user.language = (get_language() or "").split("-")[0]
        with transaction.atomic():
            return super().save_user(request, user, form, commit)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return absolute("account_confirm_email", emailconfirmation.key)

    def get_reset_password_from_key_url(self, key: str) -> str:
        return absolute("account_reset_password_from_key", *key.split("-", 1))

    def send_account_already_exists_mail(self, email: str) -> None:
        context = {"password_reset_url": absolute("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, context)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Allauth's ways to say that it is oneself, in the words of our pages."""
        ways = super().get_reauthentication_methods(user)
        return [way | {"description": str(WAYS[way["id"]])} for way in ways]

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell somebody what was done to the account: at their own address, or at the old one where it was changed."""
        what = template_prefix.rpartition("/")[2]
        if email is None:
            security.tell(user, what)
        else:
            self.send_mail(template_prefix, email, {**security.words(user, what), **(context or {})})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send one of allauth's mails now.

        Raises ImmediateHttpResponse with a sentence (503) where the mail server cannot be reached.
        """
        ours = {"email": email, "signup_url": absolute("account_signup"), "site_name": settings.SITE_NAME}
        message = self.render_mail(template_prefix, email, {**context, **ours})
        message.extra_headers |= {"Auto-Submitted": "auto-generated", "Message-ID": make_msgid(domain=site_host())}
        try:
            message.send()
        except (OSError, SMTPException):
            logger.exception("A mail of the kind %s could not be sent", template_prefix)
            raise self._no_mail(email) from None

    def _no_mail(self, email: str) -> ImmediateHttpResponse:
        request = allauth_context.request
        for action in MAIL_LIMITS:  # a mail that never left must not count as one of the few allowed
            ratelimit.clear(request, app="allauth.account", action=action, key=email.lower())
        response = render(request, "accounts/no_mail.html", status=503)
        response["Retry-After"] = "300"
        return ImmediateHttpResponse(response)
