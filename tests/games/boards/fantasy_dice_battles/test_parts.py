"""What the board of Fantasy Dice Battles says of battalions, cards, orders, armies and rounds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.utils.translation import override
from msgspec.structs import replace

from games.boards.fantasy_dice_battles import army_board as choosing, battle_board as board
from games.boards.fantasy_dice_battles.email_board import Position as Drawn
from games.boards.fantasy_dice_battles.seat_colours import OF_SEATS, SeatColours
from games.boards.fantasy_dice_battles.unit_cards import DRAWN, counted_units, unit_card, unit_cards
from games.core.reading.syllables import lines_taken
from games.rules import engine
from games.rules.fantasy_dice_battles.events import Struck
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import REFEREE, SPECTATOR, Position
from tests.rules.fantasy_dice_battles.table import ANN, BEN, GAME, HOUSE, fresh, give, laid, side

NAMES = "Ann", "Ben"
SEATS = [{"number": seat, "name": name} for seat, name in enumerate(NAMES)]


def asked(position: Position[Any], *plan: str) -> tuple[DiceBattlesView, list[dict[str, Any]], list[dict[str, Any]]]:
    """Return what Ann's page is drawn from after some steps of a plan: view, choices, plan."""
    steps = [GAME.parse_step(step) for step in plan]
    preview = engine.preview(GAME, position, ANN, steps)
    assert isinstance(preview.view, DiceBattlesView)
    choices = [
        {"step": step, "text": GAME.text(step), "move": engine.move_text(GAME, [*steps, step]), "ends": False}
        for step in preview.legal
    ]
    return preview.view, choices, [{"text": text} for text in plan]


@pytest.fixture
def battle() -> Position[Any]:
    """Outriders of Ann's, one wounded and poisoned, face goblins; the second battalion of Ben's has lost its hero."""
    ann = side(
        "outriders - - - - marshal / - - - - - castellan / footmen - - - - wizard",
        hand="outriders wizard footmen",
        reserve="outriders",
        fleeing="bowmen - footmen",
        wounds={"1:F1": 2},
        poison=["1:F1"],
    )
    ben = side("goblins - goblins - - warlord / - - - - - - / ogres - - - - gobking", hand="goblins")
    return laid(ann, ben)


def test_every_unit_of_the_default_set_has_a_silhouette_of_its_own() -> None:
    assert {unit for units in DRAWN.values() for unit in units} == set(HOUSE.kinds)
    assert len({card.icon for card in unit_cards(HOUSE).values()}) == len(HOUSE.kinds)


def test_a_sheet_holds_the_silhouettes_of_one_faction() -> None:
    for faction, units in DRAWN.items():
        assert set(units) == {kind.id for kind in HOUSE.of(faction)}
        sheet = Path(str(finders.find(f"fantasy-dice-battles/{faction}.svg"))).read_text()
        assert sorted(re.findall(r'<symbol id="([^"]+)"', sheet)) == sorted(units)


def test_a_unit_of_another_set_has_the_silhouette_of_its_class() -> None:
    outlaw = replace(HOUSE.kinds["longbows"], id="outlaw")
    shown = unit_cards(replace(HOUSE, digest=1, kinds={"outlaw": outlaw}))["outlaw"].icon
    assert shown == "/static/fantasy-dice-battles/realm.svg#bowmen"


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_unit_has_a_name_with_room_in_two_lines_of_a_phone(language: str) -> None:
    with override(language):
        cards = unit_cards(HOUSE).values()
        shown = {card.name: card.brief or card.parted for card in cards}
        tight = [name for name, parted in shown.items() if not parted or lines_taken(parted, 7.6) > 2]
        assert tight == []
        assert len({*shown.values()}) == len(HOUSE.kinds)


def test_a_token_bears_the_shorter_name_beside_the_whole_one() -> None:
    drawn = board.UnitToken(unit_card(HOUSE.kinds["slingers"], HOUSE)).drawn
    assert '>Serpent Child Archers</span><span class="name brief two">Child Archers</span>' in drawn
    assert "brief" not in board.UnitToken(unit_card(HOUSE.kinds["footmen"], HOUSE)).drawn


def test_a_unit_that_is_only_planned_is_not_remembered_for_others() -> None:
    board._drawn.cache_clear()
    card = unit_card(HOUSE.kinds["bowmen"], HOUSE)
    assert board.UnitToken(card, planned=True).drawn != board.UnitToken(card).drawn
    assert board._drawn.cache_info().currsize == 1


