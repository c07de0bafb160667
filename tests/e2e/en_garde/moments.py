"""Every kind of moment of En Garde, as Ann meets it."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from tests.e2e.moments import Moment
from tests.games.tables import attack, begin, play_on


def moments(ann: User, ben: User) -> Iterator[Moment]:
    """Ann's turn, Ben's, an attack to be parried, a round that is over, and a match that is."""
    yield Moment("first move", begin(ann, ben, public_id="momentbegun"), ann)
    yield Moment("attack, waiting", play_on(begin(ann, ben, public_id="momentwait1"), 9, choose=attack), ann)
    yield Moment("attacked", play_on(begin(ben, ann, public_id="momentparry"), 9, choose=attack), ann)
    yield Moment("next round", play_on(begin(ben, ann, public_id="momentround", rounds=3), 12, choose=attack), ann)
    yield Moment("over", play_on(begin(ben, ann, public_id="momentover1", rounds=1), choose=attack), ann)
