"""Sign-ins from networks and browsers, and a cache that forgets by the time of the test."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from accounts.models import User
from games.likeness import traces

HOME = "192.0.2.1"
ELSEWHERE = "198.51.100.7"

SignIn = Callable[..., None]


@pytest.fixture
def sign_in(noon: Any, settings: Any) -> SignIn:
    """Sign somebody in from a network, in a browser with these cookies, at noon or as the test moves the time."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()

    def signed_in(user: User, network: str = HOME, *cookies: str) -> None:
        traces.leave_traces(RequestFactory().post("/", REMOTE_ADDR=network), user, cookies)

    return signed_in
