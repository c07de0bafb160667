"""What the first letter about a match says: whose the reader's share of chance is, and that the match has begun."""

from __future__ import annotations

import pytest
import time_machine

from accounts.models import Outbox, User
from games.core.models import Match, Seat
from games.core.services import play
from games.seeks import services as seeks
from games.seeks.fit import Wish
from tests.games.core.notices.test_notices import body, sent

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
BY_SITE = "The site drew your random number, as well as the sealed secret behind every random draw."
OPENED = "When the match is over, we’ll reveal the secret"


def found(ann: User, ben: User) -> Match:
    """Return a match that the site has found for both."""
    wish = Wish("en-garde", 3, 3, near=False)
    seeks.ask(ann, wish)
    made = seeks.find_opponent(seeks.ask(ben, wish).pk)
    assert made is not None
    return made


def html(letter: object) -> str:
    return str(letter.alternatives[0][0])  # type: ignore[attr-defined]  # as mails of Django have them


def of_chance(letter: object) -> list[str]:
    """Return what it says between the seal and what is done with it."""
    lines = body(letter)
    begin = next(number for number, line in enumerate(lines) if line.startswith("Fairness seal:"))
    end = next(number for number, line in enumerate(lines) if line.startswith(OPENED))
    return lines[begin + 1 : end]


def test_where_the_site_has_found_the_match_both_read_that_it_drew_all(ann: User, ben: User, noon: Time) -> None:
    match, letters = found(ann, ben), sent(noon)
    for seat in Seat.objects.filter(match=match).select_related("user"):
        letter = letters[seat.user.username.lower()]
        assert of_chance(letter) == [f"Your random number: {seat.entropy}", BY_SITE]
        assert html(letter).count(BY_SITE) == 1


def test_where_browsers_gave_the_shares_the_letter_says_nothing_else(match: Match, ben: User, noon: Time) -> None:
    Seat.objects.filter(match=match, user=ben).update(entropy_source="server")
    letters = sent(noon)
    assert [len(of_chance(letters[name])) for name in ("ann", "ben")] == [1, 2]
    assert [html(letters[name]).count(BY_SITE) for name in ("ann", "ben")] == [0, 1]


def test_anyone_who_has_taken_a_seat_over_has_no_share(match: Match, ben: User, noon: Time) -> None:
    Seat.objects.filter(match=match, user=ben).update(entropy_source="server", taken_ply=0)
    letter = sent(noon)["ben"]
    assert (of_chance(letter), BY_SITE in html(letter)) == ([], False)


@pytest.mark.parametrize(
    ("language", "share", "by_site"),
    [
        ("de", "Deine Zufallszahl: ", "Deine Zufallszahl hat die Website erzeugt, ebenso wie das "),
        (
            "it",
            "Il tuo numero casuale: ",
            "Il sito ha generato sia il tuo numero casuale sia il segreto ",
        ),
    ],
)
def test_it_says_so_in_other_languages(
    language: str, share: str, by_site: str, ann: User, ben: User, noon: Time
) -> None:
    User.objects.update(language=language)
    found(ann, ben)
    lines = body(sent(noon)["ann"])
    said = next(number for number, line in enumerate(lines) if line.startswith(share))
    assert lines[said + 1].startswith(by_site)


def test_that_a_match_has_begun_is_told_only_while_it_runs(match: Match, ann: User, noon: Time) -> None:
    play.resign(match.public_id, ann.pk)
    found = sent(noon)

    assert {name: letter.subject for name, letter in found.items()} == {
        "ann": "You lost – En Garde with Ben",
        "ben": "You won – En Garde with Ann",
    }
    assert Outbox.objects.get(kind="start").status == Outbox.Status.OBSOLETE
