"""A match that its rules do not end: the house ends it as a draw, once as many moves stand as its game can have."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from django.db import transaction

from accounts.models import Outbox, User
from games.core.documents import records
from games.core.models import Match
from games.core.services import play
from games.offers import services as offers
from games.rules import verify
from games.rules.en_garde.game import EnGarde
from tests.games.browsing import signed_in
from tests.games.tables import answer, choices, duel, next_user, now, play_on, seat, texts

pytestmark = pytest.mark.django_db
Bounded = Callable[[int], None]


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> Bounded:
    """Says how many moves a match of En Garde can have."""

    def bound(moves: int) -> None:
        monkeypatch.setattr(EnGarde, "meta", msgspec.structs.replace(EnGarde.meta, bound=moves))

    return bound


def test_the_last_move_that_a_match_can_have_ends_it_as_a_draw(match: Match, bounded: Bounded) -> None:
    bounded(6)
    play_on(match, 5)
    assert now(match).status == Match.Status.PLAYING
    ended = play_on(match, 1)
    assert (ended.status, ended.result, ended.ply) == (Match.Status.OVER, {"reason": "bound"}, 7)
    assert texts(match)[-1] == "!bound"
    assert list(ended.seats.values_list("outcome", "score")) == [("level", None)] * 2
    assert not ended.turns.exists()


def test_the_move_that_did_it_is_answered_as_any_other_and_once(match: Match, ann: User, bounded: Bounded) -> None:
    bounded(1)
    serial, move = seat(match, ann).serial, choices(match, ann)[0]
    assert answer(match, ann, move) == (1, False)
    assert play.submit(match.public_id, ann.pk, move, serial) == (1, True)
    assert texts(match) == [move, "!bound"]


def test_its_record_verifies_and_says_how_it_ended(match: Match, bounded: Bounded) -> None:
    bounded(3)
    record = records.finished_record(play_on(match))
    verify.check(record)
    verify.replay(record)
    assert record.result is not None
    assert record.result.reason == "bound"


def test_its_page_and_letter_say_why(match: Match, ann: User, ben: User, bounded: Bounded) -> None:
    bounded(2)
    play_on(match)
    for user in (ann, ben):
        page = signed_in(user).get(match.get_absolute_url()).content.decode()
        assert "The match is a draw: it reached the maximum number of moves." in page
    told = Outbox.objects.filter(kind="end").values_list("recipient__username", flat=True)
    assert set(told) == {"Ann", "Ben"}


def test_moves_that_were_taken_back_do_not_count(match: Match, ann: User, ben: User, bounded: Bounded) -> None:
    who = duel(match)
    answer(match, who, "P")
    stood = now(match).ply
    other = ben if who == ann else ann
    offers.make(match.public_id, who.pk, "undo")
    offers.make(match.public_id, other.pk, "undo", agreeing=True)
    bounded(stood + 1)
    answer(match, who, "P")
    assert (now(match).ply, now(match).status) == (stood + 2, Match.Status.PLAYING)
    user = next_user(match)
    assert user is not None
    play_on(match, 1)
    assert (texts(match)[-1], now(match).ply) == ("!bound", stood + 4)


def test_a_match_that_ends_with_its_last_possible_move_ends_by_its_rules(match: Match, bounded: Bounded) -> None:
    with transaction.atomic():
        moves = play_on(match).ply
        transaction.set_rollback(True)
    bounded(moves)
    ended = play_on(match)
    assert ended.result is not None
    assert ended.result["reason"] == "points"
    assert "!bound" not in texts(match)
