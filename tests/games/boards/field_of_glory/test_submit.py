"""Field of Glory played through the service: what is refused, how, and that nothing is half done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db.models import Model
from django.urls import reverse

from accounts.models import Outbox, User
from games.core.models import Entry, Match, MatchSecret, Seat, Snapshot, Turn
from games.core.services import play
from games.rules.errors import BadNotation, IllegalStep
from tests.games.boards.field_of_glory.battles import FIELD_OF_GLORY, army, battle, draft, march, opening
from tests.games.browsing import HTMX, form, signed_in, told
from tests.games.tables import begin, choices, next_user, now, owing, seat, texts
from tests.games.twins import fixed

pytestmark = pytest.mark.django_db

RED = "HI4a HI4b HI3a LI2a MI2a CV2a CO5a CO5b OV2a"
BLUE = "PK4a MI3a MI3b CV4a CO5a CO5b LC2a AR2a LI2a"

OPENED = ("place HI4a@3; pay CO5a; pay HI3a; settle", "draw")
DEFENDED = (*OPENED, "place MI3a@3; pay CV4a; pay LI2a; settle", "draw")
ATTACKED = (*DEFENDED, "attack HI4a; bonus CO5b")
FULL = (*OPENED, "place MI3a@3; place MI3b@3; pay CV4a; pay CO5a; settle")
FULL_ATTACKED = (*FULL, "draw", "attack HI4a; bonus CO5b")
FLANKED = (
    "place HI4a@3; place MI2a@2; pay CO5a; pay OV2a; settle",
    "draw",
    "place PK4a@3; pay CO5a; pay LI2a; settle",
    "draw",
)


TABLES: tuple[type[Model], ...] = (Match, Seat, Entry, Turn, Snapshot, MatchSecret, Outbox)


LEFT_BY_A_LOOK = {"hints", "hinted", "looked_ply"}


def rows() -> dict[str, list[Any]]:
    """Return every row of the one match there is, whole but for what a look at its page leaves there."""
    return {
        table.__name__: [_as_left(row) for row in table._default_manager.order_by("pk").values()] for table in TABLES
    }


def _as_left(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in LEFT_BY_A_LOOK}


def post(user: User, match: Match, what: str, move: str, **extra: Any) -> Any:
    given = {"move": move, "expected": seat(match, user).serial}
    return signed_in(user).post(f"{match.get_absolute_url()}{what}", given, **extra)


REFUSALS = [
    # what was played before, the move, and what the refusal says
    ((), "place EL3a@3; pay CO5a; settle", "you don’t have Elephants (3) in your hand."),
    ((), "place HI4a@3; pay CO5c; settle", "you don’t have Commander (5) in your hand."),
    ((), "place HI4a@3; pay HI4a; settle", "you don’t have Heavy Infantry (4) in your hand."),
    ((), "place HI4a@3; place HI4b@3; place HI3a@3; pay CO5a; settle", "column 3 already has two of your units"),
    ((), "place HI4a@3; place CV2a@3; pay CO5a; settle", " can’t share a column with "),
    ((), "place HI4a@3; pay LI2a; settle", "you’ve paid only "),
    ((), "place HI4a@3; pay LI2a", "The move isn’t finished."),
    ((), "place CO5a@3; settle", "you can’t place Commanders or action cards."),
    ((), "remove HI4a; place HI4b@3; pay CO5a; settle", "you don’t have Heavy Infantry (4) on the battlefield."),
    ((), "reserves", "you don’t have Reserves (2) in your hand."),
    ((), "draw LC2a", "you don’t have Light Cavalry (2) in your hand."),
    ((), "trim HI4a", "this is the action phase"),
    ((), "keep HI4a CO5a", "this is the action phase"),
    ((), "draw; draw", "“draw” ends the move; nothing can follow it."),
    (DEFENDED, "attack MI3a; bonus CO5b", "you don’t have Medium Infantry (3) on the battlefield."),
    (DEFENDED, "attack HI4a; bonus none", "when you attack, you must take a bonus card."),
    (DEFENDED, "attack HI4a; bonus CO5a", "you don’t have Commander (5) in your hand."),
    (DEFENDED, "attack HI4a; overlap OV2b; bonus CO5b", "you don’t have Overlap (2) in your hand."),
    (DEFENDED, "attack HI4a; overlap OV2a; draw", "you’ve declared the attack: choose its bonus card"),
    (ATTACKED, "stand HI4a; bonus CO5a", "column 3 is under attack, and you don’t have "),
    (ATTACKED, "stand MI3a; bonus CO5c", "you don’t have Commander (5) in your hand."),
    (ATTACKED, "bonus CO5a", "first choose which units withdraw"),
    (ATTACKED, "withdraw AR2a", "column 3 is under attack, and you don’t have "),
    (ATTACKED, "place PK4a@2; pay CO5a; settle", "answer the attack first"),
    (FLANKED, "flank PK4a@3; bonus CO5b", "the lead must be in the attacked column or in a flanking one."),
    (FLANKED, "flank HI4a@4; bonus CO5b", "a flank attack needs units of both sides in column 4."),
    (FLANKED, "attack HI4a; bonus CO5b", "this is the flank attack phase"),
    (FULL, "place AR2a@3; pay CO5b; settle", "column 3 already has two of your units, the most allowed."),
    (DEFENDED[:-1], "place LC2a@3; settle", " can’t share a column with "),
    (("draw",), "trim HI4a; trim HI4a; trim HI4b", "you don’t have Heavy Infantry (4) in your hand."),
    (("draw",), "trim HI4a; trim HI4b", "The move isn’t finished."),
    (("draw",), "place HI4a@3; pay CO5a; settle", "first discard down to nine cards."),
]


@pytest.mark.by_turns(6)
@pytest.mark.parametrize(("before", "move", "sentence"), REFUSALS)
def test_an_impossible_move_is_refused_by_its_rule_and_nothing_is_half_done(
    before: tuple[str, ...], move: str, sentence: str, ann: User, ben: User, noon: Any
) -> None:
    match = battle(ann, ben, red=RED, blue=BLUE)
    march(match, *before)
    user = next_user(match)
    assert user is not None
    offered, kept = choices(match, user), rows()

    with pytest.raises((IllegalStep, BadNotation)):
        play.submit(match.public_id, user.pk, move, seat(match, user).serial)
    assert rows() == kept

    response = post(user, match, "submit", move)
    assert response.status_code == 422
    assert sentence in told(response)
    assert sorted(form(response, "/plan").buttons["move"]) == sorted(offered)
    assert rows() == kept


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("keep HI3a HI4a HI4b", "is not a pick: name exactly two of the four cards, as in “keep HI4a CO5b”."),
        ("keep HI4a", "is not a pick: name exactly two of the four cards, as in “keep HI4a CO5b”."),
        ("keep HI4b HI4a", "names its cards in the wrong order. Write “keep HI4a HI4b” instead."),
        ("keep HI4a CO5e", "Commander (5) isn’t one of your four cards."),
        ("keep HI4a HI4b; keep HI3a LI2a", "“keep HI4a HI4b” ends the move; nothing can follow it."),
        ("draw", "the draft isn’t over: keep two of your four cards each time."),
    ],
)
def test_a_pick_that_is_none_is_refused_and_nothing_is_half_done(
    move: str, sentence: str, ann: User, ben: User, noon: Any
) -> None:
    with fixed(opening(army(RED), army(BLUE))):
        match = begin(ann, ben, game=FIELD_OF_GLORY)
    kept = rows()
    for what in ("submit", "plan"):
        response = post(ann, match, what, move)
        assert response.status_code == 422
        assert sentence in told(response)
        assert rows() == kept


FIVE = "place HI4a@3; place LI2a@2; pay CO5a; pay CO5c; settle"
"""Five composed steps. The fourth is illegal."""


def test_of_five_composed_steps_the_fourth_is_illegal_and_none_is_played(ann: User, ben: User, noon: Any) -> None:
    match = battle(ann, ben, red=RED, blue=BLUE)
    play.save_plan(match.public_id, ann.pk, "place HI4a@3", seat(match, ann).serial)
    kept = rows()
    assert all(kept.values())

    with pytest.raises(IllegalStep) as caught:
        play.submit(match.public_id, ann.pk, FIVE, seat(match, ann).serial)
    assert caught.value.index == 3
    with pytest.raises(IllegalStep) as caught:
        play.save_plan(match.public_id, ann.pk, FIVE, seat(match, ann).serial)
    assert caught.value.index == 3
    assert rows() == kept

    for what in ("submit", "plan"):
        for extra in ({}, {"headers": HTMX}):
            response = post(ann, match, what, FIVE, **extra)
            assert response.status_code == 422
            assert "“pay CO5c” isn’t possible now: you don’t have Commander (5) in your hand." in told(response)
    assert rows() == kept
    assert response.context["page"].asked.plan_text == "place HI4a@3"
    assert (texts(match)[24:], owing(match)) == ([], ["Ann"])


def test_of_a_defence_of_three_steps_the_last_is_illegal_and_nobody_withdraws(ann: User, ben: User, noon: Any) -> None:
    match = battle(ann, ben, red=RED, blue=BLUE)
    march(match, *FULL_ATTACKED)
    kept = rows()
    response = post(ben, match, "submit", "withdraw MI3a; stand MI3b; bonus CO5d")
    assert response.status_code == 422
    assert "you don’t have Commander (5) in your hand." in told(response)
    assert rows() == kept
    assert choices(match, ben) == ["stand MI3a", "stand MI3b", "withdraw MI3a", "withdraw MI3b"]


def test_a_move_out_of_turn_is_refused_as_such(ann: User, ben: User, noon: Any) -> None:
    match = battle(ann, ben, red=RED, blue=BLUE)
    kept = rows()
    response = post(ben, match, "submit", "draw")
    assert response.status_code == 409
    assert "It’s not your turn. The match is waiting for Ann." in told(response)
    assert rows() == kept


def test_the_same_placement_sent_twice_is_made_once(ann: User, ben: User, noon: Any) -> None:
    match = battle(ann, ben, red=RED, blue=BLUE)
    serial, move = seat(match, ann).serial, "place HI4a@3; place LI2a@2; pay CO5a; settle"
    receipts = [play.submit(match.public_id, ann.pk, move, serial) for _ in range(2)]
    assert [(each.ply, each.repeated) for each in receipts] == [(25, False), (25, True)]
    assert texts(match)[24:] == [move]


def test_both_draft_at_once_each_as_far_as_he_likes(ann: User, ben: User, noon: Any) -> None:
    armies = army(RED), army(BLUE)
    with fixed(opening(*armies)):
        match = begin(ann, ben, game=FIELD_OF_GLORY)
    assert owing(match) == ["Ann", "Ben"]
    draft(match, (ann, ben), *armies)
    assert now(match).ply == 24
    assert owing(match) == ["Ann"]


def test_a_moderator_reads_no_pick_and_no_bonus_card_while_the_match_runs(
    ann: User, ben: User, mo: User, noon: Any
) -> None:
    match = battle(ann, ben, red=RED, blue=BLUE)
    play.save_plan(match.public_id, ann.pk, "place CV2a@2", seat(match, ann).serial)
    march(match, *ATTACKED)
    admin, listed = signed_in(mo), ""
    for table in (Match, Entry, Seat, Turn):
        name = f"admin:games_{table.__name__.lower()}"
        listed += told(admin.get(reverse(f"{name}_changelist")))
        for row in table._default_manager.all():
            listed += told(admin.get(reverse(f"{name}_change", args=[row.pk])))
    assert "keep ?" in listed
    assert "attack HI4a; bonus ?" in listed
    assert re.findall(r"keep [A-Z]|bonus [A-Z]|CV2a", listed) == []
