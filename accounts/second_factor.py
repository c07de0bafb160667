"""The second factor: what it is called, whether this session used it, and how it is taken away after a loss."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import notices
from accounts.models import User


class Adapter(DefaultMFAAdapter):
    """The site's and the person's name, where allauth would show a host and a mail address."""

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return super().get_public_key_credential_rp_entity() | {"name": settings.SITE_NAME}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        return super().get_public_key_credential_user_entity(user) | {"name": user.get_username()}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return _("Passkey {number}").format(number=number)


class ActivateForm(ActivateTOTPForm):
    """Setting an app up; the key is shown in blocks, in which it is typed without losing the place."""

    @property
    def blocks(self) -> list[str]:
        return [self.secret[start : start + 4] for start in range(0, len(self.secret), 4)]


def was_used(request: HttpRequest) -> bool:
    """Say whether the signed-in user has used, in this session, a second factor that the account still has."""
    assert isinstance(request.user, User)
    records = get_authentication_records(request, request.user)
    used = [record["id"] for record in records if record["method"] == "mfa"]
    return bool(used) and Authenticator.objects.filter(pk__in=used, user=request.user).exists()


def suffices(request: HttpRequest) -> bool:
    """Say whether the signed-in user has proved enough for the admin."""
    return not settings.ADMIN_SECOND_FACTOR or was_used(request)


def second_factor_pages(user: User) -> list[dict[str, str]]:
    """Return the pages on which the user can show a second factor, as `url` and `description`; none where there is
    none.
    """
    methods = get_adapter().get_reauthentication_methods(user)
    return [method for method in methods if method["id"].startswith("mfa_")]


@transaction.atomic
def remove_all(user: User) -> list[str]:
    """Take away every second factor of somebody who has lost it, and say so by mail; what was removed, by name."""
    factors = Authenticator.objects.select_for_update().filter(user=user).order_by("pk")
    removed = [f"{factor.get_type_display()} ({factor})" if is_passkey(factor) else str(factor) for factor in factors]
    factors.delete()
    if removed:
        notices.queue_security(user, "second_factor_removed")
    return removed


def is_passkey(factor: Authenticator) -> bool:
    return factor.type == Authenticator.Type.WEBAUTHN
