"""How allauth names people here and what it mails: everything through the outbox, written when it is sent."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import password_reset
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _, gettext_lazy

from accounts import domains, guests, known_browsers, limits, names, notices, suspensions
from accounts.models import User

NO_SUCH_ACCOUNT = gettext_lazy("Wrong name, email address or password. Please try again.")
CODES = {"account/email/login_code", "account/email/unknown_account"}
"""What allauth calls the email with a code to sign in by, and that to an address which has no account."""
WAYS = {
    "reauthenticate": gettext_lazy("Enter your password"),
    "mfa_reauthenticate": gettext_lazy("Enter a code"),
    "mfa_reauthenticate:webauthn": gettext_lazy("Use a passkey"),
}
"""How somebody who is signed in says once more that it is them."""


class AccountAdapter(DefaultAccountAdapter):
    """Names that cannot be mistaken, emails that no request sends itself, and wrong passwords counted so that nobody
    keeps somebody else out.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": NO_SUCH_ACCOUNT,
        "email_password_mismatch": NO_SUCH_ACCOUNT,
        "too_many_login_attempts": gettext_lazy(
            "Too many failed attempts. Wait a few minutes, or reset your password by email."
        ),
    }

    counted = ""
    """The name for which the password that is being looked at was counted; "" where it was not."""
    known = False
    """Whether it was typed in a browser in which its owner has signed in before."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name in the form it is kept in; whose it looks like is for the form of a sign-up to ask.

        Raises ValidationError where it is malformed or misleads people.
        """
        name = User.normalize_username(username)
        for validator in names.validators:
            validator(name)
        names.require_fit(name)
        return name

    def clean_email(self, email: str) -> str:
        """Return the address in the spelling in which it is kept. Raises ValidationError for a domain that is none.

        The number of a machine is none: it may be one of our own network, as of webhooks (`channels/outward.py`).
        """
        domain = email.rpartition("@")[2]
        try:
            if domain.startswith("["):
                raise ValueError(domain)
            return domains.normal_address(email)
        except ValueError:
            told = _("“%(domain)s” can’t receive email. Check the spelling.") % {"domain": domain}
            raise ValidationError(told, code="invalid") from None

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return allauth's ways to confirm who you are, in the words of our pages."""
        ways = super().get_reauthentication_methods(user)
        return [way | {"description": str(WAYS[way["id"]])} for way in ways]

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
        """Queue a sign-in code; for an address that nobody has, queue a letter without a code.

        So both addresses get the same answer.

        Raises: `LookupError` for every other template. Everything else that allauth mails has its own kind of notice
        (`accounts/notices.py`).
        """
        if template_prefix not in CODES:
            raise LookupError(f"The email {template_prefix} is not written by the outbox.")
        notices.queue_code(email, context.get("code", ""))

    def is_safe_url(self, url: str) -> bool:
        """Say whether somebody may be led on to an address: one of this site, and by https where the site has it."""
        try:
            host = urlsplit(url).netloc
        except ValueError:
            return False
        by_https = url_has_allowed_host_and_scheme(url, allowed_hosts={host}, require_https=settings.HTTPS)
        return by_https and bool(super().is_safe_url(url))

    def get_client_ip(self, request: HttpRequest) -> str:
        return limits.client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password for a name: from this address, and, more loosely, from all addresses together. A browser in
        which its owner has signed in before is counted apart, wherever it is: what neighbours do counts for nothing.

        Raises ValidationError where there were too many. `authenticate` takes the count of a right one back.
        """
        self.counted = ""
        login = _login(credentials)
        self.known = known_browsers.knows(request, login)
        if not self.known:
            super().pre_authenticate(request, **credentials)
        if not limits.may_sign_in(request, login, known=self.known):
            raise self.validation_error("too_many_login_attempts")
        self.counted = login

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return who has this name and password; only wrong ones are counted. Raises like `pre_authenticate`."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user and self.counted:
            limits.was_right(request, self.counted, known=self.known)
        return user

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Lead somebody who is suspended to where they learn why. Only a closed account is called closed."""
        assert isinstance(user, User)
        page = suspensions.page_for(user)
        response: HttpResponse = redirect(page) if page else super().respond_user_inactive(request, user)
        return response

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **login: Any) -> HttpResponse:
        """Answer somebody who has signed in; from now on the browser is known. A guest who did is asked what becomes of
        the guest's matches."""
        assert isinstance(user, User)
        response: HttpResponse = super().post_login(request, user, **login)
        if guests.is_set_aside(request):
            response = redirect("merge_guest")
        known_browsers.remember(response, user)
        known_browsers.tell_of_sign_in(request, response, user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key under which wrong passwords count: by name and address.

        So nobody can lock another user out from afar.
        """
        return f"{_login(credentials)} {limits.network(request)}"


def _login(credentials: dict[str, Any]) -> str:
    """Return what somebody signs in with: an email address or a name."""
    login: str = credentials.get("email") or credentials.get("username", "")
    return names.in_one_case(login)


@receiver(password_reset)
def forgive_after_reset(request: HttpRequest, user: User, **_: Any) -> None:
    """Let a user who has set a new password by email sign in with it immediately, by name and by address."""
    for login in (user.username, user.email):
        limits.forgive(request, _login({"username": login}))
        AccountAdapter()._delete_login_attempts_cached_email(request, username=login)
