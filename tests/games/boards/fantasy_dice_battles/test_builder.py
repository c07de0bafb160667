"""An army is built by picking a unit and pressing the space where it is to stand."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.boards.fantasy_dice_battles.saved_armies import save
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.games.boards.fantasy_dice_battles.test_page_armies import NEW, kept, shown
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db


def press(ann: User, field: str, unit: str = "", **given: str) -> tuple[int, str, dict[str, str]]:
    """Press, and return the status, what is refused, and who stands where."""
    response = signed_in(ann).post(NEW, {**given, "at": field, "unit": unit, "name": "Mine"})
    alert = told(response).partition('role="alert">')[2].partition("</p>")[0]
    return response.status_code, alert, {field: unit for field, unit in shown(response).items() if unit}


@pytest.mark.parametrize(
    ("field", "unit", "given", "then"),
    [
        ("1:F1", "knights", {}, {"1:F1": "knights"}),
        ("1:F1", "knights", {"1:F1": "footmen"}, {"1:F1": "knights"}),
        ("1:F1", "footmen", {"1:F1": "footmen"}, {}),
        ("1:F1", "", {"1:F1": "footmen"}, {}),
        ("1:F1", "marshal", {"1:F1": "footmen"}, {}),
        ("1:F1", "elephants", {"1:F1": "footmen"}, {}),
        ("reserve 2", "bowmen", {"reserve 1": "footmen"}, {"reserve 1": "bowmen", "reserve 2": "footmen"}),
        ("reserve 1", "", {"reserve 1": "bowmen", "reserve 2": "footmen"}, {"reserve 1": "footmen"}),
    ],
    ids=["put", "replace", "the same again", "take out", "who does not fit", "no unit", "reserve", "out of reserve"],
)
def test_a_space_is_pressed(field: str, unit: str, given: dict[str, str], then: dict[str, str], ann: User) -> None:
    assert press(ann, field, unit, **given) == (200, "", then)


@pytest.mark.parametrize(
    ("field", "unit", "given", "refused"),
    [
        ("1:F1", "", {}, "Choose a unit first, then a space for it."),
        ("1:H", "footmen", {}, "Footmen can’t be placed on 1:H, only on F1, F2, F3, S1, S2."),
        ("reserve 1", "marshal", {}, "A hero leads a battalion and can’t wait in reinforcements."),
        ("4:F1", "footmen", {"1:F1": "knights"}, "There’s no such space."),
        (
            "1:F3",
            "knights",
            {"1:F1": "knights", "1:F2": "knights"},
            "All 2 of Knights are already in the army.",
        ),
    ],
    ids=["nobody picked", "a hero's space", "a hero in reserve", "no space", "no copy left"],
)
def test_a_press_that_does_nothing_says_why(
    field: str, unit: str, given: dict[str, str], refused: str, ann: User
) -> None:
    assert press(ann, field, unit, **given) == (422, refused, given)
    assert kept(ann) == []


def test_a_unit_stays_picked_while_there_is_one_more_of_it(ann: User) -> None:
    client = signed_in(ann)
    for field, given, picked in (("1:F1", {}, True), ("1:F2", {"1:F1": "knights"}, False)):
        page = told(client.post(NEW, {**given, "at": field, "unit": "knights"}))
        assert ('value="knights" checked' in page) is picked
    assert '<span class="visually-hidden">1:F1: Knights</span>' in page
    assert '<span class="visually-hidden">1:S1: nobody</span>' in page


# --- What is on it, explained ---------------------------------------------------------------------------------------


def test_a_link_leads_to_all_that_is_on_it_and_back(ann: User) -> None:
    client = signed_in(ann)
    page = told(client.get(NEW, {"preset": "realm_a"}))
    assert '<a class="all-things" href="?preset=realm_a&things=board" target="_blank">What the units can do</a>' in page
    listed = told(client.get(NEW, {"preset": "realm_a", "things": "board"}))
    assert f'<a href="{NEW}?preset=realm_a">Back to the board</a>' in listed
    assert listed.index('id="thing-kind-knights"') < listed.index('id="thing-power-knights-1"')


def test_so_does_that_of_a_saved_army_and_of_nobody_elses(ann: User, ben: User) -> None:
    mine = save(ann, "Mine", armies.text(SETS[DEFAULT_SET].presets["horde_a"].army)).get_absolute_url()
    assert 'id="thing-kind-goblins"' in told(signed_in(ann).get(mine, {"things": "board"}))
    assert signed_in(ben).get(mine, {"things": "board"}).status_code == 404


def test_the_powers_of_a_unit_stand_on_its_card(ann: User) -> None:
    page = told(signed_in(ann).get(NEW))
    for kind in SETS[DEFAULT_SET].of("realm"):
        for number, power in enumerate(kind.powers, 1):
            name = SETS[DEFAULT_SET].powers[power.code].name
            assert f'<span data-thing="power-{kind.id}-{number}">{name}</span>' in page
