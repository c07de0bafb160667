"""Seats that nobody takes over in the time there is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.core.models import Match, Seat
from games.core.services import play, sweeps
from games.substitutes import services as substitutes, sweeps as seat_sweeps
from tests.games.core.notices.test_notices import body, sent
from tests.games.rows.doors import NOON
from tests.games.substitutes.test_services import seek
from tests.games.tables import answer, first_move, now, pass_time, seat, vanish

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


@pytest.fixture
def sought(match: Match, ann: User, noon: Time) -> Match:
    """A match in which somebody is sought for three days for the seat that Ann would like to leave; all is read."""
    seek(match, ann, deserted=False)
    sent(noon)
    return match


def sweep(noon: Time, time: timedelta) -> int:
    """Let time pass, with the service alive all along, and close what nobody has taken."""
    pass_time(noon, time)
    return seat_sweeps.close_seats()


def subjects(noon: Time) -> dict[str, str]:
    return {name: letter.subject for name, letter in sent(noon).items()}


def test_both_are_told_once_that_nobody_came(sought: Match, ann: User, ben: User, noon: Time) -> None:
    stamps = [seat(sought, user).stamp for user in (ann, ben)]
    left = seat(sought, ann).open_until
    assert left is not None
    assert (sweep(noon, left - timezone.now() - SECOND), sent(noon)) == (0, {})
    assert (sweep(noon, SECOND), sweep(noon, SECOND)) == (1, 0)
    letters = sent(noon)
    assert {name: letter.subject for name, letter in letters.items()} == {
        "ann": "Nobody took over your seat: En Garde",
        "ben": "Nobody took over Ann’s seat: En Garde",
    }
    assert "Nobody took over your seat. You’re still playing. You can look for a replacement again." in body(
        letters["ann"]
    )
    assert "Nobody took over Ann’s seat. Ann is still playing." in body(letters["ben"])
    assert all(seat(sought, user).stamp != stamp for user, stamp in zip((ann, ben), stamps, strict=True))


def test_who_moves_although_the_time_was_up_still_hands_the_seat_over(sought: Match, ann: User) -> None:
    vanish(sought, ann)
    answer(sought, ann, first_move(sought, ann))
    assert seat(sought, ann).is_open(timezone.now())


ENDS: dict[str, Callable[[Match, User, User], object]] = {
    "withdrawn": lambda match, ann, _cat: substitutes.withdraw(match.public_id, ann.pk),
    "taken": lambda match, _ann, cat: substitutes.take_seat(match.public_id, cat),
    "over": lambda match, ann, _cat: play.resign(match.public_id, ann.pk),
}


@pytest.mark.parametrize("how", ENDS)
def test_nobody_is_told_of_a_seat_for_which_nobody_is_sought(
    how: str, sought: Match, ann: User, cat: User, noon: Time
) -> None:
    ENDS[how](sought, ann, cat)
    sent(noon)
    assert (sweep(noon, 4 * DAY), sent(noon)) == (0, {})


def test_a_player_who_asks_again_before_the_letter_is_told_nothing(sought: Match, ann: User, noon: Time) -> None:
    assert sweep(noon, 3 * DAY) == 1
    seek(sought, ann, deserted=False)
    assert sent(noon) == {}


def test_of_a_seat_whose_time_was_up_no_letter_tells(match: Match, ann: User, noon: Time) -> None:
    seek(match, ann)
    sent(noon)
    assert (sweep(noon, 4 * DAY), sent(noon), seat(match, ann).deserted) == (1, {}, False)


def test_while_nobody_can_reach_the_site_the_time_for_it_stands(
    sought: Match, ann: User, cat: User, noon: Time
) -> None:
    until = seat(sought, ann).open_until
    assert until is not None
    sweeps.heartbeat()
    noon.shift(4 * DAY)
    assert seat_sweeps.close_seats() == 0
    assert seat(sought, ann).open_until == until + 4 * DAY
    substitutes.take_seat(sought.public_id, cat)
    assert seat(sought, cat).taken_ply == 1


def test_no_outage_opens_a_seat_again(sought: Match, ann: User, noon: Time) -> None:
    substitutes.withdraw(sought.public_id, ann.pk)
    sweeps.heartbeat()
    noon.shift(DAY)
    assert sweeps.heartbeat() == DAY
    assert not Seat.objects.get(pk=seat(sought, ann).pk).is_open(NOON)
    assert now(sought).status == "playing"


def test_one_match_that_is_broken_keeps_no_other_open(
    sought: Match, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(substitutes, "lapsed", lambda _now: [0, sought.pk])
    assert sweep(noon, 4 * DAY) == 1
