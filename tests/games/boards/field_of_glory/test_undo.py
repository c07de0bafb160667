"""Taking a move back in Field of Glory: which moves, and what everybody then sees, is asked and is told."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Outbox, User
from games.core.models import Match, Seat, Snapshot
from games.core.reading import positions
from games.core.services.play import Stale
from games.offers import services as offers, undo
from games.offers.undo import BadOffer
from games.rules.game import dump
from tests.games.boards.field_of_glory.battles import battle, march
from tests.games.boards.field_of_glory.test_notices import body, sent
from tests.games.boards.field_of_glory.test_submit import ATTACKED, BLUE, DEFENDED, FULL_ATTACKED, OPENED, RED
from tests.games.browsing import signed_in
from tests.games.tables import answer, now, owing, seat, texts, turn

pytestmark = pytest.mark.django_db
ATTACK = ATTACKED[-1]


def fought(ann: User, ben: User, *moves: str) -> Match:
    match = battle(ann, ben, red=RED, blue=BLUE)
    march(match, *moves)
    return now(match)


def take_back(match: Match, asker: User, other: User) -> None:
    """Take a move back: one asks, and the other agrees."""
    assert offers.make(match.public_id, asker.pk, "undo") is False
    assert offers.make(match.public_id, other.pk, "undo", agreeing=True) is True


POSSIBLE = [
    (OPENED[:1], "Ann"),
    (ATTACKED, "Ann"),
    ((*FULL_ATTACKED, "withdraw MI3a; withdraw MI3b"), ""),
    (("draw",), ""),
    (("draw", "trim HI4a; trim HI4b; trim HI3a"), "Ann"),
    ((*ATTACKED, "stand MI3a; bonus none"), ""),
    (DEFENDED, ""),
]


@pytest.mark.parametrize(("moves", "asker"), POSSIBLE)
def test_what_drew_and_showed_nothing_may_be_taken_back(
    moves: tuple[str, ...], asker: str, ann: User, ben: User, noon: Any
) -> None:
    match = fought(ann, ben, *moves)
    may = [each.user.username for each in match.seats.all() if each.may_take_back(match)]
    assert may == ([asker] if asker else [])


@pytest.fixture
def attacked(ann: User, ben: User, noon: Any) -> Match:
    """Ann has attacked with a bonus card from her hand, and Ben is to answer."""
    return fought(ann, ben, *ATTACKED)


def test_an_attack_taken_back_leads_to_where_the_match_stood_before(attacked: Match, ann: User, ben: User) -> None:
    before = positions.walk(attacked, attacked.ply - 1, attacked.ply - 1).position
    serials = [seat(attacked, user).serial for user in (ann, ben)]
    take_back(attacked, ann, ben)
    after = now(attacked)
    assert texts(after)[-2:] == [ATTACK, f"!rollback {attacked.ply - 1}"]
    assert dump(positions.newest_position(after).position) == dump(before)
    assert owing(after) == ["Ann"]
    assert [each.offer for each in after.seats.all()] == ["", ""]
    assert [seat(after, user).serial for user in (ann, ben)] == [serial + 1 for serial in serials]
    Snapshot.objects.all().delete()
    assert dump(positions.newest_position(after).position) == dump(before)


def test_what_was_taken_back_answers_no_page_that_is_still_open(attacked: Match, ann: User, ben: User) -> None:
    asked, bens = seat(attacked, ann).serial - 1, seat(attacked, ben).serial
    assert answer(attacked, ann, ATTACK, asked).repeated
    take_back(attacked, ann, ben)
    for user, text, expected in ((ann, ATTACK, asked), (ann, ATTACK, asked + 1), (ben, "stand MI3a; bonus none", bens)):
        with pytest.raises(Stale):
            answer(attacked, user, text, expected)
    again = answer(attacked, ann, ATTACK)
    assert (again.ply, again.repeated, owing(attacked)) == (attacked.ply + 2, False, ["Ben"])


def test_the_pages_show_the_match_as_before_and_say_what_happened(attacked: Match, ann: User, ben: User) -> None:
    take_back(attacked, ann, ben)
    anns, bens = (signed_in(user).get(attacked.get_absolute_url()) for user in (ann, ben))
    assert anns.context["page"].news.since_last[0] == "Your last move was taken back."
    assert "Ben places Medium Infantry in column 3" in " ".join(anns.context["page"].news.since_last)
    assert bens.context["page"].news.since_last == ["Ann’s last move was taken back."]
    assert (bens.context["page"].news.news, bens.context["page"].view.fight) == ([], None)
    assert [line.text for line in bens.context["page"].log.lines][-1] == "Ann’s last move was taken back."
    new = [[line.ply for line in page.context["page"].log.lines if line.new] for page in (anns, bens)]
    assert new == [[27, 28, 30], [30]]
    past = signed_in(ben).get(f"{attacked.get_absolute_url()}{attacked.ply + 1}/")
    assert past.context["page"].view.fight is None
    assert signed_in(ben).get(f"{attacked.get_absolute_url()}{attacked.ply}/").context["page"].view.fight is not None


def test_a_move_may_be_taken_back_once_until_another_is_made(attacked: Match, ann: User, ben: User) -> None:
    take_back(attacked, ann, ben)
    with pytest.raises(BadOffer, match=r"^Your last move has already been taken back\. Only a moderator can"):
        offers.make(attacked.public_id, ann.pk, "undo")
    with pytest.raises(BadOffer, match=r"^Your last move has been answered, so you can’t take it back any more\.$"):
        offers.make(attacked.public_id, ben.pk, "undo")
    answer(attacked, ann, ATTACK)
    assert offers.make(attacked.public_id, ann.pk, "undo") is False


def test_who_asked_is_told_by_the_notice_of_the_turn_and_the_other_of_nothing_that_is_undone(
    attacked: Match, ann: User, ben: User, noon: Any
) -> None:
    bens = turn(attacked, ben).key
    take_back(attacked, ann, ben)
    letters = sent(noon)
    assert list(letters) == ["ann"]
    assert letters["ann"].subject == "Your turn: Field of Glory: The Card Game against Ben"
    assert "- Your last move was taken back." in body(letters["ann"])
    assert Outbox.objects.get(kind="turn", key=bens).status == "obsolete"


def test_a_house_opponent_agrees_at_once_but_only_so_often(attacked: Match, ann: User, ben: User) -> None:
    Seat.objects.filter(user=ben).update(house=True)
    for _ in range(undo.MAX_UNDONE):
        assert offers.make(attacked.public_id, ann.pk, "undo") is True
        answer(attacked, ann, ATTACK)
    with pytest.raises(BadOffer, match=r"^No more takebacks: the limit is 50 per match\. Keep playing\.$") as told:
        offers.make(attacked.public_id, ann.pk, "undo")
    assert told.value.status == 409
    assert owing(attacked) == ["Ben"]
