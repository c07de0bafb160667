"""Every kind of moment of En Garde, as Ann meets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from accounts.models import User
from games.core.models import Match, TimeUp
from games.core.reading import positions
from games.core.services import remedies
from tests.e2e.moments import Moment, offered
from tests.games.tables import answer, attack, begin, choices, next_user, now, play_on, vanish


def moments(ann: User, ben: User) -> Iterator[Moment]:
    """Yield Ann's turn, her attack, Ben's, a round that is over, time that is up, and a match that is over."""
    yield Moment("first move", begin(ann, ben, public_id="momentbegun"), ann)
    yield Moment("attack, waiting", _until(begin(ann, ben, public_id="momentwait1"), ben, _can_parry), ann)
    attacked = Moment("attacked", _until(begin(ben, ann, public_id="momentparry"), ann, _can_parry), ann)
    yield attacked
    yield from offered(attacked, ben)
    ended = _until(begin(ben, ann, public_id="momentround", rounds=3), ann, _is_second_round)
    yield Moment("next round", ended, ann)
    yield from offered(Moment("next round", ended, ann), ben)
    vanished = vanish(begin(ann, ben, public_id="momentabsen"), ann)
    remedies.choose(vanished.public_id, ben.pk, TimeUp.Remedy.SUBSTITUTE)
    yield Moment("time up, a seat to take over", now(vanished), ann)
    yield Moment("time up, who stayed", now(vanished), ben)
    yield Moment("over", play_on(begin(ben, ann, public_id="momentover1", rounds=1), choose=attack), ann)


def _until(match: Match, user: User, met: Callable[[Match, User], bool]) -> Match:
    """Play on, attacking where that is possible, until the user is asked, and asked this."""
    while (due := next_user(match)) and not (due == user and met(match, user)):
        answer(match, due, attack(match, due))
    assert due is not None
    return now(match)


def _can_parry(match: Match, user: User) -> bool:
    return "P" in choices(match, user)


def _is_second_round(match: Match, user: User) -> bool:
    return bool(positions.newest_position(now(match)).position.state.round == 2)
