"""Matches among the demo people, so that a new copy shows what goes on here."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.demo import NAMES
from accounts.models import Outbox, User
from games.bots import services as bots
from games.chat import services as chat
from games.favourites import services as favourites
from games.lobby import services as lobby
from games.lobby.services import Terms
from games.models import Match
from games.reading import positions
from games.rules import playout

PLAYER = "greedy"
"""The plain player of each game who plays for the demo people: in a moment, and not at random."""


class Demo(NamedTuple):
    """A match of the first two players, for so many moves; None for all of them."""

    game: str
    inviter: str
    joiner: str
    moves: int | None = None


MATCHES = (
    Demo("en-garde", "Ann", "Cat"),
    Demo("fantasy-dice-battles", "Ben", "Cat"),
    Demo("en-garde", "Ben", "Ann"),
    Demo("field-of-glory", "Cat", "Ben"),
    Demo("fantasy-dice-battles", "Ann", "Ben", 6),
    Demo("field-of-glory", "Ann", "Cat", 14),
    Demo("en-garde", "Ann", "Ben", 8),
)
"""In the order in which they are played."""


class Command(BaseCommand):
    help = "Play some matches among the demo people, unless there is any match already. In development only."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError(_("Demo matches are played by demo people; they are made in development only."))
        people = {user.username: user for user in User.objects.filter(username__in=NAMES)}
        if Match.objects.exists() or len(people) < len(NAMES):
            return
        made = [played_match(each, people) for each in MATCHES]
        chat.say(made[-1].public_id, people["Ben"], "Good luck, and have fun!")
        favourites.add(people["Ann"], people["Ben"])
        lobby.invite(people["Cat"], Terms("field-of-glory", {}, rated=True, watchable=True))
        over = list(Match.objects.filter(status=Match.Status.OVER).values_list("pk", flat=True))
        Outbox.objects.filter(kind="turn", payload__match__in=over).delete()


def played_match(demo: Demo, people: dict[str, User]) -> Match:
    """The match, rated and open to watchers, as far as it is to be played."""
    terms = Terms(demo.game, {}, rated=True, watchable=True)
    match = lobby.join(lobby.invite(people[demo.inviter], terms).match.public_id, people[demo.joiner])
    moves = demo.moves
    while moves != 0 and make_move(match):
        moves = None if moves is None else moves - 1
    return match


def make_move(match: Match) -> bool:
    """Make a move for who owes one, of several the one on the lowest seat; whether anybody did."""
    turn = bots.lowest(match.turns.all())
    if turn is None:
        return False
    position = positions.newest_position(turn.match).position
    player = playout.players(match.game)[PLAYER]
    bots.submit_move(turn, bots.choose_move(match.rules, position, turn.seat.index, player))
    return True
