"""The stamp: whether anything has changed for me."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models import Match
from games.core.services import play
from tests.games.browsing import HTMX, signed_in
from tests.games.tables import answer, begin, now, offer, seat

pytestmark = pytest.mark.django_db


def ask(client: Client, match: Match, etag: str = "") -> Any:
    return client.get(f"{match.get_absolute_url()}stamp", headers={"If-None-Match": etag} if etag else {})


def test_it_is_the_stamp_of_the_page(match: Match, ann: User) -> None:
    client = signed_in(ann)
    response = ask(client, match)
    stamp = client.get(match.get_absolute_url()).context["page"].head.stamp
    assert response.json() == {"stamp": stamp, "chat": 0, "due": 1}
    assert response.headers["ETag"] == f'"{stamp}-0-1"'
    assert response.headers["Cache-Control"] == "private, no-store"


def test_nothing_is_new_until_something_changes_for_me(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ben)
    etag = ask(client, match).headers["ETag"]
    signed_in(ann).get(match.get_absolute_url())
    play.save_plan(match.public_id, ann.pk, "F3", seat(match, ann).serial)
    unchanged = ask(client, match, etag)
    assert (unchanged.status_code, unchanged.content, unchanged.headers["ETag"]) == (304, b"", etag)
    answer(match, ann, "F3")
    changed = ask(client, match, etag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != etag
    assert ask(client, match, changed.headers["ETag"]).status_code == 304


def test_my_own_plan_in_another_window_is_a_change(match: Match, ann: User) -> None:
    client = signed_in(ann)
    etag = ask(client, match).headers["ETag"]
    play.save_plan(match.public_id, ann.pk, "F3", seat(match, ann).serial)
    assert ask(client, match, etag).status_code == 200


def test_the_end_is_a_change_for_everybody(match: Match, ann: User, ben: User) -> None:
    clients = [signed_in(ann), signed_in(ben)]
    etags = [ask(client, match).headers["ETag"] for client in clients]
    play.resign(match.public_id, ann.pk)
    for client, etag in zip(clients, etags, strict=True):
        assert ask(client, match, etag).status_code == 200


def test_a_sealed_bid_of_another_seat_is_no_change(auction: Match, ann: User, ben: User, cat: User) -> None:
    answer(auction, ann, "pass")
    client = signed_in(cat)
    etag = ask(client, auction).headers["ETag"]
    answer(auction, ben, "bid 4; on odd; seal")
    assert ask(client, auction, etag).status_code == 304


@pytest.mark.parametrize("changed", [False, True])
def test_it_costs_two_queries(changed: bool, match: Match, ann: User, ben: User) -> None:
    client = signed_in(ben)
    etag = ask(client, match).headers["ETag"]
    if changed:
        answer(match, ann, "F3")
    with CaptureQueriesContext(connection) as queries:
        assert ask(client, match, etag).status_code == (200 if changed else 304)
    assert len(queries) == 2


def test_strangers_moderators_and_visitors_are_told_that_there_is_nothing(
    match: Match, cat: User, mo: User, client: Client
) -> None:
    for asking in (signed_in(cat), signed_in(mo), client):
        assert ask(asking, match).status_code == 404


def test_a_match_that_has_not_begun_has_no_stamp(ann: User) -> None:
    assert ask(signed_in(ann), offer(ann)).status_code == 404


def test_anyone_who_was_shut_out_or_changed_the_password_is_signed_out_here_too(match: Match, ann: User) -> None:
    client, other = signed_in(ann), signed_in(ann)
    ann.set_password("another-password-2026")
    ann.save()
    assert ask(client, match).status_code == 404
    renewed = signed_in(ann)
    assert ask(renewed, match).status_code == 200
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert ask(renewed, match).status_code == 404
    assert ask(other, match).status_code == 404


def test_it_is_only_read_and_does_not_count_as_opened(match: Match, ann: User) -> None:
    client = signed_in(ann)
    assert client.post(f"{match.get_absolute_url()}stamp").status_code == 405
    client.get(f"{match.get_absolute_url()}stamp", headers=HTMX)
    assert seat(match, ann).opened_at is None


def test_of_other_matches_it_tells_only_how_many_wait(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="secondmatc")
    client = signed_in(ben)
    before = ask(client, match)
    assert ask(client, match, before.headers["ETag"]).status_code == 304
    answer(other, ann, "F3")
    after = ask(client, match, before.headers["ETag"])
    assert (before.json()["due"], after.json()) == (0, {**before.json(), "due": 1})
    assert now(match).ply == 0
