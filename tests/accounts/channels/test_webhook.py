"""A notice as a post: what rooms make of its signs."""

import json

import pytest

from accounts.channels import Notice
from accounts.channels.webhook import transport
from accounts.models import Endpoint, Outbox


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("against I_am_here_", r"against I\_am\_here\_"),
        (r"against *a* ~~b~~ ||c|| `d` \e > f", r"against \*a\* \~\~b\~\~ \|\|c\|\| \`d\` \\e \> f"),
        ("see https://site/a_b_c/~d and a_b", r"see https://site/a_b_c/~d and a\_b"),
    ],
)
def test_a_room_at_discord_shows_names_as_they_are(said: str, shown: str) -> None:
    notice = Notice(said, "greeting", url="https://site/m/a_b/")
    body, _headers = transport.request_parts(Outbox(), Endpoint(shape="discord"), notice)
    assert json.loads(body)["content"] == f"{shown} https://site/m/a_b/"
