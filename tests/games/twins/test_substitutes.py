"""Twins in which a seat changes hands while the others answer in secret.

Nothing tells the player who gives it away, nor the one who takes it over, whether another has sealed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.db import transaction
from django.utils import timezone

from accounts.models import Outbox, User
from games.core.documents import archive
from games.core.models import Match, Seat, Turn
from games.offers import services as offers
from games.rules.errors import RulesError
from games.substitutes import services as substitutes
from tests.games.conftest import NOON
from tests.games.rows.doors_substitutes import seek
from tests.games.tables import AUCTION, answer, begin, seat
from tests.games.twins import MATCH, Watch, assert_same, fixed
from tests.games.twins.test_twin import BANK, lots, second_lot
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db]

Seen = list[tuple[str, str]]
TOKEN = re.compile(r"/t/([^/\s]+)/")


class Reader(Watch):
    """One twin as a reader sees it who has no seat before the seat changes hands, or none after it."""

    def page(self) -> None:
        self.get(f"/m/{MATCH}/?log=all")
        self.get(f"/m/{MATCH}/stamp")
        for name, document in archive.archive_documents(self.viewer):
            self.note(f"archive {name}", document.decode())


@pytest.fixture
def handed_over(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> Callable[[User, bool], Seen]:
    """Play one twin in which Dan takes over Ann's seat, after Ben has sealed a bid or has not. Return all that reached
    its reader."""
    dan = person("Dan")

    def run(reader: User, sealed: bool) -> Seen:
        noon.move_to(NOON)
        with transaction.atomic():
            with fixed(lots(4)):
                match = begin(ann, ben, cat, game=AUCTION, public_id=MATCH)
            watch = Reader(match, [ann, ben, cat, dan], reader, noon, briefly=True)
            watch.play("Ann", "pass")
            if sealed:
                watch.play("Ben", "bid 2; on odd; seal", "an hour")
            else:
                watch.pause("an hour", whole=False)
            seek(match, ann, deserted=False)
            noon.shift(timedelta(hours=1))
            substitutes.take_seat(MATCH, dan)
            watch.look("Dan has taken the seat over")
            watch.pause("an hour later")
            transaction.set_rollback(True)
        return watch.seen

    return run


@pytest.fixture(params=["Ann", "Dan"])
def reader(request: pytest.FixtureRequest, ann: User) -> User:
    """The player who gives the seat away, and the one who takes it over."""
    return ann if request.param == "Ann" else User.objects.get(username="Dan")


def test_nothing_tells_that_another_player_has_sealed(handed_over: Callable[[User, bool], Seen], reader: User) -> None:
    one, other = (handed_over(reader, sealed) for sealed in (True, False))
    assert_same(one, other)


def test_the_link_in_the_letter_counts_entries_as_its_reader_does(handed_over: Any) -> None:
    """A link is signed, not encrypted: you can read what it says."""
    found = handed_over(User.objects.get(username="Dan"), True)
    letters = [what for label, what in found if label.startswith("mail Your turn")]
    (token,) = {token for letter in letters for token in TOKEN.findall(letter)}
    assert signing.loads(token, salt="games.play_links")[1:3] == [MATCH, 2]


@pytest.mark.parametrize("name", ["Ann", "Cat"])
def test_neither_bank_nor_total_tells_whether_the_seat_that_changes_hands_had_sealed(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller, name: str
) -> None:
    """Ben leaves. What his seat has left is shown to the others as when it was asked, not as Dan gets it."""
    dan = person("Dan")

    def run(sealed: bool) -> Seen:
        noon.move_to(NOON)
        with transaction.atomic():
            with fixed(lots(4)):
                match = begin(ann, ben, cat, game=AUCTION, public_id=MATCH, clock=BANK)
            watch = Reader(match, [ann, ben, cat, dan], User.objects.get(username=name), noon, briefly=True)
            second_lot(watch)
            if sealed:
                watch.play("Ben", "bid 2; on odd; seal", "an hour")
            else:
                watch.pause("an hour", whole=False)
            seek(match, ben, deserted=False)
            noon.shift(timedelta(hours=1))
            substitutes.take_seat(MATCH, dan)
            watch.look("Dan has taken the seat over")
            watch.pause("an hour later")
            transaction.set_rollback(True)
        return watch.seen

    one, other = (run(sealed) for sealed in (True, False))
    assert_same(one, other)


@pytest.mark.parametrize("name", ["Ann", "Ben"])
@pytest.mark.parametrize("hours", [6, 7, 12])
def test_whether_a_seat_can_be_handed_over_tells_nothing_of_a_sealed_answer(
    auction: Match, ann: User, ben: User, noon: time_machine.Traveller, name: str, hours: int
) -> None:
    """Each has 30 hours left in all and the match 77, when Ben seals after an hour, or does not."""
    answer(auction, ann, "pass")
    total, begun = timedelta(hours=30), timezone.now()
    Turn.objects.filter(match=auction).update(last_moment=begun + total)
    Seat.objects.filter(match=auction).update(known_total=total)
    Match.objects.filter(pk=auction.pk).update(last_moment=begun + timedelta(hours=77))
    asking = User.objects.get(username=name).pk

    def refusal(sealed: bool) -> str:
        noon.move_to(begun + timedelta(hours=1))
        with transaction.atomic():
            if sealed:
                answer(auction, ben, "bid 2; on odd; seal")
            noon.move_to(begun + timedelta(hours=hours))
            try:
                offers.make(auction.public_id, asking, "seat")
                found = ""
            except RulesError as error:
                found = error.sentence.template
            transaction.set_rollback(True)
        return found

    assert refusal(True) == refusal(False)


@pytest.mark.parametrize("offering", ["Ann", "Ben"])
def test_how_many_letters_tell_of_an_offer_says_nothing_of_a_sealed_answer(
    auction: Match, ann: User, ben: User, offering: str
) -> None:
    """Somebody asks to hand the seat over, withdraws that, and asks again. Ben has sealed in between, or has not."""

    def letters(sealed: bool) -> int:
        with transaction.atomic():
            asking = User.objects.get(username=offering).pk
            answer(auction, ann, "pass")
            offers.make(auction.public_id, asking, "seat")
            offers.withdraw(auction.public_id, asking)
            if sealed:
                answer(auction, ben, "bid 2; on odd; seal")
            offers.make(auction.public_id, asking, "seat")
            found = Outbox.objects.filter(kind="offer", recipient__username="Cat").count()
            transaction.set_rollback(True)
        return found

    assert letters(True) == letters(False) == 1


@pytest.mark.parametrize("hours", [8, 12, 20])
def test_the_time_of_a_substitute_tells_nothing_of_a_sealed_answer(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller, hours: int
) -> None:
    """Each has 30 hours left in all and the match 90, when Ben seals after an hour, or does not."""
    dan = person("Dan")
    with fixed(lots(4)):
        match = begin(ann, ben, cat, game=AUCTION, public_id=MATCH)
    answer(match, ann, "pass")
    total, begun = timedelta(hours=30), timezone.now()
    Turn.objects.filter(match=match).update(last_moment=begun + total)
    Seat.objects.filter(match=match).update(known_total=total)
    Match.objects.filter(pk=match.pk).update(last_moment=begun + 3 * total)

    def left(sealed: bool) -> object:
        noon.move_to(begun + timedelta(hours=1))
        with transaction.atomic():
            if sealed:
                answer(match, ben, "bid 2; on odd; seal")
            seek(match, ann, deserted=False)
            noon.move_to(begun + timedelta(hours=hours))
            substitutes.take_seat(match.public_id, dan)
            found = Turn.objects.get(match=match, user=dan)
            got = found.deadline, found.last_moment, seat(match, dan).total_left
            transaction.set_rollback(True)
        return got

    assert left(True) == left(False)
