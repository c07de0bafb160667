"""Vacations: what they stop, what they cost, and what cannot be."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Outbox, Preferences, User, Vacation
from accounts.vacations import Allowance
from games.bots import services as bots
from games.core.models import Match, Outage
from games.core.services import clocks, sweeps
from games.core.services.locked import LockedMatch
from games.lobby import services as lobby
from games.vacations import services as vacations, sweeps as vacation_sweeps
from games.vacations.services import BadVacation
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, first_move, now, offer, pass_time, seat, turn
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alive")]
Time = time_machine.Traveller
DAY, HOUR, MINUTE, NONE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta()


def deadline(match: Match, user: User) -> timedelta:
    """Return how long after noon a user's turn ends."""
    return turn(match, user).deadline - NOON


def left(match: Match, user: User) -> timedelta:
    """Return how much of the time for a user's move is left now."""
    locked = LockedMatch(now(match))
    mine = locked.seat_of(user.pk)
    return clocks.time_of(locked, mine).left_at(timezone.now())


def away(match: Match, user: User) -> list[tuple[timedelta, timedelta]]:
    """Return the vacations that a match knows of, as times after noon."""
    return [(begin - NOON, end - NOON) for begin, end in seat(match, user).vacations]


def taken(user: User) -> None:
    """Let the site take a vacation for a user."""
    begins = timezone.now()
    Vacation.objects.create(user=user, begins=begins, ends=begins + 3 * DAY, automatic=True)
    vacations.update_matches(user.pk)


def why_not(user: User, begins: datetime | None, ends: datetime) -> str:
    with pytest.raises(BadVacation) as refusal:
        vacations.plan_vacation(user, begins, ends)
    return str(refusal.value)


# --- Planned --------------------------------------------------------------------------------------------------------


def test_a_planned_vacation_stops_the_clock_of_a_turn_that_runs(match: Match, ann: User, ben: User) -> None:
    begin(ann, ben, public_id="other")
    vacations.plan_vacation(ann, NOON + DAY, NOON + 8 * DAY)
    for each in Match.objects.all():
        assert (deadline(each, ann), turn(each, ann).revision) == (10 * DAY, 1)
        assert (away(each, ann), away(each, ben)) == ([(DAY, 8 * DAY)], [])
    assert Vacation.objects.filter(noted=True).count() == 1


def test_it_stops_the_clock_of_a_turn_that_begins_in_it(match: Match, ann: User, ben: User, noon: Time) -> None:
    vacations.plan_vacation(ben, NOON + HOUR, NOON + 5 * DAY)
    pass_time(noon, DAY)
    answer(match, ann, "F1")
    assert deadline(match, ben) == 8 * DAY
    assert left(match, ben) == 3 * DAY


def test_a_match_that_begins_knows_the_vacations_that_are_not_over(ann: User, ben: User, noon: Time) -> None:
    vacations.plan_vacation(ann, None, NOON + DAY)
    vacations.plan_vacation(ann, NOON + 4 * DAY, NOON + 5 * DAY)
    pass_time(noon, 2 * DAY)
    match = begin(ann, ben)
    assert away(match, ann) == [(4 * DAY, 5 * DAY)]
    assert deadline(match, ann) == 6 * DAY  # a day of vacation within its three


def test_the_total_runs_on(match: Match, ann: User) -> None:
    before = turn(match, ann).last_moment
    vacations.plan_vacation(ann, NOON + DAY, NOON + 31 * DAY)
    assert turn(match, ann).last_moment == before
    assert now(match).last_moment == begin(ann, person("Dora"), public_id="other").last_moment


def test_neither_the_house_nor_a_match_that_excludes_them_waits(ann: User, ben: User) -> None:
    house = bots.challenge(ann, "en-garde", {}, seat=0)
    without = offer(ann, public_id="without")
    Match.objects.filter(pk=without.pk).update(vacations=False)
    lobby.join("without", ben)
    vacations.plan_vacation(ann, None, NOON + 8 * DAY)
    started = begin(ann, ben, public_id="allowed")
    assert [away(each, ann) for each in (house, without, started)] == [[], [], [(NONE, 8 * DAY)]]
    assert turn(without, ann).deadline == NOON + 3 * DAY


def test_once_the_house_plays_in_a_match_vacations_stop_nothing_any_more(match: Match, ann: User, noon: Time) -> None:
    vacations.plan_vacation(ann, NOON + DAY, NOON + 8 * DAY)
    pass_time(noon, 4 * DAY)
    locked = LockedMatch(now(match))
    clocks.stop_counting(locked)
    locked.batch.write()
    assert (away(match, ann), deadline(match, ann), left(match, ann)) == ([], 6 * DAY, 2 * DAY)


