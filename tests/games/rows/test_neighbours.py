"""What is asked and changed by a key concerns the row of this key: with another one beside it, nothing else changes."""

from __future__ import annotations

import pytest
from django.db import transaction

from tests.games.rows import (
    readers_awards,
    readers_desk,
    readers_favourites,
    readers_letters,
    readers_likeness,
    readers_match,
    readers_measures,
    readers_old,
    readers_people,
    readers_ratings,
    readers_replays,
    readers_reports,
    readers_returning,
    readers_rulings,
    readers_seeks,
    readers_substitutes,
    readers_time_up,
    readers_vacations,
    readers_weeks,
)
from tests.games.rows.doors import DOORS, SINGLE, Act, Cast, everything
from tests.games.rows.readers import OF_A_PERSON, READERS
from tests.games.rows.writers import WRITERS
from tests.parts.cast import person

assert readers_awards
assert readers_favourites
assert readers_letters, "adds its scenes to those of `readers`"
assert readers_likeness
assert readers_match
assert readers_desk
assert readers_measures
assert readers_people
assert readers_old
assert readers_ratings
assert readers_replays
assert readers_reports
assert readers_rulings
assert readers_seeks
assert readers_time_up
assert readers_returning
assert readers_vacations
assert readers_substitutes
assert readers_weeks

# Which rows a condition picks is no matter of the database.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.by_turns(30)]

FOR_ALL = {
    "games.core.services.outages.record_alive",
    "games.reports.bells._tell_of_new",
    "games.core.services.outages._credit",
    "games.core.services.sweeps._remind_together: all that are due",
    "accounts.outbox.endpoints.remove_expired",
    "accounts.database.portions._portion",
    "games.core.services.guest_stays._shorten: of all",
    "games.ratings.services.tally",
    "games.ratings.services.tally: after an absence that has counted",
    "games.ratings.services.rebuild",
    "games.ratings.services.strike",
    "games.ratings.services.unstrike",
    "games.favourites.telling._tell_portion",
    "games.deeds.services.award_deeds",
    "games.deeds.summarising.summarise",
    "games.deeds.services.award_deeds: after one was struck",
    "games.desk.operators.tell_operators",
}
"""Doors that change every row there is, or all that have run out, or that tell all operators."""
FOR_A_PERSON = {
    "games.core.services.leaving.close_account",
    "accounts.leaving.anonymise",
    "accounts.blocks.unblock",
    "accounts.views.forms.save: by a user who knows the old password",
    "accounts.views.forms.save: by a link",
    "accounts.admin.save",
    "accounts.second_factor.remove_all",
    "accounts.views.settings._save",
    "accounts.channels.email.unsubscribe.unsubscribe",
    "accounts.blocks.block",
    "games.favourites.services.add",
    "games.favourites.services.add: to be told",
    "games.favourites.services.tell_no_more",
    "games.favourites.services.remove",
    "accounts.feeds.renew_addresses",
    "accounts.feeds.stop",
    "accounts.outbox.bounces._noted",
    "accounts.outbox.release",
    "accounts.outbox.endpoints.remove_signed_out",
    "accounts.outbox.endpoints._remove_of_the_suspended",
    "games.seeks.services.ask",
    "games.seeks.services.ask: something else than before",
    "games.seeks.services.withdraw",
    "games.seeks.services._begin_if_fitting",
    "games.vacations.services._planned",
    "games.vacations.services._note_in",
    "games.vacations.services._take",
    "games.vacations.services.call_off",
    "games.vacations.services.come_back",
    "games.vacations.services.choose_automatic",
    "games.coach.services.choose_coach",
    "games.measures.services.take",
    "games.measures.services.take_once",
    "games.measures.services.undo",
    "games.measures.services.reword",
    "games.measures.services.appeal",
    "games.measures.services.judge",
    "games.measures.services.second_closing",
    "games.measures.services._end_one",
    "games.measures.halts._tell",
}
"""Doors that change all that one person has."""

Rows = set[tuple[str, object]]


OTHERS, SAME = "other people", "the same people"


def beside(cast: Cast, who: str) -> Cast:
    """Return those in whose scene nothing is to happen."""
    if who == SAME:
        return cast._replace(key="second")
    return Cast(person("Dan"), person("Eve"), person("Flo"), key="second")


def rows() -> Rows:
    return {(table, key) for table, found in everything().items() for key in found}


def changed(act: Act) -> dict[str, Rows]:
    """Return the rows that a door makes, changes and removes; all is taken back."""
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


BY_KEY = {name: made for name, made in (DOORS | SINGLE | WRITERS).items() if name not in FOR_ALL}
CASES = [(name, OTHERS) for name in BY_KEY] + [(name, SAME) for name in BY_KEY if name not in FOR_A_PERSON]


@pytest.mark.parametrize(("name", "who"), CASES)
def test_a_door_changes_its_own_rows_no_matter_what_stands_beside_them(name: str, who: str, cast: Cast) -> None:
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


READ = [(name, OTHERS) for name in READERS] + [(name, SAME) for name in READERS if name not in OF_A_PERSON]


def read(act: Act) -> object:
    """Return what is read; all that is changed is taken back."""
    with transaction.atomic():
        found = act()
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize(("name", "who"), READ)
def test_what_is_read_by_a_key_is_the_same_no_matter_what_stands_beside_it(name: str, who: str, cast: Cast) -> None:
    scene, expected = READERS[name]
    first = scene(cast)
    assert read(first) == expected
    second = scene(beside(cast, who))
    assert (read(first), read(second)) == (expected, expected)
