"""What somebody chose for the newest match they began: the form of their next one begins with it.

Nothing is stored for this. The newest invitation, match against the computer, or match that the site found says it all.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match, Seat
from games.core.reading import bot_profiles, level_words
from games.core.views.match_form import LEVEL, OPTION
from games.favourites import queries
from games.lobby.forms import NewMatchForm
from games.lobby.models import Invitation
from games.rules import registry


@dataclass(frozen=True)
class Remembered:
    """With what the form of a new match begins: its fields, and its clock, None for the one that the game proposes."""

    initial: dict[str, Any] = field(default_factory=dict)
    clock: Chosen | None = None


def choices(user: User, slug: str) -> Remembered:
    """Return what somebody chose last in a game; if they never began it, who they played with last in another one."""
    last = _begun(user).filter(match__game=slug).first()
    if last is not None:
        return _chosen(user, last.match)
    elsewhere = _begun(user).first()
    has_all = registry.current(slug).meta.seats == 2 and bot_profiles.has(slug)
    return Remembered({"audience": _audience(elsewhere.match)} if elsewhere and has_all else {})


def _begun(user: User) -> QuerySet[Seat]:
    """Return the seats of somebody in matches that they began, newest first; of a pair in its first match alone."""
    own = Q(match__invitation=None) | Q(match__invitation__inviter=user)
    first = Q(match__pair="") | Q(match__pair=F("match__public_id"))
    seats = Seat.objects.filter(own, first, user=user, match__rematch_of=None)
    return seats.select_related("match__invitation__invited").order_by("-pk")


def _invitation(match: Match) -> Invitation | None:
    return getattr(match, "invitation", None)


def _audience(match: Match) -> str:
    invitation = _invitation(match)
    if invitation is not None:
        return invitation.audience
    return NewMatchForm.HOUSE if match.seats.filter(house=True).exists() else NewMatchForm.SEEK


def _chosen(user: User, match: Match) -> Remembered:
    """Return what a match was begun with; of one that the site found only that, since the other has chosen too."""
    initial: dict[str, Any] = {"audience": _audience(match)}
    if initial["audience"] == NewMatchForm.SEEK:
        return Remembered(initial)
    initial |= _options(match) | _level(match)
    invitation = _invitation(match)
    if invitation is None:
        return Remembered(initial)
    return Remembered(initial | _offered(user, match, invitation), _clock(match))


def _level(match: Match) -> dict[str, str]:
    """Return the level of the computer that plays in a match, as the form has it; none in any other match."""
    chosen = match.seats.exclude(level="").values_list("level", flat=True).first()
    return {LEVEL: chosen} if chosen in level_words.titles(match.game) else {}


def _options(match: Match) -> dict[str, str]:
    """Return the options of a match as the form has them, as far as its game still offers these values."""
    chosen = match.options
    return {
        OPTION + option.name: str(chosen[option.name])
        for option in registry.current(match.game).meta.options
        if any(choice.value == chosen.get(option.name) for choice in option.choices)
        and not (match.pair and chosen[option.name] == option.paired)
    }


def _offered(user: User, match: Match, invitation: Invitation) -> dict[str, Any]:
    invited = invitation.invited.username if invitation.invited else ""
    return {
        "invited": invited if invited in queries.proposed(user) else "",
        "rated": match.rated or match.private or invitation.made_unrated,
        "watchable": match.watchable or match.private,
        "private": match.private,
        "paired": invitation.paired,
        "language": invitation.language,
        "min_reliability": invitation.min_reliability or "",
    }


def _clock(match: Match) -> Chosen:
    """Return the clock of a match as it was chosen: if its total is the usual one, none was."""
    clock = Chosen.of(match)
    return replace(clock, total_days=None) if clock.total_days == match.usual_total else clock
