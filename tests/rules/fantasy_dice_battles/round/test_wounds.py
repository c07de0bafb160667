"""Where dice go and what they do: FD-40 to FD-53, and the worked cases of the die diagram."""

from __future__ import annotations

import pytest

from games.rules.fantasy_dice_battles.data import SPACES
from games.rules.fantasy_dice_battles.events import Defeated, Fled, HeroFell, PoisonWorked, Reshuffled, Rolled, Struck
from games.rules.fantasy_dice_battles.round import diagram, flight, shooting
from games.rules.fantasy_dice_battles.state import bare_side
from tests.rules.fantasy_dice_battles.table import ANN, BEN, HOUSE, all_of, duel, fought, laid, only, side


def hit(face: int, full: str) -> str:
    """Return the space that a face hits when these spaces are full."""
    occupied = sum(1 << SPACES.index(space) for space in full.split())
    return SPACES[HOUSE.targets[occupied][face - 1]]


@pytest.mark.parametrize(
    ("face", "front", "behind", "arrow"),
    [
        (1, "F1", "S1", "F2"),
        (2, "F1", "S1", ""),
        (3, "F2", "S1", ""),
        (4, "F2", "S2", ""),
        (5, "F3", "S2", ""),
        (6, "F3", "S2", "F2"),
    ],
)
def test_fd40_to_fd43_every_face_hits_front_then_arrow_then_behind_then_the_hero(
    face: int, front: str, behind: str, arrow: str
) -> None:
    everybody = {"F1", "F2", "F3", "S1", "S2"}
    assert hit(face, " ".join(everybody)) == front
    assert hit(face, " ".join(everybody - {front})) == (arrow or behind)
    assert hit(face, " ".join(everybody - {front, arrow})) == behind
    assert hit(face, " ".join(everybody - {front, arrow, behind})) == "H"


def test_fd41_face_1_with_f1_empty_and_f2_and_s1_full_hits_f2() -> None:
    assert hit(1, "F2 S1") == "F2"


def test_fd42_face_2_with_f1_empty_and_f2_and_s1_full_hits_s1() -> None:
    assert hit(2, "F2 S1") == "S1"


def test_fd43_face_1_with_f1_and_f2_and_s1_empty_hits_the_hero() -> None:
    assert hit(1, "F3 S2") == "H"


def test_fd40_a_battalion_is_counted_space_by_space() -> None:
    assert diagram.filling(["", "a", "", "b", "", "c"], 0) == 0b01010


def struck(unit: str, card: str, dice: int) -> tuple[int, int, int, str]:
    """Return what so many dice of a card's color do on a unit.

    These are hits stopped, poison, wounds, and what became of the unit.
    """
    stopped, poison = shooting.spent(HOUSE.kinds[unit].armour, HOUSE.kinds[card].color, dice)
    wounds = dice - stopped - poison
    beaten = wounds >= HOUSE.kinds[unit].morale
    fate = "stands" if not beaten else "flees" if wounds + poison < 4 else "destroyed"
    return stopped, poison, wounds, fate


@pytest.mark.parametrize(
    ("unit", "card", "dice", "expected"),
    [
        ("menatarms", "footmen", 3, (1, 0, 2, "flees")),
        ("menatarms", "vipers", 1, (0, 1, 0, "stands")),
        ("menatarms", "vipers", 2, (1, 1, 0, "stands")),
        ("menatarms", "vipers", 3, (1, 1, 1, "stands")),
        ("menatarms", "ogres", 3, (0, 0, 3, "flees")),
        ("menatarms", "ogres", 4, (0, 0, 4, "destroyed")),
        ("moonguard", "ogres", 2, (1, 0, 1, "stands")),
        ("moonguard", "vipers", 2, (1, 1, 0, "stands")),
        ("moonguard", "vipers", 1, (1, 0, 0, "stands")),
        ("footmen", "vipers", 3, (0, 1, 2, "flees")),
        ("troll", "footmen", 4, (0, 0, 4, "destroyed")),
        ("goblins", "footmen", 1, (0, 0, 1, "flees")),
    ],
)
def test_fd44_to_fd46_armour_poison_and_wounds(
    unit: str, card: str, dice: int, expected: tuple[int, int, int, str]
) -> None:
    assert struck(unit, card, dice) == expected


def test_fd44_armour_stops_one_die_a_round_in_the_round_itself() -> None:
    state, events = duel(
        "orcs - - - - warlord", "menatarms footmen - - - marshal", ("orcs", "marshal"), [2, 2, 3] + [1] * 4
    )
    ours = [event for event in all_of(events, Struck) if event.seat == BEN]
    assert [(event.place, event.dice, event.stopped, event.wounds) for event in ours] == [
        ("1:F1", 2, 1, 1),
        ("1:F2", 1, 0, 1),
    ]
    assert state.sides[BEN].wounds[:2] == [1, 1]


def test_fd45_poison_becomes_a_wound_in_the_next_round_and_a_hero_can_fall_by_it() -> None:
    more = {"poison": ["1:H"], "wounds": {"1:H": 3}}
    state, events = duel("- - - - - witch", "- - - - - wizard", ("goblins", "halberdiers"), ann_more=more)
    assert only(events, PoisonWorked).place == "1:H"
    assert only(events, HeroFell).unit == "witch"
    assert "witch" in state.sides[ANN].lost


def test_fd46_dice_beyond_the_last_box_count_for_the_fate_of_a_unit() -> None:
    _, events = duel("ogres - - - - warlord", "footmen - - - - castellan", ("ogres", "bowmen"), [1, 1, 2, 2])
    assert only(events, Struck).wounds == 4
    assert only(events, Defeated).flees is False


