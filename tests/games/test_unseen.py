"""A running match that somebody may not see: every address of it answers them as if there were no match of that id."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import User
from games.core.api import schema
from games.core.models import Match
from games.lobby import services as lobby
from games.lobby.services import Terms
from tests.games.browsing import signed_in
from tests.games.programs import program
from tests.games.tables import begin
from tests.test_hostile import FITTING, at
from tests.test_urls import REALM, TABLE

pytestmark = pytest.mark.django_db

OFFERED: dict[str, dict[str, Any]] = {
    "open": {},
    "link": {"audience": "link"},
    "private": {"audience": "link", "private": True},
    "personal": {"audience": "personal", "invited": "Ben"},
    "paired": {"audience": "link", "paired": True},
}
NONE = "nomatch-00"
"""An id that no match has, as long as those that matches have."""
PAGES = [
    name
    for name, each in TABLE.items()
    if each.args[:1] in [("firstmatch",), ("openmatch1",)] and not name.startswith("api_")
]
SENT = {
    "move": "F5",
    "expected": "0",
    "army": REALM,
    "act": "offer",
    "kind": "draw",
    "choice": "claim",
    "confirm": "1",
    "text": "Hello",
    "notes": "A note",
    "reason": "insult",
    "muted": "1",
    "shown": "1",
    "entropy": "ab" * 16,
}
"""Fields for all that is posted; each address reads those that it knows."""
TOKEN = re.compile(r'name="(?:csrfmiddlewaretoken|ticket)" value="[^"]+"|csrftoken=\w+|X-Request-ID: \w+')


def begun(ann: User, ben: User, **offered: Any) -> Match:
    """Return a match of Ann and Ben that runs."""
    made = lobby.invite(ann, Terms("en-garde", {}, pace_days=3, **offered)).match
    return lobby.join(made.public_id, ben)


def told(response: Any, public_id: str) -> str:
    """Return everything that an answer says, the same for every match."""
    said = "\n".join(f"{name}: {value}" for name, value in sorted(response.headers.items()))
    content = response.getvalue().decode(errors="backslashreplace")  # a picture is no text
    page = f"{response.status_code}\n{said}\n{content}"
    return TOKEN.sub("TOKEN", page.replace(public_id, "ID"))


def by_browser(who: str, user: User, public_id: str) -> Iterator[tuple[str, str]]:
    """Yield what a browser is told at every page of a match, and afterwards."""
    client = Client() if who == "visitor" else signed_in(user)
    for name in PAGES:
        path = reverse(name, args=[public_id, *TABLE[name].args[1:]])
        for method, sent in (("get", {}), ("get", {"eyes": "0", "log": "all"}), ("post", SENT)):
            yield f"{method} {name}", told(getattr(client, method)(path, sent), public_id)
    yield "after all", told(client.get("/rules/"), public_id)  # which shows what was noted to be told


def by_program(user: User, public_id: str) -> Iterator[tuple[str, str]]:
    """Yield what a program is told by every operation of a match."""
    robot = program(user)
    for path, methods in schema.description()["paths"].items():
        if "{public_id}" not in path:
            continue
        for method, operation in methods.items():
            body = json.dumps(FITTING.get(operation["operationId"], {}))
            asked = (method.upper(), at(path, public_id), body, "application/json")
            yield f"{method} {path}", told(robot.client.generic(*asked, headers=robot.headers), public_id)


def differing(who: str, user: User, public_id: str) -> set[str]:
    """Return where the answers about a match are others than those about none."""
    found, none = (
        [*(by_program(user, each) if who == "program" else by_browser(who, user, each))] for each in (public_id, NONE)
    )
    assert len(NONE) == len(public_id)
    return {what for (what, told), (_, other) in zip(found, none, strict=True) if told != other}


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("who", ["visitor", "guest", "member", "program"])
@pytest.mark.parametrize("offered", OFFERED)
def test_a_match_that_runs_is_told_from_none_at_no_address(
    offered: str, who: str, ann: User, ben: User, cat: User
) -> None:
    match = begun(ann, ben, **OFFERED[offered])
    assert differing(who, guests.create() if who == "guest" else cat, match.public_id) == set()
    assert (Match.objects.get(pk=match.pk).ply, match.seats.count()) == (0, 2)


def test_an_address_that_tells_more_is_found(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, public_id="firstmatch", watchable=True)
    pages = {"get match", "get match_ply", "get preview", "get watch_stamp"}
    pages |= {"get invitation", "get report_match", "post report_match"}
    assert differing("member", cat, match.public_id) == pages