def test_a_battalion_is_said_in_words_own_side_first(battle: Position[Any]) -> None:
    view, _, _ = asked(battle)
    one = board.battalions(view, ANN, SEATS)[0]
    assert one.said == [
        "Battalion 1, Ann: F1 Outriders, 2 of 3 wounds, poison; H Lord Marshal, golden armour.",
        "Battalion 1, Ben: F1 Goblins; F3 Goblins; H Warlord, armour.",
    ]


def test_a_battalion_without_a_hero_is_not_fighting(battle: Position[Any]) -> None:
    view, _, _ = asked(battle)
    assert [each.fighting for each in board.battalions(view, ANN, SEATS)] == [True, False, True]


def test_morale_boxes_fill_from_the_first(battle: Position[Any]) -> None:
    view, _, _ = asked(battle)
    token = board.battalions(view, ANN, SEATS)[0].own[0].token
    assert token is not None
    assert (token.boxes, token.poison) == ([True, True, False], True)


def test_what_befell_a_unit_of_late_is_marked(battle: Position[Any]) -> None:
    view, _, _ = asked(battle)
    struck = Struck(seat=1, unit="goblins", place="1:F3", color="normal", dice=1, stopped=0, poison=0, wounds=1)
    enemy = board.battalions(view, ANN, SEATS, [struck])[0].enemy
    assert [place.space for place in enemy if place.token and place.token.fresh] == ["F3"]


def test_a_unit_that_is_sent_stands_there_already_in_the_plan(battle: Position[Any]) -> None:
    view, choices, plan = asked(battle, "reinforce outriders@1:F3")
    place = board.battalions(view, ANN, SEATS)[0].own[2]
    assert place.token is not None
    assert place.token.said == "Outriders, arriving"
    assert board.reserve(view, ANN, board.board_choices(choices)) == []
    assert [(card.name, *rest) for card, *rest in board.sent(view, ANN, plan)] == [("Outriders", "1:F3", "")]


def test_fleeing_units_are_listed_from_the_one_that_is_lost_next(battle: Position[Any]) -> None:
    view, _, _ = asked(battle)
    names = [each.unit_card.name if each.unit_card else "" for each in board.fleeing(view, view.sides[ANN])]
    assert names == ["Footmen", "", "Bowmen"]


def test_a_card_says_at_every_post_what_it_would_do(battle: Position[Any]) -> None:
    view, choices, _ = asked(battle)
    card = next(
        card
        for card in board.hand(view, ANN, board.board_choices(choices), board.expected(view))
        if card.unit_card.unit == "outriders"
    )
    assert [(chip.prospect.brief, chip.prospect.said) for chip in card.chips if chip.prospect] == [
        ("4+", "4 dice (4 attack) and 1 more against missile troops or magic"),
        ("–", "no effect (with nobody opposite, only hero cards work)"),
        ("–", "inactive (no such unit here)"),
        ("1", "brings back Bowmen"),
    ]


def test_where_nobody_fights_a_card_does_not_count_units_as_if_they_were_dice() -> None:
    ann = side("outriders - - - - marshal / - - - - - castellan / footmen - - - - wizard", hand="wizard")
    ben = side("goblins - - - - warlord / - - - - - witch / - - - - - -")
    view, choices, _ = asked(laid(ann, ben))
    cards = board.hand(view, ANN, board.board_choices(choices), board.expected(view))
    (prospect,) = [
        chip.prospect for card in cards for chip in card.chips if (card.unit_card.unit, chip.post) == ("wizard", "3")
    ]
    assert prospect is not None
    assert (prospect.brief, prospect.said) == ("↩1", "no dice, but takes Footmen from here to reinforcements")


def test_a_card_that_is_laid_lies_at_its_post_and_says_so_in_the_hand(battle: Position[Any]) -> None:
    view, choices, plan = asked(battle, "lay outriders@1", "lay footmen@3")
    cards = board.hand(view, ANN, board.board_choices(choices), board.expected(view), plan)
    lying = {card.unit_card.name: chip.post for card in cards for chip in card.chips if chip.is_laid}
    assert lying == {"Outriders": "1", "Footmen": "3"}
    assert len(cards) == view.sides[ANN].hand_size
    posts = board.posts(view, ANN, board.board_choices(choices))
    assert [post.card.name if post.card else "" for post in posts] == ["Outriders", "", "Footmen", ""]
    assert [post.needed for post in posts] == [False] * 4


