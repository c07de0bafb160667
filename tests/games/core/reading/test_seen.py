"""A position leaves the server through one pair of eyes: `games/core/reading/seen.py` alone asks the rules for them."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from fogsite.settings import BASE_DIR
from games.core.models import Match
from games.core.reading.seen import Seen
from games.rules.game import SPECTATOR
from tests.games.tables import answer, seat

ASKS = re.compile(r"rules\.view\(|\.shown\(|\bvisible\(|engine\.preview\(|seen_to_act\(|position\.state\b")
"""What makes something of a position, or of what happened in it, for somebody's eyes."""
MAY = {
    "games/core/reading/seen.py",
    "games/core/reading/log.py",  # the words of what a viewer may know, for those eyes
    "games/core/services/stamps.py",  # what each seat is shown next, as a stamp
    "games/core/services/turns.py",  # whether everybody may know who owes a move
    "games/core/services/expiry.py",  # the move a game makes for a seat whose time is up
    "games/offers/kinds/pause.py",  # whom the one who offers a pause knows to be thinking
    "games/core/services/play.py",  # whether a plan could be played
    "games/deeds/queries.py",  # only once a match is over, when everybody who may look at it may know all
    "games/deeds/key_moments.py",  # likewise
    # what the first match of a pair has drawn that the second begins with, which shows none
    "games/core/services/pairs.py",
    "games/statistics/recount.py",  # how matches ended that are over
    "games/boards/about.py",  # worked examples are nobody's match
    "games/management/believing.py",  # matches of bots, which nobody sees
    "games/lessons/course.py",
    "games/lessons/finish.py",
    "games/lessons/playing.py",  # a lesson likewise
    "games/boards/en_garde/examples.py",
    "games/boards/field_of_glory/examples.py",
}


def test_nothing_else_makes_a_view_of_a_match() -> None:
    sources = [path for path in (BASE_DIR / "games").rglob("*.py") if "rules" not in path.parts]
    asking = {path.relative_to(BASE_DIR).as_posix() for path in sources if ASKS.search(path.read_text())}
    assert asking == MAY


@pytest.mark.django_db
def test_each_sees_the_match_with_his_own_eyes(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F1")
    match.refresh_from_db()
    seats = list(match.seats.select_related("user").order_by("number"))
    anns, bens, anybody = (Seen.now(match, seats, viewer) for viewer in (0, 1, SPECTATOR))
    assert [seen.is_asked for seen in (anns, bens, anybody)] == [False, True, False]
    assert anns.prompt == anybody.prompt == "Waiting for Ben."
    assert bens.prompt.startswith("Your turn")
    assert [seen.opponents for seen in (anns, bens, anybody)] == [["Ben"], ["Ann"], ["Ann", "Ben"]]
    assert [[hand is None for hand in seen.view.hands] for seen in (anns, bens)] == [[False, True], [True, False]]
    assert [hand is None for hand in anybody.view.hands] == [True, True]
    assert {seen.owing for seen in (anns, bens, anybody)} == {frozenset({1})}
    assert (anns.title, anns.result) == ("En Garde", "")


@pytest.mark.django_db
def test_who_has_sealed_among_three_waits_for_nobody_by_name(auction: Match, ann: User, ben: User) -> None:
    """Of two there is one whom the other must be waiting for; of more, a name would tell who has sealed."""
    answer(auction, ann, "pass")
    answer(auction, ben, "bid 4; on odd; seal")
    auction.refresh_from_db()
    seats = list(auction.seats.select_related("user").order_by("number"))
    bens = Seen.now(auction, seats, seat(auction, ben).index)
    assert (bens.owing, bens.prompt) == (frozenset(), "Waiting for the others.")
