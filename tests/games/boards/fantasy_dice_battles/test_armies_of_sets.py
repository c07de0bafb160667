"""Armies of more data sets than one, and of one that is no longer offered."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.boards.fantasy_dice_battles.saved_armies import saved
from games.rules.fantasy_dice_battles.army import armies as rules
from games.rules.fantasy_dice_battles.data import PLACES, DataSet
from games.rules.fantasy_dice_battles.sets import names
from games.rules.fantasy_dice_battles.sets.offered import SETS
from games.rules.fantasy_dice_battles.sets.reading import read
from tests.games.boards.fantasy_dice_battles.test_page_armies import HOUSE, LIST, REALM, kept, post
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> DataSet:
    """A second data set that is offered: the default set with another ending to every id and name."""
    folder = resources.files("games.rules.fantasy_dice_battles").joinpath("sets")
    content = folder.joinpath("fogsite.toml").read_text(encoding="utf-8").replace('name = "', 'name = "New ')
    for own in sorted({HOUSE.id, *HOUSE.kinds, *HOUSE.factions, *HOUSE.presets}):
        content = content.replace(f'"{own}"', f'"{own}2"')
    data = read(content, "second.toml")
    known: list[tuple[Any, Mapping[str, Any]]] = [
        (SETS, {data.id: data}),
        (names._UNITS, {kind.id: kind.name for kind in data.kinds.values()}),
        (names._FACTIONS, {row.id: row.name for row in data.factions.values()}),
    ]
    for table, more in known:
        for key, value in more.items():
            monkeypatch.setitem(table, key, value)
    return data


def test_armies_of_every_set_are_built_kept_listed_and_changed(ann: User, second: DataSet) -> None:
    client = signed_in(ann)
    assert ">New Fogsite</h3>" in told(client.get(LIST))
    new = reverse("new_army", args=["realm2"])
    text = rules.text(second.presets["realm_a2"].army)
    assert "This army is legal." in told(client.get(f"{new}?preset=realm_a2"))
    given = dict(zip(PLACES, rules.parse(text, second).tokens, strict=True))
    reserve = {f"reserve {number}": unit for number, unit in enumerate(rules.parse(text, second).reserve, 1)}
    assert "Army “Mine” saved." in told(post(client, new, "keep", {**given, **reserve}))
    assert saved(ann, second.id) == [("Mine", text)]
    assert saved(ann) == []
    page = client.get(LIST)
    assert "New Realm: New Lord Marshal, New High Priest, New Castellan; New Footmen ×4" in told(page)
    [row] = SavedArmy.objects.filter(user=ann)
    assert f'href="{row.get_absolute_url()}"' in told(page)
    assert client.get(row.get_absolute_url()).status_code == 200


def test_an_army_of_a_set_that_is_no_longer_offered_is_listed_and_can_be_deleted(ann: User) -> None:
    row = SavedArmy.objects.create(user=ann, data_set="older", name="Old", text=REALM)
    client = signed_in(ann)
    page = told(client.get(LIST))
    assert "It belongs to the data set older, which is no longer offered." in page
    assert f'href="{row.get_absolute_url()}"' not in page
    assert client.get(row.get_absolute_url()).status_code == 404
    client.post(reverse("delete_army", args=[row.pk]), {"confirm": "1"})
    assert kept(ann) == []
