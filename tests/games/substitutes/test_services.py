"""Seats that go to somebody else: who may, what goes over with them, what does not, and what it does to the clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from accounts import blocks
from accounts.models import Outbox, User
from games.bots import services as bots
from games.chat import notes, services as chat
from games.core.documents import archive, records
from games.core.models import Match, Ruling, Seat, Substitution, Turn
from games.core.reading import access, answers, mail_links, play_links, reliability, unread
from games.core.reading.access import NotYours
from games.core.reading.reliability import Reliability
from games.core.services import absences, leaving, play
from games.core.services.locked import LockedMatch
from games.core.services.play import Stale
from games.offers import services as offers
from games.rules.errors import GameOver, RulesError
from games.substitutes import services as substitutes
from games.vacations import services as vacations
from tests.games.core.notices.test_notices import sent
from tests.games.rows.doors import NOON
from tests.games.tables import answer, begin, choices, now, owing, play_link, seat, texts, turn
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def seek(match: Match, user: User, *, deserted: bool = True) -> None:
    """Have somebody sought for a user's seat."""
    with transaction.atomic():
        locked = LockedMatch.lock(public_id=match.public_id)
        substitutes.seek_substitute(locked, locked.seat_of(user.pk), deserted=deserted)
        locked.write_seats()


def take_over(match: Match, former: User, user: User, *, deserted: bool = True) -> None:
    seek(match, former, deserted=deserted)
    substitutes.take_seat(match.public_id, user)


def house_plays_on(match: Match, user: User) -> None:
    with transaction.atomic():
        locked = LockedMatch.lock(public_id=match.public_id)
        substitutes.let_bot_play_on(locked, locked.seat_of(user.pk))


def left(match: Match, user: User) -> timedelta:
    """Return what a user who owes no move may still use of his total."""
    return seat(match, user).total_left or timedelta()


def refusal(do: Callable[[], Any]) -> str:
    with pytest.raises(RulesError) as refused:
        do()
    return str(refused.value)


# --- What goes over -------------------------------------------------------------------------------------------------


def test_a_seat_goes_over_by_an_entry_with_its_share_and_its_question(match: Match, ann: User, cat: User) -> None:
    before, asked = seat(match, ann), choices(match, ann)
    notes.save(match.public_id, ann.pk, "Ben bluffs.")
    play.save_plan(match.public_id, ann.pk, asked[0], before.serial)
    take_over(match, ann, cat)
    after = seat(match, cat)
    assert (texts(match), owing(match)) == (["!substitute 0"], ["Cat", "Ben"][:1])
    assert (after.pk, after.number, after.entropy, after.taken_ply) == (before.pk, 0, before.entropy, 1)
    assert (after.serial, after.notes, after.plan, after.offer) == (before.serial + 1, "", "", "")
    assert choices(match, cat) == asked
    kept = Substitution.objects.get()
    assert (kept.seat, kept.ply, kept.former, kept.user) == (0, 1, ann, cat)
    assert (kept.notes, kept.plan, kept.absent) == ("Ben bluffs.", asked[0], True)
    answer(match, cat, asked[0])
    assert texts(match) == ["!substitute 0", asked[0]]


def test_the_match_is_rated_no_more(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben)
    Match.objects.update(rated=True)
    take_over(match, ann, cat)
    assert now(match).rated is False


def test_the_log_of_a_match_with_a_substitute_verifies_and_its_record_names_both(
    match: Match, ann: User, ben: User, cat: User
) -> None:
    answer(match, ann, choices(match, ann)[0])
    take_over(match, ann, cat)
    records.verify_match(now(match))
    seen = records.seen_record(now(match), 1)
    assert (seen.seats, [(each.ply, each.seat, each.name) for each in seen.substitutes]) == (
        ["Ann", "Ben"],
        [(2, 0, "Cat")],
    )
    assert [entry.sentences for entry in seen.entries[1:]] == [
        ["Ann advances 1 to space 2.", "Ann draws a card."],
        ["Cat took over this seat."],
    ]
    play.resign(match.public_id, ben.pk)
    record = records.finished_record(now(match))
    assert [joiner.name for joiner in record.seats] == ["Ann", "Ben"]
    assert [(each.ply, each.seat, each.name) for each in record.substitutes] == [(2, 0, "Cat")]
    Match.objects.update(public_id="otherid")
    again = records.import_record(record)
    assert [each.user.username for each in again.seats.order_by("number")] == ["Cat", "Ben"]
    kept = again.substitutions.get()
    assert (kept.ply, kept.seat, kept.former, kept.user) == (2, 0, ann, cat)
    assert records.finished_record(again) == record


