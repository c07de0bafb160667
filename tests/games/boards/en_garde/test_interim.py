"""What the page of En Garde says of a round that has just ended, to each of both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.boards.about import Interim, Shown
from games.boards.en_garde.board import _interim
from games.core.models import Match
from games.core.reading import positions
from games.core.services import play
from games.rules.en_garde.events import Advanced, HandsShown, RoundDrawn, RoundStarted, RoundWon
from games.rules.game import Event
from tests.games.browsing import signed_in, told
from tests.games.tables import attack, begin, choices, next_user, now, play_on

ANN, BEN = 0, 1
SEATS = [{"number": ANN, "name": "Ann"}, {"number": BEN, "name": "Ben"}]
HANDS = HandsShown(((1, 2), (4, 4, 5)), 4)


def interim(recent: Sequence[Event], me: int = ANN, **given: Any) -> Interim | None:
    return _interim(Shown(None, me, SEATS, recent=recent, **given))


def test_the_loser_reads_that_he_lost_and_the_winner_that_he_won() -> None:
    recent = [HANDS, RoundWon(BEN, 1, "comparison-hand", (0, 1)), RoundStarted(2, ANN), Advanced(BEN, 1, 22)]
    assert interim(recent, ANN) == ("lost", "You lost round 1: Ben had two 4s, you had none. Score: 0–1.")
    assert interim(recent, BEN) == ("won", "You won round 1: you had two 4s, Ann had none. Score: 1–0.")


def test_a_drawn_round_is_neither_and_of_two_rounds_the_later_counts() -> None:
    drawn = ("drawn", "Round 2 is drawn: both fencers are equally far forward.")
    assert interim([RoundWon(ANN, 1, "hit", (1, 0)), RoundDrawn(2)]) == drawn


def test_there_is_none_before_a_round_has_ended_for_watchers_at_earlier_entries_and_at_the_end() -> None:
    ended = [RoundWon(ANN, 1, "hit", (1, 0))]
    assert interim(ended) == ("won", "You won round 1 with a hit. Score: 1–0.")
    assert interim([Advanced(ANN, 1, 2)]) is None
    for given in ({"watching": True}, {"is_past": True}, {"is_over": True}):
        assert interim(ended, **given) is None


def lines(match: Match, user: User) -> list[tuple[str, str]]:
    """Return the outcome, as a class of the line above the board, and how the line begins."""
    page = told(signed_in(user).get(match.get_absolute_url()))
    found = r'<details class="since over interim (\w+)" name="over">\s*<summary><strong>(.*?)</strong>'
    return re.findall(found, page)


@pytest.mark.django_db
def test_both_pages_say_it_first_until_their_reader_has_moved(ann: User, ben: User) -> None:
    match = begin(ann, ben, rounds=3)
    while not (ended := positions.newest_position(now(match)).position.state.last_round):
        play_on(match, 1, choose=attack)
    assert ended.winner is not None
    winner, loser = (ann, ben) if ended.winner == ANN else (ben, ann)
    ((outcome, won),) = lines(match, winner)
    assert (outcome, won[:15], won[-11:]) == ("won", "You won round 1", "Score: 1–0.")
    ((outcome, lost),) = lines(match, loser)
    assert (outcome, lost[:16], lost[-11:]) == ("lost", "You lost round 1", "Score: 0–1.")
    mover = next_user(match)
    assert mover is not None
    play_on(match, 1, choose=lambda match, user: choices(match, user)[0])
    assert lines(match, mover) == []
    assert len(lines(match, ann if mover == ben else ben)) == 1
    play.resign(match.public_id, ann.pk)
    assert lines(match, ann) == lines(match, ben) == []
    assert "since over" not in told(Client().get(match.get_absolute_url()))
