"""Matches begun at noon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import Outbox, User
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.services import sweeps
from tests.drawing import drawn_without_queries  # noqa: F401  no template asks anything
from tests.games.browsing import signed_in
from tests.games.programs import anns, bens, cats, english  # noqa: F401  the fixtures
from tests.games.rows import (  # noqa: F401  add their scenes to the doors
    doors_awards,
    doors_devices,
    doors_favourites,
    doors_guests,
    doors_measures,
    doors_old,
    doors_outages,
    doors_ratings,
    doors_reports,
    doors_rulings,
    doors_seeks,
    doors_substitutes,
    doors_time_up,
    doors_undo,
    doors_vacations,
)
from tests.games.rows.doors import NOON, Cast
from tests.games.tables import AUCTION, begin, now, pass_time, under_way
from tests.games.twins import Course, watched
from tests.parts.cast import person


@pytest.fixture
def noon() -> Iterator[time_machine.Traveller]:
    """Time stands still at NOON until the test moves it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def alive(noon: time_machine.Traveller) -> None:
    """The service has been alive until now."""
    sweeps.heartbeat()


@pytest.fixture
def match(ann: User, ben: User, noon: time_machine.Traveller) -> Match:
    """En Garde, begun at NOON, Ann to move: three days a move."""
    return begin(ann, ben)


@pytest.fixture
def asked(match: Match, noon: time_machine.Traveller) -> Match:
    """Ann was told, and let her time pass: it is Ben's to choose."""
    sweeps.heartbeat()
    under_way(match, absence="choice")
    Outbox.objects.update(status="sent", sent_at=NOON)
    pass_time(noon, timedelta(days=3))
    sweeps.expire()
    return now(match)


@pytest.fixture
def auction(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> Match:
    """A sealed auction of three, begun at NOON; Ann may look at the first lot."""
    return begin(ann, ben, cat, game=AUCTION, public_id="auction001")


@pytest.fixture
def cast(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> Cast:
    """Who walks through the doors, at NOON."""
    return Cast(ann, ben, cat)


@pytest.fixture
def watch(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> Callable[..., list[tuple[str, str]]]:
    """Plays one twin, begun at NOON on these draws, and answers all that reached its viewer."""

    def run(
        drawn: list[int],
        course: Course,
        viewer: str,
        game: str = "en-garde",
        *,
        clock: Chosen | None = None,
        briefly: bool = False,
    ) -> list[tuple[str, str]]:
        noon.move_to(NOON)
        users = (ann, ben, cat) if game == AUCTION else (ann, ben)
        return watched(drawn, course, viewer, users, noon, game, clock=clock, briefly=briefly)

    return run


@pytest.fixture
def max_(db: None) -> User:
    """A member of the group of moderators."""
    user = person("Max", is_staff=True)
    user.groups.add(Group.objects.get(name="Moderators"))
    return user


@pytest.fixture
def moderator(max_: User) -> Client:
    return signed_in(max_)
