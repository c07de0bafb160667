"""What views of people who are signed in share, and how they read what was filled in."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, JsonResponse
from django.template.backends.utils import csrf_input
from django.urls import Resolver404, resolve
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.models import User

DIGITS = 18
"""As many as every number of them has room for in a row."""

MAX_ADDRESS = 1000
"""Signs of an address to go back to; none of the site is longer."""

PageView = Callable[..., HttpResponseBase]

asked_and_answered = require_http_methods(["GET", "HEAD", "POST"])


class SignedIn(HttpRequest):
    """A request that `login_required` has let through."""

    user: User
    htmx: HtmxDetails


def signed_in_to_look(view: PageView) -> PageView:
    """Show a page to people who are signed in; nothing can be sent to it."""
    return login_required(require_safe(view))


def signed_in_to_fill_in(view: PageView) -> PageView:
    """Show a form to people who are signed in, and take what they send."""
    return login_required(asked_and_answered(view))


def signed_in_to_post(view: PageView) -> PageView:
    """Take what is sent. Visitors sign in, come back to the page with the form, and send it again."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        messages.info(request, _("Nothing has been changed yet. Sign in first, then try again."))
        return redirect_to_login(_page_with_form(request))

    guarded.takes_posts_only = True  # type: ignore[attr-defined]
    return require_POST(guarded)


def _page_with_form(request: HttpRequest) -> str:
    """Return the page on which something was pressed, as the browser names it, or else the nearest one above."""
    address = _address_before(request) or request.path
    return address if _is_page(address) else _nearest_page(address)


def _address_before(request: HttpRequest) -> str:
    """Return the address of this site from which a browser says that it comes; "" for another site's, or none."""
    named = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(named, {request.get_host()}, require_https=request.is_secure()):
        return ""
    return own_address(urlsplit(named)._replace(scheme="", netloc="", fragment="").geturl())


def _nearest_page(address: str) -> str:
    """Return the first page on the way up from an address of this site; home is one."""
    path = urlsplit(address).path
    while not _is_page(path):
        path = path.rstrip("/").rpartition("/")[0] + "/"
    return path


def _is_page(address: str) -> bool:
    """Return whether an address of this site has a view that does more than take what is sent."""
    try:
        view = resolve(urlsplit(address).path).func
    except Resolver404:
        return False
    return not hasattr(view, "takes_posts_only")


def unless_known(request: HttpRequest, news: dict[str, Any]) -> HttpResponse:
    """Return news as JSON, tagged with all of their values; 304 to a page that has these already."""
    headers = {"ETag": f'"{"-".join(str(value) for value in news.values())}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return HttpResponseNotModified(headers=headers)
    return JsonResponse(news, headers=headers)


def tagged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return a response tagged with its content; 304 to a reader who has that already."""
    set_response_etag(response)
    return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response


def own_address(wanted: str) -> str:
    """Return an address of this site to go back to, as a form names it; "" where it is none."""
    is_here = wanted.startswith("/") and len(wanted) < MAX_ADDRESS
    return wanted if is_here and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else ""


def number_in(given: str) -> int | None:
    """Return the whole number that was posted or stands in an address.

    None where it is none, or more than a row can have.
    """
    return int(given) if given.isascii() and given.isdigit() and len(given) <= DIGITS else None


def form_token(request: HttpRequest) -> object:
    """Return what forms of a page need against forgery. It is masked once for all of them, and only if there is one."""
    if not hasattr(request, "form_token"):
        request.form_token = SimpleLazyObject(lambda: csrf_input(request))  # type: ignore[attr-defined]
    return request.form_token  # type: ignore[attr-defined]