def test_a_chip_lays_its_card_moves_it_replaces_another_or_takes_it_back(battle: Position[Any]) -> None:
    view, choices, plan = asked(battle, "reinforce outriders@1:F3", "lay outriders@1", "lay footmen@3")
    cards = board.hand(view, ANN, board.board_choices(choices), board.expected(view), plan)
    moves = {card.unit_card.unit: [chip.move for chip in card.chips] for card in reversed(cards)}
    sending = "reinforce outriders@1:F3"
    assert moves["outriders"] == [
        f"{sending}; lay footmen@3",
        f"{sending}; lay footmen@3; lay outriders@2",
        f"{sending}; lay outriders@3",
        f"{sending}; lay footmen@3; lay outriders@regroup",
    ]
    assert moves["wizard"][0] == f"{sending}; lay footmen@3; lay wizard@1"
    for text in moves["wizard"]:
        assert engine.preview(GAME, battle, ANN, engine.parse_move(GAME, text)).legal


def test_of_two_cards_alike_one_is_laid() -> None:
    others = "/ - - - - - castellan / - - - - - marshal"
    ann = side(f"footmen footmen - - - wizard {others}", hand="footmen footmen")
    two = laid(ann, side("orcs - - - - warlord / - - - - - gobking / - - - - - -"))
    view, choices, plan = asked(two, "lay footmen@1")
    cards = board.hand(view, ANN, board.board_choices(choices), board.expected(view), plan)
    assert [card.is_laid for card in cards if card.unit_card.unit == "footmen"][:2] == [True, False]


def test_the_referee_sees_sealed_orders_where_they_lie(battle: Position[Any]) -> None:
    sealed = give(battle, ANN, "reinforce outriders@1:F3; lay outriders@1; lay footmen@3; lay wizard@regroup; ready")
    view = GAME.view(sealed.state, REFEREE)
    posts = board.posts(view, ANN, board.NOTHING)
    assert [post.card.name if post.card else "" for post in posts] == ["Outriders", "", "Footmen", "Court Wizard"]
    assert [(card.name, *rest) for card, *rest in board.sent(view, ANN)] == [("Outriders", "1:F3", "")]
    assert board.reserve(view, ANN, board.NOTHING) == []
    cards = board.hand(view, ANN, board.NOTHING, board.expected(view))
    assert (len(cards), sum(card.is_laid for card in cards)) == (view.sides[ANN].hand_size, 3)
    place = board.battalions(view, BEN, SEATS)[0].enemy[2]
    assert place.token is not None
    assert place.token.said == "Outriders, arriving"
    assert [board.has_orders(view, seat) for seat in (ANN, BEN)] == [True, False]


@pytest.mark.parametrize("viewer", [BEN, SPECTATOR])
def test_sealed_orders_are_shown_to_nobody_else(viewer: int, battle: Position[Any]) -> None:
    sealed = give(battle, ANN, "reinforce outriders@1:F3; lay outriders@1; lay footmen@3; ready")
    view = GAME.view(sealed.state, viewer)
    assert [post.card for post in board.posts(view, ANN, board.NOTHING)] == [None] * 4
    assert board.sent(view, ANN) == []
    assert [each.unit_card.name for each in board.reserve(view, ANN, board.NOTHING) if each.unit_card] == ["Outriders"]
    assert not board.has_orders(view, ANN)


def test_a_battalion_of_both_heroes_needs_a_card(battle: Position[Any]) -> None:
    view, choices, _ = asked(battle)
    assert [post.needed for post in board.posts(view, ANN, board.board_choices(choices))] == [
        True,
        False,
        True,
        False,
    ]


def test_the_whole_move_is_there_once_nothing_is_lacking(battle: Position[Any]) -> None:
    assert board.sealing(asked(battle, "lay outriders@1")[1]) == ""
    assert (
        board.sealing(asked(battle, "lay outriders@1", "lay footmen@3")[1]) == "lay outriders@1; lay footmen@3; ready"
    )


def test_choices_go_by_card_with_what_its_powers_do(battle: Position[Any]) -> None:
    view, choices, _ = asked(battle)
    group = next(
        group for group in board.choices_by_card(choices, view, board.expected(view)) if group.heading == "Outriders"
    )
    effect = "Attack +1 if the opposing card is active and its class is missile troops or magic."
    assert group.notes == [("Hunt", effect)]
    assert [choice["text"] for choice in group.choices][:2] == ["lay outriders@1", "lay outriders@2"]
    shorts = [choice["short"].split("\N{NO-BREAK SPACE}") for choice in group.choices]
    assert shorts[:4] == [["Outriders →", post] for post in ("1", "2", "3", "↩")]


