"""Hostile texts in every field of every form, in every query, header and address, as visitors, players and moderators.

Each answer is one that was meant: no fault in our code, nothing of it in the page as markup, nobody led to
another site, and where it is refused, nothing done.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import blocks, guests, tokens
from accounts.models import User
from games.chat import services as chat
from games.core.api import schema
from games.core.models import ChatLine, Match
from games.core.services import play
from games.desk.models import OpenedPage
from games.lobby import services as lobby
from tests.games.browsing import signed_in
from tests.games.tables import begin, offer
from tests.hostile import MARKUP, TEXTS, in_a_path, written
from tests.hostile_doors import (
    ANN,
    ARMIES,
    DONE,
    FACTOR,
    GUEST,
    LED,
    LOBBY,
    LOGIN,
    MATCH,
    PASSKEYS,
    REPORTS,
    SECOND_FACTOR,
    TALK,
    UNFIT,
    VISITOR,
    WITH_APP,
    Door,
    admins,
    every,
    get,
    post,
)
from tests.parts import depth, features
from tests.parts.cast import PASSWORD, give_password, person

pytestmark = pytest.mark.django_db

QUOTED = re.compile(r'(?<==)"[^"]*"')
RUNS = re.compile(r"<[^<>]*\son\w+\s*=|<script>", re.IGNORECASE)
KEY_PICTURE = re.compile(r'<img class="qr" src="data:image/svg\+xml;base64,[\w+/=]*"')
"""The picture of an app's key, drawn by us of nothing that was written; as an image it runs nothing."""
AWAY = re.compile(r'\s(?:href|src|action|srcdoc)="\s*(?:javascript|data|//)', re.IGNORECASE)
"""What runs in a page or leads away from it. Ours have double quotes round every value, and no such thing."""


# --- What is wrong with an answer -----------------------------------------------------------------------------------


def faults(door: Door, response: Any, text: str) -> Iterator[str]:
    """Yield what must not be in an answer to a text."""
    if response.status_code not in door.answers:
        yield f"status {response.status_code}"
    if (
        urlsplit(urljoin("http://testserver/", as_a_browser(response.headers.get("Location", "")))).netloc
        != "testserver"
    ):
        yield f"leads to {response.headers['Location'][:80]!r}"
    if response.headers.get("Content-Type", "").startswith("text/html"):
        yield from written_out(response.content.decode(), text)


def as_a_browser(address: str) -> str:
    """Return an address as browsers read it: without tabs and line ends, and with slashes for backslashes."""
    return re.sub(r"[\t\r\n]", "", address).strip().replace("\\", "/")


def written_out(page: str, text: str) -> Iterator[str]:
    """Yield where a page holds a text as markup, or tells what no page may tell."""
    for kept in {text, " ".join(text.split()), text.replace("\0", "")}:
        if MARKUP & set(kept) and len(kept) > 1 and kept in page:
            yield "written out as it is"
    if found := RUNS.search(QUOTED.sub('""', page)) or AWAY.search(KEY_PICTURE.sub("<img", page)):
        yield f"runs {found.group()[:80]!r}"
    if settings.SECRET_KEY in page:
        yield "tells the secret key"


def rows() -> Any:
    """Return how many rows each table has, in one query, except for those that note who has opened a page."""
    tables = [model._meta.db_table for model in apps.get_models() if model._meta.managed and model is not OpenedPage]
    counts = ", ".join(f'(SELECT count(*) FROM "{table}")' for table in tables)
    with connection.cursor() as cursor:
        return cursor.execute(f"SELECT {counts}").fetchone()


def tried(door: Door, client: Client, texts: Iterable[str] = TEXTS) -> list[str]:
    """Return everything that is wrong with a door, and take back what was done there."""
    found: list[str] = []
    before = rows()
    cookies = client.cookies.output()
    for text in texts:
        with transaction.atomic(), translation.override("en"):
            response = door.opened(client, text)
            found += [f"{door.path} {text[:60]!a}: {fault}" for fault in faults(door, response, text)]
            if response.status_code >= 400 and rows() != before:
                found.append(f"{door.path} {text[:60]!a}: refused, and half done")
            if door.followed and response.status_code == LED and MARKUP & set(text):
                seen = client.get(response.headers["Location"])
                found += [f"{door.path} {text[:60]!a}, followed: {fault}" for fault in faults(get(""), seen, text)]
            transaction.set_rollback(True)
        if client.cookies.output() != cookies:
            client.cookies.load(cookies)
    return found


