"""Making a move by the page's form, as a browser without JavaScript sends it."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Preferences, User
from games.core.models import Match
from games.core.services import play
from tests.games.browsing import HTMX, form, forms, signed_in, told
from tests.games.tables import answer, begin, choices, duel, now, offer, owing, play_on, seat, texts

pytestmark = pytest.mark.django_db


def url(match: Match) -> str:
    return f"{match.get_absolute_url()}submit"


def send(user: User, match: Match, move: str, expected: Any = None, **extra: Any) -> Any:
    given = seat(match, user).serial if expected is None else expected
    return signed_in(user).post(url(match), {"move": move, "expected": given}, **extra)


def test_a_move_chosen_on_the_page_is_made_and_leads_back_to_it(match: Match, ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(match.get_absolute_url()), "/submit").send(client, move="F3")
    assert response.redirect_chain == [(match.get_absolute_url(), 302)]
    assert "Waiting for Ben." in told(response)
    assert texts(match) == ["F3"]
    assert owing(match) == ["Ben"]


def step(client: Client, match: Match) -> None:
    """Play the plan that is complete, or take the first step the page offers."""
    page = client.get(match.get_absolute_url())
    playable = [each for each in forms(page) if each.action.endswith("/submit") and each.fields.get("move")]
    if playable:
        answer = playable[0].send(client)
    else:
        offering = next(each for each in forms(page) if each.buttons.get("move"))
        answer = offering.press(client, "move", next(iter(offering.buttons["move"])))
    assert answer.status_code == 200


def test_a_whole_match_is_played_by_forms_alone(auction: Match, ann: User, ben: User, cat: User) -> None:
    clients = {user.username: signed_in(user) for user in (ann, ben, cat)}
    for _ in range(100):
        for name in owing(auction)[:1]:
            step(clients[name], auction)
    assert now(auction).status == "over"
    assert len(texts(auction)) == 21


@pytest.mark.parametrize("sloppy", [" F3 ", "F3\n"])
def test_space_around_a_move_does_not_matter(sloppy: str, match: Match, ann: User) -> None:
    assert send(ann, match, sloppy).status_code == 302
    assert texts(match) == ["F3"]


def test_the_same_move_sent_twice_is_made_once(match: Match, ann: User) -> None:
    serial = seat(match, ann).serial
    first, second = (send(ann, match, "F3", serial) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first.headers["Location"] == second.headers["Location"] == match.get_absolute_url()
    assert texts(match) == ["F3"]


def test_another_move_from_the_same_page_is_stale(match: Match, ann: User) -> None:
    serial = seat(match, ann).serial
    send(ann, match, "F3", serial)
    response = send(ann, match, "F1", serial)
    assert response.status_code == 409
    assert (
        "The match has moved on since you opened this page, so your move wasn’t played. Look at the board again."
        in told(response)
    )
    assert texts(match) == ["F3"]


def test_a_move_out_of_turn_is_refused_with_the_page_as_it_is(match: Match, ben: User) -> None:
    response = send(ben, match, "F3")
    assert response.status_code == 409
    assert "It’s not your turn. The match is waiting for Ann." in told(response)
    assert response.context["page"].refusal.code == "not_your_turn"
    assert texts(match) == []


def test_an_illegal_move_is_refused_with_the_rule_and_what_is_possible(match: Match, ann: User) -> None:
    response = send(ann, match, "B2")
    assert response.status_code == 422
    sentence = "“B2” isn’t possible now: there’s no space behind you. Possible: F1, F2, F3, F4, F5."
    assert sentence in told(response)
    assert list(form(response, "/submit").buttons["move"]) == choices(match, ann)
    assert texts(match) == []


BROKEN = [
    ("", "The move is empty. Choose at least one step."),
    ("   ", "The move is empty. Choose at least one step."),
    ("F1; F2", "“F1” ends the move; nothing can follow it."),
    ("x" * 2001, "The move is longer than 2000 characters. Make it shorter."),
    ("Q9", "“Q9” isn’t a step in En Garde."),
    ("!resign 1", "“!resign 1” isn’t a step in En Garde."),
    ("<b>F1</b>", "“<b>F1</b>” isn’t a step in En Garde."),
    ("F1\0", "“F1\0” isn’t a step in En Garde."),
]


@pytest.mark.parametrize(("move", "sentence"), BROKEN)
def test_what_is_no_move_is_refused_with_a_sentence(move: str, sentence: str, match: Match, ann: User) -> None:
    response = send(ann, match, move)
    assert response.status_code == 422
    assert sentence in told(response)
    assert "<b>F1" not in response.content.decode()
    assert texts(match) == []


@pytest.mark.parametrize("expected", ["", "x", "-1", "1.0", "٣", "9" * 30, "0x1", " 1"])
def test_a_serial_that_is_none_fits_no_question(expected: str, match: Match, ann: User) -> None:
    response = send(ann, match, "F3", expected)
    assert response.status_code == 409
    assert texts(match) == []


def test_a_form_without_its_fields_is_refused(match: Match, ann: User) -> None:
    assert signed_in(ann).post(url(match)).status_code == 422
    assert signed_in(ann).post(url(match), {"move": "F3"}).status_code == 409
    assert texts(match) == []


def test_a_finished_match_takes_no_move(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    response = send(ann, match, "F3")
    assert response.status_code == 409
    assert "The match is over; you can’t make any more moves." in told(response)
    assert texts(match) == ["!resign 1"]


def test_strangers_are_told_that_there_is_nothing(match: Match, cat: User, mo: User, ann: User) -> None:
    for user in (cat, mo):
        assert send(user, match, "F3", 1).status_code == 404
        assert send(user, match, "nonsense", 1).status_code == 404
    assert signed_in(ann).post("/m/nowhere/submit", {"move": "F3", "expected": 1}).status_code == 404
    assert texts(match) == []


def test_a_match_that_has_not_begun_takes_no_move(ann: User) -> None:
    assert send(ann, offer(ann), "F3", 0).status_code == 404


def test_who_is_signed_out_makes_no_move(match: Match, client: Client) -> None:
    response = client.post(url(match), {"move": "F3", "expected": 1})
    assert response.headers["Location"] == f"/accounts/login/?next={match.get_absolute_url()}"
    assert texts(match) == []


def test_it_takes_posts_alone_and_only_from_our_own_pages(match: Match, ann: User) -> None:
    assert signed_in(ann).get(url(match)).status_code == 405
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(ann)
    assert careful.post(url(match), {"move": "F3", "expected": seat(match, ann).serial}).status_code == 403
    assert texts(match) == []


def test_htmx_gets_the_refusal_in_place(match: Match, ann: User) -> None:
    response = send(ann, match, "B2", headers=HTMX)
    assert response.status_code == 422
    assert told(response).lstrip().startswith('<article id="match"')
    assert "there’s no space behind you" in told(response)


def test_answers_are_never_stored(match: Match, ann: User) -> None:
    assert send(ann, match, "B2").headers["Cache-Control"] == "private, no-store"
    assert send(ann, match, "F3").headers["Cache-Control"] == "private, no-store"


def test_a_refusal_does_not_count_as_opened(match: Match, ann: User) -> None:
    send(ann, match, "B2")
    assert seat(match, ann).opened_at is None


def test_what_another_seat_does_at_the_same_time_does_not_stop_a_sealed_bid(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    answer(auction, ann, "pass")
    serial = seat(auction, ben).serial
    answer(auction, cat, "bid 1; on odd; seal")
    assert send(ben, auction, "bid 2; on odd; seal", serial).status_code == 302


def test_the_last_move_leads_to_the_result(ann: User, ben: User) -> None:
    match = play_on(begin(ann, ben, rounds=1))
    assert "You lost the match 0–1." in told(signed_in(ann).get(match.get_absolute_url()))


# --- Where to go afterwards -----------------------------------------------------------------------------------------


def go_on(user: User, match: Match, **headers: Any) -> Any:
    """Return a move of one who wants to go on to the next match that waits."""
    at = seat(match, user)
    client = signed_in(user)
    return client.post(
        f"{match.get_absolute_url()}submit",
        {"move": choices(match, user)[0], "expected": at.serial, "go_on": "1"},
        **headers,
    )


def test_who_wants_to_goes_on_to_the_next_match_that_waits(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="othermatch")
    assert go_on(ann, match)["Location"] == other.get_absolute_url()
    assert go_on(ann, other)["Location"] == other.get_absolute_url()  # none waits


def test_nobody_leaves_a_match_that_waits_for_more(match: Match, ann: User, ben: User) -> None:
    for first, second in ((ann, ben), (ben, ann)):
        begin(first, second, public_id=f"waitsfor{first.username}")  # and is more urgent
    user = duel(match)
    at = seat(match, user)
    posted = {"move": "P", "expected": at.serial, "go_on": "1"}
    answered = signed_in(user).post(f"{match.get_absolute_url()}submit", posted)
    assert answered["Location"] == match.get_absolute_url()


def test_a_page_that_is_shown_in_part_is_left_for_the_next_match(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="othermatch")
    assert go_on(ann, match, HTTP_HX_REQUEST="true")["HX-Redirect"] == other.get_absolute_url()


def test_the_form_asks_to_go_on_where_its_player_has_chosen_so(match: Match, ann: User) -> None:
    page = signed_in(ann).get(match.get_absolute_url()).content.decode()
    assert 'name="go_on"' not in page
    Preferences.objects.create(user=ann, next_after_move=True)
    assert 'name="go_on" value="1"' in signed_in(ann).get(match.get_absolute_url()).content.decode()


def test_the_form_of_a_plan_that_is_complete_asks_so_too(auction: Match, ann: User, ben: User) -> None:
    answer(auction, ann, "pass")
    play.save_plan(auction.public_id, ben.pk, "bid 4; on odd; seal", seat(auction, ben).serial)
    found = []
    for chosen in (False, True):
        Preferences.objects.update_or_create(user=ben, defaults={"next_after_move": chosen})
        page = signed_in(ben).get(auction.get_absolute_url())
        found.append([each.fields.get("go_on") for each in forms(page) if each.action.endswith("/submit")])
    assert found == [[None], ["1"]]
