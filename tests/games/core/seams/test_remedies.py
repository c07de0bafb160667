"""What features offer a player once the other player's time is up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from accounts.models import Outbox, User
from games.core.models import Match, Seat, TimeUp
from games.core.reading.times import Totals
from games.core.seams import remedies as seam
from games.core.seams.remedies import Remedy
from games.core.seams.seam import BadFeature
from games.core.services import remedies, sweeps
from games.core.services.locked import LockedMatch
from games.core.services.remedies import BadRemedy
from games.rules.sentence import N_, Sentence, sentence
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.core.seams.hooks import Failed, fail
from tests.games.tables import now, pass_time, under_way
from tests.parts import features

pytestmark = pytest.mark.django_db
HOUSE = TimeUp.Remedy.HOUSE


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test."""
    monkeypatch.setattr(seam.REMEDIES, "registered", {})


@pytest.fixture
def asked(match: Match, noon: time_machine.Traveller) -> Match:
    """Ann was told, and let her time pass: it is Ben's to choose."""
    sweeps.heartbeat()
    under_way(match, absence="choice")
    Outbox.objects.update(status="sent", sent_at=NOON)
    pass_time(noon, timedelta(days=3))
    sweeps.expire()
    return now(match)


def can(_totals: Totals, _seat: Seat) -> Sentence | None:
    return None


def cannot(_totals: Totals, _seat: Seat) -> Sentence | None:
    return sentence(N_("The house is asleep."))


def offer(why_not: Any, act: Any) -> None:
    seam.register(HOUSE, Remedy("Wake the house", "It takes {name}’s seat.", why_not, act))


def page(match: Match, user: User) -> str:
    return told(signed_in(user).get(reverse("time_up", args=[match.public_id])))


def test_those_of_features_come_last_in_the_order_that_is_written_down() -> None:
    offered = ["claim", "more", "cancel", "substitute", "house", *features.items("REMEDIES")]
    assert list(remedies.acts()) == offered


@pytest.mark.usefixtures("bare")
def test_what_a_feature_offers_stands_on_the_page_and_is_done_with_the_match_locked(asked: Match, ben: User) -> None:
    done = list[object]()

    def act(locked: LockedMatch, seat: Seat) -> None:
        done.append((locked.match.pk, seat.user.username))

    offer(can, act)
    said = page(asked, ben)
    assert ("Wake the house" in said, "It takes Ann’s seat." in said) == (True, True)
    remedies.choose(asked.public_id, ben.pk, HOUSE)
    assert done == [(asked.pk, "Ann")]


@pytest.mark.usefixtures("bare")
def test_what_cannot_be_chosen_now_is_not_offered_and_the_page_says_why(asked: Match, ben: User) -> None:
    offer(cannot, fail)
    said = page(asked, ben)
    assert ("Wake the house" in said, "The house is asleep." in said) == (False, True)
    with pytest.raises(BadRemedy, match="The house is asleep"):
        remedies.choose(asked.public_id, ben.pk, HOUSE)


@pytest.mark.usefixtures("bare")
def test_what_no_feature_offers_cannot_be_chosen(asked: Match, ben: User) -> None:
    with pytest.raises(BadRemedy, match="Choose one of these: claim, more, cancel"):
        remedies.choose(asked.public_id, ben.pk, HOUSE)


@pytest.mark.usefixtures("bare")
def test_where_one_fails_nothing_is_chosen(asked: Match, ben: User) -> None:
    offer(can, fail)
    with pytest.raises(Failed):
        remedies.choose(asked.public_id, ben.pk, HOUSE)
    assert TimeUp.objects.filter(match=asked, user=ben).exists()


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once() -> None:
    offer(can, fail)
    with pytest.raises(BadFeature, match="“house” with what may be chosen once time is up"):
        offer(can, fail)
