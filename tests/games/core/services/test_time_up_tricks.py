"""What somebody might try once time is up, to have it back or to take from the other one what is his to choose."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.core.models import Match, Seat, Substitution, TimeUp, Turn
from games.core.reading.access import NotYours
from games.core.services import play, remedies, sweeps
from games.offers import services as offers, undo
from games.substitutes import services as substitutes
from games.substitutes.services import NoSubstitute
from games.vacations import services as vacations
from tests.games.conftest import NOON
from tests.games.core.services.test_time_up import UP, asked, battle, hear, match, pass_time, row
from tests.games.substitutes.test_services import seek
from tests.games.tables import answer, first_move, owing, seat, texts, turn

__all__ = ["asked", "battle", "match"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alive")]
Time = time_machine.Traveller
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


# --- Time that is up stays up ---------------------------------------------------------------------------------------


def plan(user: User, noon: Time, begins: timedelta) -> None:
    """Plan a vacation of ten days that begins so long from now. The matches learn of it a moment later."""
    now = timezone.now()
    vacations._planned(user, now + begins, now + begins + 10 * DAY)
    noon.shift(SECOND)
    vacations.update_matches(user.pk)


def test_a_plan_that_is_kept_afterwards_is_not_played_by_the_clock(
    battle: Match, ann: User, ben: User, noon: Time
) -> None:
    answer(battle, ben, first_move(battle, ben))
    pass_time(noon, DAY)
    assert sweeps.expire() == {battle.pk: "asked"}
    play.save_plan(battle.public_id, ann.pk, first_move(battle, ann).removesuffix("; ready"), seat(battle, ann).serial)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {battle.pk: "timeout"}


@pytest.mark.parametrize("begins", [timedelta(), 5 * DAY])
def test_a_vacation_planned_afterwards_gives_nothing_back(
    asked: Match, ann: User, noon: Time, begins: timedelta
) -> None:
    found = row(asked)
    plan(ann, noon, begins)
    assert (turn(asked, ann).deadline, turn(asked, ann).revision) == (UP, 0)
    assert (row(asked).began, row(asked).until) == (found.began, found.until)


def test_nor_does_one_planned_before_any_sweep_has_looked(match: Match, ann: User, noon: Time) -> None:
    hear()
    pass_time(noon, 3 * DAY + SECOND)
    plan(ann, noon, timedelta())
    assert sweeps.expire() == {match.pk: "asked"}


def test_one_that_the_match_learns_of_in_the_last_second_stops_the_clock(match: Match, ann: User, noon: Time) -> None:
    hear()
    pass_time(noon, 3 * DAY - 2 * SECOND)
    plan(ann, noon, timedelta())
    assert turn(match, ann).deadline == UP + 10 * DAY - SECOND  # the second in which the match did not know


def test_a_weekend_that_is_free_gives_nothing_back_to_who_plans_a_vacation_in_it(
    match: Match, ann: User, noon: Time
) -> None:
    Match.objects.update(weekends=True)
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "asked"}
    noon.shift(2 * DAY)  # to a Saturday
    plan(ann, noon, 9 * DAY)
    assert (turn(match, ann).deadline, row(match).seat) == (UP, seat(match, ann))


def by_bank(match: Match) -> None:
    """Let it have banks that grow by nothing, with a day left in each."""
    Match.objects.update(pace_days=0, bank_hours=24, cap_hours=24)
    Seat.objects.update(bank=DAY)
    Turn.objects.update(given=DAY, left=DAY, deadline=NOON + DAY)
    hear()


@pytest.mark.parametrize("dregs", ["bank", "total"])
def test_who_moves_with_seconds_left_cannot_make_the_match_void_before_any_letter_is_sent(
    match: Match, ann: User, ben: User, noon: Time, dregs: str
) -> None:
    by_bank(match)
    if dregs == "total":
        Turn.objects.update(given=9 * DAY, left=9 * DAY, last_moment=NOON + DAY)
    pass_time(noon, DAY - 20 * SECOND)
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    for _ in range(3):
        pass_time(noon, 60 * SECOND)
        assert sweeps.expire() == {match.pk: "given time"}
    hear()
    pass_time(noon, 60 * SECOND)
    assert (sweeps.expire(), row(match).user) == ({match.pk: "asked"}, ben)


def test_who_moves_with_an_empty_bank_cannot_either(match: Match, ann: User, ben: User, noon: Time) -> None:
    by_bank(match)
    pass_time(noon, DAY + HOUR)
    sweeps.expire()
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    assert (seat(match, ann).bank, owing(match)) == (timedelta(), ["Ann"])
    assert sweeps.expire() == {match.pk: "asked"}
    assert row(match).user == ben


# --- The seat, and who has it ---------------------------------------------------------------------------------------


def agree(match: Match, asker: User, other: User, kind: str, days: int = 0) -> None:
    offers.make(match.public_id, asker.pk, kind, days)
    assert offers.make(match.public_id, other.pk, kind, days, agreeing=True)


@pytest.mark.parametrize("given", ["more", "pause"])
def test_nobody_takes_the_seat_of_one_who_was_given_time(
    asked: Match, ann: User, ben: User, cat: User, given: str
) -> None:
    remedies.choose(asked.public_id, ben.pk, "substitute")
    if given == "more":
        remedies.choose(asked.public_id, ben.pk, "more")
    else:
        agree(asked, ann, ben, "pause", 3)
    assert (TimeUp.objects.count(), seat(asked, ann).deserted) == (0, False)
    with pytest.raises(NoSubstitute):
        substitutes.take_seat(asked.public_id, cat)


def test_a_seat_offered_in_time_stays_open_when_time_is_given(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    hear()
    pass_time(noon, 2 * DAY)
    agree(match, ann, ben, "seat")
    pass_time(noon, DAY)
    sweeps.expire()
    remedies.choose(match.public_id, ben.pk, "more")
    substitutes.take_seat(match.public_id, cat)
    assert (Substitution.objects.get().absent, owing(match)) == (False, ["Cat"])


@pytest.mark.parametrize("by", ["consent", "moderator"])
def test_who_gives_the_seat_away_once_time_is_up_was_absent(
    asked: Match, ann: User, ben: User, cat: User, by: str
) -> None:
    if by == "consent":
        agree(asked, ann, ben, "seat")
        substitutes.take_seat(asked.public_id, cat)
    else:
        substitutes.replace(asked.public_id, 0, "Ann is gone.", "Cat")
    kept = Substitution.objects.get()
    assert (kept.absent, kept.absent_since) == (True, seat(asked, ben).user.date_joined)


def test_anyone_who_takes_over_the_seat_of_the_one_who_may_choose_may_choose(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    hear()
    pass_time(noon, 2 * DAY)
    seek(match, ben, deserted=False)
    pass_time(noon, DAY)
    sweeps.expire()
    substitutes.take_seat(match.public_id, cat)
    assert row(match).user == cat
    with pytest.raises(NotYours):
        remedies.choose(match.public_id, ben.pk, "claim")
    remedies.choose(match.public_id, cat.pk, "claim")
    assert texts(match) == ["!substitute 1", "!timeout 0"]


def test_where_a_moderator_goes_back_nobody_chooses_any_more_and_what_it_took_is_off_the_total(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    answer(match, ann, "F1")
    total = seat(match, ann).total_left
    assert total is not None
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "asked"}
    pass_time(noon, HOUR)
    undo.go_back(match.public_id, 0, "The board was wrong.")
    assert (owing(match), TimeUp.objects.count()) == (["Ann"], 0)
    assert turn(match, ann).last_moment == timezone.now() + total - HOUR
