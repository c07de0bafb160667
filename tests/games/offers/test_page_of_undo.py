"""Asking to take the last move back, as pages and programs see it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.core.models import Match
from games.offers import services as offers, undo
from tests.games.browsing import form, signed_in, told
from tests.games.programs import program
from tests.games.tables import answer, duel, now, owing, play_link, texts

pytestmark = pytest.mark.django_db
LINK = "Take back my last move"


@pytest.fixture
def parried(match: Match, ann: User, ben: User) -> tuple[Match, User, User]:
    """Somebody has parried an attack, and is still to act: the match, who that is, and the other."""
    who = duel(match)
    answer(match, who, "P")
    return now(match), who, ben if who == ann else ann


def url(match: Match) -> str:
    return f"{match.get_absolute_url()}offer/undo"


def test_who_cannot_have_it_is_told_when_it_can_be_had_and_led_to_why_not(match: Match, ann: User) -> None:
    client, why = signed_in(ann), "Why can’t I take my move back?"
    first = told(client.get(match.get_absolute_url()))
    assert "You can take back a move only if nobody has answered it, it showed you nothing new" in first
    assert (why in first, "Why not my last move?" in first) == (False, False)
    answer(match, ann, "F1")
    moved = told(client.get(match.get_absolute_url()))
    assert moved.count(f'href="{url(match)}"') == 2
    assert (why in moved, "Why not my last move?" in moved) == (True, True)
    assert "drew or revealed something new" in told(client.get(url(match)))


def test_who_can_have_it_is_told_where(parried: tuple[Match, User, User]) -> None:
    match, who, _ = parried
    page = told(signed_in(who).get(match.get_absolute_url()))
    assert "You can take your last move back if your opponent agrees: ask in the menu" in page
    assert "Why can’t I take my move back?" not in page
    offers.make(match.public_id, who.pk, "undo")
    assert "take your last move back if" not in told(signed_in(who).get(match.get_absolute_url()))


def test_it_is_asked_agreed_to_and_shown(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    mine, theirs = signed_in(who), signed_in(other)
    assert LINK in told(mine.get(match.get_absolute_url()))
    assert LINK not in told(theirs.get(match.get_absolute_url()))
    assert f'formaction="{url(match)}" name="act" value="offer">{LINK}' in told(mine.get(match.get_absolute_url()))
    asked = mine.post(url(match), {"act": "offer"}, follow=True)
    assert LINK not in told(asked)
    assert "You’ve made your request. The next move ends it." in told(asked)
    assert "You’ve asked for a takeback." in told(asked)
    page = theirs.get(match.get_absolute_url())
    assert f"{who.username} has asked for a takeback." in told(page)
    agreeing = theirs.get(url(match))
    assert "#undo" in told(agreeing)
    agreed = form(agreeing).send(theirs)
    assert "The move has been taken back." in told(agreed)
    assert f"{who.username}’s last move was taken back." in told(agreed)
    assert (texts(match)[-1], owing(match)) == (f"!rollback {match.ply - 1}", [who.username])
    assert "Your last move was taken back." in told(mine.get(match.get_absolute_url()))


def test_it_is_declined_or_withdrawn(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    mine, theirs = signed_in(who), signed_in(other)
    for client, act in ((theirs, "decline"), (mine, "withdraw")):
        offers.make(match.public_id, who.pk, "undo")
        client.post(url(match), {"act": act})
        assert [each.offer for each in match.seats.all()] == ["", ""]
    assert texts(match)[-1] == "P"


def test_where_it_cannot_be_had_the_page_says_why_and_offers_nothing(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    for said in ("You have no move to take back", "Your last move drew or revealed something new", "has been answered"):
        page = client.get(url(match))
        assert said in told(page)
        assert "Ask for a takeback" not in told(page)
        refused = client.post(url(match), {"act": "offer"})
        assert refused.status_code == 422
        assert said in told(refused)
        mover = ann if owing(match) == ["Ann"] else ben
        answer(match, mover, "F1")


def test_an_open_page_agrees_to_no_later_move(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    theirs = signed_in(other)
    offers.make(match.public_id, who.pk, "undo")
    late = form(theirs.get(url(match)))
    offers.make(match.public_id, other.pk, "undo", agreeing=True)
    answer(match, who, "P")
    offers.make(match.public_id, who.pk, "undo")
    before = texts(match)
    refused = late.send(theirs)
    assert (refused.status_code, texts(match)) == (409, before)
    assert "A newer offer has replaced this one, so your answer didn’t count. Look at the new offer." in told(refused)
    form(theirs.get(url(match))).send(theirs)
    assert texts(match) == [*before, f"!rollback {now(match).ply - 2}"]


def test_a_page_that_is_too_late_says_so(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    offers.make(match.public_id, who.pk, "undo")
    late = form(signed_in(other).get(url(match)))
    offers.withdraw(match.public_id, who.pk)
    response = late.send(signed_in(other))
    assert response.status_code == 409
    assert "Nothing was agreed" in told(response)


def test_the_player_reads_why_a_moderator_went_back(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F1")
    undo.go_back(match.public_id, 0, "Both misread the board.")
    for user in (ann, ben):
        page = signed_in(user).get(match.get_absolute_url())
        assert [line.reason for line in page.context["page"].log.lines] == ["", "", "Both misread the board."]
    lines = program(ben).get(f"matches/{match.public_id}/log/").json()["results"]
    assert [line["reason"] for line in lines] == ["", "", "Both misread the board."]


def test_a_play_link_does_not_lead_to_it(parried: tuple[Match, User, User], client: Any) -> None:
    match, who, _ = parried
    assert LINK not in told(client.get(f"/t/{play_link(match, who)}/"))


def test_programs_ask_and_agree(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    address = f"matches/{match.public_id}/"
    mine, theirs = program(who), program(other)
    assert [each.get(address).json()["may_take_back"] for each in (mine, theirs)] == [True, False]
    refused = theirs.put(f"{address}offer/", kind="undo")
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_offer")
    seen = mine.put(f"{address}offer/", kind="undo").json()
    assert {each["name"]: each["offer"] for each in seen["seats"]} == {who.username: "undo", other.username: ""}
    done = theirs.put(f"{address}offer/", kind="undo", agree=True).json()
    assert [each["offer"] for each in done["seats"]] == ["", ""]
    line = theirs.get(f"{address}log/").json()["results"][-1]
    assert (line["text"], line["sentences"]) == (
        f"!rollback {match.ply - 1}",
        [f"{who.username}’s last move was taken back."],
    )
    assert theirs.put(f"{address}offer/", kind="undo", agree=True).status_code == 409
