"""What `manage.py check --deploy` says of an environment that runs and is wrong."""

import secrets
from typing import Any

import pytest
from django.test import override_settings

from fogsite import checks


@pytest.mark.parametrize(
    ("https", "behind_proxy", "found"), [(True, False, ["fogsite.W006"]), (True, True, []), (False, False, [])]
)
def test_a_site_by_https_stands_behind_a_proxy_that_it_knows_of(
    https: bool, behind_proxy: bool, found: list[str]
) -> None:
    with override_settings(HTTPS=https, BEHIND_PROXY=behind_proxy):
        said: list[Any] = checks.proxy(None)
    assert [each.id for each in said] == found


def test_a_former_key_that_can_be_guessed_is_found_like_the_key_itself() -> None:
    good, published = secrets.token_urlsafe(50), "development-only-" + "x" * 40
    with override_settings(SECRET_KEY=good, SECRET_KEY_FALLBACKS=[good, published, "short"]):
        said: list[Any] = checks.secret_key(None)
    assert [(each.id, each.msg) for each in said] == [
        ("fogsite.E002", "A key of SECRET_KEY_FALLBACKS can be guessed: it is published with the source code."),
        ("fogsite.E002", "A key of SECRET_KEY_FALLBACKS can be guessed: it has fewer than 50 characters."),
    ]


@pytest.mark.parametrize(
    ("url", "hosts", "found"),
    [
        ("https://www.example.org:8443", ["www.example.org"], []),
        ("https://www.example.org", [".example.org"], []),
        ("http://[::1]:8000", ["[::1]"], []),
        ("https://other.example.org", ["www.example.org"], ["fogsite.W007"]),
    ],
)
def test_a_site_answers_at_its_own_address(url: str, hosts: list[str], found: list[str]) -> None:
    with override_settings(SITE_URL=url, ALLOWED_HOSTS=hosts):
        said: list[Any] = checks.site_url(None)
    assert [each.id for each in said] == found
