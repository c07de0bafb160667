"""Taking a move back while somebody moves: without the lock both are done, with it one of the two."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.core.models import Match
from games.core.services import play
from games.core.services.play import Receipt, Stale
from games.offers import services as offers
from games.offers.undo import BadOffer
from tests.games.concurrency.test_matches import at_once, no_broker, outcomes, with_lock, without_lock  # noqa: F401
from tests.games.tables import answer, begin, choices, duel, now, seat, texts

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def parried(ann: User, ben: User) -> tuple[Match, User, User, str]:
    """Somebody has parried and is still to act: the match, who that is, the other, and a move that may follow."""
    match = begin(ann, ben)
    who = duel(match)
    answer(match, who, "P")
    return now(match), who, ben if who == ann else ann, choices(match, who)[0]


def moving(match: Match, who: User, text: str) -> partial[Receipt]:
    return partial(play.submit, match.public_id, who.pk, text, seat(match, who).serial)


@pytest.fixture
def asked(parried: tuple[Match, User, User, str]) -> tuple[Match, partial[Receipt], partial[bool]]:
    """It is asked for: the match, the move that would end the offer, and the agreement."""
    match, who, other, text = parried
    offers.make(match.public_id, who.pk, "undo")
    return match, moving(match, who, text), partial(offers.make, match.public_id, other.pk, "undo", agreeing=True)


def test_without_the_lock_a_move_and_its_taking_back_run_into_each_other(
    asked: tuple[Match, partial[Receipt], partial[bool]], request: pytest.FixtureRequest
) -> None:
    match, move, agree = asked
    request.getfixturevalue("without_lock")
    found = at_once(move, agree)
    assert "IntegrityError" in outcomes(found)  # only the constraint has kept the log whole
    assert len(texts(match)) == match.ply + 1


def test_who_agrees_while_the_other_moves_takes_back_what_was_asked_or_nothing(
    asked: tuple[Match, partial[Receipt], partial[bool]], request: pytest.FixtureRequest
) -> None:
    match, move, agree = asked
    request.getfixturevalue("with_lock")
    moved, agreed = at_once(move, agree)
    if isinstance(moved, Stale):
        assert (agreed, texts(match)[-1]) == (True, f"!rollback {match.ply - 1}")
    else:
        assert (moved, type(agreed)) == (Receipt(match.ply + 1, False), Stale)
    assert len(texts(match)) == match.ply + 1
    assert [each.offer for each in match.seats.all()] == ["", ""]


def test_without_the_lock_an_offer_is_left_of_a_move_that_was_answered(
    parried: tuple[Match, User, User, str], request: pytest.FixtureRequest
) -> None:
    match, who, _, text = parried
    move = moving(match, who, text)
    request.getfixturevalue("without_lock")
    found = at_once(move, partial(offers.make, match.public_id, who.pk, "undo"))
    assert outcomes(found) == ["Receipt", "bool"]  # each was told that it is done


def test_who_asks_while_a_move_is_made_has_asked_before_it_or_not_at_all(
    parried: tuple[Match, User, User, str], request: pytest.FixtureRequest
) -> None:
    match, who, _, text = parried
    move = moving(match, who, text)
    request.getfixturevalue("with_lock")
    moved, made = at_once(move, partial(offers.make, match.public_id, who.pk, "undo"))
    assert moved == Receipt(match.ply + 1, False)
    assert made is False or isinstance(made, BadOffer)
    assert [each.offer for each in match.seats.all()] == ["", ""]
