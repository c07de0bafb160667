"""Fantasy Dice Battles played through the service: what is refused, how, and that nothing is half done."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.core.models import Heartbeat, Match
from games.core.services import play, sweeps
from games.rules import engine
from games.rules.errors import BadNotation, IllegalStep
from games.rules.fantasy_dice_battles import army_phase
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.game import FantasyDiceBattles
from games.rules.fantasy_dice_battles.sets.offered import SETS
from tests.games.boards.field_of_glory.test_submit import rows
from tests.games.browsing import HTMX, signed_in, told
from tests.games.tables import answer, begin, choices, first_move, now, owing, pass_time, seat, texts, turn
from tests.games.twins import draws, fixed

pytestmark = pytest.mark.django_db

DICE = "fantasy-dice-battles"
GAME = FantasyDiceBattles()
ARMY = armies.parse(
    "realm: halberdiers menatarms menatarms chaplains chaplains marshal / "
    "outriders knights outriders bowmen chaplains castellan / "
    "footmen menatarms footmen bombards bowmen wizard + bowmen",
    SETS["fogsite"],
)
BUILT = engine.move_text(GAME, army_phase.steps_of(ARMY))
HAND = "knights marshal footmen footmen bowmen bowmen wizard"
ORDERED = "lay marshal@1; lay knights@2; lay footmen@3; ready"


def stacked() -> list[int]:
    """Return the draws that deal both seats the hand."""
    cards = sorted(armies.units(ARMY))
    rest = list(cards)
    for card in HAND.split():
        rest.remove(card)
    return [*draws(cards, [*rest, *HAND.split()])] * 2


@pytest.fixture
def choosing(ann: User, ben: User, noon: Any) -> Match:
    """Both are still to choose an army."""
    return begin(ann, ben, game=DICE)


@pytest.fixture
def ordering(choosing: Match, ann: User, ben: User) -> Match:
    """Both have the same army and hand, and no space is empty."""
    with fixed(stacked()):
        for user in (ann, ben):
            answer(choosing, user, f"{BUILT}; ready")
    return choosing


def post(user: User, match: Match, what: str, move: str, **extra: Any) -> Any:
    given = {"army" if what == "army" else "move": move, "expected": seat(match, user).serial}
    return signed_in(user).post(f"{match.get_absolute_url()}{what}", given, **extra)


def refusals(match: Match, user: User, move: str) -> list[str]:
    """Return the pages that refuse a move, with scripts and without, once the service has refused it too.

    No row changes, and as much is possible as before.
    """
    pages = []
    offered, kept = choices(match, user), rows()
    with pytest.raises((IllegalStep, BadNotation)):
        play.submit(match.public_id, user.pk, move, seat(match, user).serial)
    assert rows() == kept
    for extra in ({}, {"headers": HTMX}):
        response = post(user, match, "submit", move, **extra)
        assert response.status_code == 422
        pages.append(told(response))
        assert choices(match, user) == offered
        assert rows() == kept
    return pages


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("lay outriders@1; lay knights@2; lay footmen@3; ready", "you don’t have Outriders in your hand."),
        ("lay elephants@1; lay knights@2; lay footmen@3; ready", "“lay elephants@1” is not a step in Fantasy Dice"),
        ("lay knights@1; lay knights@2; ready", "you’ve already played Knights elsewhere and don’t have another."),
        (
            "lay footmen@1; lay bowmen@1; ready",
            "Footmen is already at battalion 1; each battalion can have only one order card.",
        ),
        (
            f"lay bowmen@regroup; lay wizard@regroup; {ORDERED}",
            "Bowmen is already your regrouping order; you can have only one.",
        ),
        (
            "lay marshal@1; lay footmen@3; ready",
            "battalion 2 still needs an order card, because both sides still have their hero there",
        ),
        ("ready", "battalions 1, 2 and 3 still need order cards, because both sides still have their heroes there."),
        ("lay marshal@1; lay knights@2; lay footmen@3", "The move isn’t finished."),
        (f"reinforce bowmen@1:F1; {ORDERED}", "Bowmen can’t be placed on 1:F1, only on S1, S2."),
        (
            f"reinforce bowmen@3:S1; {ORDERED}",
            "3:S1 is taken: Bombards. Reinforcements need an empty space.",
        ),
        (f"reinforce footmen@3:F1; {ORDERED}", "you don’t have Footmen in your reinforcements."),
        (f"{ORDERED}; ready", "“ready” ends the move; nothing can follow it."),
        (f"army realm_a; {ORDERED}", "the armies have already been chosen."),
    ],
)
def test_impossible_orders_are_refused_by_their_rule_and_nothing_is_half_done(
    move: str, sentence: str, ordering: Match, ann: User
) -> None:
    assert [sentence in page for page in refusals(ordering, ann, move)] == [True, True]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (f"{BUILT}; put bowmen@reserve; ready", "that costs 1, but you have only 0 of 30 points left."),
        (
            "faction realm; put knights@1:F1; put knights@1:F2; put knights@1:F3; ready",
            "an army can have only 2 of a kind.",
        ),
        ("faction realm; put halberdiers@1:S1; ready", "Halberdiers can’t be placed on 1:S1, only on F1, F2, F3."),
        ("faction realm; put goblins@1:F1", "wrong faction: Goblins. You’re building a Realm army."),
        ("faction realm; ready", "18 spaces are still empty: battalion 1 (all), battalion 2 (all), battalion 3 (all)."),
        ("ready", "choose an army first: a ready-made one or your own."),
        ("army realm_a; army horde_a; ready", "undo your steps to choose another."),
        (f"{BUILT}; ready; ready", "“ready” ends the move; nothing can follow it."),
        ("lay knights@1; ready", "choose your army first; you give orders later."),
    ],
)
def test_an_impossible_army_is_refused_by_its_rule_and_nothing_is_half_done(
    move: str, sentence: str, choosing: Match, ann: User
) -> None:
    assert [sentence in page for page in refusals(choosing, ann, move)] == [True, True]


def test_an_army_as_text_over_its_points_is_refused_and_the_plan_stays(choosing: Match, ann: User) -> None:
    play.save_plan(choosing.public_id, ann.pk, "faction horde", seat(choosing, ann).serial)
    kept = rows()
    response = post(ann, choosing, "army", f"{armies.text(ARMY)} footmen bowmen bowmen")
    assert response.status_code == 422
    assert "The army costs 33 points, 3 over the limit of 30." in told(response)
    assert rows() == kept


def test_who_is_ready_cannot_be_ready_again_until_the_round_is_over(ordering: Match, ann: User, ben: User) -> None:
    serial = seat(ordering, ann).serial
    answer(ordering, ann, ORDERED)
    kept = rows()
    assert play.submit(ordering.public_id, ann.pk, ORDERED, serial).repeated
    for move in (ORDERED, "lay footmen@1; lay knights@2; lay footmen@3; ready"):
        response = post(ann, ordering, "submit", move)
        assert response.status_code == 409
        assert "It’s not your turn." in told(response)
        assert rows() == kept
    assert owing(ordering) == ["Ben"]
    answer(ordering, ben, ORDERED)
    assert owing(ordering) == ["Ann", "Ben"]
    assert texts(ordering)[2:] == [ORDERED, ORDERED]


def test_of_five_composed_steps_the_fourth_is_illegal_and_the_plan_stays(ordering: Match, ann: User) -> None:
    play.save_plan(ordering.public_id, ann.pk, "lay marshal@1", seat(ordering, ann).serial)
    kept, five = rows(), "lay marshal@1; lay knights@2; lay footmen@3; reinforce bowmen@1:H; ready"
    for save in (play.submit, play.save_plan):
        with pytest.raises(IllegalStep) as caught:
            save(ordering.public_id, ann.pk, five, seat(ordering, ann).serial)
        assert caught.value.index == 3
    for what in ("submit", "plan"):
        response = post(ann, ordering, what, five)
        assert response.status_code == 422
        assert "Bowmen can’t be placed on 1:H, only on S1, S2." in told(response)
        assert response.context["page"].asked.plan_text == "lay marshal@1"
    assert rows() == kept


def test_who_always_seals_last_has_the_whole_pace_for_every_round(
    ordering: Match, ann: User, ben: User, noon: Any
) -> None:
    for _ in range(5):
        pass_time(noon, timedelta(hours=47))
        for user in (ann, ben):
            answer(ordering, user, first_move(ordering, user))
        assert sweeps.expire() == {}
        assert turn(ordering, ben).since == timezone.now()
    assert owing(ordering) == ["Ann", "Ben"]


def test_who_sealed_last_and_never_answers_again_has_heard(ordering: Match, ann: User, ben: User, noon: Any) -> None:
    answer(ordering, ann, first_move(ordering, ann))
    answer(ordering, ben, first_move(ordering, ben))
    answer(ordering, ann, first_move(ordering, ann))
    noon.shift(timedelta(days=3))
    Heartbeat.objects.update_or_create(name="beat", defaults={"at": timezone.now()})
    assert sweeps.expire() == {ordering.pk: "asked"}
    noon.shift(timedelta(days=3))
    Heartbeat.objects.update_or_create(name="beat", defaults={"at": timezone.now()})
    assert sweeps.expire() == {ordering.pk: "timeout"}
    assert (now(ordering).status, texts(ordering)[-1]) == (Match.Status.OVER, "!timeout 1")
