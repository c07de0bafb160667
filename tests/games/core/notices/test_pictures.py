"""What mails draw of a match: what their reader's page shows, and nothing where a game draws nothing."""

from __future__ import annotations

import re
from html import unescape

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from accounts import outbox
from accounts.models import User
from games.core.models import Match
from games.core.notices import pictures
from games.core.reading.seen import Seen
from games.rules import registry
from tests.games.tables import answer, begin, now, play_on

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DRAWN = ["en-garde", "fantasy-dice-battles", "field-of-glory"]

HEAVIEST = 100_000
"""Bytes of a mail, as it is sent."""


def picture(match: Match, viewer: int) -> str:
    """Return the text of the picture, in one line."""
    seats = match.seats.select_related("user")
    drawn = pictures.email_picture(Seen.now(match, seats, viewer))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", drawn)).split())


def test_the_mail_of_a_turn_holds_the_picture_above_the_button(match: Match, noon: Time) -> None:
    noon.shift(60)
    outbox.deliver_due()
    letter = next(letter for letter in mail.outbox if letter.to == ["ann@example.org"])
    html = str(letter.alternatives[0][0])  # type: ignore[attr-defined]
    assert html.index("▶") < html.index("◀") < html.index("padding:12px 28px")


def test_en_garde_is_drawn_with_score_piste_and_the_readers_cards(match: Match, ann: User) -> None:
    assert picture(match, 0) == "Ann 0 0 Ben ▶ ◀ 1 12 23 22 spaces apart My hand 1 2 3 4 5"
    assert picture(match, 1) == "Ann 0 0 Ben ▶ ◀ 1 12 23 22 spaces apart My hand 1 1 3 3 3"
    answer(match, ann, "F3")
    assert picture(now(match), 1) == "Ann 0 0 Ben ▶ ◀ 1 4 12 23 19 spaces apart My hand 1 1 3 3 3"


@pytest.mark.parametrize("game", DRAWN)
def test_nothing_in_a_picture_is_wider_than_a_phone_or_a_line_of_a_mail(game: str, ann: User, ben: User) -> None:
    match = play_on(begin(ann, ben, game=game), 30)
    seats = match.seats.select_related("user")
    for viewer in (0, 1):
        drawn = pictures.email_picture(Seen.now(match, seats, viewer))
        assert drawn
        assert max(map(len, drawn.splitlines())) < 998  # a longer one would be folded
        assert all(int(width) <= 48 for width in re.findall(r'width="(\d+)"', drawn))
        assert "Ann" in drawn
        assert "Ben" in drawn


@pytest.mark.parametrize("game", DRAWN)
def test_the_mail_of_a_turn_is_light_and_says_all_in_words_too(game: str, ann: User, ben: User, noon: Time) -> None:
    play_on(begin(ann, ben, game=game), 30)
    noon.shift(3600)
    outbox.deliver_due()
    letters = [letter for letter in mail.outbox if isinstance(letter, EmailMultiAlternatives)]
    assert letters
    for letter in letters:
        assert len(letter.message().as_bytes()) <= HEAVIEST
        assert re.search(r"http://testserver/[mt]/", str(letter.body))
        assert letter.attachments == []  # the board is drawn in the mail itself, so that blocked pictures lack nothing


@pytest.mark.parametrize("game", ["fantasy-dice-battles", "field-of-glory"])
def test_nothing_is_drawn_before_there_is_a_position(game: str, ann: User, ben: User) -> None:
    assert picture(begin(ann, ben, game=game), 0) == ""


def test_a_game_without_a_picture_is_told_in_words_alone(auction: Match) -> None:
    assert picture(auction, 0) == ""


def test_each_of_our_games_draws_itself() -> None:
    assert sorted(pictures.PICTURES) == [slug for slug in sorted(registry.PACKAGES) if slug in DRAWN]
