"""How often something may be done: one count for pages and programs, by the rates of `settings.LIMITS`.

Who has an account is counted by user, a guest by user and address, a visitor by address. Guests and visitors are
counted a second time by the wider network, which they may share with others. What hashes a password, sends an email or
makes rows is counted for all strangers together as well; a browser in which somebody has signed in has an allowance of
its own instead, so that nobody locks everybody out. Passwords tried there are counted by that allowance alone, so that
no neighbour in the same network locks its owner out. Nothing is counted while Redis is gone (`fogsite/cache.py`).
"""

import math
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from ipaddress import ip_address, ip_network
from typing import Any, NamedTuple, TypeVar

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts import hashing, known_browsers, rates
from accounts.models import User

MINUTE = 60
HOUR = 3600
LOOKING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Methods by which nothing is posted."""
NETWORK = 64
"""Bits of an IPv6 address that are one customer's; all addresses behind them are counted as one."""
WIDE = {4: 24, 6: 48}
SHARE = 10
"""Bits of an address that name a wider network, and how many times as much may come from there as from an address."""
NOWHERE = "0.0.0.0"
"""The address of a peer that has none."""
LONGEST_KEPT = 20_000
"""Signs of a refused form that are kept for sending it again."""

View = TypeVar("View", bound=Callable[..., Any])

TOLD = {
    "play": gettext_lazy("You’ve sent too much in a short time."),
    "try": gettext_lazy(
        "Too many match requests from you or your network in a short time. Refused requests count too."
    ),
    "begin": gettext_lazy("You’ve tried to start a match too often in a short time. Refused attempts count too."),
    "sign_up": gettext_lazy("Too many sign-up attempts from your network in a short time. Refused attempts count too."),
    "login": gettext_lazy("Too many sign-in attempts in a short time."),
    "mail": gettext_lazy("Too many emails have been requested recently."),
    "keep": gettext_lazy("Too many names and addresses have been tried here recently."),
    "archive": gettext_lazy("You’ve downloaded your data several times recently."),
    "try_endpoint": gettext_lazy("You’ve sent too many test messages recently."),
    "leave": gettext_lazy("You’ve tried to close your account too often recently."),
    "browse": gettext_lazy("You or others in your network have opened too many pages in a short time."),
    "record": gettext_lazy("You or others in your network have downloaded too many matches in a short time."),
}
"""What there was too much of, by name of a limit: of what was asked for, since what is refused is counted too."""


class Limit(NamedTuple):
    """A limit that somebody else brings: its rates, and what there was too much of."""

    allowed: list[rates.Rate]
    told: str | Promise


OF_FEATURES: dict[str, Limit] = {}
"""The limits of features by name (`games/core/seams/limits.py`); all others stand in `settings.LIMITS`."""


def limited(name: str) -> Callable[[View], View]:
    """Have what is posted to a view counted under a name of `settings.LIMITS` too, besides the count of everything."""

    def decorate(view: View) -> View:
        view.limit = name  # type: ignore[attr-defined]
        return view

    return decorate


def looks_limited(name: str) -> Callable[[View], View]:
    """Have looking at a view counted under a name of `settings.LIMITS`: what it shows takes long to work out."""

    def decorate(view: View) -> View:
        view.look_limit = name  # type: ignore[attr-defined]
        return view

    return decorate


def consume(request: HttpRequest, name: str, user: User | AnonymousUser | None = None) -> int:
    """Count one more of what `name` stands for. 0, or the seconds after which it is possible again.

    `user` is who asks, where that is not the request's own user.
    """
    user = user or request.user
    counts = [(_named(name, rate, who), rate) for rate, who in _counted(request, name, user)]
    if all(rates.count(key, rate) for key, rate in counts):
        return 0
    return max(1, math.ceil(max(rates.wait(key, rate) for key, rate in counts)))


def _counted(request: HttpRequest, name: str, user: User | AnonymousUser) -> list[tuple[rates.Rate, str]]:
    """Return the rates that somebody is counted by, each with whom it counts together."""
    found = _rates(name)
    who = {"user": str(user.pk)} if user.is_authenticated else {}
    if not user.is_authenticated or user.is_guest:
        found += [replace(rate, amount=rate.amount * SHARE, per="wide") for rate in found if rate.per == "ip"]
        who |= {"ip": network(request), "wide": wide_network(request)}
        if any(rate.per in ("site", "known") for rate in found):
            known = known_browsers.user_of(request)
            who = _known(who, known, name) if known else who | {"site": "all"}
    return [(rate, who[rate.per]) for rate in found if rate.per in who]


def _rates(name: str) -> list[rates.Rate]:
    """Return the rates of a limit."""
    return [*OF_FEATURES[name].allowed] if name in OF_FEATURES else rates.parse_rates(settings.LIMITS[name])


def _known(who: dict[str, str], user: User, name: str) -> dict[str, str]:
    """Return with whom a browser counts together in which a user has signed in."""
    mine = {"known": str(user.pk)}
    return mine if name == "login" else who | mine


def _named(name: str, rate: rates.Rate, who: str) -> str:
    return f"limit:{name}:{rate.amount}/{rate.seconds}/{rate.per}:{who}"


def may_sign_in(request: HttpRequest, login: str, *, known: bool) -> bool:
    """Count a password tried for a name or mail address; False where it is too much.

    What is tried in browsers that are `known` for this name counts together, and so does all that is tried elsewhere:
    for one name, and from one address.
    """
    return all(rates.count(key, rate) for key, rate in _signing_in(request, login, known=known))


def was_right(request: HttpRequest, login: str, *, known: bool) -> None:
    """Take back the count of a password, since it was right."""
    for key, _rate in _signing_in(request, login, known=known):
        rates.uncount(key)


