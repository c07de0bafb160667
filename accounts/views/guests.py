"""The page on which a guest becomes an account, and the way from a guest to an account and back."""

from django.contrib import messages
from django.contrib.auth import login
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import guests, sign_ups
from accounts.limits import limited
from accounts.models import SignUp, User
from accounts.request import SignedIn, own_address, signed_in_to_fill_in, signed_in_to_post
from accounts.views.forms import SignUpForm


@limited("keep")
@signed_in_to_fill_in
def become_account(request: SignedIn) -> HttpResponse:
    """Choose a name and an email address; of two who ask for one name at the same moment, one gets the sentence.

    `next` is where somebody goes on who was led here after a move, having chosen or not.
    """
    if not request.user.is_guest:
        return redirect("my_matches")
    if request.method != "POST":
        mine = sign_ups.newest_sign_up(request)
        return _page(request, request.user, SignUpForm(), mine)
    try:
        return _ask(request, request.user)
    except IntegrityError:  # taken between the look and the insert; looking again finds the sentence
        return _ask(request, request.user)


def _ask(request: HttpRequest, user: User) -> HttpResponse:
    mine = sign_ups.newest_sign_up(request)
    form = SignUpForm(request.POST, mine=mine, guest=user)
    if not form.is_valid():
        return _page(request, user, form, mine, status=422)
    sign_up = sign_ups.request_sign_up(request, form)
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
    return render(request, "accounts/keep.jinja", context, status=status)


@signed_in_to_post
def sign_in_from_guest(request: SignedIn) -> HttpResponse:
    """Let a guest sign in to an account, and then say what becomes of the guest's matches."""
    if not request.user.is_guest:
        return redirect("my_matches")
    guests.set_aside(request)
    return redirect("account_login")


@require_POST
def back_to_guest(request: HttpRequest) -> HttpResponse:
    """Play on as the guest that this browser has set aside; an account that is signed in here is signed out."""
    guest = guests.aside(request)
    if guest is None:
        guests.forget_aside(request)
        messages.error(
            request,
            _("This guest no longer exists: their session has ended, or their matches now belong to an account."),
        )
        return redirect("account_login")
    login(request, guest, backend="accounts.backends.Backend")
    guests.forget_aside(request)
    return redirect("my_matches")
