"""The page of En Garde, as it is drawn."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.core.models import Match
from tests.games.browsing import signed_in, told
from tests.games.tables import answer, attack, begin, choices, next_user, now

pytestmark = pytest.mark.django_db


def page(match: Match, user: User) -> str:
    return told(signed_in(user).get(match.get_absolute_url()))


def parried(ann: User, ben: User) -> tuple[Match, User]:
    """Return a match in which somebody has just parried, and who that was."""
    match = begin(ann, ben)
    while (user := next_user(match)) and "P" not in choices(match, user):
        answer(match, user, attack(match, user))
    assert user is not None
    answer(match, user, "P")
    return now(match), user


def test_each_card_shows_by_a_drawing_what_it_can_do(ann: User, ben: User) -> None:
    shown = page(begin(ann, ben), ann)
    hand = shown[shown.index('data-part="hand"') :]
    drawings = re.findall(r'class="use" role="img" aria-label="(\w+)"><use href="(\S*)#(\S+)"', hand)
    assert drawings == [("advance", "/static/img/icons.svg", "arrow-right")] * 5


def test_the_cards_of_a_parry_lie_against_those_of_the_attack_until_its_player_moves_on(ann: User, ben: User) -> None:
    match, user = parried(ann, ben)
    for each in (ann, ben):
        (laid,) = re.findall(r'<span class="laid[^>]*>(.*?)<span class="number">', page(match, each))
        cards, against = laid.split("#shield")
        assert ">on the piste<" in page(match, each)
        assert 'data-piece="discard-' not in page(match, each)
        assert re.findall(r">(\d)<", cards) == re.findall(r">(\d)<", against) != []
    answer(match, user, choices(match, user)[0])
    assert 'class="laid' not in page(now(match), user)
    assert 'data-piece="discard-' in page(now(match), user)


def test_what_lies_in_the_middle_of_the_piste_leaves_no_blank_card_on_the_discards(ann: User, ben: User) -> None:
    match, user = parried(ann, ben)
    (discard,) = re.findall('<div class="discard".*?</dd>', page(match, user), re.S)
    assert re.findall('class="mini ([^"]*)"', discard) == ["none"]
