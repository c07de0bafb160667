"""The page on which a guest becomes an account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.adapter import AccountAdapter
from accounts.forms import SignUpForm
from accounts.limits import limited
from accounts.models import User


class KeepForm(SignUpForm):
    """Sign-up for somebody who is here already, as a guest."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        """The name; it may look like the guest's present one."""
        name = AccountAdapter().clean_username(self.cleaned_data["username"], shallow=True)
        User.require_unlike(name, besides=self.user.pk)
        return name


@limited("keep")
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Choose a name and a mail address; of two who ask for one name at the same moment, one gets the sentence."""
    assert isinstance(request.user, User)
    if not request.user.is_guest:
        return redirect("my_matches")
    if request.method != "POST":
        return _page(request, KeepForm(user=request.user))
    try:
        return _keep(request, request.user)
    except IntegrityError:  # taken between the look and the insert; looking again finds the sentence
        return _keep(request, request.user)


@transaction.atomic
def _keep(request: HttpRequest, user: User) -> HttpResponse:
    guests.take_back(user)
    form = KeepForm(request.POST, user=user)
    if not form.is_valid():
        transaction.set_rollback(True)
        return _page(request, form, status=422)
    email = form.cleaned_data["email"]
    if form.account_already_exists:  # told by mail alone: a page that said so would tell who has an account here
        AccountAdapter(request).send_account_already_exists_mail(email)
        transaction.set_rollback(True)
    else:
        guests.keep(request, user, form)
        update_session_auth_hash(request, user)
    messages.success(request, _("We have sent a mail to {address}. Open the link in it.").format(address=email))
    return redirect("keep")


def _page(request: HttpRequest, form: KeepForm, status: int = 200) -> HttpResponse:
    user = form.user
    context = {
        "form": form,
        "is_over": guests.is_over(user),
        "until": user.guest_until,
        "kept_until": guests.kept_until(user),
        "promised": guests.promise(user),
    }
    return render(request, "accounts/keep.html", context, status=status)
