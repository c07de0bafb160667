"""How allauth makes accounts and sends its own mails here."""

import logging
from email.utils import make_msgid
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import password_reset
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy

from accounts import limits, names
from accounts.links import absolute, site_host
from accounts.models import User

logger = logging.getLogger(__name__)

MAIL_LIMITS = ("confirm_email", "reset_password")


class AccountAdapter(DefaultAccountAdapter):
    """Names that cannot be mistaken, links to the site's own address, a sentence when no mail can leave, and wrong
    passwords counted so that nobody keeps somebody else out.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": gettext_lazy(
            "Too many wrong passwords. Wait a few minutes, or set a new password by email with the link below."
        )
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name in the form it is kept in.

        Raises ValidationError where it is malformed, misleads people or looks like somebody else's.
        """
        name = User.normalize_username(username)
        for validator in names.validators:
            validator(name)
        names.require_fit(name)
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

    def get_client_ip(self, request: HttpRequest) -> str:
        return limits.address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password for a name: from this address, and, more loosely, from all addresses together.

        Raises ValidationError where there were too many. `authenticate` takes the count of a right one back.
        """
        super().pre_authenticate(request, **credentials)
        usage = ratelimit.consume(request, **limits.signing_in(_login(credentials)))
        if usage is None:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage.usage += usage.usage

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted by name and address, so that nobody can lock another out from afar."""
        return f"{_login(credentials)} {ratelimit.get_ip(request)}"

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return absolute("account_confirm_email", emailconfirmation.key)

    def get_reset_password_from_key_url(self, key: str) -> str:
        return absolute("account_reset_password_from_key", *key.split("-", 1))

    def send_account_already_exists_mail(self, email: str) -> None:
        context = {"password_reset_url": absolute("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, context)

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


def _login(credentials: dict[str, Any]) -> str:
    """By what somebody signs in: a mail address or a name."""
    login: str = credentials.get("email") or credentials.get("username", "")
    return login.casefold()


@receiver(password_reset)
def forgive(request: HttpRequest, user: User, **_: Any) -> None:
    """Whoever has set a new password by email can sign in with it at once, by name and by address."""
    for login in (user.username, user.email):
        ratelimit.clear(request, **limits.signing_in(_login({"username": login})))
        AccountAdapter()._delete_login_attempts_cached_email(request, username=login)
