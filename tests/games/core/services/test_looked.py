"""What counts as having looked at a match that waits for one: every address of a match is classed, page or API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts import outbox
from accounts.models import Outbox, User
from games.core.models import Match, Seat, Turn
from games.core.notices import turns
from games.core.reading import access
from games.core.services import looks, play, sweeps
from tests.games.browsing import HTMX, signed_in
from tests.games.conftest import NOON
from tests.games.programs import program
from tests.games.tables import answer, first_move, now, pass_time, seat, texts, turn, under_way
from tests.parts import features

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY = timedelta(days=1)

LOOKS, LOOKS_NOT, ENDS = "looks", "looks not", "ends the match"
PAGES: dict[str, tuple[str, dict[str, Any], str]] = {
    "match": ("get", {}, LOOKS),
    "match_ply": ("get", {"ply": 0}, LOOKS),
    "submit": ("post", {}, LOOKS),
    "plan": ("post", {}, LOOKS),
    "army": ("post", {}, LOOKS),
    "stamp": ("get", {}, LOOKS_NOT),  # asked by the page itself; see below for a page that is used
    "record": ("get", {}, LOOKS),
    "positions": ("get", {}, LOOKS_NOT),  # of finished matches alone
    "pictures": ("get", {}, LOOKS_NOT),  # the same
    "preview": ("get", {"ply": 0}, LOOKS_NOT),  # the same for everybody
    "watch_stamp": ("get", {}, LOOKS_NOT),  # for those who do not play in it
    "desk_stamp": ("get", {}, LOOKS_NOT),
    "desk_picture": ("get", {}, LOOKS_NOT),
    "resign": ("get", {}, LOOKS),
    "offers": ("get", {}, LOOKS),
    "open_seat": ("get", {}, LOOKS_NOT),  # for those who do not play in it
    "take_seat": ("post", {}, LOOKS_NOT),
    "close_seat": ("post", {}, LOOKS),
    "offer": ("get", {"kind": "draw"}, LOOKS),
    "time_up": ("get", {}, LOOKS),
    "chat": ("get", {}, LOOKS),
    "mute": ("post", {}, LOOKS),
    "mute_match": ("post", {}, LOOKS),
    "rematch": ("get", {}, LOOKS),
    "hints": ("post", {}, LOOKS),
    "notes": ("get", {}, LOOKS),
    **features.entries("LOOKS"),
}
"""How each is asked, the rest of its address, and whether that looks. What is posted is refused, or changes nothing."""

API: dict[tuple[str, str], tuple[dict[str, Any], str]] = {
    ("api_match", "get"): ({}, LOOKS),
    ("api_log", "get"): ({}, LOOKS),
    ("api_steps", "get"): ({}, LOOKS),
    ("api_plan", "get"): ({}, LOOKS),
    ("api_plan", "put"): ({"plan": "F1", "expected": 0}, LOOKS),
    ("api_submit", "post"): ({"move": "P", "expected": 0}, LOOKS),
    ("api_resign", "post"): ({}, ENDS),
    ("api_offer", "put"): ({"kind": "draw"}, LOOKS),
    ("api_offer", "delete"): ({}, LOOKS),
    ("api_decline_offer", "post"): ({}, LOOKS),
    ("api_time_up", "post"): ({"choice": "claim"}, LOOKS),
    ("api_record", "get"): ({}, LOOKS),
    ("api_chat", "get"): ({}, LOOKS),
    ("api_chat", "post"): ({"text": "Hello"}, LOOKS),
    ("api_read_chat", "post"): ({"line": 0}, LOOKS),
    ("api_mute_chat", "put"): ({"muted": True}, LOOKS),
    ("api_notes", "get"): ({}, LOOKS),
    ("api_notes", "put"): ({"notes": "Mind the parry."}, LOOKS),
    ("api_rematch", "post"): ({}, LOOKS),
    **features.entries("CALLS"),
}
UNSEEN = {**HTMX, "X-Refresh": "untouched"}
USED = {**HTMX, "X-Refresh": "used"}


@pytest.fixture
def unheard(match: Match, ann: User) -> Match:
    """It is Ann's turn, and the mail that should tell her has failed."""
    sweeps.heartbeat()
    Outbox.objects.filter(recipient=ann).update(status="failed")
    return under_way(match)


