"""Matches drawn small, in lists: of each game the same figures as on its board, in the same frame, and light."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.models import Match
from tests.games import tables
from tests.games.browsing import signed_in, told
from tests.parts.games import drawn, facts

pytestmark = pytest.mark.django_db
DRAWN = re.compile(r'<svg class="miniature".*?</svg>', re.DOTALL)
USED = re.compile(r'href="/static/([^"#]+)#([^"]+)"')
LIGHT = 3500
"""Bytes of a picture: a list has up to 100 of them, and each is compressed with the others."""


def pictures(client: Client) -> list[str]:
    found: list[str] = DRAWN.findall(told(client.get(reverse("my_matches"))))
    return found


def played(game: str, *users: User) -> Match:
    return tables.play_on(tables.begin(*users, game=game), facts(game).weighed)


@pytest.mark.parametrize("game", drawn())
def test_a_match_is_drawn_with_the_figures_of_its_board(game: str, ann: User, ben: User) -> None:
    match = played(game, ann, ben)
    for moves in range(4):
        if moves:
            match = tables.play_on(match, 1)
        for user in (ann, ben):
            [picture] = pictures(signed_in(user))
            assert 'viewBox="0 0 128 80"' in picture
            assert len(picture) <= LIGHT
            used = USED.findall(picture)
            assert used
            for sheet, figure in used:
                assert f'<symbol id="{figure}"' in Path(str(finders.find(sheet))).read_text()


@pytest.mark.parametrize("game", ["fantasy-dice-battles", "field-of-glory"])
def test_each_side_keeps_the_colour_and_the_corners_of_its_board_and_the_readers_is_below(
    game: str, ann: User, ben: User
) -> None:
    played(game, ann, ben)
    for user, above, below in ((ann, "blue", "red"), (ben, "red", "blue")):
        [picture] = pictures(signed_in(user))
        sides = re.findall(
            r'<g class="(\w+)">.*?<rect class="paper" x="[\d.]+" y="([\d.]+)".*?rx="(\d)"', picture, re.DOTALL
        )
        halves = {colour: {float(y) > 40 for side, y, _ in sides if side == colour} for colour in (above, below)}
        assert halves == {above: {False}, below: {True}}
        assert {(side, float(corner) > 4) for side, _, corner in sides} == {("blue", False), ("red", True)}
