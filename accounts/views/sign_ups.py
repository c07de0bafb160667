"""The pages on which somebody signs up, and on which the link in the email makes the account."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from allauth.account.views import SignupView
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import sign_ups
from accounts.limits import limited
from accounts.request import asked_and_answered


class SignUpView(SignupView):
    """Sign-up: what was filled in waits for its link."""

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "mine": sign_ups.newest_sign_up(self.request)}

    def form_valid(self, form: Any) -> HttpResponseBase:
        sign_up = sign_ups.request_sign_up(self.request, form)
        adapter = get_adapter()
        template = "account/messages/email_confirmation_sent.txt"
        adapter.add_message(self.request, messages.INFO, template, {"email": sign_up.email})
        return adapter.respond_email_verification_sent(self.request, None)


@limited("sign_up")
def sign_up(request: HttpRequest) -> HttpResponseBase:
    """Sign somebody up.

    If two people ask for one name at the same moment, one gets the sentence that it is taken.
    """
    try:
        return _sign_up(request)
    except IntegrityError:  # taken between the look and the insert; looking again finds the sentence
        return _sign_up(request)


_sign_up = SignUpView.as_view()


@asked_and_answered
def make_account(request: HttpRequest, token: str) -> HttpResponse:
    """Open the link of a sign-up: looking changes nothing, posting makes the account."""
    try:
        sign_up = sign_ups.read_link(token)
        if request.method == "POST":
            return _make_account(request, sign_up)
    except sign_ups.LinkError as error:
        refused = {"sign_up": None, "sentence": str(error)}
        return render(request, "accounts/make_account.jinja", refused, status=error.status)
    return render(request, "accounts/make_account.jinja", {"sign_up": sign_up, "token": token})


def _make_account(request: HttpRequest, sign_up: sign_ups.SignUp) -> HttpResponse:
    """Return who asked for it in this browser is signed in; any other browser might be that of a stranger to the
    password.
    """
    asked_here = sign_ups.asked_here(request, sign_up)
    user = sign_ups.make_account(sign_up)
    if asked_here:
        request.session.pop(sign_ups.SESSION, None)
        return perform_login(request, user)
    sentence = _("The account {name} is ready. Sign in with the password chosen at sign-up.")
    messages.success(request, sentence.format(name=user.username))
    return redirect("account_login")