# --- Called off, and ended ------------------------------------------------------------------------------------------


def test_one_that_is_called_off_leaves_all_as_it_was(match: Match, ann: User) -> None:
    made = vacations.plan_vacation(ann, NOON + DAY, NOON + 8 * DAY)
    assert vacations.allowance_left(ann.pk) == Allowance(NONE, 7 * DAY, 23 * DAY)
    vacations.call_off(ann, made.pk)
    vacations.call_off(ann, made.pk)
    assert (away(match, ann), deadline(match, ann), Vacation.objects.count()) == ([], 3 * DAY, 0)
    assert vacations.allowance_left(ann.pk) == Allowance(NONE, NONE, 30 * DAY)


def test_nobody_calls_off_what_is_another_players_or_has_begun(match: Match, ann: User, ben: User, noon: Time) -> None:
    made = vacations.plan_vacation(ann, NOON + DAY, NOON + 8 * DAY)
    vacations.call_off(ben, made.pk)
    pass_time(noon, 2 * DAY)
    with pytest.raises(
        BadVacation, match=r"^This vacation has begun. You can end it, but you won’t get back the time already used.$"
    ):
        vacations.call_off(ann, made.pk)
    assert away(match, ann) == [(DAY, 8 * DAY)]


def test_who_comes_back_has_what_was_left_and_used_what_has_passed(match: Match, ann: User, noon: Time) -> None:
    vacations.plan_vacation(ann, NOON + DAY, NOON + 8 * DAY)
    pass_time(noon, 3 * DAY)
    assert left(match, ann) == 2 * DAY
    assert vacations.come_back(ann.pk)
    assert not vacations.come_back(ann.pk)
    assert (away(match, ann), deadline(match, ann), left(match, ann)) == ([(DAY, 3 * DAY)], 5 * DAY, 2 * DAY)
    assert vacations.allowance_left(ann.pk) == Allowance(2 * DAY, NONE, 28 * DAY)


def test_who_comes_back_keeps_what_is_planned_for_later(match: Match, ann: User, noon: Time) -> None:
    vacations.plan_vacation(ann, NOON + 10 * DAY, NOON + 12 * DAY)
    vacations.plan_vacation(ann, None, NOON + 2 * DAY)
    pass_time(noon, DAY)
    assert vacations.come_back(ann.pk)
    assert away(match, ann) == [(NONE, DAY), (10 * DAY, 12 * DAY)]


def test_no_match_learns_of_a_vacation_that_was_over_before_it_began(ann: User, ben: User, noon: Time) -> None:
    vacations.plan_vacation(ann, NOON, NOON + DAY)
    pass_time(noon, 2 * DAY)
    match = begin(ann, ben)
    vacations.plan_vacation(ann, None, NOON + 3 * DAY)
    assert away(match, ann) == [(2 * DAY, 3 * DAY)]


def test_a_planned_one_goes_on_while_one_plays(
    match: Match, ann: User, ben: User, noon: Time, django_capture_on_commit_callbacks: Any
) -> None:
    vacations.plan_vacation(ann, NOON, NOON + 8 * DAY)
    pass_time(noon, DAY)
    with django_capture_on_commit_callbacks(execute=True):
        answer(match, ann, "F1")
    assert away(match, ann) == [(NONE, 8 * DAY)]