def test_a_seat_can_go_over_twice(match: Match, ann: User, ben: User, cat: User) -> None:
    dan = person("Dan")
    take_over(match, ann, cat)
    take_over(match, cat, dan)
    play.resign(match.public_id, ben.pk)
    record = records.finished_record(now(match))
    assert [joiner.name for joiner in record.seats] == ["Ann", "Ben"]
    assert [(each.ply, each.name) for each in record.substitutes] == [(1, "Cat"), (2, "Dan")]
    assert refusal(lambda: substitutes.require_may(ann, match.seats.all())) == (
        "Ann has already played in this match. Another player must take over the seat."
    )


# --- The former player ----------------------------------------------------------------------------------------------


def test_nothing_opens_the_match_to_the_former_player(match: Match, ann: User, ben: User, cat: User) -> None:
    token = play_link(match, ann)
    assert play_links.opened(token).found.seat.user == ann
    serial = seat(match, ann).serial
    take_over(match, ann, cat)
    with pytest.raises(mail_links.DeadLink):
        play_links.opened(token)
    public_id = match.public_id
    for do in (
        lambda: access.match_for(ann.pk, public_id),
        lambda: access.own_seat(ann.pk, public_id),
        lambda: play.submit(public_id, ann.pk, "F1", serial),
        lambda: play.save_plan(public_id, ann.pk, "F1", serial),
        lambda: play.resign(public_id, ann.pk),
        lambda: chat.say(public_id, ann, "Hello?"),
        lambda: notes.save(public_id, ann.pk, "x"),
        lambda: offers.make(public_id, ann.pk, "draw"),
        lambda: substitutes.withdraw(public_id, ann.pk),
    ):
        with pytest.raises(NotYours):
            do()


