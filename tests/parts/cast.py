"""The cast: Ann on seat 0, Ben on seat 1, Cat who is a stranger to their match, Mo the moderator."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

PASSWORD = "en-garde-2026"


def person(name: str, **fields: Any) -> User:
    """Return somebody with a verified address who can sign in with PASSWORD."""
    user = User.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def give_password(client: Client) -> None:
    """Say once more that it is them, as changing what is dear asks for."""
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302


@pytest.fixture
def ann(db: None) -> User:
    return person("Ann")


@pytest.fixture
def ben(db: None) -> User:
    return person("Ben")


@pytest.fixture
def cat(db: None) -> User:
    return person("Cat")


@pytest.fixture
def mo(db: None) -> User:
    return person("Mo", is_staff=True, is_superuser=True)
