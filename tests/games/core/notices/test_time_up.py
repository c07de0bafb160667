"""What players are told once the time of one of them is up; and before, what will happen then."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts import outbox
from accounts.models import Outbox, User
from games.bots import services as bots
from games.core.models import Match
from games.core.services import remedies, sweeps
from tests.games.tables import answer, begin, pass_time, under_way

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY = timedelta(days=1)


def letters(noon: Time) -> dict[str, Any]:
    """Return the newest letter of each, by name, once all that is due was sent."""
    mail.outbox.clear()
    noon.shift(timedelta(minutes=5))
    outbox.deliver_due()
    return {letter.to[0].partition("@")[0]: letter for letter in mail.outbox}


def test_who_stayed_is_told_to_choose_and_the_absent_one_that_a_move_still_counts(asked: Match, noon: Time) -> None:
    found = letters(noon)
    assert found["ben"].subject == "Ann ran out of time: choose what happens next in En Garde"
    body = found["ben"].body
    assert "You choose what happens next. If you haven’t chosen by Sunday, 8 March 2026" in body
    assert "/m/firstmatch/time-up" in body
    assert found["ann"].subject == "Your time is up: En Garde against Ben"
    body = found["ann"].body
    assert (
        "Ben has until Sunday, 8 March 2026, 12:00 (UTC) to choose what happens next. "
        "You can still move until they choose." in body
    )
    assert "/time-up" not in body


def test_neither_is_told_once_it_is_chosen_or_the_move_was_made(asked: Match, ann: User, noon: Time) -> None:
    answer(asked, ann, "F1")
    found = letters(noon)
    assert [letter.subject for letter in found.values()] == ["Your turn: En Garde against Ann"]
    assert set(Outbox.objects.filter(kind="time_up").values_list("status", flat=True)) == {"obsolete"}


def test_who_is_given_two_more_days_is_told_until_when(asked: Match, ann: User, ben: User, noon: Time) -> None:
    letters(noon)
    remedies.choose(asked.public_id, ben.pk, "more")
    found = letters(noon)
    assert [letter.subject for letter in found.values()] == ["Ben gave you two more days: En Garde"]
    assert "You have until Saturday, 7 March 2026, 12:05 (UTC)." in found["ann"].body


def test_a_move_makes_news_of_more_time_needless(asked: Match, ann: User, ben: User, noon: Time) -> None:
    remedies.choose(asked.public_id, ben.pk, "more")
    answer(asked, ann, "F1")
    assert "ann" not in letters(noon)


# --- Said before ----------------------------------------------------------------------------------------------------


def reminded(noon: Time) -> str:
    """Return the reminder that Ann gets a day before her time is up."""
    letters(noon)
    pass_time(noon, 2 * DAY)
    sweeps.remind()
    return str(letters(noon)["ann"].body)


CHOOSES = (
    "If it runs out, Ben can claim the win, give you two more days, cancel the match, find a replacement for you, "
    "or continue against the computer. If nothing is decided within three days, Ben wins."
)


@pytest.mark.parametrize(("absence", "said"), [("choice", CHOOSES), ("loss", "If it runs out, you lose the match.")])
def test_a_reminder_says_what_happens_then(absence: str, said: str, match: Match, noon: Time) -> None:
    under_way(match, absence=absence)
    assert f"You’re running out of time in En Garde against Ben. {said}" in reminded(noon)


def test_a_reminder_of_the_first_move_says_that_the_match_is_void_then(match: Match, noon: Time) -> None:
    said = "If it runs out before your first move, the match is void and counts as an absence for you."
    assert said in reminded(noon)


def test_against_a_house_opponent_the_match_is_lost_then(ann: User, noon: Time) -> None:
    under_way(bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0), absence="choice")
    assert "If it runs out, you lose the match." in reminded(noon)


def test_in_a_match_of_three_it_is_lost_too(ann: User, ben: User, cat: User, noon: Time) -> None:
    under_way(begin(ann, ben, cat, game="sealed-auction", public_id="auction001"), absence="choice")
    assert "If it runs out, you lose the match." in reminded(noon)
