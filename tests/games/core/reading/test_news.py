"""What has happened since a seat's last move, as it is kept with the seat."""

import pytest
from django.db import transaction
from django.utils import translation

from accounts.models import User
from games.core.models import Seat
from games.core.reading import log, news
from games.core.reading.voice import SiteVoice
from games.core.services import entries
from games.core.services.locked import LockedMatch
from games.rules import registry
from tests.games.tables import AUCTION, answer, begin, next_user, play_on, seat

pytestmark = pytest.mark.django_db


def said(each: Seat, seats: list[Seat]) -> str:
    return news.said(each, SiteVoice.of(seats))


@pytest.mark.parametrize("slug", registry.slugs())
def test_it_is_what_the_match_page_tells_first(slug: str, ann: User, ben: User, cat: User) -> None:
    users = (ann, ben, cat)[: registry.current(slug).meta.seats]
    match = begin(*users, game=slug)
    heard = set()
    for _ in range(30):
        if next_user(match) is None:
            break
        match = play_on(match, 1)
        seats = [*match.seats.select_related("user")]
        for each in seats:
            told = log.since_last_move(match, each, SiteVoice.of(seats))
            assert said(each, seats) == (told[0] if told else "")
            heard.add(said(each, seats))
    assert len(heard) > 3


def test_an_own_move_makes_all_before_it_old_and_another_language_says_it_too(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    answer(match, ann, "F1")
    mine, theirs = (seat(match, user) for user in (ann, ben))
    seats = [mine, theirs]
    assert (said(mine, seats), said(theirs, seats)) == ("", "Ann advances 1 to space 2.")
    with translation.override("de"):
        assert said(theirs, seats) == "Ann rückt um 1 auf Feld 2 vor."
    play_on(match, 1)
    assert said(seat(match, ben), seats) == ""


def test_a_sealed_answer_of_another_changes_nothing(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, cat, game=AUCTION)
    answer(match, ann, "pass")
    before = seat(match, cat).news
    answer(match, ben, "bid 2; on odd; seal")
    assert seat(match, cat).news == before


def test_a_move_that_was_taken_back_is_news_no_more(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    answer(match, ann, "F1")
    with transaction.atomic():
        entries.roll_back(LockedMatch.lock(pk=match.pk), 0)
    seats = [seat(match, user) for user in (ann, ben)]
    assert [said(each, seats) for each in seats] == [
        "Your last move was taken back.",
        "Ann’s last move was taken back.",
    ]


@pytest.mark.parametrize("kept", [{}, [], {"weight": 1}, {"weight": 1, "sentence": {"type": "Sentence", "old": 1}}, 7])
def test_what_cannot_be_read_says_nothing(kept: object) -> None:
    assert news.said(Seat(news=kept), SiteVoice()) == ""
