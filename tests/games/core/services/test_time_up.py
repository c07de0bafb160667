"""Once time is up: the one who stayed chooses, the absent one may still move, and nobody's total is forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Outbox, User
from games.bots import services as bots
from games.core.models import Match, Outage, Seat, Substitution, TimeUp, Turn
from games.core.reading.access import NotYours
from games.core.services import clocks, expiry, play, remedies, sweeps
from games.core.services.locked import LockedMatch
from games.core.services.play import Stale
from games.core.services.remedies import BadRemedy
from games.rules.errors import GameOver, RulesError
from games.substitutes import services as substitutes
from tests.games.conftest import NOON
from tests.games.tables import AUCTION, answer, begin, first_move, now, owing, pass_time, seat, texts, turn, under_way

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alive")]
Time = time_machine.Traveller
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
UP = NOON + 3 * DAY
"""When Ann's time is up."""


def hear() -> None:
    """Let the mail server take all that was queued."""
    Outbox.objects.update(status="sent", sent_at=NOON)


@pytest.fixture
def match(match: Match) -> Match:
    """Return the match once both have moved. The player who stays may choose."""
    return under_way(match, absence="choice")


@pytest.fixture
def asked(match: Match, noon: Time) -> Match:
    """Ann was told, and let her time pass; it is Ben's to choose since then."""
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "asked"}
    return match


def row(match: Match) -> TimeUp:
    return TimeUp.objects.get(match=match)


def marks(match: Match) -> list[str]:
    return [each.outcome for each in match.seats.all()]


def refusal(match: Match, user: User, remedy: str) -> tuple[type[RulesError], str]:
    """Return how a choice is refused; it leaves the row and the log as they were."""
    before = list(TimeUp.objects.values()), texts(match)
    with pytest.raises(RulesError) as caught:
        remedies.choose(match.public_id, user.pk, remedy)
    assert (list(TimeUp.objects.values()), texts(match)) == before
    return type(caught.value), str(caught.value)


# --- It is asked ----------------------------------------------------------------------------------------------------


def test_who_stayed_is_asked_and_both_are_told(asked: Match, ann: User, ben: User) -> None:
    found = row(asked)
    assert (found.seat, found.user, found.began, found.until) == (seat(asked, ann), ben, UP, UP + 3 * DAY)
    assert (now(asked).status, texts(asked), owing(asked)) == ("playing", [], ["Ann"])
    told = Outbox.objects.filter(kind="time_up").order_by("recipient__username")
    assert [letter.recipient.username for letter in told if letter.recipient] == ["Ann", "Ben"]


def test_pages_of_both_are_new_then_and_once_it_is_over(match: Match, ann: User, ben: User, noon: Time) -> None:
    def stamps() -> list[str]:
        return [seat(match, user).stamp for user in (ann, ben)]

    hear()
    before = stamps()
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    between = stamps()
    remedies.choose(match.public_id, ben.pk, "more")
    assert all(len(set(found)) == 3 for found in zip(before, between, stamps(), strict=True))


def test_no_sweep_looks_at_it_before_the_time_to_choose_is_over(asked: Match, noon: Time) -> None:
    for hours in (0, 71):
        pass_time(noon, hours * HOUR)
        assert sweeps.due_matches(timezone.now()) == []
        assert sweeps.expire() == {}
    assert expiry.expire(asked.pk) == "nothing"


def test_no_choice_within_three_days_is_the_win(asked: Match, noon: Time) -> None:
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {asked.pk: "timeout"}
    assert (texts(asked), marks(asked), TimeUp.objects.count()) == (["!timeout 0"], ["timeout", "won"], 0)


def test_who_has_less_left_of_the_total_has_less_to_choose(match: Match, ben: User, noon: Time) -> None:
    Seat.objects.filter(user=ben).update(total_left=5 * HOUR)
    hear()
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    assert row(match).until == UP + 5 * HOUR
    pass_time(noon, 5 * HOUR)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_who_has_nothing_left_of_the_total_has_won_at_once(match: Match, ben: User, noon: Time) -> None:
    Seat.objects.filter(user=ben).update(total_left=timedelta())
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_the_last_moment_of_the_match_is_the_last_to_choose(match: Match, noon: Time) -> None:
    Match.objects.update(last_moment=UP + DAY)
    hear()
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    assert row(match).until == UP + DAY