def heard(match: Match, user: User) -> bool:
    mine = seat(match, user)
    return turns.informed([(mine, turn(match, user))])[mine.pk] is turns.Informed.YES


@pytest.mark.parametrize(
    ("minutes", "fields", "expected"),
    [
        (60, {}, True),
        (-5, {}, True),
        (-15, {}, False),  # no server has taken it for a quarter of an hour
        (60, {"status": "failed"}, False),
        (60, {"error": "The mail server couldn’t be reached."}, False),
        (60, {"refused": True}, False),
        (0, {"held": None}, False),  # it waits for nothing that its reader chose
    ],
)
def test_who_wants_to_be_told_later_counts_as_told_until_that_fails(
    minutes: int, fields: dict[str, Any], expected: bool, unheard: Match, ann: User
) -> None:
    now = timezone.now()
    waits = {"status": "pending", "held": now, "next_try": now + timedelta(minutes=minutes)}
    Outbox.objects.filter(recipient=ann, kind="turn").update(**waits | fields)
    assert heard(unheard, ann) is expected


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for found in resolver.url_patterns:
        route = prefix + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from patterns(found, route)
        else:
            yield route, found


def test_every_address_of_a_match_is_classed() -> None:
    found = list(patterns(get_resolver()))
    pages = {each.name for route, each in found if route.startswith("m/<")}
    methods = {
        (each.name, method)
        for route, each in found
        if route.startswith("api/v1/matches/<")
        for method in ("get", "post", "put", "delete")
        if hasattr(each.callback.view_class, method)  # type: ignore[attr-defined]
    }
    assert (pages, methods) == (set(PAGES), set(API))


@pytest.mark.parametrize("name", PAGES)
def test_whether_a_page_of_a_match_is_a_look_at_it(name: str, unheard: Match, ann: User) -> None:
    method, rest, expected = PAGES[name]
    assert heard(unheard, ann) is False
    getattr(signed_in(ann), method)(reverse(name, kwargs={"public_id": unheard.public_id, **rest}))
    assert heard(unheard, ann) is (expected == LOOKS)
    assert turn(unheard, ann).looked is (expected == LOOKS)


@pytest.mark.parametrize("name", ["resign", "offer", "chat", "notes", "rematch"])
def test_a_page_that_asks_first_is_a_look_when_it_is_answered_too(name: str, unheard: Match, ann: User) -> None:
    signed_in(ann).post(reverse(name, kwargs={"public_id": unheard.public_id, **PAGES[name][1]}), {"text": "Hello"})
    assert turn(unheard, ann).looked is True


def test_a_plan_kept_is_a_look(unheard: Match, ann: User) -> None:
    address = reverse("plan", args=[unheard.public_id])
    assert signed_in(ann).post(address, {"move": "F1", "expected": "0"}).status_code == 302
    assert (seat(unheard, ann).plan, turn(unheard, ann).looked) == ("F1", True)


@pytest.mark.parametrize(("name", "method"), API)
def test_whether_a_call_of_the_api_is_a_look_at_the_match(
    name: str, method: str, unheard: Match, ann: User, client: Client
) -> None:
    body, expected = API[name, method]
    anns = program(ann)
    asked = getattr(client, method)
    given = (body, "application/json") if method in ("post", "put") else ()
    response = asked(reverse(name, args=[unheard.public_id]), *given, headers=anns.headers)
    assert response.status_code in (200, 204, 409, 422)
    if expected == ENDS:
        assert not Turn.objects.filter(match=unheard).exists()
    else:
        assert heard(unheard, ann) is (expected == LOOKS)


@pytest.mark.parametrize("name", ["/matches/", "/api/v1/turns/", "/api/v1/matches/", "/api/v1/me/", "/i/firstmatch/"])
def test_lists_and_what_is_not_about_the_match_are_no_look_at_it(name: str, unheard: Match, ann: User) -> None:
    program(ann).get(name) if name.startswith("/api") else signed_in(ann).get(name)
    assert heard(unheard, ann) is False


