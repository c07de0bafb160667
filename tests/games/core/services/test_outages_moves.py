"""Moves made after an outage, before its time is given back: a player who makes one loses nothing by it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import override_settings

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Heartbeat, Match, Outage, TimeUp, Turn
from games.core.services import outages, sweeps
from games.offers import services as offers
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, duel, first_move, now, seat, turn, under_way

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alive")]
Time = time_machine.Traveller
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
BANK = Chosen(pace_days=0, bank_hours=120, increment_hours=6, cap_hours=240, total_days=20)
FULL, INCREMENT, TOTAL = 120 * HOUR, 6 * HOUR, 20 * DAY


@pytest.fixture
def match(ann: User, ben: User, noon: Time) -> Match:
    """En Garde with a bank, both of whose players have moved; it begins at noon, and Ann is to move."""
    match = under_way(begin(ann, ben, clock=BANK))
    match.seats.update(bank=FULL)
    match.turns.update(given=FULL, left=FULL, deadline=NOON + FULL)
    return match


def left(match: Match, user: User) -> tuple[timedelta | None, timedelta | None]:
    """Return what is left in the bank of a seat, and of its total."""
    found = seat(match, user)
    return found.bank, found.total_left


def longer(match: Match) -> timedelta:
    """Return by how much the last moment of a match has moved."""
    moment = now(match).last_moment
    assert moment is not None
    return moment - NOON - 2 * TOTAL


def test_who_moves_before_an_outage_is_noted_has_used_nothing_of_it(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    noon.shift(10 * HOUR)
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT, TOTAL)
    noon.shift(MINUTE)
    assert sweeps.heartbeat() == 10 * HOUR + MINUTE
    assert turn(match, ben).deadline == NOON + 10 * HOUR + FULL + MINUTE  # for a minute nobody was known to be back
    assert longer(match) == 10 * HOUR + MINUTE
    assert left(match, ann) == (FULL + INCREMENT, TOTAL)


def test_what_ran_before_it_is_used(match: Match, ann: User, noon: Time) -> None:
    noon.shift(2 * HOUR)
    sweeps.heartbeat()
    assert Outage.objects.count() == 1  # it owes nothing any more
    noon.shift(3 * MINUTE)
    sweeps.heartbeat()
    noon.shift(10 * HOUR)
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT - 3 * MINUTE, TOTAL - 3 * MINUTE)


def test_a_silence_of_five_minutes_is_none(match: Match, ann: User, noon: Time) -> None:
    noon.shift(5 * MINUTE)
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT - 5 * MINUTE, TOTAL - 5 * MINUTE)


def test_where_nobody_has_ever_noted_that_the_service_is_alive_all_time_counts(
    match: Match, ann: User, noon: Time
) -> None:
    Heartbeat.objects.all().delete()
    noon.shift(10 * HOUR)
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT - 10 * HOUR, TOTAL - 10 * HOUR)


def test_who_moves_once_it_is_noted_and_not_given_back_has_used_nothing_of_it_either(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    noon.shift(10 * HOUR)
    outages.record_alive(NOON + 10 * HOUR)
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT, TOTAL)
    assert longer(match) == timedelta()
    assert sweeps.heartbeat() == 10 * HOUR
    assert turn(match, ben).deadline == NOON + 10 * HOUR + FULL
    assert longer(match) == 10 * HOUR  # though no turn is left that ran in it
    assert left(match, ann) == (FULL + INCREMENT, TOTAL)
    assert (sweeps.heartbeat(), longer(match)) == (timedelta(), 10 * HOUR)


def test_what_was_given_back_is_not_given_to_who_moves_then(match: Match, ann: User, noon: Time) -> None:
    noon.shift(10 * HOUR)
    sweeps.heartbeat()
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT, TOTAL)


def test_a_turn_gets_back_as_much_of_an_outage_as_it_ran_in(match: Match, ann: User, ben: User, noon: Time) -> None:
    """People can play while beat is gone."""
    noon.shift(4 * HOUR)
    answer(match, ann, "F1")
    noon.shift(3 * HOUR)
    answer(match, ben, "F1")
    noon.shift(3 * HOUR)
    assert sweeps.heartbeat() == 10 * HOUR
    assert left(match, ann)[1] == left(match, ben)[1] == TOTAL
    assert turn(match, ann).deadline == NOON + 10 * HOUR + FULL + INCREMENT
    assert longer(match) == 10 * HOUR


def test_a_match_that_began_in_its_midst_gets_the_rest(ann: User, ben: User, noon: Time) -> None:
    noon.shift(4 * HOUR)
    match = begin(ann, ben, clock=BANK)
    noon.shift(6 * HOUR)
    assert sweeps.heartbeat() == 10 * HOUR
    assert now(match).last_moment == NOON + 10 * HOUR + 2 * TOTAL
    assert turn(match, ann).deadline == NOON + 10 * HOUR + 3 * DAY


@pytest.mark.parametrize("beaten", ["before", "after"])
@pytest.mark.parametrize("moved", [4, 10, 12])
def test_a_move_taken_back_leaves_what_was_left_without_the_outage(
    match: Match, ann: User, ben: User, noon: Time, moved: int, beaten: str
) -> None:
    """A parry, after which the turn goes on, in the midst of the outage, at its end, and two hours after it."""
    who = duel(match)
    other = ben if who == ann else ann
    match.turns.update(since=NOON, counted_from=NOON, given=FULL, left=FULL, deadline=NOON + FULL)
    noon.shift(min(moved, 10) * HOUR)
    if moved > 10:
        sweeps.heartbeat()
        noon.shift(2 * HOUR)
        Heartbeat.objects.update(at=NOON + 12 * HOUR)
    answer(match, who, "P")
    assert seat(match, who).undo_ply is not None
    noon.move_to(NOON + max(moved, 10) * HOUR)
    if beaten == "before":
        sweeps.heartbeat()
    offers.make(match.public_id, who.pk, "undo")
    offers.make(match.public_id, other.pk, "undo", agreeing=True)
    sweeps.heartbeat()
    used = 2 * HOUR if moved > 10 else timedelta()
    more = 6 * HOUR if moved == 4 and beaten == "after" else timedelta()  # its player had them before it was noted
    assert turn(match, who).deadline == NOON + max(moved, 10) * HOUR + FULL - used + more


@pytest.fixture
def asked() -> Iterator[None]:
    """The site is asked whether it answers."""
    with override_settings(SITE_CHECK=True):
        yield


@pytest.mark.usefixtures("asked")
def test_what_passes_after_the_site_has_answered_is_used(match: Match, ann: User, noon: Time) -> None:
    Heartbeat.objects.create(name="site", at=NOON + 10 * HOUR)
    noon.shift(10 * HOUR + MINUTE)
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT - MINUTE, TOTAL - MINUTE)


@pytest.mark.usefixtures("asked")
def test_anyone_who_moves_shows_that_the_site_answers(match: Match, ann: User, noon: Time) -> None:
    Heartbeat.objects.create(name="site", at=NOON)
    noon.shift(10 * HOUR)
    answer(match, ann, "F1")
    assert left(match, ann) == (FULL + INCREMENT, TOTAL)


@pytest.mark.parametrize("sealed", [0, 10])
def test_who_has_sealed_has_the_time_to_choose_of_who_has_not_outages_included(
    ann: User, ben: User, noon: Time, sealed: int
) -> None:
    """Before the outage, and after it but before it is noted. Ann has a day, Ben two of his total."""
    battle = begin(ann, ben, game="fantasy-dice-battles")
    for user, army in ((ann, "realm_a"), (ben, "horde_a")):
        answer(battle, user, f"army {army}; ready")
    under_way(battle, absence="choice")
    Turn.objects.filter(user=ann).update(left=DAY, deadline=NOON + DAY)
    Turn.objects.filter(user=ben).update(last_moment=NOON + 2 * DAY, deadline=NOON + 2 * DAY)
    Turn.objects.update(looked_ply=1_000)
    noon.shift(sealed * HOUR)
    answer(battle, ben, first_move(battle, ben))
    noon.move_to(NOON + 10 * HOUR + 2 * MINUTE)
    assert sweeps.heartbeat() == 10 * HOUR + 2 * MINUTE
    noon.shift(DAY)
    Heartbeat.objects.update(at=NOON + 34 * HOUR + 2 * MINUTE)
    assert sweeps.expire() == {battle.pk: "asked"}
    assert TimeUp.objects.get().until == NOON + 2 * DAY + 10 * HOUR + 2 * MINUTE
