"""Every kind of moment of En Garde, as Ann meets it, on fixed chance."""

from __future__ import annotations

from accounts.models import User
from games.models import Match
from tests.games.tables import attack, begin, play_on


def begun(ann: User, ben: User) -> Match:
    """Ann has the first move."""
    return begin(ann, ben, public_id="begun00001")


def waiting(ann: User, ben: User) -> Match:
    """Ann has attacked, and Ben is to answer."""
    return play_on(begin(ann, ben, public_id="waiting001"), 9, choose=attack)


def attacked(ann: User, ben: User) -> Match:
    """Ben has attacked, and Ann is to answer."""
    return play_on(begin(ben, ann, public_id="attacked01"), 9, choose=attack)


def over(ann: User, ben: User) -> Match:
    """The match is over."""
    return play_on(begin(ben, ann, public_id="finished01", rounds=1), choose=attack)


MOMENTS = [begun, waiting, attacked, over]