def test_the_die_diagram_is_drawn_from_the_data_set(battle: Position[Any]) -> None:
    view, _, _ = asked(battle)
    assert [
        (column["space"], [number for number, _ in column["faces"]]) for column in board.diagram(view.set_digest)
    ] == [
        ("F1", [2, 1]),
        ("F2", [3, 4]),
        ("F3", [6, 5]),
    ]


def test_every_kind_of_card_that_a_side_has_is_told(battle: Position[Any]) -> None:
    view, _, _ = asked(battle)
    known = [shown.unit for shown in board.cards_of(view, view.sides[ANN])]
    assert {"outriders", "marshal", "castellan", "footmen", "wizard", "bowmen"} <= set(known)
    assert len(known) == len(set(known))


def test_equal_units_are_counted() -> None:
    assert counted_units(("goblins", "orcs", "goblins")) == "Goblins ×2, Orcs"


def test_a_unit_is_shown_in_the_language_of_the_reader() -> None:
    with override("de"):
        shown = unit_card(HOUSE.kinds["knights"], HOUSE)
    assert (shown.name, shown.dice, shown.level_name) == ("Ritter", "4 normale Würfel", "Gold")


# --- armies ---


def test_every_preset_is_offered_with_what_it_is_made_of() -> None:
    view, choices, _ = asked(fresh())
    presets = choosing.presets(view, choices)
    assert [preset.steps for preset in presets] == [f"army_{preset}" for preset in HOUSE.presets]
    assert {preset.points for preset in presets} == {30}
    assert {len(preset.leaders) for preset in presets} == {3}
    assert all(preset.character for preset in presets)
    drawn = [", ".join(card.name + f" ×{n}" * (n > 1) for card, n in preset.troop) for preset in presets]
    assert drawn == [preset.units for preset in presets]
    assert [move for _, move in choosing.factions(view, choices)] == [f"faction {each}" for each in HOUSE.factions]


def test_an_army_that_is_built_says_what_it_lacks_and_why_units_are_refused() -> None:
    view, choices, plan = asked(fresh(), "faction horde", "put warlord@1:H", "put goblins@1:F1")
    own = choosing.army_board(view, 0, choices, plan, SEATS)
    assert own is not None
    assert (own.points, own.normal, own.room, own.taken) == (1, 1, 4, False)
    assert own.faults[0].startswith("16 spaces are still empty: battalion 1 (F2, F3, S1")
    assert own.formation.battalions[0][0].without == "faction horde; put warlord@1:H"
    recruits = {recruit.unit_card.unit: recruit for recruit in own.recruits}
    assert (recruits["goblins"].left, recruits["goblins"].why) == (5, "")
    assert "you already have Warlord" in recruits["warlord"].why


def test_of_two_units_alike_one_is_taken_out() -> None:
    steps = ("faction horde", "put goblins@reserve", "put goblins@reserve")
    view, choices, plan = asked(fresh(), *steps)
    own = choosing.army_board(view, 0, choices, plan, SEATS)
    assert own is not None
    assert [place.without for place in own.formation.reserve] == ["faction horde; put goblins@reserve"] * 2


def test_before_a_faction_is_chosen_there_is_no_army() -> None:
    view, choices, plan = asked(fresh())
    assert choosing.army_board(view, 0, choices, plan, SEATS) is None


@pytest.mark.parametrize(("seat", "own", "enemy"), [(ANN, *OF_SEATS), (BEN, *OF_SEATS[::-1])])
def test_an_email_draws_each_seat_in_its_colour_of_the_board(
    battle: Position[Any], seat: int, own: SeatColours, enemy: SeatColours
) -> None:
    view = GAME.view(battle.state, seat)
    mine, theirs = NAMES[seat], NAMES[1 - seat]
    drawn = Drawn(seat, theirs, mine, board.battalions(view, seat, SEATS), "")
    page = get_template("fantasy-dice-battles/email.jinja").render({"position": drawn})
    assert f'color:{enemy.ink}"><strong>{theirs}</strong>' in page
    assert f'color:{own.ink}"><strong>{mine}</strong>' in page
    colours = [colours for colours, _places in drawn.ranks(drawn.battalions[0])]
    assert colours == [enemy, enemy, own, own]
