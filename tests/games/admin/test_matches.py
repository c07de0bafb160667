"""What moderators see and may do."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.admin import site
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Outbox, User
from games.admin import SeatAdmin
from games.boards.registry import about
from games.core.models import Match, MatchSecret, Seat, Snapshot, Turn
from games.core.reading import positions
from games.core.reading.access import InSight
from games.core.services import play, rulings
from games.watching import previews
from tests.games.tables import AUCTION, SECRET, answer, begin, first_move, now, offer, owing, seat, texts

LISTS = ["match", "entry", "seat", "turn", "invitation", "heartbeat", "chatline", "seek"]
HIDDEN = "shown when the match is over"


@pytest.fixture
def as_mo(mo: User, client: Client) -> Client:
    client.force_login(mo)
    return client


def page(client: Client, name: str, *args: Any, **query: Any) -> str:
    response = client.get(reverse(f"admin:games_{name}", args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def rule(client: Client, match: Match, **given: str) -> Any:
    form = {"ruling": "!void", "reason": "A broken clock.", "confirm": "on", **given}
    return client.post(reverse("admin:games_match_rule", args=[match.pk]), form)


@pytest.mark.django_db
@pytest.mark.parametrize("name", LISTS)
def test_only_staff_who_may_look_see_the_lists(name: str, cat: User, as_mo: Client, match: Match) -> None:
    page(as_mo, f"{name}_changelist")
    url = reverse(f"admin:games_{name}_changelist")
    as_cat = Client()
    as_cat.force_login(cat)
    assert as_cat.get(url).status_code == 302
    User.objects.filter(pk=cat.pk).update(is_staff=True)
    assert as_cat.get(url).status_code == 403


def test_secrets_and_snapshots_have_no_page() -> None:
    from django.contrib import admin

    assert not admin.site.is_registered(MatchSecret)
    assert not admin.site.is_registered(Snapshot)


@pytest.mark.django_db
@pytest.mark.parametrize("name", LISTS)
def test_nothing_can_be_added_changed_or_deleted(name: str, as_mo: Client, match: Match) -> None:
    row = {"match": match, "entry": match.entries.get(), "seat": match.seats.first(), "turn": match.turns.get()}.get(
        name
    )
    assert as_mo.get(reverse(f"admin:games_{name}_add")).status_code == 403
    if row is None:
        return
    assert as_mo.post(reverse(f"admin:games_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert as_mo.post(reverse(f"admin:games_{name}_change", args=[row.pk]), {"ply": 9}).status_code == 403
    assert now(match).ply == 0


LITERAL = {"match": 8, "entry": 6, "seat": 6, "turn": 6, "invitation": 6}
"""One of them notes who has looked."""


@pytest.mark.django_db
@pytest.mark.parametrize("name", LITERAL)
def test_a_list_costs_as_many_queries_for_one_row_as_for_three(
    name: str, noon: object, as_mo: Client, ann: User, ben: User
) -> None:
    begin(ann, ben)
    assert cost(as_mo, name) == LITERAL[name]
    begin(ann, ben, public_id="secondmatc")
    begin(ben, ann, public_id="thirdmatch")
    assert cost(as_mo, name) == LITERAL[name]


def cost(client: Client, name: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        page(client, f"{name}_changelist")
    return len(queries)


@pytest.mark.django_db
def test_matches_are_found_by_public_id_and_by_name_and_sifted_by_game_and_status(
    as_mo: Client, ann: User, ben: User, cat: User
) -> None:
    begin(ann, ben)
    begin(ben, cat, public_id="secondmatc")
    offer(cat, AUCTION, public_id="thirdmatch")
    queries: list[tuple[dict[str, str], set[str]]] = [
        ({}, {"firstmatch", "secondmatc", "thirdmatch"}),
        ({"q": "secondmatc"}, {"secondmatc"}),
        ({"q": "Ann"}, {"firstmatch"}),
        ({"q": "Ben"}, {"firstmatch", "secondmatc"}),
        ({"game": AUCTION}, {"thirdmatch"}),
        ({"status": "playing"}, {"firstmatch", "secondmatc"}),
    ]
    for query, expected in queries:
        shown = page(as_mo, "match_changelist", **query)
        assert {name for name in ("firstmatch", "secondmatc", "thirdmatch") if name in shown} == expected


@pytest.mark.django_db
def test_a_running_match_is_shown_as_a_spectator_sees_it(as_mo: Client, match: Match, ann: User) -> None:
    answer(match, ann, "F1")
    shown = page(as_mo, "match_change", match.pk)
    state = positions.newest_position(now(match)).position.state
    assert "hands" not in shown
    [picture] = re.findall(r'<img class="board" src="([^"]+)"', shown)
    seats = list(match.seats.order_by("number").select_related("user"))
    here = now(match)
    assert as_mo.get(picture).content == previews.picture(InSight(here, seats, None), here.watched.counted(here.ply))
    assert f'<a href="{match.get_absolute_url()}">Look through the match</a>' in shown
    for hand in state.hands:
        assert str(tuple(hand)) not in shown
    assert str(tuple(state.pile)) not in shown
    assert SECRET.hex() not in shown
    assert HIDDEN in shown
    assert "Ann advances 1 to space 2." in shown


@pytest.mark.django_db
def test_a_game_without_pictures_has_a_link(as_mo: Client, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.admin.about_game", lambda _game: replace(about(match.game), preview=None))
    shown = page(as_mo, "match_change", match.pk)
    assert ("Look through the match" in shown, 'class="board"' in shown) == (True, False)


@pytest.mark.django_db
def test_a_finished_match_shows_its_secret_and_result(as_mo: Client, match: Match, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    shown = page(as_mo, "match_change", match.pk)
    assert SECRET.hex() in shown
    assert "Ann wins: the other side resigned." in shown
    assert "Ben resigned." in shown


@pytest.mark.django_db
def test_an_invitation_nobody_has_joined_can_be_looked_at(as_mo: Client, ann: User) -> None:
    assert "The match has not begun." in page(as_mo, "match_change", offer(ann).pk)


@pytest.mark.django_db
def test_sealed_bids_have_no_entry_in_the_admin_until_the_match_is_over(
    as_mo: Client, auction: Match, ann: User, ben: User
) -> None:
    answer(auction, ann, "peek")
    answer(auction, ben, "bid 4; on odd; seal")
    secret = auction.entries.get(ply=2)
    assert secret.text == "bid 4; on odd; seal"
    listed = page(as_mo, "entry_changelist")
    assert ("peek" in listed, "bid ?" in listed) == (True, False)  # not even that it is there
    assert as_mo.get(reverse("admin:games_entry_change", args=[secret.pk])).status_code == 404
    turns = as_mo.get(reverse("admin:games_turn_changelist")).context["cl"]
    assert (auction.turns.count(), turns.result_count) == (2, 0)  # nor who owes one still
    Seat.objects.filter(match=auction, user=ben).update(opened_ply=2)
    assert SeatAdmin(Seat, site).opened(seat(auction, ben)) == 1
    play.adjudicate(auction.public_id, "!void")
    assert "bid 4; on odd; seal" in page(as_mo, "entry_change", secret.pk)


@pytest.mark.django_db
def test_draws_are_shown_only_after_the_end(as_mo: Client, match: Match, ann: User) -> None:
    start = match.entries.get(ply=0)
    assert start.draws
    assert str(start.draws[0]) not in page(as_mo, "entry_change", start.pk)
    play.resign(match.public_id, ann.pk)
    assert str(start.draws[0]) in page(as_mo, "entry_change", start.pk)


@pytest.mark.django_db
def test_a_seat_shows_neither_plan_nor_notes_and_its_entropy_only_after_the_end(
    as_mo: Client, match: Match, ann: User
) -> None:
    row = seat(match, ann)
    Seat.objects.filter(pk=row.pk).update(plan="F1-plan", notes="my notes")
    for shown in (page(as_mo, "seat_changelist"), page(as_mo, "seat_change", row.pk)):
        assert "F1-plan" not in shown
        assert "my notes" not in shown
        assert row.entropy not in shown
    play.resign(match.public_id, ann.pk)
    assert row.entropy in page(as_mo, "seat_change", row.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["turn", "invitation"])
def test_turns_and_invitations_can_be_looked_at(name: str, as_mo: Client, match: Match) -> None:
    row = match.turns.get() if name == "turn" else match.invitation
    assert "firstmatch" in page(as_mo, f"{name}_changelist")
    assert "firstmatch" in page(as_mo, f"{name}_change", row.pk)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ruling", "told", "status", "words"),
    [
        ("!void", "The match is void and doesn’t count", "void", "The match is void: it doesn’t count for anyone."),
        ("!adjudicate 1", "Ben wins", "over", "Ben wins by a moderator"),
    ],
)
def test_a_ruling_ends_the_match_and_is_kept_in_its_history(
    ruling: str,
    told: str,
    status: str,
    words: str,
    as_mo: Client,
    match: Match,
) -> None:
    assert "End it with a ruling" in page(as_mo, "match_change", match.pk)
    response = rule(as_mo, match, ruling=ruling)
    assert response.status_code == 302
    assert (now(match).status, now(match).ply) == ("playing", 0)
    waiting = page(as_mo, "match_change", match.pk)
    assert f"{told}, because: “A broken clock.” It takes effect on " in waiting
    assert "End it with a ruling" not in waiting
    assert "Undo the ruling" in waiting
    assert rulings.take_effect(match.pk)
    assert now(match).status == status
    assert match.entries.get(ply=1).text == ruling
    assert not Turn.objects.filter(match=match).exists()
    assert Outbox.objects.filter(kind="end").count() == 2
    assert LogEntry.objects.get().change_message == f"{ruling}: A broken clock."
    assert list(match.rulings.values_list("ply", "reason")) == [(1, "A broken clock.")]
    assert "A broken clock." in page(as_mo, "match_history", match.pk)
    shown = page(as_mo, "match_change", match.pk)
    assert words in shown
    assert "End it with a ruling" not in shown
    assert "Undo the ruling" not in shown


@pytest.mark.django_db
def test_a_reason_is_typed_into_an_area_and_kept_as_one_line(as_mo: Client, match: Match) -> None:
    form = page(as_mo, "match_rule", match.pk)
    assert '<textarea name="reason"' in form
    assert '<input type="submit" value="End the match">' in form
    rule(as_mo, match, reason="A broken\r\nclock.")
    assert match.waiting_rulings.get().reason == "A broken clock."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ruling": ""}, "This field is required."),
        ({"reason": " "}, "Give the reason in one sentence. The players will see it."),
        ({"reason": "x" * 301}, "Ensure this value has at most 300 characters (it has 301)."),
        ({"confirm": ""}, "This field is required."),
    ],
)
def test_a_ruling_needs_a_choice_a_short_reason_and_a_confirmation(
    given: dict[str, str], said: str, as_mo: Client, match: Match
) -> None:
    response = rule(as_mo, match, **given)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert now(match).ply == 0


@pytest.mark.django_db
def test_a_ruling_that_is_none_is_refused(as_mo: Client, match: Match) -> None:
    assert rule(as_mo, match, ruling="!adjudicate 7").status_code == 422
    assert rule(as_mo, match, ruling="!resign 0").status_code == 422
    assert now(match).ply == 0


@pytest.mark.django_db
def test_a_match_that_ended_in_the_meantime_is_not_ruled_on(as_mo: Client, match: Match, ann: User) -> None:
    play.resign(match.public_id, ann.pk)
    response = rule(as_mo, match)
    assert response.status_code == 422
    assert "The match is over; you can’t make any more moves." in response.content.decode()
    assert now(match).status == "over"
    assert not LogEntry.objects.exists()
    assert not match.rulings.exists()


@pytest.mark.django_db
def test_nobody_rules_on_a_match_of_their_own(as_mo: Client, mo: User, ann: User) -> None:
    match = begin(ann, mo)
    assert rule(as_mo, match, ruling="!adjudicate 1").status_code == 404
    assert now(match).status == "playing"


@pytest.mark.django_db
def test_rulings_need_the_right_to_change_and_a_match_that_has_begun(
    client: Client, cat: User, match: Match, ann: User, mo: User
) -> None:
    User.objects.filter(pk=cat.pk).update(is_staff=True)
    client.force_login(cat)
    assert rule(client, match).status_code == 403
    client.force_login(mo)
    assert rule(client, offer(ann, public_id="secondmatc")).status_code == 404
    assert client.get(reverse("admin:games_match_rule", args=[match.pk + 99])).status_code == 404
    assert now(match).status == "playing"


@pytest.mark.django_db
def test_a_ruling_that_waits_is_said_in_words(as_mo: Client, match: Match, ann: User) -> None:
    rulings.announce_ruling(match.public_id, f"!adjudicate {match.seats.get(user=ann).number}", "A broken clock.")
    shown = page(as_mo, "match_change", match.pk)
    assert "Ann wins, because: “A broken clock.” It takes effect on " in shown
    assert "!adjudicate" not in shown


@pytest.mark.django_db
def test_a_ruling_is_undone_within_its_hour_and_that_is_kept_in_the_history(
    as_mo: Client, match: Match, noon: time_machine.Traveller
) -> None:
    rule(as_mo, match)
    form = {"reason": "I took it for another.", "confirm": "on"}
    undo = reverse("admin:games_match_unrule", args=[match.pk])
    assert "Only moderators will see it." in page(as_mo, "match_unrule", match.pk)
    assert as_mo.post(undo, {**form, "reason": " "}).status_code == 422
    assert as_mo.post(undo, form).status_code == 302
    assert now(match).held_until is None
    assert "undid the ruling: “I took it for another.”" in page(as_mo, "match_history", match.pk)
    assert as_mo.post(undo, form).status_code == 422  # once is enough
    rule(as_mo, match)
    noon.shift(timedelta(hours=1))
    assert "Undo the ruling" not in page(as_mo, "match_change", match.pk)
    response = as_mo.post(undo, form)
    assert response.status_code == 422
    assert "No decision about this match can be undone any more." in response.content.decode()


# --- Going back -----------------------------------------------------------------------------------------------------


def go_back(client: Client, match: Match, **given: str) -> Any:
    form = {"ply": "0", "reason": "Both asked.", "confirm": "on", **given}
    return client.post(reverse("admin:games_match_back", args=[match.pk]), form)


@pytest.mark.django_db
def test_a_match_goes_back_to_an_earlier_entry_and_that_is_kept_in_its_history(
    as_mo: Client, match: Match, ann: User, ben: User
) -> None:
    for user in (ann, ben):
        answer(match, user, first_move(match, user))
    assert "Go back to an earlier entry" in page(as_mo, "match_change", match.pk)
    asked = page(as_mo, "match_back", match.pk)
    assert f"Match {match.public_id} then goes on from where it was after that entry" in asked
    assert '<input type="submit" value="Go back">' in asked
    assert go_back(as_mo, match, ply="1").status_code == 302
    assert (texts(match)[-1], owing(match), now(match).status) == ("!rollback 1", ["Ben"], "playing")
    assert LogEntry.objects.get().change_message == "!rollback 1: Both asked."
    assert list(match.rulings.values_list("ply", "reason")) == [(3, "Both asked.")]
    assert Outbox.objects.filter(kind="taken_back").count() == 2


UNDO = {"reason": "It was the wrong match.", "confirm": "on"}


@pytest.mark.django_db
def test_a_way_back_is_undone_as_long_as_nobody_has_moved(as_mo: Client, match: Match, ann: User, ben: User) -> None:
    for user in (ann, ben):
        answer(match, user, first_move(match, user))
    undo = reverse("admin:games_match_unback", args=[match.pk])
    assert "Undo going back" not in page(as_mo, "match_change", match.pk)
    assert as_mo.post(undo, UNDO).status_code == 422
    stood = positions.newest_position(now(match)).position.state
    go_back(as_mo, match, ply="0")
    assert "Undo going back" in page(as_mo, "match_change", match.pk)
    assert as_mo.post(undo, UNDO).status_code == 302
    assert texts(match)[-2:] == ["!rollback 0", "!rollback 2"]
    assert positions.newest_position(now(match)).position.state == stood
    assert "undid going back: “It was the wrong match.”" in page(as_mo, "match_history", match.pk)
    assert match.rulings.get(ply=4).reason == "It was the wrong match."


@pytest.mark.django_db
def test_a_way_back_is_not_undone_once_somebody_has_moved_or_an_hour_has_passed(
    as_mo: Client, match: Match, ann: User, noon: time_machine.Traveller
) -> None:
    answer(match, ann, first_move(match, ann))
    undo = reverse("admin:games_match_unback", args=[match.pk])
    go_back(as_mo, match, ply="0")
    answer(match, ann, first_move(match, ann))
    assert "Undo going back" not in page(as_mo, "match_change", match.pk)
    response = as_mo.post(undo, UNDO)
    assert response.status_code == 422
    assert "as long as there is no newer entry in the log" in response.content.decode()
    go_back(as_mo, match, ply="0")
    noon.shift(timedelta(hours=1))
    assert as_mo.post(undo, UNDO).status_code == 422
    assert texts(match)[-1] == "!rollback 0"


@pytest.mark.django_db
@pytest.mark.parametrize("sealed", [True, False])
def test_whether_a_way_back_can_be_undone_tells_nobody_whether_an_answer_is_sealed(
    sealed: bool, as_mo: Client, auction: Match, ann: User, ben: User, cat: User
) -> None:
    answer(auction, ann, "peek")
    for user in (ann, ben, cat):
        answer(auction, user, "bid 4; on odd; seal")
    stood = positions.newest_position(now(auction)).position.state
    newest = now(auction).told.counted(now(auction).ply)
    go_back(as_mo, auction, ply="1")
    if sealed:
        answer(auction, ben, "bid 3; on odd; seal")
    assert "Undo going back" in page(as_mo, "match_change", auction.pk)
    assert as_mo.post(reverse("admin:games_match_unback", args=[auction.pk]), UNDO).status_code == 302
    assert now(auction).told.counted(now(auction).ply) == newest + 2
    assert positions.newest_position(now(auction)).position.state == stood


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ply": ""}, "This field is required."),
        ({"ply": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"ply": "1"}, "There’s no entry 1 to go back to."),
        ({"reason": " "}, "Give the reason in one sentence. The players will see it."),
        ({"confirm": ""}, "This field is required."),
    ],
)
def test_going_back_needs_an_earlier_entry_a_reason_and_a_confirmation(
    given: dict[str, str], said: str, as_mo: Client, match: Match, ann: User
) -> None:
    answer(match, ann, first_move(match, ann))
    response = go_back(as_mo, match, **given)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert (now(match).ply, match.rulings.exists(), LogEntry.objects.exists()) == (1, False, False)


@pytest.mark.django_db
@pytest.mark.parametrize("sealed", [True, False])
def test_going_back_to_the_newest_open_entry_tells_nobody_whether_an_answer_is_sealed(
    sealed: bool, as_mo: Client, auction: Match, ann: User, ben: User
) -> None:
    answer(auction, ann, "peek")
    if sealed:
        answer(auction, ben, "bid 4; on odd; seal")
    before = texts(auction)
    response = go_back(as_mo, auction, ply="1")
    assert response.status_code == 422
    assert "There’s no entry 1 to go back to." in response.content.decode()
    assert (texts(auction), auction.rulings.exists(), LogEntry.objects.exists()) == (before, False, False)


@pytest.mark.django_db
def test_nobody_lets_a_match_of_their_own_go_back(as_mo: Client, mo: User, ann: User) -> None:
    match = begin(ann, mo)
    answer(match, ann, first_move(match, ann))
    assert go_back(as_mo, match).status_code == 404
    assert now(match).ply == 1
