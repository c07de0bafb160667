"""Programs say what they are: labelled everywhere, and rated; under a person's name they win nothing."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Outbox, User
from games.core.models import Match
from games.core.services import expiry, leaving, play
from games.ratings import dump, services as ratings
from games.ratings.models import Rating, RatingChange
from games.substitutes import services as substitutes
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.programs import Program, program
from tests.games.tables import answer, begin, first_move, offer, seat, under_way

pytestmark = pytest.mark.django_db

URL = reverse("programs")


def declare(user: User, is_program: bool = True) -> None:
    """Say so on the page."""
    client = signed_in(user)
    given = {"is_program": "on"} if is_program else {}
    assert client.post(reverse("declare_program"), given).headers["Location"] == URL


def rated(ann: User, ben: User) -> Match:
    match = begin(ann, ben)
    Match.objects.update(rated=True)
    return match


def send(match: Match, sent_by: Program, user: User) -> None:
    move = first_move(match, user)
    serial = seat(match, user).serial
    assert sent_by.post(f"matches/{match.public_id}/submit/", move=move, expected=serial).status_code == 200


def won(match: Match, ann: User, ben: User) -> None:
    """Let Ann's program make her move, and win."""
    send(match, program(ann), ann)
    answer(match, ben, first_move(match, ben))
    play.resign(match.public_id, ben.pk)
    ratings.tally(match.game)


def told_by_dump() -> tuple[str, list[tuple[str, bool]], list[bool]]:
    """Return the verdict, each seat's kind with whether it moved by token, and which entries came by one."""
    (line,) = map(json.loads, dump.dump_lines())
    sat = [(each["kind"], each["by_program"]) for each in line["seats"]]
    return line["verdict"], sat, [each.get("by_program", False) for each in line["record"]["entries"]]


def test_a_program_under_a_persons_name_is_told_and_wins_nothing(ann: User, ben: User, noon: Any) -> None:
    match = rated(ann, ben)
    assert program(ann).get(f"matches/{match.public_id}/").json()["spoils_rating"] is True
    won(match, ann, ben)
    assert set(RatingChange.objects.values_list("verdict", flat=True)) == {"program"}
    assert not Rating.objects.exists()
    assert told_by_dump() == ("program", [("person", True), ("person", False)], [False, True, False, False])
    page = told(signed_in(ben).get(match.get_absolute_url()))
    assert "The match doesn’t change ratings, because a program made moves for a player who did not lose." in page


def test_to_declare_it_once_the_match_is_won_helps_nobody(ann: User, ben: User, noon: Any) -> None:
    match = rated(ann, ben)
    declare(ann)
    won(match, ann, ben)
    ratings.rebuild(match.game)
    assert set(RatingChange.objects.values_list("verdict", flat=True)) == {"program"}
    assert program(ann).get(f"matches/{match.public_id}/").json()["spoils_rating"] is True


def test_a_declared_program_counts_and_goes_on_counting(ann: User, ben: User, noon: Any) -> None:
    declare(ann)
    match = rated(ann, ben)
    assert program(ann).get(f"matches/{match.public_id}/").json()["spoils_rating"] is False
    won(match, ann, ben)
    declare(ann, is_program=False)
    ratings.rebuild(match.game)
    assert set(RatingChange.objects.values_list("verdict", flat=True)) == {"counts"}
    assert told_by_dump() == ("counts", [("program", True), ("person", False)], [False, True, False, False])


def test_an_unrated_match_is_spoilt_by_nothing(ann: User, ben: User, noon: Any) -> None:
    begin(ann, ben)
    assert program(ann).get("matches/firstmatch/").json()["spoils_rating"] is False


def test_it_is_labelled_wherever_it_is_named(ann: User, ben: User, cat: User) -> None:
    labels = {
        reverse("profile", args=["Ann"]): '<span class="badge">program</span>',
        reverse("lobby"): '<span class="badge">program</span>',
        reverse("my_matches"): "Ann (program)",
        "/m/firstmatch/": "Ann (program)",
    }
    begin(ann, ben)
    offer(ann, public_id="openmatch1")
    client = signed_in(ben)
    assert [url for url, label in labels.items() if label in told(client.get(url))] == []
    declare(ann)
    assert [url for url, label in labels.items() if label not in told(client.get(url))] == []


def test_who_says_it_only_as_the_match_begins_is_labelled_in_it_for_good(ann: User, ben: User, noon: Any) -> None:
    """Else a program won rated matches under a person's name: declared for the moment in which they begin."""
    declare(ann)
    match = rated(ann, ben)
    declare(ann, is_program=False)
    client = signed_in(ben)
    assert "Ann (program)" in told(client.get(match.get_absolute_url()))
    assert "Ann (program)" in told(client.get(reverse("my_matches")))
    won(match, ann, ben)
    assert "Ann (program)" in told(client.get(match.get_absolute_url()))
    assert "Ann (program)" in told(Client().get(match.get_absolute_url()))
    assert "(program)" not in told(client.get(reverse("profile", args=["Ann"])))


def test_a_substitute_is_told_by_what_his_own_account_says(ann: User, ben: User, cat: User) -> None:
    declare(ann)
    match = begin(ann, ben)
    substitutes.replace(match.public_id, seat(match, ann).index, "Ann is ill.", "Cat")
    assert seat(match, cat).declared is False


def test_the_api_tells_it_of_accounts_invitations_and_seats(ann: User, ben: User, noon: Any) -> None:
    declare(ann)
    begin(ann, ben)
    offer(ann, public_id="openmatch1")
    assert (program(ann).get("me/").json()["is_program"], program(ben).get("me/").json()["is_program"]) == (True, False)
    assert program(ben).get("invitations/openmatch1/").json()["inviter_is_program"] is True
    seats = program(ben).get("matches/firstmatch/").json()["seats"]
    assert [each["is_program"] for each in seats] == [True, False]


def test_the_page_of_tokens_says_what_a_move_by_token_does(ann: User) -> None:
    client = signed_in(ann)
    warning = "make or plan even one move of a rated match, the match won’t count for anyone unless you lose it."
    assert warning in told(client.get(URL))
    assert " checked> A program plays on this account" not in told(client.get(URL))
    declare(ann)
    assert " checked> A program plays on this account" in told(client.get(URL))


def test_who_leaves_is_no_program_any_more(ann: User) -> None:
    declare(ann)
    leaving.close_account(User.objects.get(pk=ann.pk))
    assert User.objects.get(pk=ann.pk).is_program is False


def test_a_plan_kept_with_a_token_is_marked_when_the_clock_seals_it_and_what_a_page_kept_last_is_not(
    auction: Match, ann: User, ben: User, noon: Any
) -> None:
    answer(auction, ann, "pass")
    under_way(auction)
    for user in (ann, ben):
        kept = {"plan": "bid 1; on odd", "expected": seat(auction, user).serial}
        assert program(user).put(f"matches/{auction.public_id}/plan/", **kept).status_code == 200
    play.save_plan(auction.public_id, ben.pk, "bid 1; on odd", seat(auction, ben).serial)
    Outbox.objects.update(status="sent", sent_at=NOON)
    for _ in range(2):
        expiry.expire(auction.pk, NOON + timedelta(days=4))
    made = auction.entries.filter(text__endswith="seal").values_list("seat", "by_program")
    assert list(made) == [(0, True), (1, False)]
