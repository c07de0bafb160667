"""Forms that read what a browser says of a passkey. The worst that can come of it is a sentence."""

import struct
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.webauthn import forms as allauth_forms
from cryptography.exceptions import InvalidSignature
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _

from accounts.characters import require_text

LONGEST_NAME = 60
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, struct.error, InvalidSignature)
"""What allauth and fido2 let through for an answer that is none, or whose signature is wrong."""


def legible(clean: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Let a form's cleaning refuse what cannot be read, where it would have failed."""

    @wraps(clean)
    def cleaned(form: Any) -> Any:
        try:
            return clean(form)
        except UNREADABLE as error:
            raise ValidationError(_("That wasn’t one of your passkeys. Please try again.")) from error

    return cleaned


class AnswerField(forms.JSONField):
    """The answer of a browser, as JSON."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (RecursionError, ValueError):  # too deep, or a number too long
            raise ValidationError(self.error_messages["invalid"], code="invalid", params={"value": "…"}) from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial  # an answer is good for once, and a wrong one is not shown again


class AddForm(allauth_forms.AddWebAuthnForm):
    credential = AnswerField()
    clean = legible(allauth_forms.AddWebAuthnForm.clean)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _limit(self.fields["name"])


class EditForm(allauth_forms.EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _limit(self.fields["name"])


def _limit(name: forms.Field) -> None:
    name.validators += [MaxLengthValidator(LONGEST_NAME), require_text]


class AuthenticateForm(allauth_forms.AuthenticateWebAuthnForm):
    credential = AnswerField()
    clean_credential = legible(allauth_forms.AuthenticateWebAuthnForm.clean_credential)


class ReauthenticateForm(allauth_forms.ReauthenticateWebAuthnForm):
    credential = AnswerField()
    clean_credential = legible(allauth_forms.ReauthenticateWebAuthnForm.clean_credential)


class PasskeySignInForm(allauth_forms.LoginWebAuthnForm):
    credential = AnswerField()
    clean_credential = legible(allauth_forms.LoginWebAuthnForm.clean_credential)
