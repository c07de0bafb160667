"""Two matches, the same moves, different secrets: all that reaches a seat is the same in both, byte for byte."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import resolve
from django.utils import timezone

from accounts.models import Vacation
from games import urls
from games.core.clock.terms import Chosen
from games.core.services import play
from games.offers import services as offers
from games.rules.en_garde.rounds import DECK
from games.vacations import services as vacations
from tests.games.tables import AUCTION, answer, seat
from tests.games.twins import MATCH, Course, Watch, assert_same, draws
from tests.parts import features

pytestmark = [pytest.mark.django_db, pytest.mark.by_turns(3)]
LOTS = list(range(1, 10))
WRITTEN = {"submit", "plan", "mute", "hints", "mute_match", "army", "open_seat", "take_seat", "close_seat"}
OF_MODERATORS = {"desk_picture", "desk_stamp"}
"""Pages of a match that are no player's."""
"""What is only posted, and the page of a seat to take over, as no seat is open. The record is read by the command
that exports it."""


# --- En Garde -------------------------------------------------------------------------------------------------------


def deal(ann: list[int], ben: list[int], drawn: list[int]) -> list[int]:
    """Return the draws of a round in which both hands and the next cards of the pile are these."""
    rest = list(DECK)
    for card in (*ann, *ben, *drawn):
        rest.remove(card)
    return draws(DECK, [*rest, *reversed(drawn), *ben, *ann])


ANN, PILE = [1, 2, 3, 4, 5], [1, 2, 2, 3, 1]
BENS = ([1, 2, 3, 4, 4], [1, 2, 3, 5, 5])


def fence(watch: Watch) -> None:
    for name, text in (("Ann", "F5"), ("Ben", "F1"), ("Ann", "F4"), ("Ben", "F2"), ("Ann", "F3")):
        watch.play(name, text)
        if name != watch.viewer.username and text in ("F1", "F4"):
            watch.talks()


def not_asked(seen: list[tuple[str, str]]) -> set[str]:
    """Return the names of the pages of matches that a twin has not asked for."""
    asked = [label.removeprefix("GET ").partition("?")[0] for label, _ in seen if label.startswith("GET /")]
    patterns: list[Any] = urls.urlpatterns
    pages = [each for each in patterns if str(each.pattern).startswith(("m/", "matches/"))]
    return {each.name for each in pages} - {resolve(path).url_name for path in asked}


def test_nothing_that_reaches_ann_tells_of_bens_cards(watch: Any) -> None:
    one, other = (watch(deal(ANN, ben, PILE), fence, "Ann") for ben in BENS)
    assert_same(one, other)
    assert len(one) > 100
    assert any(label.startswith("mail Your turn") for label, _ in one)
    assert not_asked(one) == WRITTEN | OF_MODERATORS | {"record"} | set(features.entries("BODIES"))


def test_nothing_that_reaches_ben_tells_of_the_cards_ann_draws(watch: Any) -> None:
    one, other = (watch(deal(ANN, BENS[0], pile), fence, "Ben") for pile in (PILE, [3, 2, 5, 3, 4]))
    assert_same(one, other)


def test_the_twins_do_differ_to_the_one_whose_cards_differ(watch: Any) -> None:
    one, other = (watch(deal(ANN, ben, PILE), fence, "Ben", briefly=True) for ben in BENS)
    assert one != other


# --- Sealed bids ----------------------------------------------------------------------------------------------------


def lots(*first: int) -> list[int]:
    """Return the draws that put these lots on top."""
    return draws(LOTS, [*first, *(lot for lot in LOTS if lot not in first)])


def bidding(bens: str, cats: str = "bid 3; on odd; seal") -> Course:
    """Let Ann see the lot. Ben and Cat seal their bids before she does, for any amount."""

    def course(watch: Watch) -> None:
        watch.play("Ann", "peek")
        watch.play("Ben", bens, "Ben seals")
        last = {"Ann": ("Cat", cats), "Cat": ("Ann", "bid 0; on even; seal")}
        watch.play(*last[watch.viewer.username], "the other seals")

    return course


def test_nothing_that_reaches_ann_tells_what_the_others_have_sealed(watch: Any) -> None:
    one = watch(lots(4), bidding("bid 0; on odd; seal"), "Ann", AUCTION)
    other = watch(lots(4), bidding("bid 5; on even; seal", "bid 0; on even; seal"), "Ann", AUCTION)
    assert_same(one, other)


def test_nothing_that_reaches_cat_tells_what_is_on_offer_or_what_is_sealed(watch: Any) -> None:
    one = watch(lots(4), bidding("bid 0; on odd; seal"), "Cat", AUCTION)
    other = watch(lots(9), bidding("bid 5; on even; seal"), "Cat", AUCTION)
    assert_same(one, other)


