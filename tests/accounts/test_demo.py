"""The demo people, in development alone."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.demo import signed_in_by_anybody
from accounts.models import User

pytestmark = pytest.mark.django_db


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_four_people_are_made_once_and_can_sign_in(client: Client, settings: Any) -> None:
    settings.DEVELOPMENT = True
    assert demo() == demo()
    people = User.objects.order_by("pk").values_list("username", "is_staff", "is_superuser", "groups__name")
    assert list(people) == [
        ("Ann", False, False, None),
        ("Ben", False, False, None),
        ("Cat", False, False, None),
        ("Mo", True, False, "Moderators"),
    ]
    client.post("/accounts/login/", {"login": "Ann", "password": "sealed-move-2026"})
    assert "_auth_user_id" in client.session


def test_the_names_and_passwords_are_printed(settings: Any) -> None:
    settings.DEVELOPMENT = True
    assert demo().splitlines() == [
        "Ann  sealed-move-2026",
        "Ben  sealed-move-2026",
        "Cat  sealed-move-2026",
        "Mo   sealed-move-2026 (moderator, /admin/)",
    ]


def test_who_still_has_the_demo_password_is_named_unless_the_account_is_closed(settings: Any) -> None:
    settings.DEVELOPMENT = True
    demo()
    User.objects.filter(username="Ben").update(is_active=False)
    User.objects.filter(username="Cat").update(password="")
    assert signed_in_by_anybody() == ["Ann", "Mo"]


def test_outside_development_nobody_is_made() -> None:
    with pytest.raises(CommandError, match="in development only"):
        demo()
    assert not User.objects.exists()
