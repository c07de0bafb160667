"""The records of a pair: each is sound, and both belong together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from accounts.models import User
from games.core.documents import records
from games.core.reading import positions
from games.core.services import play
from games.lobby import services as lobby
from games.lobby.services import Terms
from games.rules import registry, verify
from games.rules.errors import ReplayMismatch
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.record import dumps
from tests.games import tables
from tests.games.core.services.test_pairs import BY_LOT, SHARES, Both, both, dice, names, pair

__all__ = ["pair"]  # a fixture
pytestmark = pytest.mark.django_db


def test_the_records_of_both_are_sound_and_belong_together(ann: User, ben: User) -> None:
    found = dice(ann, ben, BY_LOT)
    for match in found:
        tables.play_on(match)
    first, other = (records.finished_record(tables.now(match)) for match in found)
    for record in (first, other):
        verify.check(record)
        verify.replay(record)
    verify.check_pair(first, other)


def test_others_named_in_the_second_are_found_out(ann: User, ben: User) -> None:
    found = dice(ann, ben, BY_LOT)
    for match in found:
        play.resign(match.public_id, ben.pk)
    first, other = (records.finished_record(tables.now(match)) for match in found)
    taken = dict(zip(("first_army", "second_army"), sorted(SETS[DEFAULT_SET].presets)[:2], strict=True))
    assert taken != other.options
    forged = msgspec.structs.replace(other, options=taken)
    with pytest.raises(ReplayMismatch, match="doesn’t use what was decided in the first"):
        verify.check_pair(first, forged)
    with pytest.raises(ReplayMismatch, match="doesn’t use what was decided in the first"):
        verify.check_pair(first, msgspec.structs.replace(other, version=other.version + 1))
    left, right = other.seats
    others = [msgspec.structs.replace(left, entropy="f" * 32), right]
    for seats in (other.seats[::-1], others):
        with pytest.raises(ReplayMismatch, match="doesn’t have the same players with sides swapped"):
            verify.check_pair(first, msgspec.structs.replace(other, seats=seats))


def test_the_program_says_of_two_records_whether_they_are_a_pair(
    pair: Both, ann: User, ben: User, tmp_path: Path, capsys: Any
) -> None:
    alone = [tables.begin(ann, ben, public_id=public_id) for public_id in ("firstmatch", "firstmatch-2")]
    first, other = (match.public_id for match in pair)
    swapped = "The second match of the pair doesn’t have the same players with sides swapped."
    for found, status, said in (
        (pair, 0, f"{first}, {other}: correct: a pair"),
        (alone, 1, f"firstmatch-2: ply 0, pair: {swapped}"),
    ):
        paths = [tmp_path / f"{match.public_id}.json" for match in found]
        for path, match in zip(paths, found, strict=True):
            play.resign(match.public_id, ben.pk)
            path.write_bytes(dumps(records.finished_record(tables.now(match))))
        assert verify.main([str(path) for path in paths]) == status
        assert capsys.readouterr().out.splitlines()[2:] == [said]


@pytest.mark.parametrize("game", ["en-garde", "field-of-glory"])
@pytest.mark.parametrize("number", range(6))
def test_in_a_pair_each_player_begins_once(ann: User, ben: User, game: str, number: int) -> None:
    match = lobby.invite(ann, Terms(game, {}, paired=True, seat=0), entropy=SHARES[0]).match
    lobby.join(match.public_id, ben, SHARES[1])
    began = list[str]()
    for each in both(match):
        tables.play_on(each, 24 if game == "field-of-glory" else 0)
        state = positions.newest_position(tables.now(each)).position.state
        began.append(names(each)[state.starter if game == "en-garde" else state.active])
        play.resign(each.public_id, ann.pk)
    assert sorted(began) == ["Ann", "Ben"]
    first, other = (records.finished_record(tables.now(each)) for each in both(match))
    for record in (first, other):
        verify.check(record)
    verify.check_pair(first, other)
    key = "starter" if game == "en-garde" else "first_player"
    side = next(
        option.other_than(other.options[key]) for option in registry.current(game).meta.options if option.name == key
    )
    with pytest.raises(ReplayMismatch, match="doesn’t use what was decided in the first"):
        verify.check_pair(first, msgspec.structs.replace(other, options={**other.options, key: side}))
