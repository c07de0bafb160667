"""A letter that came back costs no match, and wins none: who is spared, how often, and what it counts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from accounts.channels.email import envelope
from accounts.models import Endpoint, Outbox, User
from accounts.outbox import bounces
from games.core.models import Match, Seat
from games.core.notices.turns import Informed
from games.core.reading import reliability
from games.core.reading.reliability import Reliability
from games.core.services import bounced_turns as sparing, play, sweeps
from games.core.services.eligibility import LobbyError
from games.lobby import services as lobby
from games.rematch import services as rematch
from tests.accounts.reports import report
from tests.games.browsing import form, signed_in, told
from tests.games.conftest import NOON
from tests.games.programs import program
from tests.games.tables import answer, begin, now, offer, opened, pass_time, seat, texts, turn, under_way

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
PACE = 3 * DAY


def come_back(user: User, action: str = "failed", status: str = "5.2.2") -> None:
    """Have all letters to a user be sent, and reported later."""
    letters = Outbox.objects.filter(recipient=user)
    letters.update(status="sent", sent_at=NOON, attempts=1, address=user.email)
    for each in letters:
        assert bounces.record_report(report(envelope.envelope_sender(each.pk), action, status))


@pytest.fixture(autouse=True)
def alive(noon: Time, settings: Any) -> None:
    settings.BOUNCE_ADDRESS = "bounces@example.org"
    sweeps.heartbeat()


@pytest.fixture
def match(match: Match) -> Match:
    """Return the match once both have moved. A player who lets the time pass loses."""
    return under_way(match)


# --- The decisions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "spared", "informed"),
    [
        (Informed.YES, False, True),
        (Informed.YES, True, True),
        (Informed.NO, False, False),
        (Informed.NO, True, False),  # players who were never told are waited for, even if letters came back before
        (Informed.CAME_BACK, False, False),
        (Informed.CAME_BACK, True, True),
    ],
)
def test_a_letter_that_came_back_spares_once_in_a_match(found: Informed, spared: bool, informed: bool) -> None:
    assert sparing.is_informed(found, NOON if spared else None) is informed


def test_a_second_match_within_fifty_days_counts_as_an_absence() -> None:
    assert not sparing.is_absence(None, NOON)
    assert sparing.is_absence(NOON, NOON + 50 * DAY - SECOND)
    assert not sparing.is_absence(NOON, NOON + 50 * DAY)


# --- Running out of time --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["5.2.2", "4.2.2", "4.4.7", ""])
def test_a_letter_that_came_back_costs_no_match_but_its_time_begins_again_only_once(
    match: Match, ann: User, noon: Time, status: str
) -> None:
    come_back(ann, status=status)
    Seat.objects.exclude(user=ann).update(spared=NOON)  # which is nothing to her
    pass_time(noon, PACE)
    assert sweeps.expire() == {match.pk: "given time"}
    assert (texts(match), turn(match, ann).deadline) == ([], NOON + 2 * PACE)
    assert (seat(match, ann).spared, seat(match, ann).absent) == (NOON + PACE, False)
    pass_time(noon, PACE)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_who_was_never_told_is_waited_for_and_nothing_is_counted(match: Match, ann: User, noon: Time) -> None:
    Outbox.objects.all().delete()
    pass_time(noon, PACE)
    assert sweeps.expire() == {match.pk: "given time"}
    assert (seat(match, ann).spared, seat(match, ann).absent) == (None, False)


def test_anyone_who_is_spared_may_play_on(match: Match, ann: User, noon: Time) -> None:
    come_back(ann)
    pass_time(noon, PACE)
    sweeps.expire()
    answer(match, ann, "F1")
    assert now(match).status == "playing"


@pytest.mark.parametrize("way", ["looked", "webhook", "reminder", "delayed"])
def test_who_knows_of_the_turn_otherwise_is_not_spared(match: Match, ann: User, noon: Time, way: str) -> None:
    come_back(ann, "delayed" if way == "delayed" else "failed")
    mine = turn(match, ann)
    sent = {"recipient": ann, "status": "sent", "sent_at": NOON}
    if way == "looked":
        opened(match, ann)
    elif way == "webhook":
        room = Endpoint.objects.create(user=ann, channel="webhook", name="Room", address="https://example.org/")
        Outbox.objects.create(kind="turn", key=f"{mine.key}@{room.pk}", channel="webhook", endpoint=room, **sent)
    elif way == "reminder":
        Outbox.objects.create(kind="reminder", key=f"{mine.key}:late:1", **sent)
    pass_time(noon, PACE)
    assert sweeps.expire() == {match.pk: "timeout"}


@pytest.mark.parametrize("status", ["5.2.2", "4.2.2"])
def test_a_reminder_that_came_back_tells_nothing(match: Match, ann: User, noon: Time, status: str) -> None:
    Outbox.objects.create(recipient=ann, kind="reminder", key=f"{turn(match, ann).key}:late:1")
    come_back(ann, status=status)
    pass_time(noon, PACE)
    assert sweeps.expire() == {match.pk: "given time"}


def test_what_an_opponent_was_told_of_the_same_moment_tells_nothing(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    come_back(ann)
    told_of = {"kind": "reminder", "key": f"{turn(match, ann).key}:late:1"}
    Outbox.objects.create(recipient=ben, status="sent", sent_at=NOON, **told_of)
    pass_time(noon, PACE)
    assert sweeps.expire() == {match.pk: "given time"}


def test_of_two_matches_spared_the_second_counts_as_time_run_out(ann: User, ben: User, noon: Time) -> None:
    first, second = (under_way(begin(ann, ben, public_id=f"match{number}")) for number in range(2))
    come_back(ann)
    pass_time(noon, PACE)
    assert sweeps.expire() == {first.pk: "given time", second.pk: "given time"}
    assert sorted(Seat.objects.filter(user=ann).values_list("absent", flat=True)) == [False, True]
    for match in (first, second):
        play.resign(match.public_id, ben.pk)
    assert reliability.reliability_of(ann.pk) == Reliability(kept=1, absences=1, missed=1)
    assert reliability.reliability_of(ben.pk) == Reliability(kept=2)


def test_who_is_spared_as_the_match_ends_has_no_mark_but_as_in_any_second_match(
    ann: User, ben: User, noon: Time
) -> None:
    """A forged report makes no match void for nothing again and again."""
    first, second = (under_way(begin(ann, ben, public_id=f"match{number}")) for number in range(2))
    come_back(ann)
    Match.objects.update(last_moment=NOON + PACE)
    pass_time(noon, PACE)
    assert sweeps.expire() == {first.pk: "void", second.pk: "void"}
    assert sorted(Seat.objects.filter(user=ann).values_list("outcome", "absent")) == [("void", False), ("void", True)]
    assert reliability.reliability_of(ann.pk) == Reliability(kept=0, absences=1, missed=1)


# --- Who cannot be reached ------------------------------------------------------------------------------------------


def test_who_cannot_be_reached_offers_no_match_and_joins_none_until_emails_arrive(ann: User, ben: User) -> None:
    said = "Emails to ann@example.org are bouncing. Before you offer or join a match, confirm this address"
    over = begin(ann, ben, public_id="overmatch1")
    play.resign(over.public_id, ben.pk)
    offer(ben, public_id="openmatch1")
    User.objects.filter(pk=ann.pk).update(bounced="ann@example.org")
    ann.refresh_from_db()
    terms = {"game": "en-garde", "audience": "open", "pace_days": 3}
    invite = reverse("invite_to", args=["en-garde"])
    page, api = signed_in(ann), program(ann)
    answers = [
        told(form(page.get(invite)).send(page)),
        told(page.post(reverse("join", args=["openmatch1"]), follow=True)),
        api.post("invitations/", **terms).json()["message"],
        api.post("invitations/openmatch1/join/").json()["message"],
        api.post("matches/overmatch1/rematch/").json()["message"],
    ]
    assert [said in each for each in answers] == [True] * 5
    with pytest.raises(LobbyError):
        rematch.rematch("overmatch1", ann)
    assert not Match.objects.filter(status="open").exclude(public_id="openmatch1").exists()
    bounces.arrives(ann)
    ann.refresh_from_db()
    assert lobby.join("openmatch1", ann).status == "playing"


def test_the_page_of_a_match_says_below_the_board_that_emails_come_back(match: Match, ann: User) -> None:
    said = "Emails to ann@example.org are bouncing."
    page = signed_in(ann)
    assert said not in told(page.get(match.get_absolute_url()))
    User.objects.filter(pk=ann.pk).update(bounced="ann@example.org")
    assert told(page.get(match.get_absolute_url())).count(said) == 1
    assert told(page.get(reverse("my_matches"))).count(said) == 1
