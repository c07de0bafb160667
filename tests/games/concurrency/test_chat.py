"""Two requests at the same time, on real connections: offers, rematches, and what ends a match."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine, Match
from games.core.services import play
from games.core.services.play import Receipt, Stale
from games.offers import services as offers
from games.rematch.services import rematch
from games.rules.errors import GameOver
from tests.games.concurrency.test_matches import Job, at_once, no_broker, outcomes, submitting, with_lock, without_lock
from tests.games.tables import begin, now, owing, texts

__all__ = ["no_broker", "with_lock", "without_lock"]  # fixtures
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def duel(ann: User, ben: User) -> Match:
    return begin(ann, ben)


@pytest.fixture
def offered(duel: Match, ann: User) -> Match:
    """Return a match in which Ann has offered a draw."""
    offers.make(duel.public_id, ann.pk, "draw")
    return duel


@pytest.fixture
def pausing(duel: Match, ann: User) -> Match:
    """A match in which Ann has offered a pause of three days."""
    offers.make(duel.public_id, ann.pk, "pause", 3)
    return duel


def offering(match: Match, user: User, kind: str = "draw", days: int = 0, *, agreeing: bool = False) -> Job:
    return partial(offers.make, match.public_id, user.pk, kind, days, agreeing=agreeing)


def standing(match: Match) -> list[str]:
    return [each.offer for each in match.seats.order_by("number")]


def test_without_the_lock_two_offers_pass_each_other(duel: Match, ann: User, ben: User, without_lock: None) -> None:
    assert at_once(offering(duel, ann), offering(duel, ben)) == [False, False]
    assert (texts(duel), now(duel).status) == ([], "playing")


def test_of_two_who_offer_the_same_at_once_one_is_told_of_the_other(
    duel: Match, ann: User, ben: User, with_lock: None
) -> None:
    found = at_once(offering(duel, ann), offering(duel, ben))
    assert sorted(map(type, found), key=str) == [bool, Stale]
    assert (texts(duel), now(duel).status, sorted(standing(duel))) == ([], "playing", ["", "draw"])


def test_two_who_offer_different_things_at_once_have_not(duel: Match, ann: User, ben: User, with_lock: None) -> None:
    assert at_once(offering(duel, ann), offering(duel, ben, "cancel")) == [False, False]
    assert (texts(duel), standing(duel)) == ([], ["draw", "cancel"])


def test_an_offer_during_the_others_move_loses_neither(duel: Match, ann: User, ben: User, with_lock: None) -> None:
    found = at_once(submitting(duel, ann, "F3"), offering(duel, ben))
    assert found == [Receipt(1, False), False]
    assert (texts(duel), owing(duel), standing(duel)) == (["F3"], ["Ben"], ["", "draw"])


def test_an_offer_while_the_other_resigns_is_made_before_or_refused(
    duel: Match, ann: User, ben: User, with_lock: None
) -> None:
    resigned, offered = at_once(partial(play.resign, duel.public_id, ann.pk), offering(duel, ben))
    assert resigned is None
    assert offered is False or isinstance(offered, GameOver)
    assert (texts(duel), standing(duel)) == (["!resign 0"], ["", ""])


def test_agreeing_while_the_offer_is_withdrawn_agrees_before_or_not_at_all(
    offered: Match, ann: User, ben: User, with_lock: None
) -> None:
    withdrawn, agreed = at_once(
        partial(offers.withdraw, offered.public_id, ann.pk), offering(offered, ben, agreeing=True)
    )
    if agreed is True:
        assert (isinstance(withdrawn, GameOver), texts(offered)) == (True, ["!draw"])
    else:
        assert (withdrawn, isinstance(agreed, Stale), texts(offered)) == (None, True, [])
    assert standing(offered) == ["", ""]


def test_a_pause_agreed_to_twice_at_once_is_one_pause(pausing: Match, ben: User, with_lock: None) -> None:
    before = pausing.turns.get().deadline
    found = at_once(*[offering(pausing, ben, "pause", 3, agreeing=True)] * 2)
    assert (outcomes(found), standing(pausing)) == (["Stale", "bool"], ["", ""])
    moved = pausing.turns.get()
    assert (moved.revision, moved.counted_from) == (1, now(pausing).paused_until)
    assert timedelta(days=3) <= moved.deadline - before < timedelta(days=3, minutes=1)


def test_a_pause_withdrawn_while_it_is_agreed_to_is_whole_or_not_at_all(
    pausing: Match, ann: User, ben: User, with_lock: None
) -> None:
    withdrawn, agreed = at_once(
        partial(offers.withdraw, pausing.public_id, ann.pk), offering(pausing, ben, "pause", 3, agreeing=True)
    )
    stands = now(pausing).paused_until is not None
    assert withdrawn is None
    assert (agreed is True, pausing.turns.get().revision) == (stands, int(stands))
    assert isinstance(agreed, Stale) is not stands
    assert standing(pausing) == ["", ""]


def test_agreeing_while_the_other_resigns_ends_the_match_once(
    offered: Match, ann: User, ben: User, with_lock: None
) -> None:
    found = at_once(partial(play.resign, offered.public_id, ann.pk), offering(offered, ben, agreeing=True))
    assert "GameOver" in outcomes(found)
    assert len(texts(offered)) == 1


def test_two_who_ask_for_a_rematch_at_once_get_one(duel: Match, ann: User, ben: User) -> None:
    play.resign(duel.public_id, ann.pk)
    one, other = at_once(*[partial(rematch, duel.public_id, user) for user in (ann, ben)])
    assert one == other
    assert duel.rematches.count() == 1


def test_one_line_sent_twice_at_once_is_one_line(duel: Match, ann: User) -> None:
    found = at_once(*[partial(chat.say, duel.public_id, ann, "Hello")] * 2)
    assert found[0] == found[1]
    assert ChatLine.objects.count() == 1
