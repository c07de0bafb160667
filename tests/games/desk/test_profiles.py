"""A report of a profile shows the match that its reporter has reported too."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.core.models import Match
from games.reports import filing
from tests.games.browsing import told
from tests.games.desk.test_case import page
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def test_the_board_of_a_match_that_was_reported_too_stands_beside_the_profile(
    moderator: Client, match: Match, ann: User, ben: User
) -> None:
    profile = filing.file(ann, "player", "Ben", "cheating", "He has two accounts.")
    assert 'class="board"' not in told(moderator.get(page(profile)))
    other = filing.file(ann, "match", match.public_id, "cheating", "")
    shown = told(moderator.get(page(profile)))
    assert re.search(rf'<img class="board" src="[^"]*{match.public_id}', shown)
    assert f'<a href="{page(other)}">The same reporter has reported this match too.</a>' in shown
    assert "The same reporter has reported this match too." not in told(moderator.get(page(other)))


def test_no_match_of_somebody_else_stands_beside_a_profile(
    moderator: Client, match: Match, ann: User, ben: User, cat: User
) -> None:
    filing.file(ann, "match", match.public_id, "cheating", "")
    for profile in (
        filing.file(ann, "player", "Cat", "name", ""),
        filing.file(person("Dora"), "player", "Ben", "name", ""),
    ):
        assert 'class="board"' not in told(moderator.get(page(profile)))


def test_no_match_of_the_moderator_stands_beside_a_profile(
    moderator: Client, match: Match, ann: User, ben: User, max_: User
) -> None:
    filing.file(ann, "match", match.public_id, "cheating", "")
    profile = filing.file(ann, "player", "Ben", "name", "")
    match.substitutions.create(seat=1, ply=0, former=max_, user=ben)
    assert 'class="board"' not in told(moderator.get(page(profile)))
