"""The matches that lessons end in, by the rules: short, to be won by those who have learnt, the same for a seed."""

from statistics import median

import pytest
from msgspec.structs import replace

from games.lessons import finish, lesson as lessons
from games.lessons.course import BadLesson
from games.lessons.lesson import Finish, Lesson
from games.rules import engine, levels, playout, registry
from games.rules.chance import KeyedChance
from games.rules.game import Outcome, dump

ENDING = [(slug, lesson) for slug, found in lessons.LESSONS.items() for lesson in found if lesson.finish]
EACH = pytest.mark.parametrize(("slug", "lesson"), ENDING, ids=[f"{slug} {lesson.key}" for slug, lesson in ENDING])
SEEDS = 50
MOST_MOVES = 25
LEAST_WON = 45


def by_casual(slug: str, lesson: Lesson, seed: bytes) -> tuple[list[str], Outcome]:
    """Play a match to its end at the level Casual; return the learner's moves, and how it ended."""
    rules = registry.current(slug)
    casual = next(each.bot() for each in levels.levels(slug) if each.name == "casual")
    moves: list[str] = []
    position = finish.beginning(slug, lesson).position
    while not (ended := engine.outcome(rules, position)):
        chance = KeyedChance(seed + len(moves).to_bytes(2))
        moves.append(engine.move_text(rules, playout.compose(rules, position, lesson.me, casual, chance)))
        position = finish.after_moves(slug, lesson, seed, moves).position
    return moves, ended


def test_the_first_lessons_of_both_long_games_end_in_a_match() -> None:
    assert {(slug, lesson.key) for slug, lesson in ENDING} == {
        ("fantasy-dice-battles", "first"),
        ("field-of-glory", "first"),
    }


@EACH
def test_it_is_short_and_won_by_those_who_have_learnt(slug: str, lesson: Lesson) -> None:
    assert lesson.finish is not None
    played = [by_casual(slug, lesson, number.to_bytes(32)) for number in range(SEEDS)]
    counts = [len(moves) for moves, _ended in played]
    assert max(counts) <= MOST_MOVES
    assert abs(median(counts) - lesson.finish.moves) <= 1
    assert sum(lesson.me in ended.winners for _moves, ended in played) >= LEAST_WON


@EACH
def test_the_same_seed_and_moves_lead_to_the_same_end(slug: str, lesson: Lesson) -> None:
    moves, ended = by_casual(slug, lesson, bytes(32))
    again = finish.after_moves(slug, lesson, bytes(32), moves)
    assert engine.outcome(registry.current(slug), again.position) == ended


@EACH
def test_another_seed_leads_elsewhere(slug: str, lesson: Lesson) -> None:
    assert len({tuple(by_casual(slug, lesson, number.to_bytes(32))[0]) for number in range(8)}) > 1


@EACH
def test_a_finish_leaves_its_position_as_it_is(slug: str, lesson: Lesson) -> None:
    before = dump(finish.beginning(slug, lesson).position)
    by_casual(slug, lesson, bytes(32))
    assert dump(finish.beginning(slug, lesson).position) == before


def test_a_position_that_the_rules_refuse_is_named() -> None:
    [first, *_more] = lessons.of_game("field-of-glory")
    assert first.finish is not None
    state = replace(first.finish.position, hands=[[], []])
    with pytest.raises(BadLesson, match="Lesson “broken”, finish: Each of the 48 cards"):
        finish.beginning("field-of-glory", Lesson("broken", "Broken", (), finish=Finish("Now …", state, moves=1)))


def test_a_position_in_which_the_learner_has_no_move_is_named() -> None:
    [first, *_more] = lessons.of_game("field-of-glory")
    with pytest.raises(BadLesson, match="Lesson “broken”, finish: the learner has no move"):
        finish.beginning("field-of-glory", Lesson("broken", "Broken", (), me=1, finish=first.finish))
