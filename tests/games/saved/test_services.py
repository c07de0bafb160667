"""What users save of games: each has its own, in the order in which it was saved."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.saved import services as saved

pytestmark = pytest.mark.django_db
ARMIES = saved.Saved("armies", "What an army is.", SavedArmy, ("name", "text"))


@pytest.fixture(autouse=True)
def armies(ann: User, ben: User) -> None:
    """Ann has saved two, Ben one in between."""
    for user, name in ((ann, "Wolves"), (ben, "Ravens"), (ann, "Bears")):
        SavedArmy.objects.create(user=user, data_set="fogsite", name=name, text=f"the text of {name}")


def test_a_user_has_what_he_has_saved_oldest_first(ann: User) -> None:
    assert list(saved.saved_by(ARMIES, ann)) == [
        {"name": "Wolves", "text": "the text of Wolves"},
        {"name": "Bears", "text": "the text of Bears"},
    ]


def test_who_leaves_takes_nothing_of_others_along(ann: User) -> None:
    saved.forget(ann)
    assert list(SavedArmy.objects.values_list("name", flat=True)) == ["Ravens"]
