"""Matches among the demo people, in development alone."""

from collections import Counter
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Outbox, User
from games.core.documents import records
from games.core.models import Match
from games.favourites.models import Favourite
from tests.games.tables import begin

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings: Any) -> None:
    settings.DEVELOPMENT = True
    call_command("demo")


@pytest.mark.usefixtures("demo")
def test_a_new_copy_shows_what_goes_on_and_is_left_alone_afterwards() -> None:
    for _ in range(2):
        call_command("demo_matches")
        assert Counter(Match.objects.values_list("game", "status")) == {
            ("en-garde", "over"): 1,
            ("fantasy-dice-battles", "over"): 1,
            ("field-of-glory", "over"): 1,
            ("en-garde", "playing"): 1,
            ("fantasy-dice-battles", "playing"): 1,
            ("field-of-glory", "playing"): 1,
            ("field-of-glory", "open"): 1,
        }
    assert all(match.rated and match.watchable and not match.private for match in Match.objects.all())
    assert list(records.check_each(list(Match.objects.all()))) == [None] * 7
    assert Favourite.objects.get().favoured.username == "Ben"


@pytest.mark.usefixtures("demo")
def test_nobody_is_told_of_turns_in_a_match_that_is_over() -> None:
    call_command("demo_matches")
    told = {payload["match"] for payload in Outbox.objects.filter(kind="turn").values_list("payload", flat=True)}
    assert told == set(Match.objects.filter(status="playing").values_list("pk", flat=True))


@pytest.mark.usefixtures("demo")
def test_where_somebody_has_played_nothing_is_added() -> None:
    begin(User.objects.get(username="Ann"), User.objects.get(username="Ben"))
    call_command("demo_matches")
    assert Match.objects.count() == 1


def test_without_the_demo_people_nothing_is_played(settings: Any) -> None:
    settings.DEVELOPMENT = True
    call_command("demo_matches")
    assert not Match.objects.exists()


def test_outside_development_nothing_is_made() -> None:
    with pytest.raises(CommandError, match="in development only"):
        call_command("demo_matches")
