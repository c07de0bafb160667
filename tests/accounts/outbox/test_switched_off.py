"""Who is told that an endpoint has been switched off."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts import outbox
from accounts.channels import outward
from accounts.models import User
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_endpoints import endpoint, told

pytestmark = pytest.mark.django_db


def test_the_user_is_told_by_email_and_by_no_other_endpoint(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    endpoint(ann)
    endpoint(ann, address="https://other.example.org/")
    told_to: list[tuple[str, str]] = []

    def post(address: str, body: bytes, _headers: Mapping[str, str]) -> outward.Answer:
        told_to.append((address, json.loads(body)["type"]))
        return outward.Answer(410 if "signed" in address else 204)

    monkeypatch.setattr(outward, "post", post)
    told(ann, greeting)
    outbox.deliver_due()
    assert sorted(told_to) == [
        ("https://other.example.org/", "greeting"),
        ("https://signed.example.org/", "greeting"),
    ]
    assert mailoutbox[-1].subject == "Sealed Move: we’ve stopped notifying you at “room”"
