"""A moderator who tries everything: each page, filter, order and search of the admin, in search of a secret.

Two kinds of secrets are planted. Words that no page may hold, such as an email address. And twins: the same site again,
but for something hidden. Everything that the moderator gets is the same in both, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Endpoint, Feed, Preferences, Token, User
from fogsite.settings import BASE_DIR
from games.core.models import ChatLine, Entry, Match, Seat, Turn
from games.core.reading import positions
from games.core.services import play
from games.deeds.models import Award
from games.desk import operators
from games.desk.models import Note
from games.likeness.models import Trace
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.measures import judges, services as measures
from games.measures.models import Measure
from games.reports import filing, services as reports, standing
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from tests.games.admin.test_moderator import SEEN
from tests.games.admin.walk import NEVER, Walked, label, of_row, untyped, walk
from tests.games.boards.fantasy_dice_battles.test_twin import FANTASY
from tests.games.browsing import signed_in
from tests.games.rows.doors import NOON
from tests.games.tables import AUCTION, SECRET, answer, begin, first_move, now, offer
from tests.parts import features
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

HOUR = NOON - timedelta(days=9, hours=1, minutes=23)
"""A moment that nothing on the site has but visits: 10:37."""
SEALED = "bid 3; on odd; seal"
ARMY = "army horde_a; ready"
WORDS = [
    "Ann",
    "Cat",
    "Max",
    "ann@example.org",
    "max@example.org",
    "ownmatch01",
    "sealedmtch",
    "horde_a",
    "planted",
    "1",
]
"""What the moderator looks for: names, addresses, ids of matches, and words that stand in what is hidden."""

GUARDED = {
    "the secret of a match, its draws, players' shares": "planted: secret",
    "what spectators can't read of a move: sealed bids, cards looked at": "planted: moves",
    "anything of a running match in which you have a seat (see below)": "planted: own match",
    "who has answered, while several players answer in secret (see below)": "twin: sealed",
    "the hour at which somebody was last here: at the site, in a match, or with a search": "planted: hours",
    "what somebody you play with seeks": "planted: own match",
    "which private match gave a player a deed, and when": "twin: hidden",
    "plans and notes": "planted: notes",
    "positions in the database": "planted: moves",
    "what letters say": "refused: accounts_outbox",
    "passwords, the keys of second factors, tokens": "planted: keys",
    "email addresses, preferences, time zones": "planted: addresses",
    "network addresses, and browsers in which somebody signs in": "planted: traces",
    "who blocks whom": "twin: hidden",
    "a report in which you are involved, the reason and the moderator of a measure that came from it, and the letters "
    "about them": "twin: reported",
    "a measure about you, except as the player": "planted: about the moderator",
    "what moderators write and do about you": "twin: reported",
    "letters that tell other moderators of waiting reports": "refused: accounts_outbox",
}
"""Each line of the table of `docs/moderation.md`, and what of this module guards it."""


@dataclass
class World:
    """A site with secrets: `rogue` looks for them, `colleague` is another moderator."""

    rogue: User
    colleague: User
    ann: User
    ben: User
    cat: User
    fencing: Match
    sealed: Match
    own: Match
    private: list[Match]
    planted: dict[str, list[str]]
    hidden: dict[str, set[Any]]
    """By table, the rows that are not there for the rogue."""

    @property
    def client(self) -> Client:
        return signed_in(self.rogue)


def moderator(name: str) -> User:
    found = person(name, is_staff=True)
    found.groups.add(Group.objects.get(name="Moderators"))
    return found


@pytest.fixture(params=["involved", "uninvolved"])
def world(request: pytest.FixtureRequest, ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> World:
    """Max plays with Ann and Cat, and is reported by Cat for it. The rogue is Max or Mia."""
    max_, mia = moderator("Max"), moderator("Mia")
    rogue, colleague = (max_, mia) if request.param == "involved" else (mia, max_)
    fencing = begin(ann, ben)
    answer(fencing, ann, first_move(fencing, ann))
    sealed = begin(ann, ben, game=FANTASY, public_id="sealedmtch")
    own = begin(ann, max_, cat, game=AUCTION, public_id="ownmatch01")
    answer(own, ann, "peek")
    private = [ended(ben, cat, f"private{number:03}", private=True) for number in range(2)]
    made = World(
        rogue=rogue,
        colleague=colleague,
        ann=ann,
        ben=ben,
        cat=cat,
        fencing=fencing,
        sealed=sealed,
        own=own,
        private=private,
        planted={},
        hidden={},
    )
    furnish(made)
    plant(made)
    made.hidden = hidden_rows(made)
    return made


def ended(one: User, other: User, public_id: str, **terms: Any) -> Match:
    """Return a match that is over. Its secret, which is told then, is no other's."""
    invited = lobby.invite(one, lobby.Terms("en-garde", {}, **terms)).match
    lobby.join(invited.public_id, other)
    play.resign(invited.public_id, other.pk)
    Match.objects.filter(pk=invited.pk).update(public_id=public_id)
    return now(invited)


