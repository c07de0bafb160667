"""What a program asks for that cannot be: a sentence, a status, and nothing half done."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Outbox, User
from games.core.models import Entry, Match, Seat, Turn
from games.offers import undo
from tests.games.programs import Program, assert_refused
from tests.games.substitutes.test_services import seek
from tests.games.tables import answer, duel, now, seat

pytestmark = pytest.mark.django_db
MATCH = "matches/firstmatch/"


def everything() -> list[Any]:
    """Return all that a refusal could have changed; who has asked has looked."""
    turns = Turn.objects.order_by("pk").values("pk", "deadline", "left", "counted_from")
    return [list(rows) for rows in (turns, Seat.objects.values(), Match.objects.values(), Entry.objects.values())] + [
        Outbox.objects.count()
    ]


def refusal(response: Any, before: list[Any], status: int, code: str) -> str:
    """Return why a program was refused, once it is known that nothing has changed."""
    assert_refused(response, status, code)
    assert everything() == before
    message: str = response.json()["message"]
    return message


# --- A pause --------------------------------------------------------------------------------------------------------


def test_a_pause_asked_twice_is_one_offer(match: Match, anns: Program) -> None:
    first = anns.put(f"{MATCH}offer/", kind="pause", days=3).json()["seats"]
    before = everything()
    again = anns.put(f"{MATCH}offer/", kind="pause", days=3)
    assert (again.status_code, again.json()["seats"], everything()) == (200, first, before)


def test_a_pause_while_the_clocks_stand_is_refused(match: Match, anns: Program, bens: Program) -> None:
    anns.put(f"{MATCH}offer/", kind="pause", days=3)
    assert bens.put(f"{MATCH}offer/", kind="pause", days=3, agree=True).status_code == 200
    before = everything()
    said = refusal(bens.put(f"{MATCH}offer/", kind="pause", days=3), before, 422, "bad_offer")
    assert said == "The clocks are already paused. Once they resume, you can agree on another pause."
    said = refusal(anns.put(f"{MATCH}offer/", kind="pause", days=3, agree=True), before, 409, "stale")
    assert said == "The offer was withdrawn before you answered. Nothing was agreed."


def test_a_pause_of_days_that_cannot_be_is_refused_with_those_that_can(match: Match, anns: Program) -> None:
    before = everything()
    said = refusal(anns.put(f"{MATCH}offer/", kind="pause", days=4), before, 422, "bad_offer")
    assert said == "You can’t offer this number of days. Possible numbers: 1, 2, 3, 5, 7, 14."


# --- A substitute ---------------------------------------------------------------------------------------------------


def test_the_opponent_is_no_substitute_nor_is_the_player_of_the_seat(
    match: Match, ann: User, anns: Program, bens: Program
) -> None:
    seek(match, ann)
    before = everything()
    for program, name in ((bens, "Ben"), (anns, "Ann")):
        said = refusal(program.post("seats/firstmatch/"), before, 409, "no_substitute")
        assert said == f"{name} already plays in this match."


# --- To take a move back --------------------------------------------------------------------------------------------


def test_an_undo_that_cannot_be_is_refused_with_the_reason(match: Match, ann: User, ben: User, anns: Program) -> None:
    said = []
    for user in (None, ann, ben):
        if user is not None:
            answer(match, user, "F1")
        said.append(refusal(anns.put(f"{MATCH}offer/", kind="undo"), everything(), 422, "bad_offer"))
    assert said == [
        "You have no move to take back.",
        "Your last move drew or revealed something new, so you can’t take it back any more.",
        "Your last move has been answered, so you can’t take it back any more.",
    ]


def test_an_undo_beyond_those_that_a_match_allows_is_refused(
    match: Match, ann: User, ben: User, anns: Program, bens: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo, "MAX_UNDONE", 1)
    who = duel(match)
    asker, other = (anns, bens) if who == ann else (bens, anns)
    answer(match, who, "P")
    assert asker.put(f"{MATCH}offer/", kind="undo").status_code == 200
    assert other.put(f"{MATCH}offer/", kind="undo", agree=True).status_code == 200
    answer(match, who, "P")
    said = refusal(asker.put(f"{MATCH}offer/", kind="undo"), everything(), 409, "bad_offer")
    assert said == "No more takebacks: the limit is 1 per match. Keep playing."


def test_to_agree_to_an_undo_that_nobody_asks_for_is_refused(match: Match, ann: User, bens: Program) -> None:
    answer(match, ann, "F1")
    said = refusal(bens.put(f"{MATCH}offer/", kind="undo", agree=True), everything(), 409, "stale")
    assert said == "The offer was withdrawn before you answered. Nothing was agreed."


# --- To decline -----------------------------------------------------------------------------------------------------


def test_what_was_offered_later_is_not_declined(match: Match, ann: User, anns: Program, bens: Program) -> None:
    seen = anns.put(f"{MATCH}offer/", kind="draw").json()["seats"][0]["offer_number"]
    anns.delete(f"{MATCH}offer/")
    anns.put(f"{MATCH}offer/", kind="draw")
    before = everything()
    said = refusal(bens.post(f"{MATCH}offer/decline/", number=seen), before, 409, "stale")
    assert said == "A newer offer has replaced this one, so your answer didn’t count. Look at the new offer."
    said = refusal(bens.post(f"{MATCH}offer/decline/", kind="pause"), before, 409, "stale")
    assert said == "The offer was withdrawn before you answered. There’s nothing to decline."
    newest = seat(now(match), ann).offer_number
    declined = bens.post(f"{MATCH}offer/decline/", kind="draw", number=newest)
    assert (declined.status_code, declined.json()["seats"][0]["offer"]) == (200, "")


@pytest.mark.parametrize(("key", "value"), [("number", -1), ("number", "1"), ("kind", "nothing"), ("kind", "")])
def test_a_decline_of_what_is_no_offer_is_refused(
    match: Match, anns: Program, bens: Program, key: str, value: object
) -> None:
    anns.put(f"{MATCH}offer/", kind="draw")
    before = everything()
    assert refusal(bens.post(f"{MATCH}offer/decline/", **{key: value}), before, 400, "bad_value").startswith(
        "This isn’t valid: "
    )
