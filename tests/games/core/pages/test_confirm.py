"""No move counts by the first press of a button while its player could do something else."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core.models import Match
from games.core.reading import positions
from games.core.services import play
from games.rules import engine
from games.rules.engine import AnyGame
from tests.games import tables
from tests.games.browsing import Form, forms, signed_in, told
from tests.parts.depth import whole_or
from tests.parts.games import drawn

pytestmark = pytest.mark.django_db

SURE = '<p class="message warning sure" role="alert">Nothing has been played yet. Press again to play this move'
POSITIONS = whole_or(4, 40)
"""So many of a match are looked at."""


def sending(page: Any) -> list[tuple[Form, str]]:
    """Return the buttons that send a move: the form and what each sends."""
    found = [each for each in forms(page) if each.buttons.get("move")]
    return [
        (each, value)
        for each in found
        for value, address in each.buttons["move"].items()
        if address.endswith("/submit")
    ]


def final(page: Any) -> set[str]:
    """Return the steps whose buttons ask for a second press where there is a script."""
    return set(re.findall(r'class="choice[^"]* final" data-step="([^"]+)"', told(page)))


def by_chance(match: Match, user: User, dice: random.Random) -> str:
    """Return a whole move, each step of it drawn."""
    rules, number = match.rules, tables.seat(match, user).index
    position, steps = positions.newest_position(tables.now(match)).position, list[Any]()
    while True:
        preview = engine.preview(rules, position, number, steps)
        if not preview.legal or (preview.complete and dice.random() < 0.5):
            return engine.move_text(rules, steps)
        steps.append(dice.choice(preview.legal))


@pytest.mark.by_turns(9)
@pytest.mark.parametrize("game", drawn())
def test_the_first_press_of_a_button_plays_nothing_where_another_step_is_possible(
    game: str, ann: User, ben: User
) -> None:
    dice = random.Random(game)
    match = tables.begin(ann, ben, game=game)
    asked = 0
    for _ in range(POSITIONS):
        match = tables.now(match)
        user = tables.next_user(match)
        if user is None:
            break
        move = by_chance(match, user, dice)
        for plan in prefixes(match.rules, move, dice):
            asked += asks(match, user, plan, dice)
        tables.answer(match, user, move)
    assert asked


def prefixes(rules: AnyGame, move: str, dice: random.Random) -> list[list[Any]]:
    """Return nothing, some beginning of a move, and all of it except what ends it."""
    steps = engine.parse_move(rules, move)
    return [steps[:number] for number in sorted({0, dice.randrange(len(steps)), len(steps) - 1})]


def asks(match: Match, user: User, plan: list[Any], dice: random.Random) -> bool:
    """Look at the page of somebody who has composed this much; whether some press of it is asked about."""
    rules, number = match.rules, tables.seat(match, user).index
    play.save_plan(match.public_id, user.pk, engine.move_text(rules, plan), tables.seat(match, user).serial)
    preview = engine.preview(rules, positions.newest_position(tables.now(match)).position, number, plan)
    state, offered = preview.position.state, {rules.text(step): step for step in preview.legal}
    client = signed_in(user)
    page = client.get(match.get_absolute_url())
    buttons = {move.rpartition("; ")[2]: (form, move) for form, move in sending(page)}
    may = [text for text in buttons if len(offered) == 1 or (plan and not rules.closes(state, number, offered[text]))]
    assert set(buttons) - set(may) == final(page)
    if final(page):
        plays_nothing(client, match, *buttons[dice.choice(sorted(final(page)))])
    return bool(final(page))


def plays_nothing(client: Client, match: Match, form: Form, move: str) -> None:
    """Press a button once, as by a page without its script: the page asks, and says how to go back."""
    answer = client.post(form.buttons["move"][move], {**form.fields, "move": move})
    assert SURE in told(answer)
    assert f'<a class="button quiet" href="{match.get_absolute_url()}">Do something else</a>' in told(answer)
    assert tables.now(match).ply == match.ply
    [again] = [each for each in forms(answer) if each.fields.get("move") == move]
    assert "ask" not in again.fields


def test_what_is_composed_is_sent_by_one_press_unless_it_reveals_something(ann: User, ben: User) -> None:
    match = tables.play_on(tables.begin(ann, ben, game="fantasy-dice-battles"), 2)
    rules, position = match.rules, positions.newest_position(match).position
    steps = engine.parse_move(rules, tables.first_move(match, ann))[:3]
    preview = engine.preview(rules, position, 0, steps)
    ready = next(step for step in preview.legal if rules.text(step) == "ready")
    assert len(preview.legal) > 1
    assert engine.is_final(rules, preview, 0, ready, composed=True)


def test_a_move_that_is_the_only_one_is_played_at_once(ann: User, ben: User) -> None:
    match = tables.begin(ann, ben)
    user = tables.duel(match)
    while len(tables.choices(match, user)) > 1:
        tables.play_on(match, 1, choose=tables.attack)
        user = tables.duel(match)
    client = signed_in(user)
    [(form, move)] = sending(client.get(match.get_absolute_url()))
    assert "ask" not in form.fields
    assert client.post(form.buttons["move"][move], {**form.fields, "move": move}).status_code == 302


def test_a_move_that_answers_an_older_question_is_refused_and_not_asked_about(match: Match, ann: User) -> None:
    serial = tables.seat(match, ann).serial
    answer = signed_in(ann).post(
        f"{match.get_absolute_url()}submit", {"move": "F3", "expected": serial - 1, "ask": "1"}
    )
    assert answer.status_code == 409
    assert SURE not in told(answer)


def test_a_move_that_nobody_may_make_is_refused_and_not_asked_about(match: Match, ann: User) -> None:
    serial = tables.seat(match, ann).serial
    answer = signed_in(ann).post(f"{match.get_absolute_url()}submit", {"move": "P", "expected": serial, "ask": "1"})
    assert answer.status_code == 422
    assert SURE not in told(answer)
