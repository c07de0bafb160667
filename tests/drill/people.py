"""People with tokens and their matches, made within the service.

`python -m tests.drill.people PEOPLE MATCHES HOUSE SEED` prints the tokens by name as JSON. Of people who are there
already only matches are made.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import sys
from typing import Any

from tests.parts.games import drawn, facts

GAMES = {slug: dict(options) for slug in drawn() if (options := facts(slug).long) is not None}
"""Each game, and its options for long matches."""
LETTERS = "ABCDEFGHK"
"""None looks like another."""
PACE_DAYS = 14


def name(number: int) -> str:
    return f"Player{LETTERS[number // len(LETTERS)]}{LETTERS[number % len(LETTERS)]}"


def address(name: str) -> str:
    return f"{name.lower()}@players.example.org"


def person(name: str) -> Any:
    """Return somebody with a verified address and no password, and make them if nobody has the name."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    found = User.objects.filter(username=name).first()
    if found is None:
        found = User(username=name, email=address(name))
        found.set_unusable_password()
        found.save()
        EmailAddress.objects.create(user=found, email=found.email, verified=True, primary=True)
    return found


def token(user: Any) -> str | None:
    """Return a token to play with; None if the user has one."""
    from accounts import tokens
    from accounts.models import Token

    return None if Token.objects.filter(user=user).exists() else tokens.create(user, "drill", "play")


def begin(one: Any, other: Any, game: str) -> Any:
    """Return a match between two people, the first one on the first seat."""
    from games.lobby import services as lobby

    made = lobby.invite(one, lobby.Terms(game, GAMES[game], pace_days=PACE_DAYS, audience="link", seat=0))
    return lobby.join(made.match.public_id, other)


def make(people: int, matches: int, house: int, seed: int) -> dict[str, str]:
    """Make people and matches of all games by turns; the new tokens by name."""
    from games.bots import services as bots

    draw, users = random.Random(seed), [person(name(number)) for number in range(people)]
    made = {user.username: key for user in users if (key := token(user))}
    games = itertools.cycle(GAMES)
    for _ in range(matches):
        one, other = draw.sample(users, 2)
        begin(one, other, next(games))
    for user in users[:house]:
        bots.challenge(user, game := next(games), GAMES[game], pace_days=PACE_DAYS)
    return made


def set_up() -> None:
    """Let this process use the service's models."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "fogsite.settings"
    django.setup()


if __name__ == "__main__":
    set_up()
    json.dump(make(*map(int, sys.argv[1:])), sys.stdout)