def test_nothing_tells_that_anybody_else_has_sealed_at_all(watch: Any) -> None:
    def sealed(watch: Watch) -> None:
        watch.play("Ann", "pass")
        watch.play("Ben", "bid 2; on odd; seal", "an hour")
        watch.asks_back()
        watch.stay_away()
        watch.play("Ann", "bid 1; on odd; seal")
        watch.asks_back()
        watch.pause("another hour")

    def unsealed(watch: Watch) -> None:
        watch.play("Ann", "pass")
        watch.pause("an hour")
        watch.asks_back()
        watch.stay_away()
        watch.play("Ann", "bid 1; on odd; seal")
        watch.asks_back()
        watch.play("Cat", "bid 4; on even; seal", "another hour")

    one, other = (watch(lots(4), course, "Ann", AUCTION) for course in (sealed, unsealed))
    assert_same(one, other)
    assert any(label.startswith("mail Your time is running out") for label, _ in one)


BANK = Chosen(0, bank_hours=120, increment_hours=12, cap_hours=168, weekends=True)


def second_lot(watch: Watch) -> None:
    """Play a round in which all make their first moves, so that the next one draws on their banks."""
    for name, text in (("Ann", "pass"), ("Ann", "bid 1; on odd; seal"), ("Ben", "bid 2; on odd; seal")):
        answer(watch.match, watch.users[name], text)
    watch.play("Cat", "bid 4; on even; seal")
    for name, text in (("Ann", "take"), ("Ben", "take"), ("Ben", "pass")):
        watch.play(name, text)


def test_neither_bank_nor_total_tells_that_anybody_else_has_sealed(watch: Any) -> None:
    def sealed(watch: Watch) -> None:
        second_lot(watch)
        watch.play("Ben", "bid 2; on odd; seal", "an hour")
        watch.pause("another hour")

    def unsealed(watch: Watch) -> None:
        second_lot(watch)
        watch.pause("an hour")
        watch.pause("another hour")

    one, other = (watch(lots(4), course, "Ann", AUCTION, clock=BANK) for course in (sealed, unsealed))
    assert_same(one, other)
    assert any("in the time bank" in told for _, told in one)


def test_a_vacation_that_the_site_has_taken_tells_nothing_of_a_sealed_move(watch: Any) -> None:
    """Ben, for whom one is taken, seals his bid or does not."""

    def course(sealed: bool) -> Course:
        def run(watch: Watch) -> None:
            watch.play("Ann", "pass")
            ben, now = watch.users["Ben"], timezone.now()
            Vacation.objects.create(user=ben, begins=now, ends=now + timedelta(days=3), automatic=True)
            vacations.update_matches(ben.pk)
            watch.look("Ben is away", whole=True)
            if sealed:
                watch.play("Ben", "bid 2; on odd; seal", "an hour")
            else:
                watch.pause("an hour")
            watch.look("still away", whole=True)
            watch.play("Ann", "bid 1; on odd; seal")
            watch.stay_away()

        return run

    one, other = (watch(lots(4), course(sealed), "Ann", AUCTION) for sealed in (True, False))
    assert_same(one, other)
    assert any("on vacation" in what for _, what in one)


def test_nothing_tells_that_somebody_is_composing(watch: Any) -> None:
    def plan(watch: Watch) -> None:
        watch.play("Ann", "pass")
        ben = watch.users["Ben"]
        play.save_plan(MATCH, ben.pk, "bid 5; on odd", seat(watch.match, ben).serial)
        watch.pause("an hour")

    def wait(watch: Watch) -> None:
        watch.play("Ann", "pass")
        watch.pause("an hour")

    one, other = (watch(lots(4), course, "Ann", AUCTION) for course in (plan, wait))
    assert_same(one, other)


def test_neither_a_pause_nor_a_wish_for_more_time_tells_who_has_sealed(watch: Any) -> None:
    """Ben asks for a pause and for more time, which Ann declines or agrees to, having sealed his bid or not."""

    def course(sealed: bool) -> Course:
        def run(watch: Watch) -> None:
            ben, cat = (watch.users[name].pk for name in ("Ben", "Cat"))
            watch.play("Ann", "pass")
            if sealed:
                watch.play("Ben", "bid 2; on odd; seal", "an hour")
            else:
                watch.pause("an hour")
            with pytest.raises(offers.BadOffer):
                offers.make(MATCH, ben, "time", 1)
            watch.say("offer/time", act="offer", days="1")
            offers.make(MATCH, ben, "pause", 2)
            watch.look("Ben has offered a pause")
            watch.say("offer/pause", act="decline")
            offers.make(MATCH, ben, "pause", 3)
            offers.make(MATCH, cat, "pause", 3, agreeing=True)
            watch.say("offer/pause", act="agree", days="3")
            watch.look("the clocks are paused", whole=True)
            serials = [each.serial for each in watch.match.seats.order_by("number")]
            offers.make(MATCH, ben, "cancel")
            offers.withdraw(MATCH, ben)
            assert [each.serial for each in watch.match.seats.order_by("number")] == serials
            watch.stay_away()

        return run

    one, other = (watch(lots(4), course(sealed), "Ann", AUCTION) for sealed in (True, False))
    assert_same(one, other)
    assert any("The clocks are paused until" in what for _, what in one)
    assert any("Ben has offered a pause of 2 days" in what for _, what in one)
