"""The match page of Fantasy Dice Battles: its queries, and how armies and orders are composed and sealed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import User
from games.boards.fantasy_dice_battles.saved_armies import save
from games.core.models import Match
from games.core.pages.matches import RefusedMove
from games.core.services import play
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.games.boards.field_of_glory.test_page import queries
from tests.games.browsing import form, forms, signed_in, told
from tests.games.tables import answer, begin, choices, play_on, seat, texts

pytestmark = pytest.mark.django_db

DICE = "fantasy-dice-battles"
DATA = SETS[DEFAULT_SET]
REALM = (
    "realm: halberdiers menatarms menatarms chaplains chaplains marshal / outriders knights outriders bowmen chaplains "
    "castellan / footmen menatarms footmen bombards bowmen wizard + bowmen"
)
PRESET = next(iter(DATA.presets))
BEGUN = ("faction horde", "put goblins@1:F1", "put troll@1:F2", "put warlord@3:H", "put wolves@reserve")


@pytest.fixture
def choosing(ann: User, ben: User) -> Match:
    """Both are still to choose an army."""
    return begin(ann, ben, game=DICE)


@pytest.fixture
def fought(choosing: Match, ann: User, ben: User) -> Match:
    """Two rounds are over, of preset armies."""
    for user in (ann, ben):
        answer(choosing, user, f"army {PRESET}; ready")
    return play_on(choosing, 4)


def plan(user: User, match: Match, *steps: str) -> None:
    """Compose a plan."""
    play.save_plan(match.public_id, user.pk, "; ".join(steps), seat(match, user).serial)


def compose(user: User, match: Match, text: str, expected: int | None = None) -> Any:
    """Ask for a whole army."""
    serial = seat(match, user).serial if expected is None else expected
    return signed_in(user).post(f"{match.get_absolute_url()}army", {"army": text, "expected": str(serial)})


def sent(page: Any, address: str, field: str = "move") -> list[str]:
    """Return what the forms without a choice would send to an address."""
    return [found.fields[field] for found in forms(page) if found.action.endswith(address) and field in found.fields]


def buttons(page: Any) -> list[str]:
    """Return the moves that buttons play or plan."""
    return re.findall(r'<button [^>]*name="move" value="([^"]*)"', told(page))


def lays(match: Match, user: User) -> list[str]:
    """Return a card for every battalion."""
    found = [next(step for step in choices(match, user) if step.endswith("@1"))]
    plan(user, match, *found)
    card = found[0].split("@")[0]
    others = [step for step in choices(match, user) if step.startswith("lay") and not step.startswith(f"{card}@")]
    for post in "23":
        step = next(step for step in others if step.endswith(f"@{post}") and step[:-2] not in [x[:-2] for x in found])
        found.append(step)
    return found


def test_the_page_takes_nine_queries_while_armies_are_chosen(choosing: Match, ann: User, ben: User) -> None:
    plan(ann, choosing, *BEGUN)
    assert [queries(user, choosing) for user in (ann, ben)] == [9, 9]


def test_the_page_takes_eight_queries_when_a_round_is_shown(fought: Match, ann: User, ben: User) -> None:
    assert [queries(user, fought) for user in (ann, ben)] == [8, 8]


@pytest.mark.usefixtures("without_panels")
def test_the_page_takes_twelve_queries_when_the_match_is_over(fought: Match, ann: User, ben: User) -> None:
    assert play_on(fought).ended
    assert [queries(user, fought) for user in (ann, ben)] == [12, 12]  # two of them replay the match for its deeds


# --- armies ---


def test_who_has_sealed_waits_for_the_other_by_name(choosing: Match, ann: User, ben: User) -> None:
    answer(choosing, ann, "army realm_a; ready")
    assert "Waiting for Ben." in told(signed_in(ann).get(choosing.get_absolute_url()))
    assert "Choose an army" in told(signed_in(ben).get(choosing.get_absolute_url()))


def test_an_army_as_text_becomes_the_plan(choosing: Match, ann: User) -> None:
    assert compose(ann, choosing, REALM).status_code == 302
    assert seat(choosing, ann).plan.startswith("faction realm; put halberdiers@1:F1; put menatarms@1:F2")
    page = signed_in(ann).get(choosing.get_absolute_url())
    assert "This army is legal." in told(page)
    [whole] = [move for move in buttons(page) if move.endswith("ready")]
    assert whole == f"{seat(choosing, ann).plan}; ready"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("orcs everywhere", "This isn’t an army: orcs everywhere."),
        (REALM.replace("footmen", "orcs"), "Wrong faction: Orcs. An army can have only one faction."),
        (REALM.replace("knights", "-"), "One space is still empty: battalion 2 (F2)."),
        (REALM.replace("footmen", "knights"), "The army costs 36 points, 6 over the limit of 30."),
        (REALM.replace("footmen", "dragons"), "There’s no unit “dragons”."),
        ("x" * 100_000, "An army can have at most 1000 characters, but this text has 100000."),
    ],
)
def test_a_text_that_is_no_legal_army_is_refused_with_the_reasons(
    text: str, said: str, choosing: Match, ann: User
) -> None:
    plan(ann, choosing, *BEGUN)
    page = compose(ann, choosing, text)
    assert page.status_code == 422
    assert said in told(page)
    assert seat(choosing, ann).plan == "; ".join(BEGUN)


def test_the_reasons_against_a_text_are_told_as_sentences(choosing: Match, ann: User) -> None:
    text = REALM.replace("knights", "goblins").replace("halberdiers", "-")
    assert (
        "This army can’t be played. Wrong faction: Goblins. An army can have only one faction. One space "
        "is still empty: battalion 1 (F1)."
    ) in told(compose(ann, choosing, text))


def test_an_army_that_is_begun_is_arranged_and_filled(choosing: Match, ann: User) -> None:
    plan(ann, choosing, *BEGUN)
    compose(ann, choosing, "")
    composed = seat(choosing, ann).plan
    assert set(BEGUN) < set(composed.split("; "))
    answer(choosing, ann, f"{composed}; ready")


def test_units_in_wrong_places_are_arranged(choosing: Match, ann: User) -> None:
    swapped = (
        REALM.replace("halberdiers", "CHANGED", 1).replace("bombards", "halberdiers").replace("CHANGED", "bombards")
    )
    assert compose(ann, choosing, swapped).status_code == 302
    assert "put bombards@" in seat(choosing, ann).plan


def test_no_army_is_filled_before_there_is_a_faction(choosing: Match, ann: User) -> None:
    page = compose(ann, choosing, "")
    assert page.status_code == 422
    assert "Choose a faction first. An army has only one." in told(page)


def test_a_preset_is_changed_unit_by_unit(choosing: Match, ann: User) -> None:
    plan(ann, choosing, f"army {PRESET}")
    page = signed_in(ann).get(choosing.get_absolute_url())
    text = armies.text(DATA.presets[PRESET].army)
    assert text in sent(page, "/army", "army")
    compose(ann, choosing, text)
    assert seat(choosing, ann).plan.startswith(f"faction {DATA.presets[PRESET].army.faction}; put ")


def test_each_unit_can_be_taken_out_again(choosing: Match, ann: User) -> None:
    plan(ann, choosing, *BEGUN)
    page = signed_in(ann).get(choosing.get_absolute_url())
    without = [step for step in BEGUN if step != "put troll@1:F2"]
    assert "; ".join(without) in sent(page, "/plan")
    assert "Remove Trolls from 1:F2" in " ".join(told(page).replace("</span>", "").split())


def test_the_page_says_why_a_unit_cannot_be_put_anywhere(choosing: Match, ann: User) -> None:
    plan(ann, choosing, *BEGUN)
    page = told(signed_in(ann).get(choosing.get_absolute_url()))
    assert "The three heroes must be different, and you already have Warlord." in page
    assert "15 spaces are still empty: battalion 1 (F3, S1" in page


def test_an_army_that_is_kept_is_taken_in_one_press(choosing: Match, ann: User, ben: User) -> None:
    save(ann, "Steel & stone", REALM)
    page = signed_in(ann).get(choosing.get_absolute_url())
    assert REALM in sent(page, "/army", "army")
    assert "Steel & stone" in told(page)
    assert "Steel & stone" not in told(signed_in(ben).get(choosing.get_absolute_url()))
    compose(ann, choosing, REALM)
    assert seat(choosing, ann).plan.startswith("faction realm; ")


def test_an_army_from_an_old_page_is_refused(choosing: Match, ann: User) -> None:
    answer(choosing, ann, f"army {PRESET}; ready")
    assert compose(ann, choosing, REALM, 0).status_code == 409


@pytest.mark.parametrize("text", ["", REALM])
def test_once_the_battle_has_begun_no_army_is_composed(text: str, fought: Match, ann: User) -> None:
    serial = seat(fought, ann).serial
    for expected, said in [
        (0, "The match has moved on since you opened this page, so your plan wasn’t saved."),
        (serial, "The armies have already been chosen."),
    ]:
        page = compose(ann, fought, text, expected)
        assert (page.status_code, page.context["page"].refusal) == (409, RefusedMove(said, "stale"))
    assert seat(fought, ann).plan == ""


@pytest.mark.parametrize("text", ["", REALM])
@pytest.mark.parametrize("expected", [0, None])
def test_once_the_match_is_over_no_army_is_composed(text: str, expected: Any, choosing: Match, ann: User) -> None:
    play.resign(choosing.public_id, ann.pk)
    page = compose(ann, choosing, text, expected)
    over = "The match is over; you can’t make any more moves."
    assert (page.status_code, page.context["page"].refusal) == (409, RefusedMove(over, "game_over"))


def test_a_match_of_another_game_takes_no_army(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    assert compose(ann, match, REALM).status_code == 404


def test_a_stranger_is_told_nothing(choosing: Match, cat: User) -> None:
    assert compose(cat, choosing, REALM, 0).status_code == 404


# --- orders ---


def test_complete_orders_are_sealed_in_one_press(fought: Match, ann: User) -> None:
    laid = lays(fought, ann)
    plan(ann, fought, *laid)
    client = signed_in(ann)
    page = client.get(fought.get_absolute_url())
    [whole] = [move for move in buttons(page) if move.endswith("ready")]
    assert "Seal orders" in told(page)
    client.post(f"{fought.get_absolute_url()}submit", {"move": whole, "expected": str(seat(fought, ann).serial)})
    assert texts(fought)[-1] == "; ".join([*laid, "ready"])


def test_orders_that_lack_a_card_cannot_be_sealed(fought: Match, ann: User) -> None:
    plan(ann, fought, *lays(fought, ann)[:2])
    page = signed_in(ann).get(fought.get_absolute_url())
    assert not [move for move in buttons(page) if move.endswith("ready")]
    assert "needs a card" in told(page)


def test_each_order_can_be_taken_back(fought: Match, ann: User) -> None:
    one, two, three = lays(fought, ann)
    plan(ann, fought, one, two, three)
    page = signed_in(ann).get(fought.get_absolute_url())
    assert {f"{two}; {three}", f"{one}; {three}", f"{one}; {two}"} <= set(buttons(page))


def test_every_choice_of_a_card_says_what_it_would_do(fought: Match, ann: User) -> None:
    page = signed_in(ann).get(fought.get_absolute_url())
    offered = form(page, "/plan").buttons["move"]
    laying = [step for step in offered if step.startswith("lay")]
    assert told(page).count('<p class="odds">') == len(laying) > 10


def test_the_round_is_told_scene_by_scene(fought: Match, ann: User, ben: User) -> None:
    for user in (ann, ben):
        page = told(signed_in(user).get(fought.get_absolute_url()))
        assert "The round as it happened" in page
        assert page.index("Turning over the cards") < page.index("Counting the dice") < page.index("End of the round")
    earlier = told(signed_in(ann).get(f"{fought.get_absolute_url()}{fought.ply}/"))
    assert "The round as it happened" in earlier


# --- letters and seals ---


def drawn(user: User, match: Match) -> list[int]:
    """Return how many sealed letters, and how many cards under a seal, a player sees."""
    page = told(signed_in(user).get(match.get_absolute_url()))
    return [page.count(f'icons.svg#{name}"') for name in ("letter", "seal")]


def test_orders_of_the_opponent_are_sealed_letters_and_mine_lie_under_a_seal_once_they_are_sent(
    fought: Match, ann: User, ben: User
) -> None:
    before = [drawn(user, fought) for user in (ann, ben)]
    fighting = before[0][0]
    assert 0 < fighting <= 3
    assert before == [[fighting, 0], [fighting, 0]]
    answer(fought, ann, "; ".join([*lays(fought, ann), "ready"]))
    assert drawn(ann, fought) == [fighting, 3]
    assert drawn(ben, fought) == [fighting, 0]  # which doesn't tell that Ann has sealed hers


def test_an_army_that_is_chosen_lies_under_a_seal(choosing: Match, ann: User, ben: User) -> None:
    assert [drawn(user, choosing) for user in (ann, ben)] == [[0, 0], [0, 0]]
    answer(choosing, ann, f"army {PRESET}; ready")
    assert [drawn(user, choosing) for user in (ann, ben)] == [[0, 1], [0, 0]]