def furnish(world: World) -> None:
    """Have rows in every list, and reports, measures and notes that involve Max; and an operator, who can be told."""
    person("Opal", is_staff=True, is_superuser=True)
    ann, ben, cat = world.ann, world.ben, world.cat
    for number in range(4):
        ChatLine.objects.create(match=world.fencing, user=(ann, ben)[number % 2], text=f"Line {number}.")
    insult = ChatLine.objects.create(match=world.fencing, user=ben, text="You fool.")
    ChatLine.objects.create(match=world.own, user=cat, text="planted: said beside Max’s match")
    filing.file(ann, "line", str(insult.pk), "insult", "Every day.")
    filing.file(cat, "match", world.own.public_id, "spoiling", "planted: words about Max’s match")
    offer(cat, public_id="offered001")
    lobby.invite(cat, lobby.Terms("en-garde", {}, note="planted: note of an invitation"))
    for user in (ann, ben, cat):
        seeks.ask(user, Wish("en-garde", 1, 3))
    Award.objects.create(user=ben, game="en-garde", deed="shut_out", match=world.private[0], earned=NOON)
    measures.take(ben, "warn", "You have been loud.", None, world.colleague)
    for make in features.brought("make_rows"):
        make(world.fencing)


def plant(world: World) -> None:
    """Write the secrets down, each by what it is."""
    ann, ben = world.ann, world.ben
    for user in User.objects.all():
        user.last_login = user.date_joined = HOUR
        user.time_zone = "Pacific/Chatham"
        user.save()
    Seat.objects.update(opened_at=HOUR)
    Seat.objects.exclude(user=world.rogue).update(plan="planted: plan", notes="planted: notes")
    Seek.objects.update(looked=HOUR)
    TOTP.activate(ann, generate_totp_secret())
    instance, token = Token.objects.create(ann, scope="play")
    Endpoint.objects.create(user=ann, channel="webhook", address="https://planted.example/", secret="plantedsecret")
    Feed.objects.create(user=ann, nonce="f" * 32)
    Note.objects.create(person=world.rogue, by=world.colleague, text="planted: about the moderator", written=NOON)
    Measure.objects.create(person=world.rogue, by=world.colleague, kind="warn", reason="planted: a measure")
    report = filing.file(world.cat, "player", world.rogue.username, "other", "planted: about the moderator")
    given = {"person": ann, "by": world.colleague, "kind": "mute", "reason": "planted: a measure", "report": report}
    Measure.objects.create(**given, begun=NOON, ends=NOON + timedelta(days=3))
    Trace.objects.bulk_create(Trace(user=user, kind="network", digest="d" * 32, day=NOON.date()) for user in (ann, ben))
    state = positions.newest_position(world.fencing).position.state
    world.planted = {
        "secret": [SECRET.hex(), str(SECRET)],
        "moves": [SEALED, ARMY, "horde_a", str(tuple(state.pile)), str(state.pile), *map(str, map(tuple, state.hands))],
        "own match": ["ownmatch01", "planted: said"] if world.rogue.username == "Max" else [],
        "hours": [":37", "37 a.m.", "37 p.m."],
        "notes": ["planted: plan", "planted: note"],
        "keys": [*keys_of(ann), *keys_of(ben), token, instance.digest, "plantedsecret", "f" * 32],
        "traces": ["d" * 32],
        "addresses": [*User.objects.exclude(email="").values_list("email", flat=True), "Chatham", "planted.example"],
        "about the moderator": ["planted: about", "planted: a measure"],
        "report": ["planted: words"] if world.rogue.username == "Max" else [],
    }


