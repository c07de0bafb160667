"""What people fill in about themselves."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from allauth.account import forms as allauth_forms
from allauth.account.forms import LoginForm, SignupForm
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names, notices, people, tokens
from accounts.adapter import AccountAdapter
from accounts.models import Feed, Preferences, SignUp, Token, User

LONGEST_LOGIN = 254
"""Signs of the longest mail address; SQLite cannot even look for a text that is very much longer."""

GOOD_PASSWORD = _("At least 8 characters. Avoid common passwords and anything like your name.")
"""What every field for a new password asks for."""


@cache
def time_zones() -> tuple[str, ...]:
    """Return the IANA names a person may choose from: places, and UTC."""
    places = {name for name in available_timezones() if "/" in name and not name.startswith("Etc/")}
    return "UTC", *sorted(places)


class SignInForm(LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_alone(self.fields["login"], _("Name or email address"))
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_LOGIN))
        self.fields["password"].widget.attrs.pop("placeholder")

    def clean_login(self) -> str:
        login: str = super().clean_login()
        return people.normal_email(login) if "@" in login else login


class SignUpForm(SignupForm):
    """Sign-up; a script fills the browser's time zone in, and what is no time zone counts as none.

    The name may look like that of the `guest` who wants to stay, and of `mine`, the sign-up asked for before. Whether
    somebody has the address is not looked at.
    """

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-time-zone": "fill"}))

    def __init__(self, *args: Any, mine: SignUp | None = None, guest: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mine = mine
        self.guest = guest
        self._describe(
            "username", _("Name"), _("What other players see: up to 30 letters, digits, dots, hyphens and underscores.")
        )
        self._describe(
            "email", _("Email address"), _("Nobody else sees it. We’ll email you there when it’s your turn.")
        )
        self.fields["email"].validators.append(MaxLengthValidator(LONGEST_LOGIN))
        self._describe("password1", _("Password"), GOOD_PASSWORD)

    def _describe(self, field: str, label: Any, help_text: Any) -> None:
        _name_alone(self.fields[field], label)
        self.fields[field].help_text = help_text

    def clean_username(self) -> str:
        names.require_visible(self.cleaned_data["username"])
        name = AccountAdapter().clean_username(self.cleaned_data["username"], shallow=True)
        guest = self.guest.pk if self.guest else None
        mine = self.mine.pk if self.mine else 0
        User.require_unlike(name, besides=guest, sign_up=mine)
        return name

    def validate_unique_email(self, value: str) -> str:
        return value

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"]
        return name if name in time_zones() else ""


def _name_alone(field: forms.Field, label: Any) -> None:
    """Let only the label say what a field is.

    A word inside the field would say it again, and goes as soon as you type.
    """
    field.label = label
    field.widget.attrs.pop("placeholder", None)


def _name_new(fields: Mapping[str, forms.Field]) -> None:
    """Name a new password and its repetition in words like those of all other fields."""
    _name_alone(fields["password1"], _("New password"))
    fields["password1"].help_text = GOOD_PASSWORD
    _name_alone(fields["password2"], _("Repeat the new password"))


class AddressForm(allauth_forms.AddEmailForm):
    """Another address for an account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_alone(self.fields["email"], _("New email address"))


class ForgottenForm(allauth_forms.ResetPasswordForm):
    """Asking for a new password. Whether somebody has the address is looked at when the email is sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_alone(self.fields["email"], _("Email address"))
        self.fields["email"].validators.append(MaxLengthValidator(LONGEST_LOGIN))

    def clean_email(self) -> str:
        return AccountAdapter().clean_email(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        address: str = self.cleaned_data["email"]
        notices.queue_reset(address)
        return address


class AskCodeForm(allauth_forms.RequestLoginCodeForm):
    """Asking for a code to sign in by; whose an address is, is found as for all emails."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_alone(self.fields["email"], _("Email address"))
        self.fields["email"].validators.append(MaxLengthValidator(LONGEST_LOGIN))

    def clean_email(self) -> str:
        # Before allauth counts what was asked for an address: in every spelling it is the same one.
        self.cleaned_data["email"] = AccountAdapter().clean_email(self.cleaned_data["email"])
        address: str = super().clean_email()
        self._user = people.by_address(address)
        return address


