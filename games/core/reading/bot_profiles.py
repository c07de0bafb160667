"""Which games have a bot, and how strong it is."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.models import Match, Opponent, Seat
from games.core.reading import level_words
from games.rules import registry
from games.rules.game import OptionValue
from games.rules.levels import USUAL

MATCHES_MEASURED = 100
"""Matches against random play in which the strength of a bot is measured."""


class BotProfile(NamedTuple):
    """A bot's name, and how many of MATCHES_MEASURED it won against random play.

    `manage.py playout <game> --bots <game>,random --games 100` prints it.

    `trial` are the options with which a visitor tries the game, on seat 0: short, and with the first move. `longer` is
    what differs from these in the match after that; `trials` what differs in one after a lesson, by the lesson's key.
    """

    name: str
    wins: int
    trial: Mapping[str, OptionValue] = {}
    longer: Mapping[str, OptionValue] = {}
    trials: Mapping[str, Mapping[str, OptionValue]] = {}


PROFILES: dict[str, BotProfile] = {}
"""By game, as the games' folders tell: every game for two with a bot of its own has one."""


def strength(slug: str) -> dict[str, Any]:
    """Return what a page says of a bot: `opponent`, and how many `wins` in so many `matches` were measured; of its
    `levels` a line each, where it has any.
    """
    profile = PROFILES[slug]
    bot = existing_bot(slug)
    return {
        "opponent": bot.username if bot else profile.name,
        "wins": profile.wins,
        "matches": MATCHES_MEASURED,
        "levels": level_words.measured(slug),
    }


def levels_offered(reader: User, known: Collection[str] | None = None) -> dict[str, str]:
    """Return the level at which a reader is offered a match with the computer, by game: guests and all who have
    finished no match of the game the lowest, others the usual one. Empty for a game without levels.

    `known` are the games in which the reader has finished a match, if these have been read.
    """
    if reader.is_guest:
        known = ()
    elif known is None:
        known = finished_games(reader)
    lowest = {slug: next(iter(level_words.titles(slug)), "") for slug in registry.slugs()}
    return {slug: USUAL if level and slug in known else level for slug, level in lowest.items()}


def finished_games(user: User) -> set[str]:
    """Return the games that a user has finished a match of."""
    return set(seats_finished(user).values_list("match__game", flat=True))


def seats_finished(user: User) -> QuerySet[Seat]:
    """Return the seats of matches that a user has finished, each game once where no more than the game is asked for."""
    return Seat.objects.filter(user=user, match__status=Match.Status.OVER).order_by().distinct()


def has(slug: str) -> bool:
    """Say whether a game that can be played has a bot."""
    return slug in PROFILES and slug in registry.slugs()


def games_with_bots() -> list[dict[str, str]]:
    """Return every game that has a bot: slug and title."""
    slugs = [slug for slug in registry.slugs() if has(slug)]
    return [{"slug": slug, "title": _(registry.current(slug).meta.title)} for slug in slugs]


def existing_bot(slug: str) -> User | None:
    """Return the user who is the bot of a game; None before it is first asked for."""
    found = Opponent.objects.select_related("user").filter(game=slug).first()
    return found.user if found else None
