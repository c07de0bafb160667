"""Two who take one ticket at once, on real connections: first without the second look that decides it."""

from __future__ import annotations

from functools import partial
from threading import Barrier, local
from typing import Any

import pytest

from accounts.models import User
from games.bots import services as bots
from games.core.models import Match
from games.core.services import tickets
from games.core.services.tickets import Ticket, TicketError
from games.lobby import services as lobby
from tests.games.concurrency.test_matches import PATIENCE, Job, at_once, no_broker, outcomes

__all__ = ["no_broker"]  # a fixture
pytestmark = pytest.mark.django_db(transaction=True)
POSTGRES = pytest.mark.postgres  # SQLite lets one write at a time


@pytest.fixture
def both_look_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both see that the ticket is free before either takes it."""
    met, look, seen = Barrier(2), tickets._taken, local()

    def meet(ticket: Ticket, user: User) -> Match | None:
        found = look(ticket, user)
        if not hasattr(seen, "once"):
            seen.once = met.wait(PATIENCE)
        return found

    monkeypatch.setattr(tickets, "_taken", meet)


@pytest.fixture(autouse=True)
def hired(db: None) -> None:
    """The house opponent is there already."""
    bots.bot_of("en-garde")


@pytest.fixture
def without_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tickets, "IntegrityError", KeyError)


def challenging(user: User, text: str) -> Job:
    return partial(bots.challenge, user, "en-garde", {}, ticket=text)


def inviting(user: User, text: str) -> Job:
    return lambda: lobby.invite(user, lobby.Terms("en-garde", {}, pace_days=3), ticket=text).match


@pytest.fixture
def text() -> str:
    return tickets.issue("en-garde").text


@POSTGRES
@pytest.mark.parametrize("job", [challenging, inviting])
def test_without_the_second_look_two_run_into_each_other(
    job: Any, text: str, ann: User, both_look_first: None, without_second_look: None
) -> None:
    assert outcomes(at_once(*[job(ann, text)] * 2)) == ["IntegrityError", "Match"]


@POSTGRES
@pytest.mark.parametrize("job", [challenging, inviting])
def test_one_user_who_takes_it_twice_at_once_has_one_match(
    job: Any, text: str, ann: User, both_look_first: None
) -> None:
    one, other = at_once(*[job(ann, text)] * 2)
    assert one == other == Match.objects.get()
    assert Match.objects.get().seats.filter(user=ann).count() == 1


@POSTGRES
def test_of_two_users_who_take_it_at_once_one_has_the_match_and_the_other_a_sentence(
    text: str, ann: User, ben: User, both_look_first: None
) -> None:
    found = at_once(challenging(ann, text), challenging(ben, text))
    assert outcomes(found) == ["Match", "TicketError"]
    [error] = [each for each in found if isinstance(each, TicketError)]
    assert str(error) == "This seal has already been used for another match. Start with a new one."
    assert Match.objects.count() == 1


@pytest.mark.parametrize("job", [challenging, inviting])
def test_sent_twice_in_the_same_moment_it_is_one_match_on_any_database(job: Any, text: str, ann: User) -> None:
    one, other = at_once(*[job(ann, text)] * 2)
    assert one == other == Match.objects.get()
