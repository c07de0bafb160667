"""A moderator who plays does not see in the admin what the table hides from a player."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import outbox
from accounts.models import Outbox, User
from games.chat import services as chat
from games.core.models import Match, Substitution, TimeUp
from games.core.services import play
from games.deeds.models import Award
from games.reports import filing
from tests.games.browsing import signed_in
from tests.games.tables import AUCTION, answer, begin, seat
from tests.parts import features

pytestmark = pytest.mark.django_db

OF_MATCHES = {
    *{"games.match", "games.entry", "games.seat", "games.turn", "games.timeup", "games.chatline", "games.invitation"},
    *{"games.report", "games.award", "accounts.outbox"},
}
"""Registered models with rows of a match."""

LISTED_ALONE = {"games.award"}
"""Of these no row has a page of its own."""

OTHERS = {
    *{"accounts.user", "account.emailaddress", "auth.group", "mfa.authenticator", "games.heartbeat", "games.seek"},
    *features.items("OF_NO_MATCH"),
}
"""Registered models whose rows say nothing of any match; of seeks see `test_seeks`."""


def test_of_every_registered_model_it_is_settled_whether_it_tells_of_matches() -> None:
    assert {model._meta.label_lower for model in admin.site._registry} == OF_MATCHES | OTHERS


def awarded(match: Match, user: User) -> None:
    """Add an award, as the site never does while a match runs."""
    Award.objects.create(user=user, game=match.game, deed="a deed", match=match, earned=match.created)


def time_is_up(match: Match, absent: User, stayed: User) -> None:
    """Let one player's time run out, so that the other one may choose."""
    since = timezone.now()
    TimeUp.objects.create(match=match, seat=seat(match, absent), user=stayed, began=since, until=since)


@pytest.fixture
def own(mo: User, ann: User, cat: User) -> Match:
    """Mo's match, in which Ann has bid and who else has is a secret of the table."""
    match = begin(ann, mo, cat, game=AUCTION, public_id="ownmatch01")
    time_is_up(match, ann, mo)
    awarded(match, ann)
    chat.say(match.public_id, ann, "Good luck")
    filing.file(ann, "match", match.public_id, "cheating", "")
    return match


@pytest.fixture
def foreign(ben: User, ann: User) -> Match:
    match = begin(ben, ann, public_id="foreign001")
    time_is_up(match, ben, ann)
    awarded(match, ben)
    chat.say(match.public_id, ben, "Good luck")
    filing.file(ben, "match", match.public_id, "cheating", "")
    return match


def rows(label: str, match: Match) -> list[Model]:
    """Return the rows of a model that tell of a match."""
    model: Any = apps.get_model(label)
    if label == "games.match":
        return [match]
    if label == "accounts.outbox":
        seats = match.seats.values_list("pk", flat=True)
        told = [row for row in Outbox.objects.all() if row.payload.get("seat") in seats]
        return [*told, *Outbox.objects.filter(payload__match=match.pk, kind="invited")]
    return list(model.objects.filter(match=match))


def address(row: Model, page: str) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{page}", args=[row.pk])


def listed(client: Client, label: str, query: str = "") -> set[Any]:
    """Return the keys of the rows on the list of a model."""
    page = client.get(reverse(f"admin:{label.replace('.', '_')}_changelist") + query)
    assert page.status_code == 200
    return {row.pk for row in page.context["cl"].result_list}


@pytest.mark.parametrize("label", sorted(OF_MATCHES))
def test_no_row_of_an_own_running_match_is_listed_or_found_and_none_of_others_is_missing(
    label: str, own: Match, foreign: Match, mo: User
) -> None:
    outbox.queue(mo.pk, "invited", "own", {"match": own.pk})
    client = signed_in(mo)
    mine, others = rows(label, own), rows(label, foreign)
    assert mine
    assert others
    assert listed(client, label) == {row.pk for row in others}
    assert listed(client, label, "?q=ownmatch01") == set()
    for row in mine:
        assert client.get(address(row, "change")).status_code in (302, 404)
        assert client.get(address(row, "history")).status_code in (302, 404)
        assert client.post(address(row, "delete"), {"post": "yes"}).status_code in (302, 403, 404)
    status = 404 if label in LISTED_ALONE else 200
    assert [client.get(address(row, "change")).status_code for row in others] == [status] * len(others)


