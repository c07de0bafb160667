"""How the fencers stand: by what has just happened, the same for all, and with blades as long as the distance."""

import re
from typing import Any

import pytest

from games.boards.en_garde import art
from games.boards.en_garde.poses import at_end, before_end, poses
from games.rules.en_garde.events import Advanced, Attacked, Evaded, Parried, RoundStarted, WentBack
from games.rules.en_garde.state import VALUES, RoundEnd
from games.rules.game import REFEREE, SPECTATOR
from tests.rules.en_garde.table import GAME, laid

HANDS = '"hands": [[1, 3, 3, 4, 5], [1, 1, 2, 2, 5]], "pile": [2, 4, 4]'
ATTACKED = (
    '{"hands": [[2, 4, 4, 1, 1], [3, 3, 5, 5, 5]], "pile": [1, 2], "fencers": [10, 14], '
    '"attack": {"value": 4, "count": 1, "indirect": true}}'
)
PARRIED = '{"hands": [[2, 4, 5, 1, 1], [3, 3, 5, 5]], "pile": [1, 2], "fencers": [10, 14], "parried": true}'
DRAWN = set(re.findall(r'id="([\w-]+)" viewBox', art.files()["en-garde/fencers.svg"]))


def after(*trail: Any, fencers: str = "[10, 14]") -> tuple[str, str]:
    """Return the poses of fencers after these moves, who look the same to everybody."""
    position = laid(f'{{{HANDS}, "fencers": {fencers}}}')
    found = {poses(GAME.view(position.state, viewer), trail) for viewer in (0, 1, SPECTATOR, REFEREE)}
    assert len(found) == 1, "Nobody may see more in a pose than others."
    [both] = found
    assert DRAWN.issuperset(both)
    return both


def test_fencers_are_on_guard_until_something_happens() -> None:
    assert after() == ("guard-4", "guard-4")
    assert after(fencers="[1, 23]") == ("guard-5", "guard-5")
    assert after(Advanced(0, 3, 9), RoundStarted(2, 0)) == ("guard-4", "guard-4")


@pytest.mark.parametrize(
    ("trail", "both"),
    [
        ([Advanced(0, 3, 10)], ("advance-4", "guard-4")),
        ([WentBack(1, 3, 14)], ("guard-4", "retreat-4")),
        ([Advanced(0, 3, 10), WentBack(1, 1, 14)], ("advance-4", "retreat-4")),
        ([Attacked(0, 2, 1), Evaded(1, 2, 14)], ("lunge-2", "retreat-4")),
        ([Attacked(0, 5, 1), Parried(1, 5, 1), Advanced(1, 1, 14)], ("guard-4", "advance-4")),
    ],
)
def test_a_fencer_stands_as_its_newest_move_says(trail: list[Any], both: tuple[str, str]) -> None:
    assert after(*trail) == both


def test_an_attack_is_a_lunge_until_it_is_answered_and_a_parry_meets_it() -> None:
    attacked = laid(ATTACKED, to_move=1).state
    assert {poses(GAME.view(attacked, viewer)) for viewer in (0, 1, SPECTATOR)} == {("lunge-4", "guard-4")}
    parried = laid(PARRIED, to_move=1).state
    assert poses(GAME.view(parried, SPECTATOR)) == ("lunge-4", "parry-4")


@pytest.mark.parametrize(
    ("ended", "moment"),
    [
        (RoundEnd(1, "hit", (8, 11), 1), ("hit", "lunge-3")),
        (RoundEnd(1, "comparison-hand", (8, 11), 0), ("won", "guard-3")),
        (RoundEnd(1, "stuck", (3, 23), 1), ("guard-5", "won")),
        (RoundEnd(1, "level", (9, 15)), ("guard-5", "guard-5")),
    ],
)
def test_a_round_ends_with_a_hit_or_a_salute(ended: RoundEnd, moment: tuple[str, str]) -> None:
    assert at_end(ended) == moment
    assert DRAWN.issuperset(moment)


@pytest.mark.parametrize("stance", ["guard", "advance", "retreat"])
@pytest.mark.parametrize("apart", VALUES)
def test_blades_cross_half_way_where_a_card_can_reach(stance: str, apart: int) -> None:
    _, (x, _) = art.guarding(art.STANCES[stance], apart)
    assert apart * art.SPACE / 2 < x < apart * art.SPACE / 2 + art.SPACE / 4


def test_blades_stay_short_of_one_another_where_no_card_reaches() -> None:
    _, (x, _) = art.guarding(art.GUARD, art.REACH)
    assert 2 * x < (art.REACH + 1) * art.SPACE


@pytest.mark.parametrize("apart", VALUES)
def test_an_attack_reaches_the_other_fencer_and_goes_no_further(apart: int) -> None:
    _, (x, _) = art.thrusting(art.lunge(apart), apart)
    assert apart * art.SPACE <= x < (apart + 0.5) * art.SPACE


@pytest.mark.parametrize("reason", ["stuck", "comparison-hand", "comparison-position"])
def test_nobody_stands_as_the_winner_before_it_is_told_who_won(reason: Any) -> None:
    ended = RoundEnd(1, reason, (8, 11), 0)
    assert before_end(ended) == ("guard-3", "guard-3")
    assert before_end(ended) != at_end(ended)


def test_a_hit_is_seen_at_once() -> None:
    hit = RoundEnd(1, "hit", (8, 11), 0)
    assert before_end(hit) == at_end(hit)
