"""Scenes of seeks and of pairs, beside those of `doors.py`."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.lobby import services as lobby
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from tests.games.rows.doors import Act, Cast, door


def sought(cast: Cast, user: User, game: str = "en-garde", **given: Any) -> Seek:
    """Return a seek that fits those of the same scene alone."""
    language = "de" if cast.key == "first" else "it"
    return seeks.ask(user, Wish(game, 3, 7, language=language, **given))


@door("games.seeks.services.ask")
def _ask(cast: Cast) -> Act:
    sought(cast, cast.ben)
    sought(cast, cast.ann, "field-of-glory")
    return lambda: sought(cast, cast.ann)


@door("games.seeks.services.ask: something else than before")
def _change(cast: Cast) -> Act:
    sought(cast, cast.ann)
    return lambda: sought(cast, cast.ann, rated=True)


@door("games.seeks.services.withdraw")
def _withdraw(cast: Cast) -> Act:
    for user in (cast.ann, cast.ben):
        sought(cast, user)
    sought(cast, cast.ann, "field-of-glory")
    return lambda: seeks.withdraw(cast.ann, "en-garde")


@door("games.seeks.services._begin_if_fitting")
def _pair(cast: Cast) -> Act:
    """Return a pairing: Ann keeps seeking, Ben does not, and Cat would fit as well."""
    made = [sought(cast, user) for user in (cast.ann, cast.ben, cast.cat)][:2]
    Seek.objects.filter(pk=made[0].pk).update(keep=2)
    return lambda: seeks._begin_if_fitting([each.pk for each in made], [each.user_id for each in made])


@door("games.lobby.services.join: the last, who starts a pair")
def _start_pair(cast: Cast) -> Act:
    match = lobby.invite(cast.ann, lobby.Terms("en-garde", {}, paired=True)).match
    return lambda: lobby.join(match.public_id, cast.ben)
