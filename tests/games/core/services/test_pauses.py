"""Pauses and more time by agreement: what they do to clocks, when they cannot be, and who is told."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat, Turn
from games.core.models.seat import NOTHING, Offered
from games.core.services import clocks, play
from games.core.services.locked import LockedMatch
from games.core.services.play import Stale
from games.offers import services as offers
from games.offers.services import BadOffer
from tests.games.core.notices.test_notices import body, sent
from tests.games.offers.test_services import kinds
from tests.games.rows.doors import NOON
from tests.games.tables import answer, now, opened, texts, turn

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY = timedelta(days=1)


def deadline(match: Match, user: User) -> datetime:
    return turn(match, user).deadline


def offered(match: Match) -> list[Offered]:
    return [each.offered for each in match.seats.order_by("number")]


def agree(match: Match, one: User, other: User, kind: str, days: int) -> None:
    assert offers.make(match.public_id, one.pk, kind, days) is False
    assert offers.make(match.public_id, other.pk, kind, days, agreeing=True) is True
    assert offered(match) == [NOTHING, NOTHING]


# --- A pause --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, 2, 3, 5, 7, 14])
def test_an_agreed_pause_moves_the_deadline_by_its_length(
    days: int, match: Match, ann: User, ben: User, noon: Time
) -> None:
    noon.shift(DAY)
    agree(match, ben, ann, "pause", days)
    running = now(match)
    assert running.paused_until == NOON + (1 + days) * DAY
    assert (deadline(match, ann), turn(match, ann).revision) == (NOON + (3 + days) * DAY, 1)
    assert (running.last_moment, texts(match)) == (match.last_moment, [])


def test_time_left_is_the_same_before_and_after_a_pause(match: Match, ann: User, ben: User, noon: Time) -> None:
    noon.shift(timedelta(hours=7))
    agree(match, ann, ben, "pause", 2)
    noon.shift(2 * DAY)
    locked = LockedMatch(now(match))
    assert clocks.time_of(locked, locked.seat_of(ann.pk)).left_at(locked.now) == timedelta(days=3, hours=-7)


def test_who_moves_in_a_pause_starts_the_others_clock_at_its_end(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    agree(match, ann, ben, "pause", 5)
    noon.shift(DAY)
    answer(match, ann, "F1")
    assert deadline(match, ben) == NOON + 8 * DAY
    noon.shift(6 * DAY)
    answer(match, ben, "F1")
    assert deadline(match, ann) == NOON + 10 * DAY


def test_another_pause_waits_until_this_one_is_over(match: Match, ann: User, ben: User, noon: Time) -> None:
    agree(match, ann, ben, "pause", 2)
    for user in (ann, ben):
        with pytest.raises(BadOffer, match=r"^The clocks are already paused\."):
            offers.make(match.public_id, user.pk, "pause", 1)
    assert (offered(match), deadline(match, ann)) == ([NOTHING, NOTHING], NOON + 5 * DAY)
    noon.shift(2 * DAY)
    agree(match, ann, ben, "pause", 1)
    assert deadline(match, ann) == NOON + 6 * DAY


def test_no_pause_outlasts_the_match(match: Match, ann: User, ben: User) -> None:
    Match.objects.filter(pk=match.pk).update(last_moment=NOON + 3 * DAY)
    with pytest.raises(BadOffer, match=r"^This match would be over before the pause ends\."):
        offers.make(match.public_id, ann.pk, "pause", 3)
    assert offered(match) == [NOTHING, NOTHING]
    agree(match, ann, ben, "pause", 2)


def test_no_pause_uses_up_what_a_player_has_in_all(match: Match, ann: User, ben: User) -> None:
    """A player who agreed to it would run out of time while the clocks are paused."""
    Turn.objects.update(last_moment=NOON + 5 * DAY)
    for user, who in ((ann, "seat 0"), (ben, "seat 0")):
        with pytest.raises(BadOffer) as refusal:
            offers.make(match.public_id, user.pk, "pause", 5)
        said = f"By then {who} would have used up the time for the whole match. Offer fewer days."
        assert str(refusal.value) == said
    Turn.objects.update(last_moment=NOON + 5 * DAY + timedelta(seconds=1))
    Seat.objects.filter(user=ben).update(total_left=5 * DAY)  # whose turn may begin in the pause
    with pytest.raises(BadOffer, match=r"^By then seat 1 would"):
        offers.make(match.public_id, ann.pk, "pause", 5)
    agree(match, ann, ben, "pause", 3)


@pytest.mark.parametrize("sealed", [True, False])
def test_what_keeps_a_pause_from_being_offered_tells_nothing_of_who_has_sealed(
    sealed: bool, auction: Match, ann: User, ben: User, noon: Time
) -> None:
    answer(auction, ann, "pass")
    Turn.objects.filter(user=ben).update(last_moment=NOON + 6 * DAY)
    Seat.objects.filter(user=ben).update(total_left=6 * DAY, known_total=6 * DAY)
    noon.shift(2 * DAY)  # so that he has four left
    if sealed:
        answer(auction, ben, "bid 1; on odd; seal")
    assert offers.make(auction.public_id, ann.pk, "pause", 5) is False
    with pytest.raises(BadOffer):
        offers.make(auction.public_id, ann.pk, "pause", 7)


def test_an_offer_made_in_time_is_not_agreed_to_too_late(match: Match, ann: User, ben: User, noon: Time) -> None:
    Match.objects.filter(pk=match.pk).update(last_moment=NOON + 4 * DAY)
    offers.make(match.public_id, ann.pk, "pause", 3)
    noon.shift(DAY)
    with pytest.raises(BadOffer):
        offers.make(match.public_id, ben.pk, "pause", 3, agreeing=True)
    assert (now(match).paused_until, offered(match)) == (None, [Offered("pause", 3), NOTHING])


def test_a_pause_of_other_days_is_no_agreement(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "pause", 3)
    with pytest.raises(Stale, match="Nothing was agreed"):
        offers.make(match.public_id, ben.pk, "pause", 5, agreeing=True)
    assert offers.make(match.public_id, ben.pk, "pause", 5) is False
    assert (offered(match), now(match).paused_until) == ([Offered("pause", 3), Offered("pause", 5)], None)
    assert offers.make(match.public_id, ben.pk, "pause", 3, agreeing=True) is True
    assert (offered(match), now(match).paused_until) == ([NOTHING, NOTHING], NOON + 3 * DAY)


@pytest.mark.parametrize("kind", ["pause", "time"])
@pytest.mark.parametrize("days", [0, -1, 4, 10**9, 1.5])
def test_only_the_days_named_can_be_offered(kind: str, days: int, match: Match, ann: User) -> None:
    with pytest.raises(BadOffer, match=r"^You can’t offer this number of days\. Possible numbers: 1, 2, 3, 5"):
        offers.make(match.public_id, ann.pk, kind, days)
    assert offered(match) == [NOTHING, NOTHING]


def test_a_draw_has_no_days(match: Match, ann: User) -> None:
    with pytest.raises(BadOffer):
        offers.make(match.public_id, ann.pk, "draw", 1)


def test_a_house_opponent_agrees_to_a_pause_and_to_more_time_at_once(ann: User, noon: Time) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    began, given = deadline(match, ann), match.clock.first
    assert offers.make(match.public_id, ann.pk, "pause", 14) is True
    assert (deadline(match, ann) - began, now(match).paused_until) == (14 * DAY, NOON + 14 * DAY)
    assert offers.make(match.public_id, ann.pk, "time", 2) is True
    assert (deadline(match, ann), given) == (NOON + 19 * DAY, 3 * DAY)


# --- More time ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, 2, 3, 5])
def test_more_time_is_for_the_one_who_asks(days: int, match: Match, ann: User, ben: User) -> None:
    agree(match, ann, ben, "time", days)
    assert (deadline(match, ann), turn(match, ann).revision) == (NOON + (3 + days) * DAY, 1)
    assert now(match).last_moment == match.last_moment


def test_to_ask_as_well_is_no_yes(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "time", 2)
    with pytest.raises(
        BadOffer, match=r"^More time is possible only while everyone can see that the match is waiting for seat 1"
    ):
        offers.make(match.public_id, ben.pk, "time", 2)
    assert (offered(match), deadline(match, ann)) == ([Offered("time", 2, 0), NOTHING], NOON + 3 * DAY)


def test_no_more_time_than_a_player_has_in_all(match: Match, ann: User, ben: User) -> None:
    Turn.objects.filter(match=match).update(last_moment=NOON + 5 * DAY)
    for days in (2, 3, 5):
        with pytest.raises(BadOffer, match=r"^That’s more time than seat 0 can use in this match\."):
            offers.make(match.public_id, ann.pk, "time", days)
    agree(match, ann, ben, "time", 1)
    assert deadline(match, ann) == NOON + 4 * DAY


def test_what_is_asked_for_a_move_ends_with_the_move(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "time", 2)
    answer(match, ann, "F1")
    assert offered(match) == [NOTHING, NOTHING]
    with pytest.raises(Stale, match="Nothing was agreed"):
        offers.make(match.public_id, ben.pk, "time", 2, agreeing=True)


def test_of_three_both_others_must_agree_and_only_while_it_is_asked(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    offers.make(auction.public_id, ann.pk, "time", 2)
    assert offers.make(auction.public_id, ben.pk, "time", 2, agreeing=True) is False
    assert offered(auction) == [Offered("time", 2, 0), Offered("time", 2, 0), NOTHING]
    offers.withdraw(auction.public_id, ann.pk)
    assert offered(auction) == [NOTHING] * 3
    offers.make(auction.public_id, ann.pk, "time", 2)
    offers.make(auction.public_id, ben.pk, "time", 2, agreeing=True)
    offers.decline(auction.public_id, cat.pk)
    assert offered(auction) == [NOTHING] * 3
    offers.make(auction.public_id, ann.pk, "time", 2)
    offers.make(auction.public_id, ben.pk, "time", 2, agreeing=True)
    assert offers.make(auction.public_id, cat.pk, "time", 2, agreeing=True) is True
    assert (deadline(auction, ann), offered(auction)) == (NOON + 5 * DAY, [NOTHING] * 3)


def test_while_bids_are_sealed_nobody_asks_for_more_time_no_matter_who_has_sealed(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    offers.make(auction.public_id, ann.pk, "time", 1)
    answer(auction, ann, "pass")
    assert offered(auction) == [NOTHING] * 3
    refused = []
    for text in ("", "bid 2; on odd; seal"):
        if text:
            answer(auction, ben, text)
        with pytest.raises(BadOffer) as refusal:
            offers.make(auction.public_id, ben.pk, "time", 1)
        refused.append(str(refusal.value))
    assert refused[0] == refused[1]
    assert offers.make(auction.public_id, ben.pk, "pause", 1) is False


# --- Telling --------------------------------------------------------------------------------------------------------


def test_a_pause_offered_and_agreed_is_told_by_mail(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    offers.make(match.public_id, ann.pk, "pause", 3)
    letters = sent(noon)
    assert kinds(letters) == {"ben": "Ann has offered a pause of 3 days in En Garde"}
    assert (
        body(letters["ben"])[0]
        == "Ann has offered a pause of 3 days in En Garde. The clocks keep running until you agree."
    )
    offers.make(match.public_id, ben.pk, "pause", 3, agreeing=True)
    letters = sent(noon)
    assert kinds(letters) == {"ann": "Ben has agreed: En Garde pauses for 3 days"}
    told = body(letters["ann"])
    assert told[0] == (
        "Ben has agreed: En Garde pauses for 3 days. The clocks are paused until Thursday, 5 March 2026, 12:01 (UTC)."
    )
    assert "You have until Sunday, 8 March 2026, 12:00 (UTC)." in told


def test_more_time_asked_for_and_given_is_told_by_mail(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    offers.make(match.public_id, ann.pk, "time", 1)
    assert kinds(sent(noon)) == {"ben": "Ann has asked for 1 more day in En Garde"}
    offers.make(match.public_id, ben.pk, "time", 1, agreeing=True)
    letters = sent(noon)
    assert kinds(letters) == {"ann": "Ben has agreed to 1 more day in En Garde"}
    assert "You have until Friday, 6 March 2026, 12:00 (UTC)." in body(letters["ann"])


def test_other_days_are_other_news_and_what_is_seen_is_not_told(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    offers.make(match.public_id, ann.pk, "pause", 3)
    assert list(sent(noon)) == ["ben"]
    offers.make(match.public_id, ann.pk, "pause", 5)
    assert kinds(sent(noon)) == {"ben": "Ann has offered a pause of 5 days in En Garde"}
    offers.make(match.public_id, ben.pk, "pause", 5, agreeing=True)
    noon.shift(1)
    opened(match, ann)
    assert sent(noon) == {}


def test_nothing_is_told_of_a_pause_once_the_match_is_over(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    agree(match, ann, ben, "pause", 3)
    play.resign(match.public_id, ben.pk)
    assert "Ben has agreed" not in " ".join(kinds(sent(noon)).values())