class CodeForm(allauth_forms.ConfirmLoginCodeForm):
    """The code that was sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_alone(self.fields["code"], _("Code"))


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    """A new password for somebody who knows the old one; tokens of programs and addresses of feeds end with it, unless
    they are kept."""

    end_tokens = forms.BooleanField(
        label=_("Also revoke my programs’ tokens and my calendar and feed addresses"),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_alone(self.fields["oldpassword"], _("Current password"))
        _name_new(self.fields)
        if not (Token.objects.filter(user=self.user).exists() or Feed.objects.filter(user=self.user).exists()):
            del self.fields["end_tokens"]

    @transaction.atomic
    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("end_tokens"):
            tokens.revoke_all(self.user)


class ResetPasswordForm(allauth_forms.ResetPasswordKeyForm):
    """A new password by a link in an email. Anyone who had the old one may have made tokens, so all of them end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_new(self.fields)

    @transaction.atomic
    def save(self) -> None:
        super().save()
        tokens.revoke_all(self.user)


class SettingsForm(forms.ModelForm):
    """Time zone and language."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(name, name.replace("_", " ")) for name in time_zones()],
        help_text=_("We show deadlines in this time zone, on pages and in emails."),
        error_messages={
            "invalid_choice": _(
                "We don’t know the time zone “%(value)s”. Choose one from the list, such as Europe/Rome or UTC."
            )
        },
        widget=forms.Select(attrs={"data-time-zone": "suggest"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", _("Same as my browser")), *settings.LANGUAGES],
        required=False,
    )

    class Meta:
        model = User
        fields = ["time_zone", "language"]


class PlayingForm(forms.ModelForm):
    """When to explain a game beside its board, where to go after a move, and whether to play by links in emails."""

    class Meta:
        model = Preferences
        fields = ["hints", "next_after_move", "play_links"]
        labels = {"play_links": _("Let me move and answer offers from email links without signing in")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["hints"].required = False  # who does not say leaves it as it is


HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class RhythmForm(forms.ModelForm):
    """When to be told: at once or in summaries, and not in quiet hours."""

    summary_hour = forms.TypedChoiceField(
        label=_("Time of the daily summary"), choices=HOURS, coerce=int, required=False, empty_value=None
    )
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet hours from"), choices=[("", _("none")), *HOURS], coerce=int, required=False, empty_value=None
    )
    quiet_to = forms.TypedChoiceField(
        label=_("Quiet hours until"), choices=[("", _("none")), *HOURS], coerce=int, required=False, empty_value=None
    )

    class Meta:
        model = Preferences
        fields = ["rhythm", "summary_hour", "quiet_from", "quiet_to", "urgent_anyway"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rhythm"].required = False  # who does not say leaves it as it is

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        begin = given.get("quiet_from")
        end = given.get("quiet_to")
        if (begin is None) != (end is None) and not self.errors:
            missing = "quiet_from" if begin is None else "quiet_to"
            self.add_error(missing, _("Choose both times, or “none” for both."))
        return given


class RemindersForm(forms.ModelForm):
    """Before which moments of a turn to remind."""

    class Meta:
        model = Preferences
        fields = ["remind_half", "remind_day", "remind_late"]


class PreferencesForm(forms.ModelForm):
    """Of what to tell."""

    class Meta:
        model = Preferences
        fields = ["turn_mails", "reminder_mails", "end_mails", "invitation_mails", "chat_mails", "report_mails"]
        help_texts = {"report_mails": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person = self.instance.user
        if not (person.is_staff and person.has_perm("games.change_report")):
            del self.fields["report_mails"]  # it is of no use to others
