"""The coach beside a match: to whom it speaks, from what, and how it is silenced."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Preferences, User
from games.core.models import Match
from games.core.models.seat import FIRST_MATCHES
from games.core.services import play
from tests.games.browsing import HTMX, signed_in, told
from tests.games.tables import answer, begin, play_link

pytestmark = pytest.mark.django_db
LINE = re.compile(r'<div class="coach"><p>(.*?)</p>', re.DOTALL)


def line(client: Client, address: str, **more: Any) -> str:
    """Return what the coach says on a page; empty for nothing."""
    found = LINE.search(told(client.get(address, **more)))
    return re.sub(r"<strong.*?</strong>", "", found[1]).strip() if found else ""


def practise(ann: User, ben: User, matches: int) -> None:
    """Let both finish so many matches."""
    for number in range(matches):
        play.resign(begin(ann, ben, public_id=f"practice{number:02}").public_id, ben.pk)


def test_the_coach_speaks_to_the_seat_that_is_asked_and_to_nobody_else(match: Match, ann: User, ben: User) -> None:
    address = match.get_absolute_url()
    assert line(signed_in(ann), address).startswith("You’re 22 apart, too far for a hit next turn.")
    assert line(signed_in(ann), address, headers=HTMX) == line(signed_in(ann), address)
    assert line(signed_in(ben), address) == ""
    answer(match, ann, "F1")
    assert (line(signed_in(ann), address), line(signed_in(ben), address)[:16]) == ("", "You’re 21 apart,")


def test_it_says_nothing_of_earlier_moves_nor_by_a_link_nor_once_all_is_over(
    match: Match, ann: User, ben: User
) -> None:
    assert line(signed_in(ann), f"{match.get_absolute_url()}0/") == ""
    assert line(Client(), f"/t/{play_link(match, ann)}/") == ""
    play.resign(match.public_id, ben.pk)
    for address in (match.get_absolute_url(), f"{match.get_absolute_url()}?eyes=all"):
        assert line(signed_in(ann), address) == ""
        assert "the coach" not in told(signed_in(ann).get(address))


def test_it_falls_silent_by_itself_after_the_first_matches_of_a_game(match: Match, ann: User, ben: User) -> None:
    practise(ann, ben, FIRST_MATCHES - 1)
    assert line(signed_in(ann), match.get_absolute_url())
    practise_one = begin(ann, ben, public_id="lastofthem")
    play.resign(practise_one.public_id, ben.pk)
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    assert line(signed_in(ann), match.get_absolute_url()) == ""
    other = begin(ann, ben, game="field-of-glory", public_id="othergame1")
    assert line(signed_in(ann), other.get_absolute_url())


def test_it_says_once_that_it_falls_silent_and_how_to_call_it_back(match: Match, ann: User, ben: User) -> None:
    practise(ann, ben, FIRST_MATCHES)
    address = match.get_absolute_url()
    assert line(signed_in(ann), address).startswith("You’ve finished three matches of this game, so I fall silent.")
    assert "Silence the coach" not in told(signed_in(ann).get(address))
    assert line(signed_in(ben), address) == ""
    answer(match, ann, "F1")
    assert line(signed_in(ben), address).startswith("You’ve finished three matches")
    answer(match, ben, "F1")
    assert line(signed_in(ann), address) == ""
    later = begin(ann, ben, public_id="laterone12")
    play.resign(begin(ann, ben, public_id="fourthone1").public_id, ben.pk)
    assert line(signed_in(ann), later.get_absolute_url()) == ""


def press(client: Client, match: Match, said: str) -> str:
    """Press the button of the menu that says this, and return what the coach says then."""
    item = re.search(rf'name="(\w+)" value="{match.public_id}">{said}<', told(client.get(match.get_absolute_url())))
    assert item
    answered = client.post("/settings/coach", {item[1]: match.public_id})
    assert answered["Location"] == match.get_absolute_url()
    return line(client, match.get_absolute_url())


def test_a_press_silences_it_in_all_matches_and_another_calls_it_back(match: Match, ann: User, ben: User) -> None:
    client, other = signed_in(ann), begin(ann, ben, public_id="othermatch")
    assert press(client, match, "Silence the coach") == ""
    assert line(client, other.get_absolute_url()) == ""
    assert line(signed_in(ben), match.get_absolute_url()) == ""
    assert Preferences.objects.get(user=ann).coach is False
    practise(ann, ben, FIRST_MATCHES)
    assert press(client, match, "Let the coach speak") != ""


def test_it_is_asked_by_nobody_but_its_own_reader(match: Match, cat: User) -> None:
    answered = signed_in(cat).post("/settings/coach", {"silent": "../../elsewhere"})
    assert answered["Location"] == "/matches/"
    assert Preferences.objects.get(user=cat).coach is False
