"""The page on which a guest becomes an account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import guests, sign_ups
from accounts.limits import limited
from accounts.models import SignUp, User
from accounts.request import SignedIn, own_address, private
from accounts.views.forms import SignUpForm


@limited("keep")
@private
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def become_account(request: SignedIn) -> HttpResponse:
    """Choose a name and an email address; of two who ask for one name at the same moment, one gets the sentence.

    `next` is where somebody goes on who was led here after a move, having chosen or not.
    """
    if not request.user.is_guest:
        return redirect("my_matches")
    if request.method != "POST":
        mine = sign_ups.of(request)
        return _page(request, request.user, SignUpForm(), mine)
    try:
        return _ask(request, request.user)
    except IntegrityError:  # taken between the look and the insert; looking again finds the sentence
        return _ask(request, request.user)


def _ask(request: HttpRequest, user: User) -> HttpResponse:
    mine = sign_ups.of(request)
    form = SignUpForm(request.POST, mine=mine, guest=user)
    if not form.is_valid():
        return _page(request, user, form, mine, status=422)
    sign_up = sign_ups.ask(request, form)
    messages.success(request, _("We’ve sent an email to {address}. Open the link in it.").format(address=sign_up.email))
    return redirect(own_address(request.POST.get("next", "")) or "keep")


def _page(request: HttpRequest, user: User, form: SignUpForm, mine: SignUp | None, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "is_over": guests.is_over(user),
        "until": user.guest_until,
        "kept_until": guests.kept_until(user),
        "next": own_address(request.POST.get("next", request.GET.get("next", ""))),
        "promised": mine.email if mine and mine.waits else "",
    }
    return render(request, "accounts/keep.html", context, status=status)
