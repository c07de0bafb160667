"""Browsers in which somebody has signed in before: wrong passwords tried elsewhere for the name do not count there."""

from django.conf import settings
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts import names
from accounts.models import User

COOKIE = "known_browser"
SALT = "known_browser"
YEAR = 365 * 24 * 3600
signed_in = Signal()
"""Somebody has signed in: sent with the `request`, the `user`, and the `cookies` of the browser. If a
receiver fails, that is logged, and nobody is kept out."""


def remember(response: HttpResponseBase, user: User) -> None:
    """Have the browser that gets this response known as one of the user's, for a year or until the password changes."""
    value = f"{user.pk}:{_mark(user)}"
    flags = {"httponly": True, "samesite": "Lax", "secure": settings.HTTPS}
    response.set_signed_cookie(COOKIE, value, SALT, max_age=YEAR, **flags)


def tell_of_sign_in(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Tell others that a user has signed in, with the cookie by which we knew the browser, and the one that it gets."""
    cookies = [response.cookies[COOKIE].value]
    if request.get_signed_cookie(COOKIE, "", SALT, max_age=YEAR):
        cookies.insert(0, request.COOKIES[COOKIE])
    signed_in.send_robust(User, request=request, user=user, cookies=cookies)


def knows(request: HttpRequest, login: str) -> bool:
    """Say whether the user who signs in by `login`, a name or email address, did so last in this browser.

    Only a browser that shows our cookie costs a query. So nothing tells who has an account.
    """
    user = user_of(request)
    return user is not None and names.in_one_case(login) in map(names.in_one_case, (user.username, user.email))


def user_of(request: HttpRequest) -> User | None:
    """Return who was the last to sign in in this browser, with the password of today; None where nobody is known."""
    pk, _, mark = (request.get_signed_cookie(COOKIE, "", SALT, max_age=YEAR) or "").partition(":")
    user = User.objects.filter(pk=pk).first() if pk else None
    return user if user is not None and constant_time_compare(mark, _mark(user)) else None


def _mark(user: User) -> str:
    """Return something that changes with the password and does not tell it."""
    return salted_hmac("accounts.known_browsers", user.password, algorithm="sha256").hexdigest()[:32]