def test_where_a_loss_was_agreed_nobody_is_asked(match: Match, noon: Time) -> None:
    Match.objects.update(absence="loss")
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_a_house_opponent_is_not_asked(ann: User, noon: Time) -> None:
    match = under_way(bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0), absence="choice")
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_in_a_match_of_three_nobody_is_asked(ann: User, ben: User, cat: User, noon: Time) -> None:
    match = under_way(begin(ann, ben, cat, game=AUCTION, public_id="auction001"), absence="choice")
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_who_was_never_told_is_waited_for_and_nobody_is_asked(match: Match, noon: Time) -> None:
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "given time"}
    assert not TimeUp.objects.exists()


def test_a_letter_that_comes_back_afterwards_changes_nothing(asked: Match, noon: Time) -> None:
    Outbox.objects.filter(kind="turn").update(report="5.1.1", came_back=True)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {asked.pk: "timeout"}


# --- The absent one moves -------------------------------------------------------------------------------------------


def test_the_absent_one_may_still_move_and_what_it_took_is_off_the_others_total(
    asked: Match, ann: User, ben: User, noon: Time
) -> None:
    pass_time(noon, 7 * HOUR)
    total = seat(asked, ben).total_left
    assert total is not None
    answer(asked, ann, "F1")
    assert (TimeUp.objects.count(), owing(asked)) == (0, ["Ben"])
    assert seat(asked, ben).total_left == total - 7 * HOUR
    assert turn(asked, ben).last_moment == UP + total  # as if Ben had owed the move since Ann's time was up
    answer(asked, ben, "F1")
    assert seat(asked, ben).total_left == total - 7 * HOUR


def test_the_absent_one_may_resign(asked: Match, ann: User) -> None:
    play.resign(asked.public_id, ann.pk)
    assert (texts(asked), marks(asked), TimeUp.objects.count()) == (["!resign 0"], ["lost", "won"], 0)


def test_a_pause_that_both_agree_on_ends_the_choice(asked: Match, ann: User) -> None:
    locked = LockedMatch.lock(pk=asked.pk)
    clocks.pause(locked, UP + 9 * DAY)
    locked.write_seats()
    assert TimeUp.objects.count() == 0
    assert turn(asked, ann).deadline == UP + 9 * DAY