def keys_of(user: User) -> list[str]:
    found = Authenticator.objects.filter(user=user)
    return [User.objects.get(pk=user.pk).password, *(str(value) for each in found for value in each.data.values())]


def hidden_rows(world: World) -> dict[str, set[Any]]:
    """Return the rows that are not there for the rogue, by table."""
    rogue = world.rogue.pk
    found: dict[str, set[Any]] = {"desk_person": {rogue}}
    found["measures_measure"] = set(Measure.objects.filter(judges.hidden_from(rogue)).values_list("pk", flat=True))
    found["games_report"] = set(standing.involving(rogue).values_list("pk", flat=True))
    if world.rogue.username == "Max":
        own = world.own
        found["games_match"] = {own.pk}
        for model in (Entry, Seat, Turn, ChatLine, Invitation):
            found[label(model)] = set(model._base_manager.filter(match=own).values_list("pk", flat=True))
        found["games_seek"] = set(Seek.objects.filter(user__in=[world.ann, world.cat]).values_list("pk", flat=True))
    return found


# --- What is answered -----------------------------------------------------------------------------------------------


def assert_fitting(walked: Walked) -> None:
    """Fail for a page that breaks, for a list that does not open, and for one that should not."""
    assert {url: got.status for url, got in walked.items() if got.status not in (200, 302, 304, 400, 403, 404)} == {}
    lists = {url: got.status for url, got in walked.items() if re.fullmatch(r"/admin/\w+/\w+/(\?.*)?", url)}
    seen = {url for url in lists if "_".join(url.split("/")[2:4]) in SEEN}
    assert {url: lists[url] for url in seen if lists[url] != 200} == {}
    assert {lists[url] for url in lists.keys() - seen} == {403}


def assert_nothing_planted(walked: Walked, world: World) -> None:
    """Fail for pages that hold a secret, with which."""
    found = {
        (url, kind, word)
        for url, got in walked.items()
        for kind, words in world.planted.items()
        if kind != "own match" or (url.startswith("/admin/") and not url.startswith("/admin/r/"))
        for word in words
        if word in untyped(url, got.text + got.to, WORDS)
    }
    assert sorted(found) == []


def assert_missing(walked: Walked, name: str, rows: set[Any]) -> None:
    """Fail for a page about one of these rows that is not like that about a row that never was."""
    model = next(model for model in all_models() if label(model) == name)
    for key in rows:
        for url, never in zip(of_row(model, key), of_row(model, NEVER), strict=True):
            assert walked[url] == walked[never], url


def all_models() -> list[Any]:
    return list(admin.site._registry)


# --- Twins ----------------------------------------------------------------------------------------------------------


def sealed(world: World) -> None:
    """Seal an army in a match of others, and a bid in that of Max."""
    answer(world.sealed, world.ben, ARMY)
    answer(world.own, world.cat, SEALED)


def reported(world: World) -> None:
    """Report the moderator, and have a colleague take it, write about it, tell the operators of it and look at the
    moderator's page. What is known of a measure that runs is only what it does, and until which day."""
    client = signed_in(world.colleague)
    User.objects.filter(pk=world.colleague.pk).update(last_login=HOUR)  # that alone is no secret
    report = filing.file(world.ben, "player", world.rogue.username, "other", "planted: about the moderator")
    reports.take_report(report.pk, world.colleague)
    operators.tell_operators(report.pk, world.colleague, "planted: about the moderator")
    for page, key in (("games_report_note", report.pk), ("desk_person_note", world.rogue.pk)):
        client.post(reverse(f"admin:{page}", args=[key]), {"text": "planted: about the moderator"})
    Measure.objects.create(
        person=world.ben, by=world.colleague, kind="remind", reason="planted: a measure", report=report
    )
    muted = Measure.objects.get(person=world.ann, kind="mute")
    assert muted.ends is not None
    muted.by = None
    muted.reason = "planted: a measure for another reason"
    muted.begun += timedelta(minutes=40)
    muted.ends += timedelta(minutes=40)
    muted.answer = "planted: a measure answered"
    muted.answered = NOON
    muted.save()


