"""Scenes in which what is read of matches that are over, and for a player who returns, can be tried; see `readers`."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.bots import services as bots
from games.core.models import Match, Seat
from games.core.pages import lists
from games.core.reading import bot_profiles
from games.core.services import play
from games.rematch import streaks
from games.site import my_matches, returning
from tests.games import tables
from tests.games.rows.doors import DAY, NOON, Act, Cast
from tests.games.rows.readers import named, of_every_kind, over, reader
from tests.games.tables import opened


@reader("bot_profiles.finished_games", [["en-garde"], []])
def _finished_games(cast: Cast) -> Act:
    over(cast)
    tables.begin(cast.cat, cast.ann, public_id=f"{cast.key}-mine")
    return lambda: [sorted(bot_profiles.finished_games(user)) for user in (cast.ann, cast.cat)]


@reader("streaks.next_level", ["casual", None], of_a_person=True)
def _streak(cast: Cast) -> Act:
    """Set the scene with two matches that the house has won in a row: the second is a reason for an easier one."""
    played = [bots.challenge(cast.ann, "en-garde", {}, level="club") for _ in range(2)]
    for days, each in enumerate(played, -2):
        play.resign(each.public_id, cast.ann.pk)
        Match.objects.filter(pk=each.pk).update(ended=NOON + days * DAY)
    found = [(tables.now(each), tables.seat(each, cast.ann)) for each in reversed(played)]
    easier = [partial(streaks.next_level, match, seat, "club") for match, seat in found]
    return lambda: [proposed.easier and proposed.easier.name for proposed in (ask() for ask in easier)]


@reader("lists.finished_of_user", ["over"], of_a_person=True)
def _finished(cast: Cast) -> Act:
    opened(of_every_kind(cast)["over"], cast.ann)
    return lambda: named(lists.finished_of_user(cast.ann), cast)


@reader("lists.just_ended", ["void"], of_a_person=True)
def _just_ended(cast: Cast) -> Act:
    opened(of_every_kind(cast)["over"], cast.ann)
    return lambda: named(lists.just_ended(cast.ann), cast)


@reader("returning", (1, 0, 1, True), of_a_person=True)
def _returning(cast: Cast) -> Act:
    """Let Ann have opened matches two weeks ago. One has ended since, and one waits for her."""
    before = NOON - 14 * DAY
    made = of_every_kind(cast)
    Seat.objects.filter(match__in=[each.pk for each in made.values()], user=cast.ann).update(opened_at=before)
    Match.objects.filter(pk=made["void"].pk).update(ended=before)

    def seen() -> Any:
        last = my_matches.menu_counts(cast.ann).opened
        found = returning.read_returning(cast.ann, last)
        assert found is not None
        return found.ended, found.out_of_time, found.running, last == before

    return seen