def test_fd50_heroes_are_defeated_last_so_that_beaten_units_count_as_beaten() -> None:
    more = {"wounds": {"1:H": 3}}
    state, events = duel(
        "ogres - - - - warlord", "goblins goblins - - - gobking", ("ogres", "wolves"), [1, 5, 5, 5], ben_more=more
    )
    assert only(events, Defeated).place == "1:F1"
    assert only(events, HeroFell).routed == ("goblins",)
    assert state.sides[BEN].fleeing == ["goblins", "goblins", ""]


def test_fd51_poison_counts_among_the_four_wounds_that_destroy() -> None:
    more = {"wounds": {"1:F1": 1}}
    _, events = duel(
        "vipers vipers - - - king", "orcs - - - - warlord", ("vipers", "goblins"), [1, 1, 2, 2], ben_more=more
    )
    assert only(events, Struck).poison == 1
    assert only(events, Defeated).flees is False


def test_fd51_with_one_active_battalion_every_unit_beaten_by_wounds_is_out_steadfast_or_not() -> None:
    ann = side("- ogres - - - warlord / - - - - - - / - - - - - witch", hand="ogres wolves")
    ben = side("- temple vipers - - king / - - - - - charmer / - - - - - -", hand="temple")
    state, events = fought(laid(ann, ben, round=1), "ogres@1", "temple@1", [5, 5, 3, 3, 1, 1, 1])
    (beaten,) = (event for event in all_of(events, Defeated) if event.seat == BEN)
    assert (beaten.unit, beaten.flees, beaten.why) == ("vipers", False, "last")
    assert state.sides[BEN].fleeing == ["", "", ""]


def test_fd51_where_a_hero_falls_the_others_flee_even_with_one_active_battalion() -> None:
    ann = side("- ogres - - - warlord / - - - - - - / - - - - - witch", hand="ogres wolves")
    ben = side("goblins - - - - gobking / - - - - - wyvern / - - - - - -", hand="wolves", wounds={"1:H": 3})
    state, events = fought(laid(ann, ben), "ogres@1", "wolves@1", [5, 5, 5, 5])
    assert only(events, HeroFell).routed == ("goblins",)
    assert (state.sides[BEN].fleeing, state.phase) == (["goblins", "", ""], "over")


def test_fd52_gaps_move_on_and_never_close_up() -> None:
    made = bare_side()
    made.fleeing = ["", "orcs", ""]
    assert flight.enter(made, "goblins") == ""
    assert made.fleeing == ["goblins", "", "orcs"]
    assert flight.enter(made, "pikes") == "orcs"
    assert (made.fleeing, made.lost) == (["pikes", "goblins", ""], ["orcs"])


def test_fd52_lower_levels_enter_first() -> None:
    more = {"wounds": {"1:H": 3}}
    _, events = duel(
        "ogres - - - - warlord", "orcs goblins - gobarch - gobking", ("ogres", "pikes"), [3, 5, 5, 5], ben_more=more
    )
    assert [(event.unit, event.lost) for event in all_of(events, Fled)] == [
        ("goblins", ""),
        ("gobarch", ""),
        ("orcs", ""),
    ]


def test_fd52_within_a_level_the_beaten_enter_before_the_routed_and_these_by_space() -> None:
    more = {"wounds": {"1:H": 3}, "lost": "pikes orcs orcs"}
    _, events = duel(
        "ogres - - - - warlord", "wolves goblins - gobarch - gobking", ("ogres", "pikes"), [3, 5, 5, 5], ben_more=more
    )
    assert [event.unit for event in all_of(events, Fled)] == ["goblins", "wolves", "gobarch"]


def test_fd53_played_cards_are_discarded_in_order_and_the_hand_is_refilled() -> None:
    state, _ = fought(
        laid(
            side("- - - - - warlord / - - - - - witch / - - - - - gobking", hand="goblins wolves gobarch goblins"),
            side("- - - - - marshal / - - - - - castellan / - - - - - wizard", hand="footmen halberdiers bowmen"),
        ),
        "gobarch@3 goblins@regroup wolves@1 goblins@2",
        "bowmen@3 halberdiers@2 footmen@1",
    )
    assert state.sides[ANN].discards == ["wolves", "goblins", "gobarch", "goblins"]
    assert state.sides[BEN].discards == ["footmen", "halberdiers", "bowmen"]
    assert len(state.sides[ANN].hand) == 7


def test_fd53_an_empty_draw_pile_is_made_again_of_the_discards_of_this_round_too() -> None:
    rows = "- - - - - marshal / - - - - - castellan / - - - - - wizard"
    ann, ben = (side(rows, hand="footmen halberdiers bowmen") for _ in range(2))
    ann.deck, ann.discards = ann.deck[:1], ann.deck[1:]
    ben.deck, ben.discards = ben.deck[:3], ben.deck[3:]
    last = ann.deck[0]
    state, events = fought(laid(ann, ben), "footmen@1 halberdiers@2 bowmen@3", "footmen@1 halberdiers@2 bowmen@3")
    assert [(event.seat, event.count) for event in all_of(events, Reshuffled)] == [(ANN, 13)]
    assert last in state.sides[ANN].hand
    assert (len(state.sides[ANN].deck), state.sides[ANN].discards) == (11, [])
    assert (state.sides[BEN].deck, len(state.sides[BEN].discards)) == ([], 11)


def test_fd1_a_battalion_fights_only_the_one_opposite() -> None:
    state, events = duel("ogres - - - - warlord", "footmen - - - - castellan", ("ogres", "bowmen"), [1, 1, 2, 2])
    assert {event.battalion for event in all_of(events, Rolled)} == {1}
    assert {event.place[0] for event in all_of(events, Struck)} == {"1"}
    assert state.sides[BEN].wounds[6:] == [0] * 12
