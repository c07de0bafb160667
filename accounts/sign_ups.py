"""Signing up: what was filled in waits for a day until the link in the email makes it an account.

Asking does the same whether or not somebody has the address: only the email differs, which is written when it is sent.
"""

from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language, gettext as _

from accounts import guests, names, notices, people, sessions
from accounts.database import portions
from accounts.models import SignUp, SignUpQuerySet, User

LASTS = timedelta(hours=24)
SESSION = sessions.SIGN_UP
"""Where a visitor's session keeps the number of the sign-up it asked for."""


class LinkError(Exception):
    """Why a link makes no account, as a sentence, and the status of the page that says so."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


# --- Asking ---------------------------------------------------------------------------------------------------------


def newest_sign_up(request: HttpRequest) -> SignUp | None:
    """Return the sign-up that this guest, or this visitor's browser, has asked for last; its time may be over."""
    if request.user.is_authenticated:
        return SignUp.objects.filter(guest=request.user).first()
    return SignUp.objects.filter(pk=request.session[SESSION]).first() if SESSION in request.session else None


def request_sign_up(request: HttpRequest, form: Any) -> SignUp:
    """Keep what a valid form says, and queue the email to the address in it.

    If you ask again for the same address, you change the sign-up that waits, and its link stays good. If you ask for
    another address, the link sent before is good no more.

    Raises: `IntegrityError` if the name was taken at this very moment.
    """
    password = make_password(form.cleaned_data["password1"])  # slow, so before the transaction
    sign_up = _kept(newest_sign_up(request), form.cleaned_data, password, request.user)
    if not request.user.is_authenticated:
        request.session[SESSION] = sign_up.pk
    return sign_up


@transaction.atomic
def _kept(mine: SignUp | None, data: dict[str, Any], password: str, user: Any) -> SignUp:
    skeleton = names.skeleton(data["username"])
    SignUp.objects.filter(skeleton=skeleton, expires__lte=timezone.now()).delete()
    if mine and not (mine.waits and mine.email == data["email"]):
        SignUp.objects.filter(pk=mine.pk).delete()
        mine = None
    sign_up = mine or SignUp(email=data["email"], guest=user if user.is_authenticated else None)
    sign_up.username = data["username"]
    sign_up.skeleton = skeleton
    sign_up.password = password
    sign_up.language = (get_language() or "").split("-")[0]
    sign_up.time_zone = data["time_zone"]
    sign_up.expires = timezone.now() + LASTS
    sign_up.save()
    notices.queue_sign_up(sign_up)
    return sign_up


def remove_expired(now: datetime | None = None) -> int:
    """Forget what was filled in by those who never opened their link; how many sign-ups that were."""
    return portions.remove_rows(SignUp.objects.filter(expires__lte=now or timezone.now()), "expires")


# --- Opening the link -----------------------------------------------------------------------------------------------


def read_link(token: str) -> SignUp:
    """Return the sign-up that a link is about. Raises LinkError where it makes no account."""
    try:
        pk = SignUp.number_in(token)
    except signing.BadSignature:
        raise LinkError(_("This link is incomplete. Please copy the whole link from the email."), 404) from None
    return _open(SignUp.objects.all(), pk)


def _open(rows: SignUpQuerySet, pk: int) -> SignUp:
    sign_up = rows.waiting().select_related("guest").filter(pk=pk).first()
    if sign_up is None or (sign_up.guest and not sign_up.guest.is_guest):
        sentence = _("This link has already been used or has expired. Sign in, or sign up again.")
        raise LinkError(sentence, 410)
    if people.by_address(sign_up.email):
        sentence = _("There’s already an account with this address. Sign in, or choose a new password.")
        raise LinkError(sentence, 409)
    return sign_up


def make_account(sign_up: SignUp) -> User:
    """Make the account whose link was opened, of the guest where there is one. Raises LinkError."""
    try:
        with transaction.atomic():
            if sign_up.guest_id:  # held before the sign-up, in the order in which guests are closed
                User.objects.select_for_update().filter(pk=sign_up.guest_id).first()
            return _made(_open(SignUp.objects.select_for_update(of=("self",)), sign_up.pk))
    except (IntegrityError, ValidationError):
        sentence = _("Someone else has taken this name in the meantime. Sign up again with another one.")
        raise LinkError(sentence, 409) from None


def _made(sign_up: SignUp) -> User:
    User.require_unlike(sign_up.username, besides=sign_up.guest_id, sign_up=sign_up.pk)
    # Guests of the old way, who gave the address and never proved it, have it no more.
    User.objects.filter(email=sign_up.email, guest_until__isnull=False).update(email="")
    user = sign_up.guest or User()
    user.username = sign_up.username
    user.email = sign_up.email
    user.password = sign_up.password
    user.language = sign_up.language
    user.guest_until = None
    user.time_zone = sign_up.time_zone or user.time_zone
    user.save()
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    if sign_up.guest_id:
        guests.kept.send(User, user=user)
    sign_up.delete()
    return user


def asked_here(request: HttpRequest, sign_up: SignUp) -> bool:
    """Say whether a sign-up was asked for by this browser."""
    if request.user.is_authenticated:
        return request.user.pk == sign_up.guest_id
    return request.session.get(SESSION) == sign_up.pk
