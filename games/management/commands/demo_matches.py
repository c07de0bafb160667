"""Matches among the demo people, so that a new copy shows what goes on here."""

from itertools import cycle, permutations
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.demo import NAMES
from accounts.models import Outbox, User
from games.boards.registry import about
from games.bots import services as bots
from games.chat import services as chat
from games.core.models import Match
from games.core.reading import positions
from games.favourites import services as favourites
from games.lobby import services as lobby
from games.lobby.services import Terms
from games.rules import playout, registry

PLAYER = "greedy"
"""The plain player of each game who plays for the demo people: in a moment, and not at random."""
PLAYERS = ("Ann", "Ben", "Cat")


class Demo(NamedTuple):
    """A match of the first two players, for so many moves; None for all of them."""

    game: str
    inviter: str
    joiner: str
    moves: int | None = None


def planned() -> list[Demo]:
    """Return the matches in the order in which they are played: one of each game to its end, then one of each so far
    that there is something to see."""
    shown = {slug: moves for slug in registry.slugs() if (moves := about(slug).demo) is not None}
    pairs = cycle(permutations(PLAYERS, 2))
    whole = [Demo(slug, *next(pairs)) for slug in shown]
    return whole + [Demo(slug, *next(pairs), moves) for slug, moves in shown.items()]


class Command(BaseCommand):
    help = "Play some matches among the demo people, unless there is any match already. In development only."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError(_("Demo people play the demo matches. They exist in development only."))
        people = {user.username: user for user in User.objects.filter(username__in=NAMES)}
        if Match.objects.exists() or len(people) < len(NAMES):
            return
        demos = planned()
        newest = [played_match(each, people) for each in demos][-1]
        chat.say(newest.public_id, people[demos[-1].joiner], "Good luck, and have fun!")
        favourites.add(people["Ann"], people["Ben"])
        lobby.invite(people["Cat"], Terms(demos[-1].game, {}, rated=True, watchable=True))
        over = list(Match.objects.filter(status=Match.Status.OVER).values_list("pk", flat=True))
        Outbox.objects.filter(kind="turn", payload__match__in=over).delete()


def played_match(demo: Demo, people: dict[str, User]) -> Match:
    """Return the match, rated and open to watchers, as far as it is to be played."""
    terms = Terms(demo.game, {}, rated=True, watchable=True)
    match = lobby.join(lobby.invite(people[demo.inviter], terms).match.public_id, people[demo.joiner])
    moves = demo.moves
    while moves != 0 and make_move(match):
        moves = None if moves is None else moves - 1
    return match


def make_move(match: Match) -> bool:
    """Make a move for the lowest seat that owes one, and return whether there was any."""
    turn = bots.lowest(match.turns.all())
    if turn is None:
        return False
    position = positions.newest_position(turn.match).position
    player = playout.players(match.game)[PLAYER]
    bots.submit_move(turn, bots.choose_move(match.rules, position, turn.seat.index, player))
    return True
