"""Who may play whom here, and on which terms: refusals that several ways of beginning a match share."""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings

from accounts import leaving
from accounts.models import User
from games.core.clock.terms import BadClock, Chosen
from games.core.models import Match, Seat
from games.core.reading.reliability import Reliability
from games.core.seams import bars
from games.core.seams.bars import Act
from games.rules.errors import RulesError
from games.rules.game import Meta, OptionValue
from games.rules.sentence import N_, Sentence, sentence

MAX_WITH_HOUSE = 20
"""Matches that one user may have running against house opponents."""


class LobbyError(RulesError):
    """An invitation that cannot be made, joined or withdrawn."""

    code = "lobby"
    status = 409


def require_account(user: User) -> None:
    """Raise LobbyError for a guest. Guests play against bots, and against players who gave them a link."""
    if user.is_guest:
        template = N_(
            "Guests can only play against the computer. To play with others, choose a name and enter your "
            "email address."
        )
        raise LobbyError(sentence(template))


def require_reachable(user: User) -> None:
    """Raise LobbyError for a user to whose address letters come back: the others would wait for a move."""
    if user.is_unreachable:
        template = N_(
            "Emails to {email} are bouncing. Before you offer or join a match, confirm this address or "
            "enter another one under “Settings”."
        )
        raise LobbyError(sentence(template, email=user.email))


def require_unbarred(user_id: int) -> None:
    """Raise LobbyError for a user who may not begin or join a rated match for now."""
    if (why := bars.why_not(user_id, Act.RATED)) is not None:
        raise LobbyError(why)


def require_possible(seats: int, clock: Chosen, seat: int | None) -> None:
    """Raise LobbyError for a clock or a seat that does not exist."""
    try:
        clock.require_possible()
    except BadClock as error:
        raise LobbyError(error.sentence) from error
    if seat is not None and not 0 <= seat < seats:
        raise LobbyError(sentence(N_("There’s no such seat. Choose one of the game’s seats, or leave it to chance.")))


def require_pairs(meta: Meta, options: Mapping[str, OptionValue]) -> None:
    """Raise LobbyError where there are no paired matches with such options of a game."""
    if meta.seats != 2:
        raise LobbyError(sentence(N_("Only two-player matches can be played as a pair.")))
    if not meta.may_pair(options):
        raise LobbyError(sentence(meta.unpaired))


def require_here(user: User) -> User:
    """Return the user as held from now on. Raises LobbyError for an account that was closed in the meantime."""
    held = leaving.hold_users([user.pk])[user.pk]
    require_open_account(held.left)
    return held


def require_open_account(left: datetime | None) -> None:
    """Raise LobbyError for an account that was closed at a moment."""
    if left is not None:
        raise LobbyError(sentence(N_("This account is closed.")))


def require_share(least: int) -> None:
    """Raise LobbyError for a reliability that is no share in per cent."""
    if not 0 <= least <= 100:
        raise LobbyError(sentence(N_("Reliability must be between 0 and 100 percent.")))


def require_unsuspended(person: User) -> None:
    """Raise LobbyError for whom nobody can invite while he is suspended."""
    if not person.is_active:
        raise LobbyError(sentence(N_("{name} can’t be invited right now."), name=person.username))


def known_language(language: str) -> str:
    """Return the language, "" for any. Raises LobbyError for one that is not spoken here."""
    codes = dict(settings.LANGUAGES)
    if language and language not in codes:
        template = N_("There’s no language “{language}” here. Choose one of these: {possible}.")
        raise LobbyError(sentence(template, language=language[:20], possible=", ".join(codes)))
    return language


def too_low(least: int, found: Reliability) -> Sentence | None:
    """Return why this reliability is too low for a match that asks for `least` per cent; None where it is not."""
    if found.percent is None or found.reaches(least):
        return None
    template = N_(
        "This match requires {least}% reliability; yours is {percent}% ({kept} of {counted} matches "
        "without an absence). It recovers with every match you finish."
    )
    return sentence(template, least=least, percent=found.percent, kept=found.kept, counted=found.counted)


def running_with_house(user: User) -> int:
    """Return how many matches against house opponents a user has running."""
    running = Match.objects.of(user.pk).filter(status=Match.Status.PLAYING)
    return running.filter(pk__in=Seat.objects.filter(house=True).values("match")).count()
