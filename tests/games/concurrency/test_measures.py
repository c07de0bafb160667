"""Two at once over measures, on real connections: each race is first run without the lock that decides it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from threading import Barrier, Lock, get_ident

import pytest
from django.utils import timezone

from accounts.models import User
from games.measures import services as measures
from games.measures.models import Measure
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other
from tests.games.measures.scenes import over_since, taken
from tests.parts.cast import person

__all__ = ["no_broker"]  # a fixture
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def moderators(mo: User) -> list[User]:
    return [mo, person("Max", is_staff=True)]


def waiting_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first one who holds the person's row wait until the other one waits for it."""
    held, first = measures._held, Lock()

    def hold(person_id: int) -> User:
        found = held(person_id)
        if first.acquire(blocking=False):
            wait_for_the_other()
        return found

    monkeypatch.setattr(measures, "_held", hold)


def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both look before either writes."""
    met = Barrier(2)

    def look(measure: Measure) -> Measure:
        found = Measure.objects.select_related("person").get(pk=measure.pk)
        met.wait(PATIENCE)
        return found

    monkeypatch.setattr(measures, "_locked", look)


def test_of_two_moderators_one_takes_the_measure(
    moderators: list[User], ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting_first(monkeypatch)
    found = at_once(*[partial(measures.take, ben, "mute", "Rude.", 3, each) for each in moderators])
    assert sorted(outcomes(found)) == ["Measure", "MeasureError"]
    assert Measure.objects.count() == 1


def pressing(ben: User, moderator: User) -> partial[tuple[Measure, bool]]:
    """Return one press of the page that warns Ben; each page carries a key of its own."""
    return partial(measures.take_once, 1234567, measures.Planned("warn", "Rude.", None, None), ben, moderator)


def test_without_the_lock_only_the_key_keeps_a_double_press_from_warning_twice(
    mo: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    met, calls = Barrier(2), Counter[int]()

    def look(person_id: int) -> User:
        calls[get_ident()] += 1
        if calls[get_ident()] == 2:  # both have looked for the key by now
            met.wait(PATIENCE)
        return User.objects.get(pk=person_id)

    monkeypatch.setattr(measures, "_held", look)
    found = at_once(pressing(ben, mo), pressing(ben, mo))
    assert sorted(outcomes(found)) == ["IntegrityError", "tuple"]


def test_a_double_press_warns_once_and_both_presses_find_the_warning(
    mo: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting_first(monkeypatch)
    found = at_once(pressing(ben, mo), pressing(ben, mo))
    warned = Measure.objects.get()
    assert sorted(found, key=str) == sorted([(warned, True), (warned, False)], key=str)


def test_without_the_lock_both_moderators_have_taken_it_back(
    moderators: list[User], ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mute = taken(ben, moderators[0])
    without_lock(monkeypatch)
    assert at_once(*[partial(measures.undo, mute, each) for each in moderators]) == [None, None]


def test_one_of_two_moderators_takes_it_back(
    moderators: list[User], ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mute = taken(ben, moderators[0])
    waiting_first(monkeypatch)
    found = at_once(*[partial(measures.undo, mute, each) for each in moderators])
    assert sorted(outcomes(found)) == ["MeasureError", "NoneType"]
    assert Measure.objects.get().undone_by == moderators[found.index(None)]


def test_it_is_taken_back_or_ends_by_itself_but_not_both(
    moderators: list[User], ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mute = taken(ben, moderators[0])
    assert mute.ends is not None
    waiting_first(monkeypatch)
    undone, ended = at_once(partial(measures.undo, mute, moderators[1]), partial(measures.end_due, mute.ends))
    found = Measure.objects.get()
    assert (undone, ended, found.undone_by) in ((None, 0, moderators[1]),) or (
        (type(undone).__name__, ended, found.undone_by) == ("MeasureError", 1, None)
    )


def test_two_sweeps_end_it_once(moderators: list[User], ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    over_since(taken(ben, moderators[0]))
    waiting_first(monkeypatch)
    assert sorted(at_once(measures.end_due, measures.end_due)) == [0, 1]
    assert Measure.objects.filter(ended__lte=timezone.now()).count() == 1