def test_a_look_of_the_other_player_or_a_stranger_is_none_of_mine(
    unheard: Match, ann: User, ben: User, cat: User
) -> None:
    for user in (ben, cat):
        signed_in(user).get(unheard.get_absolute_url())
        program(user).get(f"matches/{unheard.public_id}/")
    assert heard(unheard, ann) is False


# --- Pages that refresh ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["", "chat", "stamp"])
def test_a_page_that_refreshes_is_a_look_only_while_somebody_uses_it(what: str, unheard: Match, ann: User) -> None:
    client, address = signed_in(ann), unheard.get_absolute_url() + what
    client.get(address, headers=UNSEEN)
    client.get(address, headers={**HTMX, "X-Refresh": "anything"})
    assert heard(unheard, ann) is False
    client.get(address, headers=USED)
    assert turn(unheard, ann).looked is True


def test_the_stamp_of_a_used_page_costs_a_third_query_once_a_turn(unheard: Match, ann: User) -> None:
    client, costs = signed_in(ann), []
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            client.get(unheard.get_absolute_url() + "stamp", headers=USED)
        costs.append(len(queries))
    assert costs == [3, 2, 2]


def test_a_look_before_the_turn_began_is_none(match: Match, ann: User, ben: User) -> None:
    signed_in(ben).get(match.get_absolute_url(), headers=USED)
    answer(match, ann, "F1")
    Outbox.objects.all().delete()
    assert heard(match, ben) is False


def test_a_look_at_a_question_does_not_count_for_the_next_one(match: Match, ann: User, ben: User) -> None:
    for user, text in ((ann, "F1"), (ben, "F1")):
        signed_in(user).get(match.get_absolute_url())
        answer(match, user, text)
    Outbox.objects.all().delete()
    assert heard(match, ann) is False


# --- Mails ----------------------------------------------------------------------------------------------------------


def mails(noon: Time) -> list[str]:
    noon.shift(timedelta(seconds=30))
    mail.outbox.clear()
    outbox.deliver_due()
    return sorted(letter.to[0].split("@")[0] for letter in mail.outbox)


@pytest.mark.parametrize(("headers", "told"), [(UNSEEN, ["ben"]), (USED, [])])
def test_who_sits_at_the_board_gets_no_turn_mail(
    headers: dict[str, str], told: list[str], match: Match, ann: User, ben: User, noon: Time
) -> None:
    mails(noon)
    answer(match, ann, "F1")
    signed_in(ben).get(match.get_absolute_url() + "stamp", headers=headers)
    assert mails(noon) == told


def test_a_program_that_asks_keeps_no_turn_mail_from_its_player(match: Match, ann: User, ben: User, noon: Time) -> None:
    bens = program(ben)
    mails(noon)
    answer(match, ann, "F1")
    bens.get(f"matches/{match.public_id}/")
    assert mails(noon) == ["ben"]


# --- Time -----------------------------------------------------------------------------------------------------------


def later(noon: Time, time: timedelta) -> None:
    pass_time(noon, time)


def test_whose_mail_failed_but_who_has_looked_loses_on_time(unheard: Match, ann: User, noon: Time) -> None:
    program(ann).get(f"matches/{unheard.public_id}/")
    later(noon, 3 * DAY)
    assert sweeps.expire() == {unheard.pk: "timeout"}
    assert seat(unheard, ann).outcome == "timeout"


def test_who_was_given_time_and_looked_then_loses_and_the_match_is_not_void(
    unheard: Match, ann: User, noon: Time
) -> None:
    for _ in range(3):
        later(noon, 3 * DAY)
        assert sweeps.expire() == {unheard.pk: "given time"}
    signed_in(ann).get(unheard.get_absolute_url() + "chat")
    later(noon, 3 * DAY)
    assert sweeps.expire() == {unheard.pk: "timeout"}
    assert now(unheard).status == "over"


@pytest.mark.parametrize(
    ("status", "done"), [("sent", "timeout"), ("failed", "given time"), ("obsolete", "given time")]
)
def test_a_reminder_that_was_sent_counts_as_having_been_told(
    status: str, done: str, unheard: Match, ann: User, noon: Time
) -> None:
    later(noon, 2 * DAY + timedelta(hours=7))
    assert sweeps.remind() == 1
    Outbox.objects.filter(kind="reminder").update(status=status, sent_at=NOON if status == "sent" else None)
    later(noon, DAY)
    assert sweeps.expire() == {unheard.pk: done}