def share(number: int, among: int = 15) -> list[str]:
    """Return the part of the texts that falls to one of many, by turns if brief, and one PostgreSQL cannot hold."""
    if depth.is_brief():
        number, among = number + depth.place("texts"), among * 6
    return [*TEXTS[number % among :: among], "\0"]


def many(texts: Sequence[str], name: str) -> list[str]:
    """Return all of these texts; a sixth of them by turns if brief. The name tells one place from others."""
    return depth.chosen(texts, depth.whole_or(6, len(texts)), name)


def through(doors: Iterable[Door], client: Client, among: int = 15) -> list[str]:
    """Return what is wrong with any of the doors; so many of them share the texts."""
    client.raise_request_exception = False
    found: list[str] = []
    for number, door in enumerate(doors):
        found += tried(door, client, many(door.texts, door.path) if door.texts else share(number, among))
    return found


# --- The house ------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def house(db: None) -> None:
    """A match of En Garde, one of Field of Glory and one that is over; invitations to and by Ann, and a talk."""
    ann, ben, cat = (person(name) for name in ("Ann", "Ben", "Cat"))
    person("Mo", is_staff=True, is_superuser=True)
    begin(ann, ben)
    begin(ann, ben, game="field-of-glory", public_id="fieldmatch")
    begin(ann, ben, game="fantasy-dice-battles", public_id="dicematch1")
    play.resign(begin(ann, ben, public_id="overmatch1").public_id, ben.pk)
    offer(ben, public_id="openmatch1")
    lobby.invite(ben, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann"))
    chat.say("firstmatch", ben, "Hello")
    blocks.block(ann, cat)
    tokens.create(ann, "robot", "play")


def user(name: str) -> User:
    return User.objects.get(username=name)


def test_a_visitor_does_no_harm() -> None:
    assert through(VISITOR, Client()) == []


def test_a_guest_does_no_harm() -> None:
    assert through(GUEST, signed_in(guests.create())) == []


@pytest.mark.parametrize(
    "doors",
    [ANN, SECOND_FACTOR, LOBBY, MATCH, TALK, REPORTS, ARMIES],
    ids=["settings", "second factor", "lobby", "match", "talk", "reports", "armies"],
)
def test_a_player_does_no_harm(doors: list[Door]) -> None:
    assert through(doors, sure_of(user("Ann"))) == []


def test_who_is_asked_for_a_second_factor_does_no_harm() -> None:
    TOTP.activate(user("Ben"), generate_totp_secret())
    client = Client()
    client.post(LOGIN, {"login": "Ben", "password": PASSWORD})
    assert through(WITH_APP, client) == []
    client = sure_of(user("Ben"))
    asked = post(f"{FACTOR}reauthenticate/", "code", "next", answers=(DONE,))
    assert through([asked, post("/settings/programs/", "name", answers=(DONE, UNFIT), scope="read")], client) == []


def test_a_passkey_is_renamed_without_harm() -> None:
    data = {"name": "Mine", "credential": {}}
    key = Authenticator.objects.create(user=user("Ben"), type="webauthn", data=data)
    door = every(post(f"{PASSKEYS}keys/{key.pk}/edit/", "name", answers=(DONE, LED)), followed=True)
    assert through([door], sure_of(user("Ben"))) == []


def sure_of(someone: User) -> Client:
    """Return a browser of somebody who has just given the password once more."""
    client = signed_in(someone)
    give_password(client)
    return client


def test_a_moderator_does_no_harm() -> None:
    ruled = reverse("admin:games_match_rule", args=[Match.objects.get(public_id="firstmatch").pk])
    back = ruled.replace("/rule/", "/back/")
    hidden = reverse("admin:games_chatline_hide", args=[ChatLine.objects.get().pk])
    doors = [
        post(ruled, "ruling", "reason", "confirm"),
        post(ruled, "reason", answers=(LED, UNFIT), ruling="!void", confirm="on"),
        post(back, "ply", "reason", "confirm"),
        every(post(hidden, "reason", answers=(LED, UNFIT))),
    ]
    assert through([*admins(), *doors], signed_in(user("Mo")), among=30) == []


# --- Programs -------------------------------------------------------------------------------------------------------

FITTING: dict[str, dict[str, Any]] = {
    "say": {"text": "Hello"},
    "keep_notes": {"notes": "A note"},
    "submit": {"move": "F5", "expected": 0},
    "keep_plan": {"plan": "F5", "expected": 0},
    "keep_favourite": {"player": "Ben"},
    "seek": {"fastest_days": 3, "slowest_days": 7, "options": {}, "language": "", "absence": "loss"},
    "invite": {
        "game": "en-garde",
        "options": {},
        "note": "",
        "invited": "",
        "entropy": "",
        "language": "",
        "ticket": "",
    },
    "challenge": {"game": "en-garde", "options": {}, "entropy": "", "ticket": ""},
    "join": {"entropy": ""},
    "rematch": {"entropy": "", "ticket": "", "clock": {"pace_days": 3, "absence": "choice"}},
    "offer": {"kind": "draw"},
    "decline_offer": {"kind": "draw", "number": 1},
    "choose": {"choice": "claim"},
    "read_chat": {"line": 1},
    "mute_chat": {"muted": True},
    **features.entries("BODIES"),
}
"""A body that fits for each operation that reads one."""

PLACES = {"join": "openmatch1", "invitation": "openmatch1", "rematch": "overmatch1"}
"""The match or invitation that an operation is asked for; all others get the first match."""


FREE = {"text", "notes", "move", "note", "plan"}
"""Fields that get all texts; the others are names and numbers, and share them."""

Request = tuple[str, str, str, dict[str, Any]]


PARTS = 4
"""Into so many tests the API is divided, so that workers can share it."""


def asked(part: int) -> Iterator[Request]:
    """Yield texts in every place of a part of the API: the text, method, address, and what `generic` takes besides."""
    for path, methods in list(schema.description()["paths"].items())[part::PARTS]:
        for number, (method, operation) in enumerate(methods.items(), len(path)):
            yield from addressed(path, method, operation, share(number))
            known = at(path, PLACES.get(operation["operationId"], "firstmatch"))
            for text, body in bodies(operation["operationId"], share(number)):
                yield text, method, known, {"data": json.dumps(body), "content_type": "application/json"}
    for text in depth.chosen(TEXTS[part::PARTS], 5, "tokens"):
        shown = text.encode("utf-8", "replace").decode("latin-1")
        yield text, "get", "/api/v1/me/", {"headers": {"Authorization": f"Bearer {shown}", "Accept-Language": shown}}


def at(path: str, match: str, game: str = "en-garde") -> str:
    """Return an address of the description, of a match or a game."""
    return path.replace("{public_id}", match).replace("{slug}", game)


def addressed(path: str, method: str, operation: dict[str, Any], some: list[str]) -> Iterator[Request]:
    """Yield texts in the address of an operation and in its query."""
    known = at(path, "firstmatch")
    fields = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
    for text in some:
        yield text, method, at(path, in_a_path(text), in_a_path(text)), {}
    for field in [*fields, "nothing"]:
        for text in many(TEXTS, field) if field in FREE else some:
            yield text, method, f"{known}?{written({field: text})}", {}


def bodies(name: str, some: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield bodies in which one thing is a text that nobody expects."""
    fitting = FITTING.get(name, {})
    for text in some:
        yield text, text
        yield text, {**fitting, text: text}
    for field, value in fitting.items():
        for text in many(TEXTS, field) if field in FREE else some:
            yield text, {**fitting, field: {text: text} if isinstance(value, dict) else text}


def test_every_operation_that_reads_a_body_is_tried_with_one() -> None:
    described = schema.description()["paths"].values()
    reading = {each["operationId"] for methods in described for each in methods.values() if "requestBody" in each}
    assert reading == set(FITTING)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_program_does_no_harm(part: int) -> None:
    signed = {"headers": {"Authorization": f"Bearer {tokens.create(user('Ann'), 'rogue', 'play')}"}}
    client, found, before = Client(raise_request_exception=False), [], rows()
    for text, method, path, given in asked(part):
        with transaction.atomic(), translation.override("en"):
            response = client.generic(method.upper(), path, **{**signed, **given})
            wrong = list(unfit(response)) + ["half done"] * (response.status_code >= 400 and rows() != before)
            found += [f"{method} {path[:80]} {text[:60]!a}: {fault}" for fault in wrong]
            transaction.set_rollback(True)
    assert found == []


def unfit(response: Any) -> Iterator[str]:
    """Yield what is wrong with an answer to a program: it is JSON that cannot be taken for a page, and says why not."""
    if response.status_code >= 500:
        yield f"status {response.status_code}"
    elif response.status_code >= 400 and set(response.json()) != {"code", "message", "extra"}:
        yield f"answers {response.content[:80]!r}"
    if response.content and response.headers["Content-Type"] != "application/json":
        yield f"is {response.headers['Content-Type']}"
    if response.headers["X-Content-Type-Options"] != "nosniff":
        yield "may be guessed at"
