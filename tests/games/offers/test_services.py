"""Offers of a draw or to cancel: made, accepted, declined, withdrawn; and who is told."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import time_machine

from accounts.models import Outbox, User
from games.core.models import Match
from games.core.pages import matches
from games.core.reading.access import NotYours
from games.core.services import play
from games.core.services.play import Stale
from games.offers import services as offers
from games.offers.services import BadOffer
from games.rules.errors import GameOver
from tests.games.core.notices.test_notices import body, sent
from tests.games.tables import answer, now, offer, offer_link, opened, owing, seat, texts

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller


def offered(match: Match) -> list[str]:
    return [each.offer for each in match.seats.order_by("number")]


def kinds(letters: dict[str, Any]) -> dict[str, str]:
    return {name: letter.subject for name, letter in letters.items()}


@pytest.mark.parametrize(("kind", "text", "status"), [("draw", "!draw", "over"), ("cancel", "!void", "void")])
def test_what_both_offer_is_done(match: Match, ann: User, ben: User, kind: str, text: str, status: str) -> None:
    assert offers.make(match.public_id, ann.pk, kind) is False
    assert (texts(match), offered(match)) == ([], [kind, ""])
    assert offers.make(match.public_id, ben.pk, kind, agreeing=True) is True
    assert (texts(match), now(match).status, offered(match)) == ([text], status, ["", ""])
    assert owing(match) == []


def test_three_players_must_all_agree(auction: Match, ann: User, ben: User, cat: User) -> None:
    offers.make(auction.public_id, ann.pk, "draw")
    assert offers.make(auction.public_id, cat.pk, "draw", agreeing=True) is False
    assert offered(auction) == ["draw", "", "draw"]
    assert offers.make(auction.public_id, ben.pk, "draw", agreeing=True) is True
    assert texts(auction) == ["!draw"]


def test_different_offers_are_no_agreement(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    offers.make(match.public_id, ben.pk, "cancel")
    assert (offered(match), texts(match)) == (["draw", "cancel"], [])
    offers.make(match.public_id, ann.pk, "cancel", agreeing=True)
    assert texts(match) == ["!void"]


@pytest.mark.parametrize(("kind", "days"), [("draw", 0), ("cancel", 0), ("pause", 3)])
@pytest.mark.parametrize("number", [None, 0, 1])
def test_an_offer_of_what_another_already_offers_agrees_to_nothing(
    match: Match, ann: User, ben: User, kind: str, days: int, number: int | None
) -> None:
    """Both offer at the same time: the second to come is told of the first."""
    offers.make(match.public_id, ben.pk, kind, days)
    with pytest.raises(Stale, match="has already offered the same"):
        offers.make(match.public_id, ann.pk, kind, days, number=number)
    assert (texts(match), now(match).paused_until, offered(match)) == ([], None, ["", kind])
    assert offers.make(match.public_id, ann.pk, kind, days, agreeing=True, number=1) is True


def test_the_same_offer_again_changes_nothing(auction: Match, ann: User, ben: User) -> None:
    """Ann has offered a draw, and Ben agreed: Cat still has to."""
    offers.make(auction.public_id, ann.pk, "draw")
    offers.make(auction.public_id, ben.pk, "draw", agreeing=True)
    for user in (ann, ben):
        assert offers.make(auction.public_id, user.pk, "draw") is False
    assert (texts(auction), offered(auction)) == ([], ["draw", "draw", ""])


def test_an_offer_stands_no_matter_what_is_moved(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ben.pk, "draw")
    answer(match, ann, "F1")
    assert offered(match) == ["", "draw"]
    offers.make(match.public_id, ann.pk, "draw", agreeing=True)
    assert texts(match) == ["F1", "!draw"]


def test_the_end_of_the_match_ends_the_offers(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ben.pk, "draw")
    play.resign(match.public_id, ann.pk)
    assert offered(match) == ["", ""]


def test_an_offer_is_withdrawn_and_withdrawing_none_is_harmless(match: Match, ann: User) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    for _again in range(2):
        offers.withdraw(match.public_id, ann.pk)
        assert offered(match) == ["", ""]


def test_agreeing_to_an_offer_that_was_withdrawn_agrees_to_nothing(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    offers.withdraw(match.public_id, ann.pk)
    with pytest.raises(Stale, match="Nothing was agreed"):
        offers.make(match.public_id, ben.pk, "draw", agreeing=True)
    assert offered(match) == ["", ""]


def test_declining_takes_the_others_offer_away_and_leaves_ones_own(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    offers.make(match.public_id, ben.pk, "cancel")
    offers.decline(match.public_id, ben.pk)
    assert offered(match) == ["", "cancel"]
    with pytest.raises(Stale, match="There’s nothing to decline"):
        offers.decline(match.public_id, ben.pk)


def test_nothing_else_can_be_offered(match: Match, ann: User) -> None:
    for kind in ("", "resign", "!void", "draw\0", "d" * 100_000):
        with pytest.raises(BadOffer):
            offers.make(match.public_id, ann.pk, kind)
    assert offered(match) == ["", ""]


def test_only_players_of_a_running_match_offer(match: Match, ann: User, ben: User, cat: User) -> None:
    waiting = offer(ann, public_id="openmatch1")
    acts = (lambda where, who: offers.make(where, who, "draw"), offers.withdraw, offers.decline)
    for act in acts:
        with pytest.raises(NotYours):
            act(match.public_id, cat.pk)
        with pytest.raises(GameOver, match="hasn’t begun yet"):
            act(waiting.public_id, ann.pk)
    play.resign(match.public_id, ben.pk)
    for act in acts:
        with pytest.raises(GameOver, match="The match is over"):
            act(match.public_id, ann.pk)


def test_both_pages_learn_of_it_and_nobody_is_asked_again(match: Match, ann: User, ben: User) -> None:
    def stamps() -> list[str]:
        return [matches.stamp(seat(match, user)) for user in (ann, ben)]

    seen, serials = [stamps()], [seat(match, user).serial for user in (ann, ben)]
    offers.make(match.public_id, ann.pk, "draw")
    seen.append(stamps())
    offers.decline(match.public_id, ben.pk)
    seen.append(stamps())
    offers.make(match.public_id, ann.pk, "draw")
    seen.append(stamps())
    for before, after in pairwise(seen):
        assert all(old != new for old, new in zip(before, after, strict=True))
    assert [seat(match, user).serial for user in (ann, ben)] == serials


# --- Telling --------------------------------------------------------------------------------------------------------


def test_the_other_is_told_once_until_he_looks(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    offers.make(match.public_id, ann.pk, "draw")
    letters = sent(noon)
    assert kinds(letters) == {"ben": "Ann has offered a draw in En Garde"}
    assert body(letters["ben"])[0] == "Ann has offered a draw in En Garde. The match goes on until you agree."
    assert f"http://testserver/o/{offer_link(match, ann, ben)}/" in body(letters["ben"])
    offers.withdraw(match.public_id, ann.pk)
    offers.make(match.public_id, ann.pk, "draw")
    assert sent(noon) == {}
    opened(match, ben)
    offers.withdraw(match.public_id, ann.pk)
    offers.make(match.public_id, ann.pk, "draw")
    assert list(sent(noon)) == ["ben"]


def test_an_offer_taken_back_or_seen_in_time_is_not_told(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    offers.make(match.public_id, ann.pk, "cancel")
    offers.withdraw(match.public_id, ann.pk)
    assert sent(noon) == {}
    noon.shift(1)
    opened(match, ben)
    offers.make(match.public_id, ann.pk, "cancel")
    noon.shift(1)
    opened(match, ben)
    assert sent(noon) == {}


def test_who_offered_is_told_of_a_refusal(match: Match, ann: User, ben: User, noon: Time) -> None:
    offers.make(match.public_id, ann.pk, "cancel")
    sent(noon)
    offers.decline(match.public_id, ben.pk)
    letters = sent(noon)
    assert kinds(letters) == {"ann": "Ben declined your offer: En Garde goes on"}
    assert body(letters["ann"])[0] == "Ben declined your offer: En Garde goes on."


def test_an_agreement_is_told_as_the_result(match: Match, ann: User, ben: User, noon: Time) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    offers.make(match.public_id, ben.pk, "draw", agreeing=True)
    letters = sent(noon)
    assert kinds(letters) == {
        "ann": "Draw – En Garde with Ben",
        "ben": "Draw – En Garde with Ann",
    }
    assert "The match is a draw: both sides agreed to it." in letters["ann"].body
    assert Outbox.objects.get(kind="offer").status == "obsolete"