def test_a_reminder_of_an_earlier_turn_does_not_count(unheard: Match, ann: User, ben: User, noon: Time) -> None:
    later(noon, 2 * DAY + timedelta(hours=7))
    sweeps.remind()
    Outbox.objects.filter(kind="reminder").update(status="sent", sent_at=NOON)
    answer(unheard, ann, "F1")
    answer(unheard, ben, "F1")
    Outbox.objects.filter(kind="turn").update(status="failed")
    later(noon, 3 * DAY)
    assert sweeps.expire() == {unheard.pk: "given time"}


# --- What the clock does --------------------------------------------------------------------------------------------


@pytest.fixture
def sealed(auction: Match, ann: User, ben: User, cat: User, noon: Time) -> Match:
    """Return an auction whose clock has sealed the bid that Ann composed before she went away.

    It asks her again. No mail about that has arrived.
    """
    sweeps.heartbeat()
    answer(auction, ann, "pass")
    answer(auction, ben, "bid 1; on odd; seal")
    answer(auction, cat, "bid 5; on odd; seal")
    play.save_plan(auction.public_id, ann.pk, "bid 0; on odd", seat(auction, ann).serial)
    Outbox.objects.update(status="sent", sent_at=NOON)
    later(noon, 3 * DAY)
    assert sweeps.expire() == {auction.pk: "moved"}
    Outbox.objects.filter(kind="turn", status="pending").update(status="failed")
    return auction


def test_a_move_the_clock_makes_is_no_move_of_the_players(sealed: Match, ann: User) -> None:
    assert texts(sealed)[-1] == "bid 0; on odd; seal"
    mine = seat(sealed, ann)
    assert mine.answered_ply == 1  # "pass", her own
    assert (mine.plan, mine.plan_dropped) == ("", False)


def test_who_is_asked_again_by_a_move_of_the_clock_does_not_lose_unheard(
    sealed: Match, ann: User, ben: User, noon: Time
) -> None:
    assert heard(sealed, ann) is False
    answer(sealed, ben, first_move(sealed, ben))
    later(noon, 3 * DAY)
    assert sweeps.expire() == {sealed.pk: "given time"}


def test_what_the_clock_played_is_news_to_its_player(sealed: Match, ann: User) -> None:
    page = signed_in(ann).get(sealed.get_absolute_url())
    assert [line.new for line in page.context["page"].log.lines] == [False, False, True]


def test_the_clocks_move_sent_again_by_the_player_is_stale_and_his_own_is_still_answered(
    sealed: Match, ann: User
) -> None:
    mine = seat(sealed, ann)
    assert mine.answered is not None
    assert answer(sealed, ann, "pass", mine.answered).repeated is True
    with pytest.raises(play.Stale):
        answer(sealed, ann, "bid 0; on odd; seal", mine.serial - 1)
    assert texts(sealed)[-1] == "bid 0; on odd; seal"


@pytest.mark.parametrize("name", ["match", "match_ply", "chat"])
def test_a_whole_page_is_a_look_no_matter_what_it_says_of_itself(name: str, unheard: Match, ann: User) -> None:
    address = reverse(name, kwargs={"public_id": unheard.public_id, **PAGES[name][1]})
    assert signed_in(ann).get(address, headers={"X-Refresh": "untouched"}).status_code == 200
    assert turn(unheard, ann).looked is True


@pytest.mark.parametrize(("note", "column"), [(looks.mark_looked, "looked_ply"), (looks.note_fetch, "fetched_ply")])
def test_a_page_of_an_earlier_question_that_comes_late_takes_no_look_away(
    note: Callable[[Seat], None], column: str, match: Match, ann: User
) -> None:
    late = access.match_for(ann.pk, match.public_id).seat
    Turn.objects.filter(match=match).update(**{"ply": 2, column: 2})  # by now asked again, and looked at
    note(late)
    assert getattr(turn(match, ann), column) == 2