@pytest.mark.parametrize("label", sorted(OF_MATCHES - {"accounts.outbox"}))
def test_a_row_of_an_own_running_match_is_as_missing_as_one_that_never_was(label: str, own: Match, mo: User) -> None:
    client = signed_in(mo)
    for row in rows(label, own):
        assert [client.get(address(row, page)).status_code for page in ("change", "history")] == [404, 404]


def test_a_match_whose_seat_the_moderator_has_given_away_is_his_own_as_long_as_it_runs(
    foreign: Match, mo: User, ben: User, cat: User
) -> None:
    chat.say(foreign.public_id, ben, "Hello")
    Substitution.objects.create(match=foreign, seat=0, ply=1, former=mo, user=ben, absent=False)
    client, line = signed_in(mo), foreign.chat.get(text="Hello")
    assert client.get(address(foreign, "change")).status_code == 404
    assert listed(client, "games.match") == set()
    play.resign(foreign.public_id, ben.pk)
    assert client.get(address(foreign, "change")).status_code == 200
    page = client.post(reverse("admin:games_chatline_hide", args=[line.pk]), {"reason": "rude"})
    assert "You’re a player in this match" in page.content.decode()


def test_nobody_reads_in_the_outbox_who_likes_to_play_whom(foreign: Match, mo: User, cat: User) -> None:
    outbox.queue(cat.pk, "favourite", "1", {"match": foreign.pk})
    User.objects.filter(pk=mo.pk).update(is_superuser=True)
    assert Outbox.objects.filter(kind="favourite").count() == 1
    assert listed(signed_in(mo), "accounts.outbox", "?kind=favourite") == set()


@pytest.mark.parametrize("label", sorted(OF_MATCHES - {"games.turn", "games.report"}))
def test_all_of_it_is_there_when_the_match_is_over(label: str, own: Match, mo: User) -> None:
    play.adjudicate(own.public_id, "!void")
    mine = rows(label, Match.objects.get(pk=own.pk))
    assert listed(signed_in(mo), label) == {row.pk for row in mine}


def test_a_report_on_an_own_match_is_not_there_even_when_the_match_is_over(own: Match, mo: User) -> None:
    """It would say who of the others has reported it."""
    play.adjudicate(own.public_id, "!void")
    assert listed(signed_in(mo), "games.report") == set()


def test_an_own_line_cannot_be_hidden_nor_an_own_match_ruled_on(own: Match, mo: User) -> None:
    client = signed_in(mo)
    line = own.chat.get()
    form = {"ruling": "!void", "reason": "Mine", "confirm": "on"}
    assert client.post(reverse("admin:games_match_rule", args=[own.pk]), form).status_code == 404
    assert client.post(reverse("admin:games_chatline_hide", args=[line.pk]), {"reason": "Mine"}).status_code == 404
    assert Match.objects.get(pk=own.pk).status == "playing"


def test_a_notice_of_an_own_match_cannot_be_tried_again(own: Match, mo: User) -> None:
    told = rows("accounts.outbox", own)
    Outbox.objects.update(status="failed", attempts=9)
    action = {"action": "try_again_now", "_selected_action": [str(row.pk) for row in told]}
    signed_in(mo).post(reverse("admin:accounts_outbox_changelist"), action)
    assert set(Outbox.objects.values_list("attempts", flat=True)) == {9}


def test_people_are_not_deleted_for_the_page_that_asks_would_list_their_turns(own: Match, mo: User, ann: User) -> None:
    page = signed_in(mo).get(reverse("admin:accounts_user_delete", args=[ann.pk]))
    assert page.status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [str(ann.pk)]}
    page = signed_in(mo).post(reverse("admin:accounts_user_changelist"), chosen, follow=True)
    assert "turn" not in page.content.decode().partition('id="content"')[2].lower()
    assert User.objects.filter(pk=ann.pk).exists()


def test_the_log_tells_no_more_than_the_table(own: Match, ann: User, mo: User) -> None:
    answer(own, ann, "peek")
    assert listed(signed_in(mo), "games.entry") == set()