def forgive(request: HttpRequest, login: str) -> None:
    """Forget the passwords that were tried for a name or mail address."""
    for known in (False, True):
        for key, rate in _signing_in(request, login, known=known):
            if rate.per != "ip":
                rates.reset(key)


def _signing_in(request: HttpRequest, login: str, *, known: bool) -> list[tuple[str, rates.Rate]]:
    name = sha256(login.encode(errors="surrogatepass")).hexdigest()  # so no key is too long or odd, for any input
    who = {"known": name} if known else {"ip": network(request), "key": name}
    found = rates.parse_rates(settings.LIMITS["sign_in"])
    return [(_named("sign_in", rate, who[rate.per]), rate) for rate in found if rate.per in who]


def client_address(request: HttpRequest) -> str:
    """Return the network address of a request, for every count and notice.

    It is what the one trusted proxy has appended to X-Forwarded-For, or else the peer's. It is the same for all
    requests if neither is an address, as with a socket in the file system.
    """
    found = _told(request) or _told(_peer(request)) or NOWHERE
    number = ip_address(found.partition("%")[0])  # without the scope of a link, which belongs to no network
    # IPv4 within IPv6: cut to its prefix, as addresses are for counting, it would be one for all.
    return str(getattr(number, "ipv4_mapped", None) or number)


def _peer(request: HttpRequest) -> HttpRequest:
    """Return the request without what anybody says of where it comes from."""
    peer = HttpRequest()
    peer.META["REMOTE_ADDR"] = request.META.get("REMOTE_ADDR", "")
    return peer


def _told(request: HttpRequest) -> str:
    """Return the address as allauth reads it; "" where it finds none."""
    try:
        return DefaultAccountAdapter(request).get_client_ip(request)  # not ours, which asks `client_address`
    except PermissionDenied:
        return ""


def network(request: HttpRequest) -> str:
    """Return the network of a request; with IPv6 one customer has addresses without number."""
    found = ip_address(client_address(request))
    return str(found if found.version == 4 else ip_network(f"{found}/{NETWORK}", strict=False).network_address)


def wide_network(request: HttpRequest) -> str:
    """Return the wider network that a request comes from."""
    return wide(client_address(request))


def wide(address: str) -> str:
    """Return the wider network of an address."""
    found = ip_address(address)
    return str(ip_network(f"{found}/{WIDE[found.version]}", strict=False).network_address)


def exceeded(request: HttpRequest, limit: str = "", user: User | AnonymousUser | None = None) -> tuple[str, int]:
    """Count something that is done, and under the name `limit` too. The name of the limit passed and the seconds to
    wait, or "" and 0.
    """
    for name in filter(None, ("play", limit)):
        if seconds := consume(request, name, user):
            return name, seconds
    return "", 0


# --- The refusal ----------------------------------------------------------------------------------------------------


def refusal(request: HttpRequest, limit: str = "") -> HttpResponse | None:
    """Return the answer to something posted that is too much; None where it is not."""
    name, seconds = exceeded(request, limit)
    return too_many(request, seconds, name) if name else None


def look_refusal(request: HttpRequest, limit: str) -> HttpResponse | None:
    """Return the answer to somebody who looks too often at what is counted by a limit.

    None where it is not too often.
    """
    seconds = consume(request, limit) if limit else 0
    return too_many(request, seconds, limit) if seconds else None


def too_many(request: HttpRequest, seconds: int = MINUTE, name: str = "") -> HttpResponse:
    """Say what there was too much of and when to try again; what was typed is kept, on the page or to be sent again."""
    told = OF_FEATURES[name].told if name in OF_FEATURES else TOLD.get(name)
    told = told or _("Too many attempts in a short time.")
    template = _("{what} Nothing was changed. Try again in {time}.")
    if request.method in LOOKING:
        template = _("{what} Try again in {time}.")
    sentence = template.format(what=told, time=wait_in_words(seconds))
    if getattr(request, "htmx", False):
        response = _message(request, sentence)
    else:
        response = render(request, "429.jinja", {"sentence": sentence, "fields": _kept(request)}, status=429)
    response["Retry-After"] = str(seconds)
    return response


def busy(request: HttpRequest) -> HttpResponse:
    """Say that too many people sign in at this moment, and keep what was typed except the password."""
    sentence = _("Too many people are signing in right now. Nothing was changed. Try again in {time}.")
    told = {"sentence": sentence.format(time=wait_in_words(hashing.RETRY_AFTER)), "fields": None}
    response = render(request, "429.jinja", told, status=503)
    response["Retry-After"] = str(hashing.RETRY_AFTER)
    return response


def _message(request: HttpRequest, sentence: str) -> HttpResponse:
    """Return the sentence alone, into the page that has asked; all else there stays as it is."""
    messages.error(request, sentence)
    response = render(request, "_messages.jinja", status=429)
    response["HX-Reselect"] = "#messages"
    response["HX-Retarget"] = "#messages"
    response["HX-Reswap"] = "outerHTML show:top"
    return response


def _kept(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return what was posted, without passwords.

    Return `None` if nothing was posted, or more than can be sent again.
    """
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    fields = [(name, value) for name, value in fields if name != "csrfmiddlewaretoken" and "password" not in name]
    fits = sum(len(name) + len(value) for name, value in fields) <= LONGEST_KEPT
    return fields if fits and request.method == "POST" else None


def wait_in_words(seconds: int) -> str:
    """Return a time to wait: seconds, minutes or hours, never less than it is."""
    if seconds > 2 * HOUR:
        return _("{count} hours").format(count=math.ceil(seconds / HOUR))
    if seconds > 2 * MINUTE:
        return _("{count} minutes").format(count=math.ceil(seconds / MINUTE))
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
