"""Every page of allauth's is written by us: its own are Django's templates, which do not stand in our frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from allauth import urls
from django.template.loader import get_template
from django.test import Client
from django.urls import URLResolver, reverse

from accounts.models import User
from tests.games.browsing import told

NEVER = {"account/signup_closed.jinja", "mfa/recovery_codes/download.txt"}
"""A page that nobody gets, since anybody may sign up, and a file."""


def views(patterns: list[Any]) -> Iterator[Any]:
    """Yield the classes behind allauth's addresses."""
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from views(each.url_patterns)
        else:
            yield getattr(each.callback, "view_class", None)


def pages() -> set[str]:
    """Return the names of the templates that these classes draw."""
    found = {getattr(view, name) for view in views(urls.urlpatterns) for name in dir(view) if "template_name" in name}
    return {name for name in found if isinstance(name, str) and "." in name} - NEVER


@pytest.mark.parametrize("name", sorted(pages()))
def test_every_page_is_ours(name: str) -> None:
    assert name.endswith(".jinja")
    get_template(name)


def test_a_password_is_set_where_there_is_none(as_ann: Client, ann: User) -> None:
    ann.set_unusable_password()
    ann.save()
    as_ann.force_login(ann)
    page = told(as_ann.get(reverse("account_set_password")))
    assert "Set the new password" in page
    assert 'class="site-nav"' in page
