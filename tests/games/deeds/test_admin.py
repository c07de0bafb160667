"""Who has which deed, as moderators see it: as everybody may know it, and nothing to change."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.core.models import Match
from games.core.services import leaving, play
from games.deeds.models import Award
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.browsing import signed_in
from tests.games.conftest import NOON
from tests.games.tables import begin, now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
LIST = reverse("admin:games_award_changelist")
COLUMNS = ("user", "title", "achieved", "link", "since")


def award(user: User, match: Match, deed: str = "win", **given: Any) -> Award:
    return Award.objects.create(
        **{"user": user, "game": "en-garde", "deed": deed, "match": match, "earned": NOON, **given}
    )


def over(public_id: str, *players: User, private: bool = False) -> Match:
    """Return a match that the first of them has lost."""
    match = begin(*players, public_id=public_id)
    play.resign(public_id, players[0].pk)
    Match.objects.filter(pk=match.pk).update(private=private)
    return now(match)


def words(client: Client, address: str, tag: str) -> list[str]:
    """Return what stands in the cells of these columns."""
    shown = client.get(address)
    assert shown.status_code == 200
    names = "|".join(COLUMNS)
    found = re.findall(rf'<{tag}[^>]* class="field-(?:{names})[^"]*">(.*?)</{tag}>', shown.content.decode(), re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in found]


def rows(client: Client, query: str = "") -> list[tuple[str, ...]]:
    """Return what the list says, row by row."""
    cells = words(client, LIST + query, "t[dh]")
    return list(zip(*[iter(cells)] * len(COLUMNS), strict=True))


@pytest.fixture
def public(ann: User, ben: User) -> Match:
    return over("public0001", ann, ben)


@pytest.fixture
def private(ann: User, ben: User) -> Match:
    return over("private001", ann, ben, private=True)


def test_a_moderator_reads_who_has_which_deed_since_which_match(
    moderator: Client,  # noqa: F811
    ann: User,
    ben: User,
    public: Match,
) -> None:
    award(ann, public)
    award(ben, public, "ground", earned=NOON + timedelta(hours=1))
    assert rows(moderator) == [
        ("Ann", "En Garde", "Salute", public.public_id, "2 Mar 2026, 12:00"),
        ("Ben", "En Garde", "Ground gained", public.public_id, "2 Mar 2026, 13:00"),
    ]
    assert reverse("admin:games_match_change", args=[public.pk]) in moderator.get(LIST).content.decode()


def test_of_a_private_match_it_says_neither_which_nor_when(
    moderator: Client,  # noqa: F811
    ann: User,
    private: Match,
) -> None:
    award(ann, private)
    assert rows(moderator) == [("Ann", "En Garde", "Salute", "a private match", "–")]
    shown = moderator.get(LIST).content.decode()
    assert [said for said in (private.public_id, "noon") if said in shown] == []
    for query in (f"?q={private.public_id}", "?q=Ben"):
        assert rows(moderator, query) == []


def test_neither_place_nor_key_of_a_row_tells_when_it_was_noted(
    moderator: Client,  # noqa: F811
    ann: User,
    ben: User,
    public: Match,
    private: Match,
) -> None:
    noted = [
        award(ben, public, "win"),
        award(ann, private, "win"),
        award(ben, public, "ground"),
        award(ann, public, "gone"),
    ]
    for query in ("", "?o=1", "?o=2"):
        found = [row[:3] for row in rows(moderator, query)]
        assert found == [
            ("Ann", "En Garde", "gone"),
            ("Ann", "En Garde", "Salute"),
            ("Ben", "En Garde", "Ground gained"),
            ("Ben", "En Garde", "Salute"),
        ]
    shown = moderator.get(LIST).content.decode()
    for row in noted:
        address = reverse("admin:games_award_change", args=[row.pk])
        assert address not in shown
        pages = [address, *(reverse(f"admin:games_award_{name}", args=[row.pk]) for name in ("history", "delete"))]
        assert [moderator.get(each).status_code for each in pages] == [404, 404, 404]


def test_a_moderator_who_has_played_it_reads_all(mo: User, ann: User) -> None:
    match = over("private002", mo, ann, private=True)
    award(ann, match)
    assert [row[3:] for row in rows(signed_in(mo))] == [(match.public_id, "2 Mar 2026, 12:00")]


def test_one_is_found_by_its_person_and_sifted_by_its_game(
    moderator: Client,  # noqa: F811
    ann: User,
    ben: User,
    public: Match,
) -> None:
    award(ann, public), award(ben, public), award(ben, public, "gone", game="chess")
    assert [row[:3] for row in rows(moderator, "?q=aNN@example.org")] == [("Ann", "En Garde", "Salute")]
    assert [row[:3] for row in rows(moderator, "?q=Ben")] == [("Ben", "chess", "gone"), ("Ben", "En Garde", "Salute")]
    assert [row[0] for row in rows(moderator, "?game=en-garde")] == ["Ann", "Ben"]
    assert rows(moderator, "?q=Be") == rows(moderator, "?game=field-of-glory") == []


def test_anyone_who_leaves_is_there_no_more(moderator: Client, ann: User, public: Match) -> None:  # noqa: F811
    award(ann, public)
    leaving.close_account(ann)
    assert rows(moderator) == []


def test_nothing_can_be_added_changed_or_deleted(moderator: Client, ann: User, public: Match) -> None:  # noqa: F811
    row = award(ann, public)
    for name, given in (("delete", {"post": "yes"}), ("change", {"deed": "four"})):
        address = reverse(f"admin:games_award_{name}", args=[row.pk])
        assert moderator.post(address, given).status_code == 404
    assert moderator.get(reverse("admin:games_award_add")).status_code == 403
    assert Award.objects.get().deed == "win"


def test_three_hundred_cost_as_many_queries_as_three(moderator: Client, public: Match) -> None:  # noqa: F811
    costs = []
    for number in (3, 300):
        there = Award.objects.count()
        names = [f"Winner{each}" for each in range(there, number)]
        people = User.objects.bulk_create(User(username=name, skeleton=name.lower()) for name in names)
        Award.objects.bulk_create(
            Award(user=user, game="en-garde", deed="win", match=public, earned=NOON) for user in people
        )
        with CaptureQueriesContext(connection) as queries:
            assert len(rows(moderator)) == min(number, 50)
        costs.append(len(queries))
    assert costs[0] == costs[1]