def hidden(world: World) -> None:
    """Change what nobody but its owner may know, and which private match gave a deed."""
    others = Seat.objects.exclude(user=world.rogue)
    others.update(plan="another", notes="others", opened_at=HOUR + timedelta(hours=3))
    Seek.objects.update(looked=HOUR + timedelta(hours=3))
    User.objects.filter(pk=world.cat.pk).update(
        last_login=HOUR + timedelta(hours=3), email="x@example.org", password="!", time_zone="Asia/Tokyo"
    )
    EmailAddress.objects.filter(user=world.cat).update(email="x@example.org")
    Preferences.objects.filter(user=world.cat).update(chat_mails=False)
    Token.objects.create(world.cat, scope="read")
    blocks.block(world.ann, world.cat)
    Award.objects.update(match=world.private[1], earned=NOON - timedelta(days=1))


TWINS: dict[str, Callable[[World], None]] = {"sealed": sealed, "reported": reported, "hidden": hidden}


@pytest.mark.by_turns(1)
def test_no_page_holds_a_secret_nor_tells_one_twin_from_the_other(world: World) -> None:
    plain = walked_twin(world, lambda _world: None)
    assert len(plain) > 500
    assert_fitting(plain)
    assert_nothing_planted(plain, world)
    for name, rows in world.hidden.items():
        assert_missing(plain, name, rows)
    for name, differ in TWINS.items():
        twin = walked_twin(world, differ)
        assert_same(plain, twin, name)
        assert_nothing_planted(twin, world)


def walked_twin(world: World, differ: Callable[[World], None]) -> Walked:
    """Return everything that the rogue gets once the site differs so; then it differs no more."""
    with transaction.atomic():
        differ(world)
        walked = walk(world.client, WORDS)
        transaction.set_rollback(True)
    return walked


def assert_same(one: Walked, other: Walked, name: str) -> None:
    """Fail with the first answer that differs; rows that only one has are as missing as any."""
    for url in one.keys() & other.keys():
        assert one[url] == other[url], (name, url)
    for url in other.keys() ^ one.keys():
        never = re.sub(r"\d+", str(NEVER), url)
        got = (other | one)[url]
        assert got.status in (403, 404), (name, url)
        assert got == one.get(never, got), (name, url)


def test_a_report_about_a_moderator_is_there_for_a_colleague(world: World) -> None:
    reported(world)
    found = signed_in(world.colleague).get(reverse("admin:games_report_changelist")).context["cl"].result_list
    assert world.rogue in [report.reported for report in found]


# --- What the manual says -------------------------------------------------------------------------------------------


def section(name: str) -> str:
    return (BASE_DIR / "docs" / "moderation.md").read_text().split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_the_manual_lists_every_table_that_opens_and_no_other() -> None:
    listed = re.findall(r"^- ([\w ]+?)(?::.*)?$", section("What you can look at").split("\n### ")[0], re.MULTILINE)
    opened = {str(model._meta.verbose_name_plural) for model in all_models() if label(model) in SEEN}
    assert sorted(listed) == sorted(opened)


def test_the_manual_lists_every_secret_and_each_is_guarded_here(world: World) -> None:
    told = re.findall(r"^\| ([^|]+?) \|", section("What you do not see, and why"), re.MULTILINE)
    assert told[2:] == list(GUARDED)
    guards = {"planted": set(world.planted), "twin": set(TWINS)}
    guards["refused"] = {label(model) for model in all_models()} - SEEN
    for guard in GUARDED.values():
        kind, _, name = guard.partition(": ")
        assert name in guards[kind]
