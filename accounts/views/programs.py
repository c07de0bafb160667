"""The page on which people make and take back the tokens of their programs."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import limits, tokens
from accounts.fields import TextField
from accounts.models import Token
from accounts.request import SignedIn, signed_in_to_fill_in, signed_in_to_post


class TokenForm(forms.ModelForm):
    """What a program is called and what it may do."""

    class Meta:
        model = Token
        fields = ["name", "scope"]
        field_classes = {"name": TextField}
        widgets = {"scope": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("What’s the program called?")
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self.fields["scope"].label = _("What is the program allowed to do?")


@signed_in_to_fill_in
def programs(request: SignedIn) -> HttpResponse:
    """Show the tokens of the reader's programs.

    A new token is shown in the answer to the form that makes it, and never again.
    """
    form = TokenForm(request.POST or None)
    made = ""
    if request.method == "POST" and form.is_valid():
        try:
            made = _make(request, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            form = TokenForm()
    context = {"form": form, "made": made, "tokens": list(Token.objects.filter(user=request.user))}
    return render(request, "accounts/programs.jinja", context, status=422 if form.is_bound else 200)


@reauthentication_required
def _make(request: SignedIn, name: str, scope: str) -> str:
    """Return a new token for somebody who has just given the password; everybody else is led to the page that asks for
    it.
    """
    ip = limits.client_address(request)
    agent = request.headers.get("User-Agent", "")
    return tokens.create(request.user, name, scope, ip, agent)


@signed_in_to_post
def declare_program(request: SignedIn) -> HttpResponse:
    """Say of my account that a program plays with it, or that I do."""
    request.user.is_program = request.POST.get("is_program") == "on"
    request.user.save(update_fields=["is_program"])
    if request.user.is_program:
        messages.success(request, _("Others now see that a program plays on your account."))
    else:
        messages.success(request, _("Others now see that a person plays on your account."))
    return redirect("programs")


@signed_in_to_post
def revoke_program(request: SignedIn) -> HttpResponse:
    """Take a token back: `number` is its beginning, as the page names it."""
    if tokens.revoke(request.user, request.POST.get("number", "")):
        messages.success(request, _("Token revoked. The program that used it no longer has access."))
    return redirect("programs")