def test_a_move_that_leaves_no_total_begins_no_turn_that_nobody_was_told_of(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    """A player who uses up the total and moves, while the other one chooses, knows that none is left."""
    Turn.objects.update(last_moment=UP)
    hear()
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    pass_time(noon, HOUR)
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    assert (turn(match, ann).deadline, seat(match, ann).total_left) == (UP + HOUR, timedelta())
    assert sweeps.expire() == {match.pk: "asked"}
    assert refusal(match, ben, "more") == (
        BadRemedy,
        "seat 0 has used up the time for the whole match, so you can’t give any more.",
    )


# --- The choices ----------------------------------------------------------------------------------------------------


def test_the_win_is_claimed(asked: Match, ben: User) -> None:
    remedies.choose(asked.public_id, ben.pk, "claim")
    assert (texts(asked), now(asked).status, marks(asked)) == (["!timeout 0"], "over", ["timeout", "won"])
    assert TimeUp.objects.count() == 0


def test_the_match_is_called_off(asked: Match, ben: User) -> None:
    remedies.choose(asked.public_id, ben.pk, "cancel")
    assert (texts(asked), now(asked).status, marks(asked)) == (["!void"], "void", ["absent", "void"])
    assert TimeUp.objects.count() == 0


def test_two_more_days_are_given_once(asked: Match, ann: User, ben: User, noon: Time) -> None:
    pass_time(noon, HOUR)
    total = seat(asked, ben).total_left
    assert total is not None
    remedies.choose(asked.public_id, ben.pk, "more")
    assert (turn(asked, ann).deadline, turn(asked, ann).since) == (UP + HOUR + 2 * DAY, NOON)
    assert (seat(asked, ben).total_left, TimeUp.objects.count()) == (total - HOUR, 0)
    assert Outbox.objects.filter(kind="more_time", recipient=ann).count() == 1
    assert sweeps.expire() == {}
    pass_time(noon, 2 * DAY)
    assert sweeps.expire() == {asked.pk: "asked"}
    assert Outbox.objects.filter(kind="time_up").count() == 4
    assert refusal(asked, ben, "more") == (
        BadRemedy,
        "You can give two more days only once per match, and it’s already been done.",
    )
    remedies.choose(asked.public_id, ben.pk, "claim")
    assert texts(asked) == ["!timeout 0"]


def test_two_more_days_reach_no_further_than_the_total(asked: Match, ann: User, ben: User) -> None:
    Turn.objects.update(last_moment=UP + DAY)
    remedies.choose(asked.public_id, ben.pk, "more")
    assert turn(asked, ann).deadline == UP + DAY


def test_each_seat_can_be_given_two_more_days(asked: Match, ann: User, ben: User, noon: Time) -> None:
    remedies.choose(asked.public_id, ben.pk, "more")
    answer(asked, ann, "F1")
    hear()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {asked.pk: "asked"}
    remedies.choose(asked.public_id, ann.pk, "more")
    assert [seat(asked, user).extended for user in (ann, ben)] == [True, True]


def test_once_the_time_to_choose_is_over_only_what_ends_the_match_is_left(asked: Match, ben: User, noon: Time) -> None:
    pass_time(noon, 3 * DAY)
    assert refusal(asked, ben, "more") == (BadRemedy, "It’s too late to decide: the match has already been won.")
    remedies.choose(asked.public_id, ben.pk, "claim")
    assert texts(asked) == ["!timeout 0"]


@pytest.mark.parametrize("remedy", ["", "nothing", "!timeout 0"])
def test_nothing_else_can_be_chosen(asked: Match, ben: User, remedy: str) -> None:
    kind, said = refusal(asked, ben, remedy)
    assert (kind, said) == (BadRemedy, f"Choose one of these: {', '.join(remedies.acts())}.")


def test_the_absent_one_chooses_nothing_nor_does_a_stranger(asked: Match, ann: User, cat: User) -> None:
    said = "Your own time is up. Make your move while you still can."
    assert refusal(asked, ann, "claim") == (BadRemedy, said)
    with pytest.raises(NotYours):
        remedies.choose(asked.public_id, cat.pk, "claim")


def test_there_is_nothing_to_choose_once_the_other_has_moved_or_was_given_time(
    asked: Match, match: Match, ann: User, ben: User
) -> None:
    remedies.choose(asked.public_id, ben.pk, "more")
    said = "There’s nothing left to decide: seat 0 has moved or still has time. Look at the match again."
    assert refusal(asked, ben, "claim") == (Stale, said)
    answer(asked, ann, "F1")
    assert refusal(asked, ben, "claim") == (Stale, said)


def test_there_is_nothing_to_choose_in_a_match_that_is_over_or_of_three(
    asked: Match, auction: Match, ann: User, ben: User
) -> None:
    assert refusal(auction, ben, "claim") == (Stale, "There’s nothing to decide in this match.")
    remedies.choose(asked.public_id, ben.pk, "claim")
    assert refusal(asked, ben, "cancel")[0] is GameOver


# --- Somebody else takes over ---------------------------------------------------------------------------------------


def test_somebody_is_sought_for_the_seat_while_the_absent_one_may_still_move(
    asked: Match, ann: User, ben: User, noon: Time
) -> None:
    pass_time(noon, DAY)
    remedies.choose(asked.public_id, ben.pk, "substitute")
    assert (row(asked).began, row(asked).until) == (UP, UP + 4 * DAY)
    assert (seat(asked, ann).open_until, seat(asked, ann).deserted) == (UP + 4 * DAY, True)
    assert refusal(asked, ben, "substitute") == (BadRemedy, "We’re already looking for a replacement.")
    answer(asked, ann, "F1")
    assert (TimeUp.objects.count(), seat(asked, ann).is_open(timezone.now())) == (0, False)


def test_to_seek_again_prolongs_nothing_more(asked: Match, ann: User, ben: User, noon: Time) -> None:
    for _ in range(2):
        pass_time(noon, DAY)
        remedies.choose(asked.public_id, ben.pk, "substitute")
        substitutes.withdraw(asked.public_id, ben.pk)
    pass_time(noon, DAY)
    remedies.choose(asked.public_id, ben.pk, "substitute")
    assert (row(asked).until, seat(asked, ann).open_until) == (UP + 4 * DAY, UP + 4 * DAY)


def test_anyone_who_takes_the_seat_ends_the_choice_and_what_it_took_is_off_the_total(
    asked: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    total = seat(asked, ben).total_left
    assert total is not None
    remedies.choose(asked.public_id, ben.pk, "substitute")
    pass_time(noon, 7 * HOUR)
    substitutes.take_seat(asked.public_id, cat)
    assert (texts(asked), owing(asked), TimeUp.objects.count()) == (["!substitute 0"], ["Cat"], 0)
    assert (seat(asked, ben).total_left, now(asked).rated) == (total - 7 * HOUR, False)
    assert sweeps.expire() == {}


def test_where_nobody_takes_the_seat_the_match_is_won(asked: Match, ann: User, ben: User, noon: Time) -> None:
    remedies.choose(asked.public_id, ben.pk, "substitute")
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {asked.pk: "timeout"}
    assert marks(asked) == ["timeout", "won"]


def leave(match: Match, stayed: User, room: timedelta) -> None:
    """Have the absent one's total used up, and so much left of the match besides what the other one may use."""
    Turn.objects.update(last_moment=UP)
    total = seat(match, stayed).total_left
    assert total is not None
    Match.objects.update(last_moment=UP + total + room)


def test_nobody_is_sought_where_a_substitute_would_have_less_than_a_day(asked: Match, ben: User) -> None:
    leave(asked, ben, DAY - HOUR)
    said = "Nobody can take over the seat, because only the other player still has time in this match."
    assert refusal(asked, ben, "substitute") == (BadRemedy, said)
    assert seat(asked, ben).open_until is None
    assert row(asked).until == UP + 3 * DAY


def test_what_the_chooser_has_used_in_the_meantime_takes_nothing_from_a_substitute(
    asked: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    leave(asked, ben, DAY)
    pass_time(noon, 2 * DAY)
    remedies.choose(asked.public_id, ben.pk, "substitute")
    substitutes.take_seat(asked.public_id, cat)
    assert turn(asked, cat).last_moment == UP + 3 * DAY


def test_the_search_lasts_no_longer_than_the_total_of_who_waits(match: Match, ben: User, noon: Time) -> None:
    Seat.objects.filter(user=ben).update(total_left=30 * HOUR)
    hear()
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    pass_time(noon, HOUR)
    remedies.choose(match.public_id, ben.pk, "substitute")
    assert row(match).until == UP + 30 * HOUR


def test_the_house_plays_on(asked: Match, ann: User, ben: User) -> None:
    remedies.choose(asked.public_id, ben.pk, "house")
    assert (texts(asked), owing(asked), TimeUp.objects.count()) == (["!substitute 0"], ["Maestro.Belcolpo"], 0)
    assert (now(asked).rated, asked.seats.get(number=0).house) == (False, True)
    kept = Substitution.objects.get(match=asked)
    assert (kept.former, kept.absent) == (ann, True)


# --- Both owe a move ------------------------------------------------------------------------------------------------


@pytest.fixture
def battle(ann: User, ben: User, noon: Time) -> Match:
    """Both owe their first orders, which are sealed; each has a clock of its own and knows of it: Ann's is over after
    a day, Ben's after three."""
    match = begin(ann, ben, game="fantasy-dice-battles")
    for user, army in ((ann, "realm_a"), (ben, "horde_a")):
        answer(match, user, f"army {army}; ready")
    Turn.objects.filter(match=match, user=ann).update(left=DAY, deadline=NOON + DAY)
    Turn.objects.update(looked_ply=1_000)
    return under_way(match, absence="choice")


def test_who_owes_a_move_too_may_choose_within_the_own_total(battle: Match, ben: User, noon: Time) -> None:
    Turn.objects.filter(user=ben).update(last_moment=NOON + 3 * DAY)
    pass_time(noon, DAY)
    assert sweeps.expire() == {battle.pk: "asked"}
    assert row(battle).until == NOON + 3 * DAY


def test_who_seals_while_there_is_something_to_choose_uses_the_total_on(battle: Match, ben: User, noon: Time) -> None:
    pass_time(noon, DAY)
    sweeps.expire()
    pass_time(noon, HOUR)
    answer(battle, ben, first_move(battle, ben))
    total = seat(battle, ben).total_left
    assert (row(battle).began, owing(battle)) == (NOON + DAY + HOUR, ["Ann"])
    pass_time(noon, HOUR)
    remedies.choose(battle.public_id, ben.pk, "more")
    assert total is not None
    assert seat(battle, ben).total_left == total - HOUR


def test_when_both_are_absent_the_match_is_void_for_both(battle: Match, noon: Time) -> None:
    pass_time(noon, DAY)
    sweeps.expire()
    pass_time(noon, 2 * DAY)
    assert sweeps.expire() == {battle.pk: "void"}
    assert (texts(battle)[-1], marks(battle), TimeUp.objects.count()) == ("!void", ["absent", "absent"], 0)


def test_the_move_that_the_game_provides_comes_before_any_choice(battle: Match, ann: User, noon: Time) -> None:
    play.save_plan(battle.public_id, ann.pk, first_move(battle, ann).removesuffix("; ready"), seat(battle, ann).serial)
    pass_time(noon, DAY)
    assert sweeps.expire() == {battle.pk: "moved"}
    assert not TimeUp.objects.exists()


# --- Outages and the last moment ------------------------------------------------------------------------------------


def test_an_outage_gives_back_the_time_to_choose(asked: Match, ann: User, ben: User, noon: Time) -> None:
    last, total = now(asked).last_moment, seat(asked, ben).total_left
    assert last is not None
    assert total is not None
    pass_time(noon, HOUR)
    noon.shift(10 * HOUR)
    assert sweeps.heartbeat() == 10 * HOUR
    assert (row(asked).began, row(asked).until) == (UP + 10 * HOUR, UP + 3 * DAY + 10 * HOUR)
    assert now(asked).last_moment == last + 10 * HOUR
    answer(asked, ann, "F1")
    assert seat(asked, ben).total_left == total - HOUR


@pytest.mark.parametrize("minutes", [3, 10, 50, 60])
def test_a_seal_in_the_midst_of_an_outage_takes_nothing_from_the_time_to_choose(
    battle: Match, ben: User, noon: Time, minutes: int
) -> None:
    """At minute 60 nothing is sealed."""
    pass_time(noon, DAY)
    sweeps.expire()
    noon.shift(timedelta(minutes=minutes))
    if minutes < 60:
        answer(battle, ben, first_move(battle, ben))
    noon.shift(timedelta(minutes=60 - minutes))
    assert sweeps.heartbeat() == HOUR
    assert row(battle).until == NOON + 4 * DAY + HOUR
    pass_time(noon, HOUR)
    remedies.choose(battle.public_id, ben.pk, "substitute")
    assert row(battle).until == NOON + 4 * DAY + 2 * HOUR


def test_an_outage_after_the_time_to_choose_gives_back_nothing(asked: Match) -> None:
    newest = Turn.objects.latest("pk").pk
    locked = LockedMatch.lock(pk=asked.pk)
    outage = Outage.objects.create(began=UP + 3 * DAY, ended=UP + 4 * DAY, last_turn=newest)
    clocks.give_back(locked, outage)
    locked.batch.write()
    assert (row(asked).began, row(asked).until) == (UP, UP + 3 * DAY)


def test_a_match_in_which_a_bot_alone_owes_a_move_is_void_by_its_last_moment(ann: User, noon: Time) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "right"}, seat=0)
    last = now(match).last_moment
    assert (owing(match), last is not None) == (["Maestro.Belcolpo"], True)
    pass_time(noon, last - NOON - HOUR)  # type: ignore[operator]
    assert sweeps.expire() == {}
    pass_time(noon, HOUR)
    assert sweeps.expire() == {match.pk: "void"}
    assert (texts(match), marks(match)) == (["!void"], ["void", "void"])


def test_who_can_never_be_told_is_waited_for_no_longer_than_the_match_lasts(match: Match, noon: Time) -> None:
    Match.objects.update(last_moment=UP)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "void"}
    assert marks(match) == ["void", "void"]