# --- What cannot be -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begins", "ends", "sentence"),
    [
        (-DAY, DAY, "A vacation can’t begin in the past."),
        (-MINUTE, DAY, "A vacation can’t begin in the past."),
        (DAY, DAY, "A vacation must end after it begins."),
        (2 * DAY, DAY, "A vacation must end after it begins."),
        (None, -DAY, "A vacation must end after it begins."),
        (367 * DAY, 368 * DAY, "You can plan a vacation up to a year ahead."),
        (9 * DAY, 11 * DAY, "This overlaps another of your vacations. Choose other days, or cancel that one first."),
        (14 * DAY, 16 * DAY, "This overlaps another of your vacations. Choose other days, or cancel that one first."),
        (None, 50 * DAY, "This overlaps another of your vacations. Choose other days, or cancel that one first."),
        (20 * DAY, 45 * DAY + MINUTE, "You don’t have that much vacation left. Choose fewer days."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_done(
    begins: timedelta | None, ends: timedelta, sentence: str, match: Match, ann: User
) -> None:
    vacations.plan_vacation(ann, NOON + 10 * DAY, NOON + 15 * DAY)
    assert why_not(ann, None if begins is None else NOON + begins, NOON + ends) == sentence
    assert (Vacation.objects.count(), away(match, ann)) == (1, [(10 * DAY, 15 * DAY)])


def test_all_that_is_left_can_be_had_and_no_minute_more(ann: User) -> None:
    vacations.plan_vacation(ann, NOON + DAY, NOON + 31 * DAY)
    assert why_not(ann, None, NOON + MINUTE) == "You don’t have that much vacation left. Choose fewer days."


def test_a_second_click_finds_what_the_first_has_planned(match: Match, ann: User) -> None:
    made = [vacations.plan_vacation(ann, NOON + DAY, NOON + 8 * DAY) for _ in range(2)]
    assert (made[0], Vacation.objects.count(), deadline(match, ann)) == (made[1], 1, 10 * DAY)


@pytest.mark.parametrize("begins", [None, NOON])
def test_so_does_a_second_click_on_one_that_begins_now(begins: datetime | None, ann: User, noon: Time) -> None:
    noon.shift(timedelta(seconds=1))
    first = vacations.plan_vacation(ann, begins, NOON + 8 * DAY)
    noon.shift(timedelta(seconds=1))
    assert vacations.plan_vacation(ann, begins, NOON + 8 * DAY) == first
    noon.shift(8 * DAY)
    assert why_not(ann, None, NOON + 8 * DAY) == "A vacation must end after it begins."


def test_nobody_fills_the_matches_with_vacations_of_a_minute(ann: User, noon: Time) -> None:
    def minute(number: int) -> tuple[datetime, datetime]:
        return NOON + DAY + 2 * number * MINUTE, NOON + DAY + (2 * number + 1) * MINUTE

    Vacation.objects.bulk_create(
        Vacation(user=ann, begins=begins, ends=ends, noted=True) for begins, ends in map(minute, range(59))
    )
    vacations.plan_vacation(ann, *minute(59))
    said = "You’ve planned 60 vacations within a year, and that’s the limit."
    assert why_not(ann, *minute(60)) == said
    noon.shift(367 * DAY)
    assert why_not(ann, None, timezone.now() + DAY) == said
    noon.shift(MINUTE)
    vacations.plan_vacation(ann, None, timezone.now() + DAY)


def test_this_very_minute_is_now(ann: User, noon: Time) -> None:
    noon.shift(timedelta(seconds=40))
    assert vacations.plan_vacation(ann, NOON, NOON + DAY).begins == NOON + timedelta(seconds=40)


def test_guests_and_those_who_have_left_take_none(ann: User) -> None:
    guest = person("Guest.1", guest_until=NOON + DAY)
    assert why_not(guest, None, NOON + DAY) == "You need an account to go on vacation."
    User.objects.filter(pk=ann.pk).update(left=NOON)
    assert why_not(ann, None, NOON + DAY) == "You need an account to go on vacation."


# --- What stops half way --------------------------------------------------------------------------------------------


def test_the_sweep_tells_the_matches_that_were_not_told(
    ann: User, ben: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [begin(ann, ben, public_id=f"match{number}") for number in range(3)]
    real, told = vacations._note_in, iter(range(1))

    def failing(match_ids: list[int], user_id: int) -> None:
        if next(told, None) is None:
            raise OSError
        real(match_ids, user_id)

    monkeypatch.setattr(vacations, "MATCHES_TOGETHER", 2)
    monkeypatch.setattr(vacations, "_note_in", failing)
    with pytest.raises(OSError):
        vacations.plan_vacation(ann, NOON, NOON + 8 * DAY)
    assert [len(away(match, ann)) for match in matches] == [1, 1, 0]
    monkeypatch.setattr(vacations, "_note_in", real)
    assert vacation_sweeps.take_vacations() == 0
    assert [away(match, ann) for match in matches] == 3 * [[(NONE, 8 * DAY)]]
    assert vacations.unnoted() == []


# --- Taken by the site ----------------------------------------------------------------------------------------------


def test_just_before_the_time_is_up_the_site_takes_three_days(match: Match, ann: User, ben: User, noon: Time) -> None:
    other = begin(ann, ben, public_id="other", pace_days=5)
    pass_time(noon, 3 * DAY - 6 * MINUTE)
    assert vacation_sweeps.take_vacations() == 0
    pass_time(noon, MINUTE)
    assert vacation_sweeps.take_vacations() == 1
    assert vacation_sweeps.take_vacations() == 0
    begins = 3 * DAY - 5 * MINUTE
    assert [away(each, ann) for each in (match, other)] == 2 * [[(begins, begins + 3 * DAY)]]
    assert [deadline(each, ann) for each in (match, other)] == [6 * DAY, 8 * DAY]
    assert vacations.allowance_left(ann.pk) == Allowance(NONE, 3 * DAY, 27 * DAY)
    assert Outbox.objects.filter(recipient=ann, kind="vacation").count() == 1


def test_all_are_taken_whose_time_is_nearly_up_however_many_there_are(
    match: Match, ann: User, ben: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a night or a weekend that stops clocks many deadlines come together."""
    begin(ben, ann, public_id="other")
    monkeypatch.setattr(sweeps, "ROWS_A_SWEEP", 1)
    pass_time(noon, 3 * DAY - MINUTE)
    assert vacation_sweeps.take_vacations() == 2
    assert set(Vacation.objects.values_list("user", flat=True)) == {ann.pk, ben.pk}


def test_no_move_ends_it_but_its_player_who_has_then_what_was_left(
    match: Match, ann: User, ben: User, noon: Time, django_capture_on_commit_callbacks: Any
) -> None:
    """A move elsewhere would leave five minutes where it was needed."""
    other = begin(ann, ben, public_id="other", pace_days=5)
    house = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    pass_time(noon, 3 * DAY - 5 * MINUTE)
    vacation_sweeps.take_vacations()
    begins = 3 * DAY - 5 * MINUTE
    pass_time(noon, DAY)
    with django_capture_on_commit_callbacks(execute=True):
        for played in (other, house):
            answer(played, ann, first_move(played, ann))
    assert [away(each, ann) for each in (match, other)] == 2 * [[(begins, begins + 3 * DAY)]]
    assert (deadline(match, ann), left(match, ann)) == (6 * DAY, 5 * MINUTE)
    assert vacations.come_back(ann.pk)
    assert (deadline(match, ann), left(match, ann)) == (4 * DAY, 5 * MINUTE)
    assert vacations.allowance_left(ann.pk) == Allowance(DAY, NONE, 29 * DAY)


def test_a_turn_has_one_such_vacation_and_then_runs_out(match: Match, ann: User, noon: Time) -> None:
    Outbox.objects.filter(recipient=ann).update(status="sent", sent_at=NOON)
    pass_time(noon, 3 * DAY - MINUTE)
    assert vacation_sweeps.take_vacations() == 1
    pass_time(noon, 3 * DAY - MINUTE)
    assert (vacation_sweeps.take_vacations(), sweeps.expire()) == (0, {})
    pass_time(noon, 2 * MINUTE)
    assert (vacation_sweeps.take_vacations(), sweeps.expire()) == (0, {match.pk: "void"})


@pytest.mark.parametrize("late", [NONE, MINUTE])
def test_none_is_taken_for_a_time_that_is_up(match: Match, ann: User, noon: Time, late: timedelta) -> None:
    pass_time(noon, 3 * DAY + late)
    assert (vacation_sweeps.take_vacations(), away(match, ann)) == (0, [])


def test_where_several_answer_in_secret_it_is_taken_when_the_time_is_up_and_begins_before(
    ann: User, ben: User, noon: Time
) -> None:
    """Taken earlier it would tell Ann whether Ben has answered."""
    match = begin(ann, ben, game="fantasy-dice-battles", public_id="secret")
    answer(match, ben, "army horde_a; ready")
    pass_time(noon, 3 * DAY - MINUTE)
    assert (vacation_sweeps.take_vacations(), sweeps.expire()) == (0, {})
    pass_time(noon, 2 * MINUTE)
    assert vacation_sweeps.take_vacations() == 1
    assert sweeps.expire() == {}
    begins = 3 * DAY - 5 * MINUTE
    assert (away(match, ann), away(match, ben)) == ([(begins, begins + 3 * DAY)], [])
    assert deadline(match, ann) == 6 * DAY


def test_it_goes_no_further_than_what_is_left_and_what_is_planned(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    vacations.plan_vacation(ann, NOON + 4 * DAY, NOON + 33 * DAY)
    pass_time(noon, 3 * DAY - MINUTE)
    vacation_sweeps.take_vacations()
    assert away(match, ann)[0] == (3 * DAY - MINUTE, 4 * DAY - MINUTE)  # a day of the thirty is left
    answer(match, ann, "F1")
    pass_time(noon, 3 * DAY)
    answer(match, ben, "F1")
    pass_time(noon, 30 * DAY)
    assert (vacation_sweeps.take_vacations(), vacations.allowance_left(ann.pk).free) == (0, NONE)


def test_one_that_is_needed_when_another_ends_begins_then(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, 3 * DAY - 3 * MINUTE)
    vacations.plan_vacation(ann, None, NOON + 3 * DAY + 7 * MINUTE)
    pass_time(noon, 7 * MINUTE)
    assert vacation_sweeps.take_vacations() == 0
    pass_time(noon, 2 * MINUTE)
    assert vacation_sweeps.take_vacations() == 1
    ends = 3 * DAY + 7 * MINUTE
    assert away(match, ann) == [(3 * DAY - 3 * MINUTE, ends), (ends, ends + 3 * DAY)]
    assert vacations.come_back(ann.pk)
    assert away(match, ann) == [(3 * DAY - 3 * MINUTE, ends - MINUTE)]


NO_USE = ["switched off", "excluded", "no days", "the total", "an outage", "suspended", "the house", "a guest"]


@pytest.mark.parametrize("reason", NO_USE)
def test_none_is_taken_where_it_is_not_wanted_or_of_no_use(
    reason: str, match: Match, ann: User, ben: User, noon: Time, settings: Any
) -> None:
    pass_time(noon, 3 * DAY - MINUTE)
    if reason == "switched off":
        vacations.choose_automatic(ann, wanted=False)
    elif reason == "excluded":
        Match.objects.update(vacations=False)
    elif reason == "no days":
        settings.VACATION_DAYS = 0
    elif reason == "the total":
        match.turns.update(last_moment=NOON + 3 * DAY)
    elif reason == "an outage":
        Outage.objects.create(began=NOON, ended=NOON + DAY, last_turn=turn(match, ann).pk)
    elif reason == "the house":
        match.seats.filter(user=ben).update(house=True)
    elif reason == "a guest":
        User.objects.filter(pk=ann.pk).update(guest_until=NOON + 9 * DAY)
    else:
        User.objects.filter(pk=ann.pk).update(is_active=False)
    assert vacation_sweeps.take_vacations() == 0
    assert (Vacation.objects.count(), away(match, ann)) == (0, [])


def test_one_that_fails_keeps_no_other_from_being_taken(
    match: Match, ann: User, ben: User, cat: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cat, ben, public_id="other")
    real = vacations.take_vacation

    def failing(user_id: int, *given: Any) -> bool:
        if user_id == ann.pk:
            raise OSError
        return real(user_id, *given)

    monkeypatch.setattr(vacations, "take_vacation", failing)
    pass_time(noon, 3 * DAY - MINUTE)
    assert vacation_sweeps.take_vacations() == 1
    assert Vacation.objects.get().user == cat


# --- In any order of events -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_no_vacation_and_no_return_changes_what_is_left(
    seed: int, match: Match, ann: User, ben: User, noon: Time, django_capture_on_commit_callbacks: Any
) -> None:
    random = Random(seed)
    Match.objects.filter(pk=match.pk).update(nights=seed % 2, weekends=seed % 3 == 0)
    last = turn(match, ann).last_moment
    for _ in range(12):
        before = left(match, ann)
        act(random, ann)
        assert left(match, ann) == before
        assert turn(match, ann).last_moment == last
        pass_time(noon, timedelta(seconds=random.randrange(6 * 3600)))
        assert left(match, ann) <= before
        vacation_sweeps.take_vacations()
        if timezone.now() >= turn(match, ann).deadline - DAY:
            break


def act(random: Random, user: User) -> None:
    """Plan, call off or end some vacation, as far as that is possible."""
    planned = Vacation.objects.filter(user=user, begins__gt=timezone.now()).first()
    choice = random.randrange(3)
    if choice == 0 and planned is not None:
        vacations.call_off(user, planned.pk)
    elif choice == 1:
        vacations.come_back(user.pk)
    else:
        begins = timezone.now() + timedelta(seconds=random.randrange(3 * 86400))
        with contextlib.suppress(BadVacation):
            vacations.plan_vacation(user, random.choice([None, begins]), begins + random.randrange(1, 4) * DAY)


def test_preferences_are_made_once(ann: User) -> None:
    vacations.choose_automatic(ann, wanted=False)
    vacations.choose_automatic(ann, wanted=True)
    assert Preferences.objects.get(user=ann).auto_vacation