def test_letters_that_waited_for_the_former_player_are_not_sent(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    chat.say(match.public_id, ben, "Are you there?")
    offers.make(match.public_id, ben.pk, "draw")
    take_over(match, ann, cat)
    noon.shift(timedelta(minutes=5))
    letters = sent(noon)
    assert {name: letter.subject for name, letter in letters.items()} == {
        "ann": "Cat took over your seat: En Garde",
        "ben": "Cat took over Ann’s seat: En Garde",
        "cat": "Your turn: En Garde against Ben",
    }
    assert set(Outbox.objects.filter(recipient=ann).values_list("kind", "status")) == {
        ("turn", "obsolete"),
        ("chat", "obsolete"),
        ("offer", "obsolete"),
        ("relieved", "sent"),
    }
    assert match.get_absolute_url() not in letters["ann"].body
    assert "this counts as an absence" in letters["ann"].body


def test_an_answer_of_the_former_player_is_not_the_new_ones(match: Match, ann: User, ben: User, cat: User) -> None:
    first = seat(match, ann).serial
    made = choices(match, ann)[0]
    answer(match, ann, made)
    take_over(match, ann, cat, deserted=False)
    with pytest.raises(Stale):
        play.submit(match.public_id, cat.pk, made, first)


def test_what_was_said_before_is_not_for_the_new_player(match: Match, ann: User, ben: User, cat: User) -> None:
    chat.say(match.public_id, ben, "Between us, Ann")
    take_over(match, ann, cat)
    assert chat.chat_lines(seat(match, cat)) == []
    assert access.match_for(cat.pk, match.public_id).seat.chat_news == 0
    assert unread.lines(cat.pk, [match.pk]) == {}
    chat.say(match.public_id, ben, "Welcome")
    assert [line.text for line in chat.chat_lines(seat(match, cat))] == ["Welcome"]
    assert [line.text for line in chat.chat_lines(seat(match, ben))] == ["Between us, Ann", "Welcome"]
    assert unread.lines(cat.pk, [match.pk]) == {match.pk: 1}


def test_who_leaves_the_site_leaves_no_notes_on_a_seat_that_was_given_away(match: Match, ann: User, cat: User) -> None:
    notes.save(match.public_id, ann.pk, "Ben bluffs.")
    take_over(match, ann, cat)
    leaving.close_account(ann)
    assert Substitution.objects.get().notes == ""
    assert now(match).status == Match.Status.PLAYING


# --- Seeking --------------------------------------------------------------------------------------------------------


def test_nobody_takes_a_seat_that_is_not_open(match: Match, cat: User) -> None:
    with pytest.raises(NotYours):
        substitutes.take_seat(match.public_id, cat)


def test_a_seat_is_open_for_three_days(match: Match, ann: User, cat: User, noon: Time) -> None:
    seek(match, ann)
    noon.shift(3 * DAY)
    said = "This seat is no longer free. Someone has taken it over, or its player is back."
    assert refusal(lambda: substitutes.take_seat(match.public_id, cat)) == said


def test_who_comes_back_and_moves_keeps_a_seat_that_was_deserted(match: Match, ann: User, ben: User, cat: User) -> None:
    seek(match, ann)
    answer(match, ann, choices(match, ann)[0])
    assert refusal(lambda: substitutes.take_seat(match.public_id, cat)).startswith("This seat is no longer free")
    assert (seat(match, ann).deserted, owing(match)) == (False, ["Ben"])


def test_who_hands_the_seat_over_plays_on_until_it_is_taken(match: Match, ann: User, ben: User, cat: User) -> None:
    seek(match, ann, deserted=False)
    answer(match, ann, choices(match, ann)[0])
    substitutes.take_seat(match.public_id, cat)
    assert Substitution.objects.get().absent is False
    assert owing(match) == ["Ben"]


def test_the_second_of_two_is_told_that_the_seat_is_taken(match: Match, ann: User, cat: User) -> None:
    take_over(match, ann, cat)
    said = refusal(lambda: substitutes.take_seat(match.public_id, person("Dan")))
    assert said == "This seat is no longer free. Someone has taken it over, or its player is back."


def test_who_presses_twice_has_it_once(match: Match, ann: User, cat: User) -> None:
    take_over(match, ann, cat)
    assert substitutes.take_seat(match.public_id, cat) == match
    assert texts(match) == ["!substitute 0"]


def test_who_stayed_seeks_nobody_any_more(match: Match, ann: User, ben: User, cat: User) -> None:
    seek(match, ann)
    assert (
        refusal(lambda: substitutes.withdraw(match.public_id, ann.pk))
        == "We’re no longer looking for a replacement in this match."
    )
    substitutes.withdraw(match.public_id, ben.pk)
    assert refusal(lambda: substitutes.take_seat(match.public_id, cat)).startswith("This seat is no longer free")
    assert (
        refusal(lambda: substitutes.withdraw(match.public_id, ben.pk))
        == "We’re no longer looking for a replacement in this match."
    )


def test_who_hands_the_seat_over_may_think_better_of_it(match: Match, ann: User, ben: User) -> None:
    seek(match, ann, deserted=False)
    assert (
        refusal(lambda: substitutes.withdraw(match.public_id, ben.pk))
        == "We’re no longer looking for a replacement in this match."
    )
    substitutes.withdraw(match.public_id, ann.pk)
    assert not seat(match, ann).is_open(NOON)


def test_the_end_of_the_match_closes_its_seats(match: Match, ann: User, ben: User, cat: User) -> None:
    seek(match, ann)
    play.resign(match.public_id, ben.pk)
    assert refusal(lambda: substitutes.take_seat(match.public_id, cat)).startswith("This seat is no longer free")
    with pytest.raises(GameOver):
        substitutes.withdraw(match.public_id, ben.pk)


# --- Who may --------------------------------------------------------------------------------------------------------


def test_who_plays_in_the_match_takes_no_other_seat_of_it(match: Match, ann: User, ben: User) -> None:
    seek(match, ann)
    assert refusal(lambda: substitutes.take_seat(match.public_id, ben)) == "Ben already plays in this match."
    assert refusal(lambda: substitutes.take_seat(match.public_id, ann)) == "Ann already plays in this match."


@pytest.mark.parametrize("by_player", [True, False])
@pytest.mark.parametrize("which", ["absent", "stayed", "former"])
def test_no_block_may_stand_between_a_substitute_and_any_player(
    match: Match, ann: User, ben: User, cat: User, which: str, by_player: bool
) -> None:
    dan = person("Dan")
    other = {"absent": ann, "stayed": ben, "former": ann}[which]
    if which == "former":
        take_over(match, ann, cat)
    blocks.block(*((other, dan) if by_player else (dan, other)))
    seek(match, cat if which == "former" else ann)
    said = "You can’t join this match. Look for another one, or offer one yourself."
    assert refusal(lambda: substitutes.take_seat(match.public_id, dan)) == said


def test_no_bot_no_guest_and_nobody_who_may_look_into_all_matches_takes_a_seat(
    match: Match, ann: User, cat: User, mo: User, noon: Time
) -> None:
    seek(match, ann)
    bot = bots.bot_of("en-garde")
    said = "Maestro.Belcolpo is a computer opponent. It takes over a seat only if the remaining player wants it to."
    assert refusal(lambda: substitutes.take_seat(match.public_id, bot)) == said
    said = "Mo can see everything in any match in progress, so they can’t take over a seat."
    assert refusal(lambda: substitutes.take_seat(match.public_id, mo)) == said
    cat.guest_until = seat(match, ann).open_until
    cat.save()
    assert refusal(lambda: substitutes.take_seat(match.public_id, cat)).startswith(
        "Guests can only play against the computer."
    )


# --- The house plays on ---------------------------------------------------------------------------------------------


def test_the_house_plays_on_at_once(match: Match, ann: User, ben: User) -> None:
    house_plays_on(match, ann)
    bot = bots.bot_of("en-garde")
    taken = Seat.objects.get(match=match, number=0)
    assert (taken.user, taken.house, taken.level, texts(match)) == (bot, True, "club", ["!substitute 0"])
    assert Substitution.objects.get().absent is True
    assert bots.move_for_bot(match.pk) is True
    assert owing(match) == ["Ben"]


def test_a_game_without_a_house_opponent_has_none_who_plays_on(auction: Match, ann: User) -> None:
    assert refusal(lambda: house_plays_on(auction, ann)) == "This game has no computer opponent."


# --- By a moderator -------------------------------------------------------------------------------------------------


def test_a_moderator_puts_somebody_there_and_says_why(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    substitutes.replace(match.public_id, 0, "Ann is ill.", "cat")
    assert (Seat.objects.get(match=match, number=0).user, Ruling.objects.get().reason) == (cat, "Ann is ill.")
    letters = sent(noon)
    assert set(letters) == {"ann", "ben", "cat"}
    assert all("This was a moderator’s decision: Ann is ill." in letters[name].body for name in ("ann", "ben"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ben", "Ben already plays in this match."),
        ("Ann", "Ann already plays in this match."),
        ("Nobody", "There’s no player with that name. Check the spelling."),
    ],
)
def test_a_moderator_is_told_who_cannot_be_put_there(match: Match, name: str, said: str) -> None:
    assert refusal(lambda: substitutes.replace(match.public_id, 0, "x", name)) == said
    assert texts(match) == []


# --- The clock ------------------------------------------------------------------------------------------------------


def test_the_substitute_has_the_time_of_a_move_and_what_is_left_of_the_total(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    before = turn(match, ann)
    noon.shift(4 * DAY)
    take_over(match, ann, cat)
    after = turn(match, cat)
    assert after.deadline == before.since + 4 * DAY + 3 * DAY
    assert (after.last_moment, after.looked, after.reminders_sent) == (before.last_moment, False, 0)
    assert now(match).last_moment == match.last_moment


def test_a_substitute_who_owes_nothing_begins_no_turn(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    answer(match, ann, choices(match, ann)[0])
    before, left = turn(match, ben), seat(match, ann).total_left
    noon.shift(DAY)
    take_over(match, ann, cat, deserted=False)
    assert (turn(match, ben).deadline, turn(match, ben).since) == (before.deadline, before.since)
    assert (seat(match, cat).total_left, owing(match)) == (left, ["Ben"])


def test_a_bank_goes_over_with_one_increment_and_for_the_time_of_a_first_move_at_least(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    Match.objects.update(pace_days=0, bank_hours=168, increment_hours=24, cap_hours=240)
    Seat.objects.filter(user=ann).update(bank=100 * HOUR, answered_ply=0)
    Turn.objects.filter(user=ann).update(given=100 * HOUR, left=100 * HOUR)
    noon.shift(10 * HOUR)
    take_over(match, ann, cat, deserted=False)
    assert (seat(match, cat).bank, turn(match, cat).given) == (114 * HOUR, 114 * HOUR)
    Turn.objects.update(left=timedelta())
    dan = person("Dan")
    take_over(match, cat, dan)
    assert (seat(match, dan).bank, turn(match, dan).given) == (72 * HOUR, 72 * HOUR)
    Match.objects.update(bank_hours=24, cap_hours=24)
    eve = person("Eve")
    Seat.objects.filter(user=dan).update(bank=HOUR)
    seek(match, dan)
    substitutes.take_seat(match.public_id, eve)
    assert seat(match, eve).bank == 24 * HOUR  # what a bank may hold


def test_a_total_that_is_used_up_takes_nothing_of_the_others(match: Match, ann: User, ben: User, noon: Time) -> None:
    noon.move_to(turn(match, ann).last_moment)
    said = "Nobody can take over the seat, because only the other player still has time in this match."
    assert refusal(lambda: seek(match, ann)) == said


def test_a_day_is_enough_for_a_substitute(match: Match, ann: User, noon: Time) -> None:
    last = turn(match, ann).last_moment
    assert last is not None
    noon.move_to(last - DAY)
    seek(match, ann)
    assert seat(match, ann).open_until == last + 2 * DAY


def test_a_total_that_is_used_up_takes_what_nobody_else_has(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    Seat.objects.filter(user=ben).update(total_left=left(match, ben) - 2 * DAY)
    noon.move_to(turn(match, ann).last_moment)
    take_over(match, ann, cat)
    after = turn(match, cat)
    assert after.last_moment == after.deadline == after.since + 2 * DAY
    assert after.last_moment + left(match, ben) == now(match).last_moment


@pytest.mark.parametrize(("stored", "zone"), [("Asia/Tokyo", "Asia/Tokyo"), ("Mars/Olympus", "UTC")])
def test_the_zone_is_that_of_the_new_player(match: Match, ann: User, cat: User, stored: str, zone: str) -> None:
    Match.objects.update(weekends=True)
    cat.time_zone = stored
    cat.save()
    take_over(match, ann, cat)
    assert (seat(match, cat).zone, owing(match)) == (zone, ["Cat"])


# --- What the site keeps for the former player ----------------------------------------------------------------------


def test_the_archive_of_the_former_player_holds_what_was_kept(match: Match, ann: User, cat: User) -> None:
    notes.save(match.public_id, ann.pk, "Ben bluffs.")
    take_over(match, ann, cat)
    found = dict(archive.archive_documents(ann))
    [given] = json.loads(found["given-away/1.json"])
    assert (given["match"], given["to"], given["ply"], given["notes"]) == (match.public_id, "Cat", 1, "Ben bluffs.")
    assert (json.loads(found["seats/1.json"]), [name for name in found if name.startswith("matches/")]) == ([], [])


# --- What counts for whom -------------------------------------------------------------------------------------------


def test_an_absence_stays_with_the_former_player(match: Match, ann: User, ben: User, cat: User, noon: Time) -> None:
    noon.shift(4 * DAY)
    take_over(match, ann, cat)
    assert reliability.reliability_of(ann.pk) == Reliability(kept=0, absences=1, missed=1)
    assert Substitution.objects.get().absent_since == ann.date_joined
    play.resign(match.public_id, ben.pk)
    assert (reliability.reliability_of(ann.pk), reliability.reliability_of(cat.pk)) == (
        Reliability(0, 1, 1),
        Reliability(1, 0, 0),
    )


def test_the_moves_of_the_former_player_are_not_those_of_the_new_one(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    noon.shift(HOUR)
    answer(match, ann, choices(match, ann)[0])
    take_over(match, ann, cat, deserted=False)
    assert absences.since([cat.pk]) == {cat.pk: cat.date_joined}
    play.resign(match.public_id, ben.pk)
    assert answers.times(cat.pk) is None


def test_vacations_are_those_of_the_new_player_and_none_count_against_the_house(
    match: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    for user, days in ((ann, 2), (cat, 5)):
        vacations.plan_vacation(user, NOON + days * DAY, NOON + (days + 1) * DAY)
    take_over(match, ann, cat)
    assert seat(match, cat).vacations == ((NOON + 5 * DAY, NOON + 6 * DAY),)
    vacations.plan_vacation(ben, NOON + 2 * DAY, NOON + 3 * DAY)
    house_plays_on(match, cat)
    assert (seat(match, ben).away, Seat.objects.get(match=match, number=0).away) == ([], [])
