"""Twins in which a moderator takes a match back while somebody may have answered in secret."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User, Vacation
from games.core.clock.terms import Chosen
from games.core.models import Heartbeat, Match, Seat, Turn
from games.core.services import sweeps
from games.offers import services as offers, undo
from games.vacations import services as vacations
from tests.games.conftest import NOON
from tests.games.tables import AUCTION, answer, begin, now
from tests.games.twins import MATCH, Course, Watch, assert_same, fixed
from tests.games.twins.test_twin import BANK, lots, second_lot

pytestmark = [pytest.mark.django_db]

HOUR = timedelta(hours=1)
PACE = Chosen(3, weekends=True)
BIDS = {"Ann": "bid 1; on odd; seal", "Ben": "bid 2; on odd; seal", "Cat": "bid 3; on even; seal"}
TARGETS = [0, 1, 2, 3, 4]
"""What a moderator can go back to in the second lot: where one is asked openly, and (1) where all are in secret."""


# --- What the others are shown --------------------------------------------------------------------------------------


def gone_back(sealed: bool, target: int) -> Course:
    """Let Ben seal a bid, or not, before a moderator takes the match back."""

    def run(watch: Watch) -> None:
        second_lot(watch)
        if sealed:
            watch.play("Ben", BIDS["Ben"], "an hour")
        else:
            watch.pause("an hour")
        undo.go_back(MATCH, target, "As all asked.")
        watch.look("the match has gone back")
        watch.pause("an hour later")

    return run


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("viewer", ["Ann", "Cat"])
def test_neither_bank_nor_total_tells_who_had_sealed_before_the_match_went_back(
    watch: Any, viewer: str, target: int
) -> None:
    one, other = (
        watch(lots(4), gone_back(sealed, target), viewer, AUCTION, clock=BANK, briefly=True) for sealed in (True, False)
    )
    assert_same(one, other)


# --- What is stored of the time -------------------------------------------------------------------------------------


def nothing(match: Match, noon: time_machine.Traveller) -> None:
    """Let nothing happen."""


def pause(match: Match, noon: time_machine.Traveller) -> None:
    """Let the players agree on a pause, whose end comes before the match goes back."""
    for seat in match.seats.order_by("number"):
        offers.make(MATCH, seat.user_id, "pause", 1, agreeing=seat.number != 0)


def vacation(match: Match, noon: time_machine.Traveller) -> None:
    """Let Ben go on vacation."""
    ben = match.seats.get(number=1).user_id
    Vacation.objects.create(user_id=ben, begins=timezone.now(), ends=timezone.now() + timedelta(days=2))
    vacations.update_matches(ben)


def outage(match: Match, noon: time_machine.Traveller) -> None:
    """Let the service be silent for five hours, which are given back."""
    Heartbeat.objects.update(at=timezone.now())
    noon.shift(5 * HOUR)
    sweeps.heartbeat()


def clocks_of(match: Match) -> list[dict[str, Any]]:
    """Return what is stored of the time of each seat, and of its turn."""
    seats = Seat.objects.filter(match=match).order_by("number").values("number", "bank", "total_left", "known_total")
    turns = Turn.objects.filter(match=match).order_by("seat__number")
    left = {"given", "left", "counted_from", "last_moment", "deadline", "next_reminder_at", "revision", "secret"}
    return [*seats, *turns.values("seat__number", "since", *left)]


def back_at(target: int, match: Match) -> list[dict[str, Any]]:
    """Return what is stored of the clocks once the match has gone back, and undo that."""
    with transaction.atomic():
        undo.go_back(MATCH, target, "As all asked.")
        found = clocks_of(match)
        transaction.set_rollback(True)
    return found


@pytest.fixture
def stored(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> Callable[..., dict[int, Any]]:
    """Play one twin in which these have sealed; return what is stored of its clocks if it goes back, by where to."""
    users = {user.username: user for user in (ann, ben, cat)}

    def run(sealed: str, clock: Chosen, event: Callable[..., None]) -> dict[int, Any]:
        noon.move_to(NOON)
        with transaction.atomic():
            with fixed(lots(4)):
                match = begin(ann, ben, cat, game=AUCTION, public_id=MATCH, clock=clock)
            for moves in ((("Ann", "pass"), *BIDS.items()), (("Ann", "take"), ("Ben", "take"), ("Ben", "pass"))):
                for name, text in moves:
                    noon.shift(HOUR)
                    answer(match, users[name], text)
            for name in users:
                noon.shift(HOUR)
                if name in sealed:
                    answer(match, users[name], BIDS[name])
            event(now(match), noon)
            noon.shift(HOUR)
            found = {target: back_at(target, match) for target in TARGETS}
            transaction.set_rollback(True)
        return found

    return run


@pytest.mark.parametrize("event", [nothing, pause, vacation, outage])
@pytest.mark.parametrize("clock", [BANK, PACE])
def test_no_clock_differs_by_who_had_sealed_before_the_match_went_back(
    stored: Callable[..., dict[int, Any]], clock: Chosen, event: Callable[..., None]
) -> None:
    none, *others = (stored(sealed, clock, event) for sealed in ("", "Ann", "Ben", "Ann Cat"))
    for other in others:
        assert other == none


def slow(match: Match, noon: time_machine.Traveller) -> None:
    """Let those who have not answered take more time than Ben, who may have, has left in all."""
    noon.shift(480 * HOUR)


def test_nobody_loses_all_their_time_to_a_player_who_thought_before_the_match_went_back(
    stored: Callable[..., dict[int, Any]],
) -> None:
    """Each has 20 days in all, and as many have passed since Ben was asked, and sealed or not."""
    clock = Chosen(14, weekends=True, total_days=20)
    sealed, unsealed = (stored(names, clock, slow) for names in ("Ben", ""))
    assert sealed == unsealed
    third_of_what_is_left = timedelta(days=13, hours=4, minutes=20)  # until the last moment of the match
    assert min(clock["total_left"] for clock in sealed[0] if "total_left" in clock) == third_of_what_is_left
