"""Resigning: asked first, then done once."""

import pytest
from django.test import Client

from accounts.models import Outbox, User
from games.core.models import Match
from games.core.services import leaving, play
from games.core.services.play import Stale
from tests.games.browsing import form, signed_in, told
from tests.games.tables import answer, begin, now, offer, texts, vanish

pytestmark = pytest.mark.django_db


def url(match: Match) -> str:
    return f"{match.get_absolute_url()}resign"


def test_it_asks_first(match: Match, ann: User) -> None:
    response = signed_in(ann).get(url(match))
    assert "The match ends immediately and counts as lost. This can’t be undone." in told(response)
    assert form(response).boxes == []
    assert texts(match) == []


def test_who_means_it_resigns_and_is_led_to_the_result(match: Match, ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(url(match))).send(client, confirm="1")
    assert response.redirect_chain == [(match.get_absolute_url(), 302)]
    assert "You lost: you resigned." in told(response)
    assert (texts(match), now(match).status) == (["!resign 0"], "over")
    assert Outbox.objects.filter(kind="end").count() == 2


def test_one_may_resign_out_of_turn(match: Match, ben: User) -> None:
    client = signed_in(ben)
    form(client.get(url(match))).send(client, confirm="1")
    assert texts(match) == ["!resign 1"]


def test_who_posts_without_having_been_asked_resigns_nothing(match: Match, ann: User) -> None:
    response = signed_in(ann).post(url(match))
    assert response.status_code == 422
    assert "Choose what to do." in told(response)
    assert texts(match) == []


def test_a_match_that_is_over_is_not_resigned_again(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    response = signed_in(ann).post(url(match), {"confirm": "1"})
    assert response.status_code == 409
    assert "The match is over; you can’t make any more moves." in told(response)
    assert signed_in(ann).get(url(match)).headers["Location"] == match.get_absolute_url()
    assert texts(match) == ["!resign 1"]


def test_an_old_page_resigns_no_match_that_its_reader_can_win(ann: User, ben: User) -> None:
    """Ben's time runs out after Ann has opened the page: she is shown what she can choose."""
    match = begin(ann, ben)
    answer(match, ann, "F1")
    client = signed_in(ann)
    asked = form(client.get(url(match)))
    vanish(match, ben)
    refused = asked.send(client, confirm="1")
    assert (refused.status_code, now(match).status) == (409, "playing")
    assert "Ben has run out of time, so you haven’t resigned: you can claim the win." in told(refused)
    assert f'href="{match.get_absolute_url()}time-up"' in told(refused)
    with pytest.raises(Stale):
        play.resign(match.public_id, ann.pk)


def test_the_one_whose_time_is_up_may_resign_and_an_account_may_close(ann: User, ben: User) -> None:
    first, second = begin(ann, ben), begin(ann, ben, public_id="secondone1")
    for match in (first, second):
        answer(match, ann, "F1")
        vanish(match, ben)
    play.resign(first.public_id, ben.pk)
    leaving.close_account(ann)
    assert [texts(match)[-1] for match in (first, second)] == ["!resign 1", "!resign 0"]


def test_strangers_are_told_that_there_is_nothing(match: Match, cat: User, mo: User, ann: User) -> None:
    for user in (cat, mo):
        assert signed_in(user).get(url(match)).status_code == 404
        assert signed_in(user).post(url(match), {"confirm": "1"}).status_code == 404
    assert signed_in(ann).post(url(offer(ann, public_id="openmatch1")), {"confirm": "1"}).status_code == 404
    assert now(match).status == "playing"


def test_who_is_signed_out_resigns_nothing(match: Match, client: Client) -> None:
    assert client.post(url(match), {"confirm": "1"}).status_code == 302
    assert now(match).status == "playing"


def test_other_methods_are_not_allowed_and_nothing_is_stored(match: Match, ann: User) -> None:
    client = signed_in(ann)
    assert client.put(url(match)).status_code == 405
    assert client.get(url(match)).headers["Cache-Control"] == "private, no-store"


def test_the_menu_of_the_match_asks_in_place(match: Match, ann: User) -> None:
    client = signed_in(ann)
    page = client.get(match.get_absolute_url())
    assert "The match ends immediately and counts as lost. This can’t be undone." in told(page)
    assert f'href="{url(match)}"' not in told(page)
    form(page, "/resign").send(client)
    assert texts(match) == ["!resign 0"]
