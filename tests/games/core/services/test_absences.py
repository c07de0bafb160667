"""Since when players are absent: of what ends by one absence each seat holds the same moment."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Outbox, User
from games.core.models import Match, Seat
from games.core.reading import reliability
from games.core.reading.reliability import Reliability
from games.core.services import absences, play, sweeps
from tests.games.conftest import NOON
from tests.games.tables import AUCTION, answer, begin, first_move, opened, pass_time, play_on, seat, under_way

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_it_is_the_newest_own_move_in_any_match(
    match: Match, ann: User, ben: User, cat: User, noon: time_machine.Traveller
) -> None:
    other = begin(cat, ann, public_id="othermatch")
    for hours, where, user, text in ((1, match, ann, "F3"), (1, other, cat, "F2"), (1, other, ann, "F1")):
        noon.shift(hours * HOUR)
        answer(where, user, text)
    noon.shift(HOUR)
    play.resign(other.public_id, cat.pk)  # neither that, nor a look, is a move
    opened(match, ben)
    with CaptureQueriesContext(connection) as queries:
        found = absences.since([ann.pk, ben.pk, cat.pk])
    assert found == {ann.pk: NOON + 3 * HOUR, ben.pk: ben.date_joined, cat.pk: NOON + 2 * HOUR}
    assert len(queries) == 1
    assert seat(other, cat).outcome == "lost"


def test_of_nobody_nothing_is_asked() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert absences.since(set()) == {}
    assert len(queries) == 0


# --- Time that runs out -----------------------------------------------------------------------------------------------


def time_runs_out(noon: time_machine.Traveller, time: timedelta = 4 * DAY) -> dict[int, str]:
    """Return all were told of their turns, and time passes."""
    sweeps.heartbeat()
    Outbox.objects.update(status="sent", sent_at=timezone.now())
    pass_time(noon, time)
    return sweeps.expire()


def since(*users: User) -> list[object]:
    return list(Seat.objects.filter(user__in=users).order_by("match", "number").values_list("absent_since", flat=True))


def test_matches_lost_on_time_while_somebody_is_gone_are_one_mark(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller
) -> None:
    first, second = (under_way(begin(ann, other, public_id=f"with{other.username}00")) for other in (ben, cat))
    noon.shift(HOUR)
    play_on(first, 1)
    noon.shift(HOUR)
    play_on(first, 1)
    assert time_runs_out(noon, 3 * DAY - HOUR) == {second.pk: "timeout"}
    assert time_runs_out(noon, HOUR) == {first.pk: "timeout"}
    assert since(ann) == [NOON + HOUR] * 2
    assert since(ben, cat) == [None, None]
    assert reliability.reliability_of(ann.pk) == Reliability(kept=0, absences=1, missed=2)
    assert reliability.reliability_of(ben.pk) == reliability.reliability_of(cat.pk) == Reliability(kept=1)


def test_who_came_back_and_is_gone_again_has_two(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> None:
    first, second = (under_way(begin(ann, other, public_id=f"with{other.username}00")) for other in (ben, cat))
    noon.shift(HOUR)
    play_on(second, 1)
    assert time_runs_out(noon) == {first.pk: "timeout", second.pk: "timeout"}
    third = under_way(begin(ann, ben, public_id="thirdmatch"))
    play_on(third, 2)
    assert time_runs_out(noon) == {third.pk: "timeout"}
    assert reliability.reliability_of(ann.pk) == Reliability(kept=1, absences=2, missed=2)
    assert reliability.reliability_of(cat.pk) == Reliability(kept=0, absences=1, missed=1)


def test_what_somebody_does_while_another_chooses_does_not_change_since_when_he_was_gone(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller
) -> None:
    first, second = (
        under_way(begin(ann, other, public_id=f"with{other.username}00"), "choice") for other in (ben, cat)
    )
    noon.shift(HOUR)
    play_on(first, 2)
    assert time_runs_out(noon, 3 * DAY - HOUR) == {second.pk: "asked"}
    noon.shift(HOUR)
    play_on(first, 1)  # Ann is back, but not there
    assert time_runs_out(noon, 3 * DAY)[second.pk] == "timeout"
    assert seat(second, ann).absent_since == NOON + HOUR
    assert (seat(second, ann).outcome, seat(second, cat).outcome) == ("timeout", "won")


def test_who_never_moved_anywhere_is_gone_since_he_came(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller
) -> None:
    for number, other in enumerate((ben, cat)):
        begin(ann, other, public_id=f"match{number:05}")
    time_runs_out(noon)
    assert since(ann) == [ann.date_joined] * 2
    assert reliability.reliability_of(ann.pk) == Reliability(kept=0, absences=1, missed=2)


def test_of_a_void_match_who_was_absent_alone_has_a_mark(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller
) -> None:
    match = begin(ann, ben, cat, game=AUCTION, public_id="auction001")
    play_on(match, 1)
    answer(match, ann, first_move(match, ann))
    assert time_runs_out(noon) == {match.pk: "void"}
    found = reliability.of_each([ann.pk, ben.pk, cat.pk])
    assert found == {ann.pk: Reliability(), ben.pk: Reliability(0, 1, 1), cat.pk: Reliability(0, 1, 1)}
