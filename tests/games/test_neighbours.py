"""What is asked and changed by a key concerns the row of this key: with another one beside it, nothing else changes."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts import outbox, tokens
from games import access, play, positions, rematch, talk
from games.rules.game import dump
from tests.games import tables
from tests.games.doors import DOORS, SINGLE, Act, Cast, Door, everything
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

FOR_ALL = {"games.outages.note", "games.outages._credit"}
"""Doors that change every row there is."""
FOR_A_PERSON = {
    "games.leaving.leave",
    "accounts.leaving.close",
    "accounts.blocks.unblock",
    "accounts.forms.save: by who knows the old password",
    "accounts.forms.save: by a link",
    "accounts.admin.save",
    "accounts.second_factor.remove_all",
    "accounts.views._save",
}
"""Doors that change all that one person has."""

Rows = set[tuple[str, object]]


OTHERS, SAME = "other people", "the same people"


def beside(cast: Cast, who: str) -> Cast:
    """Those in whose scene nothing is to happen."""
    if who == SAME:
        return cast._replace(key="second")
    return Cast(person("Dan"), person("Eve"), person("Flo"), key="second")


def rows() -> Rows:
    return {(table, key) for table, found in everything().items() for key in found}


def changed(act: Act) -> dict[str, Rows]:
    """The rows that a door makes, changes and removes; all is taken back."""
    with transaction.atomic():
        before = everything()
        act()
        after = everything()
        transaction.set_rollback(True)
    return {
        "made": {(table, key) for table in after for key in after[table].keys() - before[table].keys()},
        "gone": {(table, key) for table in after for key in before[table].keys() - after[table].keys()},
        "changed": {
            (table, key)
            for table in after
            for key in after[table].keys() & before[table].keys()
            if after[table][key] != before[table][key]
        },
    }


def counts(found: dict[str, Rows]) -> dict[str, list[str]]:
    return {how: sorted(table for table, _ in each) for how, each in found.items()}


BY_KEY = {name: made for name, made in (DOORS | SINGLE).items() if name not in FOR_ALL}
CASES = [(name, OTHERS) for name in BY_KEY] + [(name, SAME) for name in BY_KEY if name not in FOR_A_PERSON]


@pytest.mark.parametrize(("name", "who"), CASES)
def test_a_door_changes_its_own_rows_whatever_stands_beside_them(name: str, who: str, cast: Cast) -> None:
    """Alone, beside what came later, and beside what was there first."""
    nobody = rows()
    first = BY_KEY[name](cast)
    alone, firsts = counts(changed(first)), rows() - nobody
    second = BY_KEY[name](beside(cast, who))
    seconds = rows() - nobody - firsts
    for act, others in ((first, seconds), (second, firsts)):
        found = changed(act)
        assert counts(found) == alone
        assert (found["changed"] | found["gone"]) & others == set()


# --- Reading --------------------------------------------------------------------------------------------------------


def _lines(cast: Cast) -> Act:
    match, line = cast.talk()
    return lambda: [each.text == line.text for each in talk.lines(match)]


def _unread(cast: Cast) -> Act:
    match, _ = cast.talk()
    return lambda: [talk.unread(user.pk, [match.pk]) == {match.pk: 1} for user in (cast.ann, cast.ben)]


def _standing(cast: Cast) -> Act:
    match = cast.match()
    play.resign(match.public_id, cast.ann.pk)
    again = rematch.rematch(match.public_id, cast.ben)
    return lambda: (rematch.standing(match) == again, rematch.standing(again))


def _found(cast: Cast) -> Act:
    token = tokens.make(cast.ann, f"program of {cast.key}", "look")
    return lambda: (found := tokens.find(token)) and found.name == f"program of {cast.key}"


def _status(cast: Cast) -> Act:
    match = cast.match()
    return lambda: outbox.status_of(cast.ann.pk, "turn", f"{match.pk}:0")


def _position(cast: Cast) -> Act:
    match = tables.play_on(cast.match(), 2)
    stood = dump(positions.newest(match).position)
    return lambda: dump(positions.newest(match).position) == stood


def _entered(cast: Cast) -> Act:
    match = cast.match()
    return lambda: [access.match_for(user.pk, match.public_id).seat.user == user for user in (cast.ann, cast.ben)]


def _over(cast: Cast) -> Act:
    match = cast.match()
    play.resign(match.public_id, cast.ann.pk)
    return lambda: (found := access.finished(None, match.public_id)).match == match and len(found.seats)


def _offered(cast: Cast) -> Act:
    match = cast.offered()
    return lambda: access.invitation_for(cast.ben.pk, match.public_id).match == match


READERS: dict[str, Door] = {
    "games.talk.lines": _lines,
    "games.talk.unread": _unread,
    "games.rematch.standing": _standing,
    "accounts.tokens.find": _found,
    "accounts.outbox.status_of": _status,
    "games.positions.newest": _position,
    "games.access.match_for": _entered,
    "games.access.finished": _over,
    "games.access.invitation_for": _offered,
}


@pytest.mark.parametrize("who", [OTHERS, SAME])
@pytest.mark.parametrize("name", READERS)
def test_what_is_read_by_a_key_is_the_same_whatever_stands_beside_it(name: str, who: str, cast: Cast) -> None:
    first = READERS[name](cast)
    alone = first()
    second = READERS[name](beside(cast, who))
    assert (first(), second()) == (alone, alone)
