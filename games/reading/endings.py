"""What happens once a player's time is up, said to whom it will happen."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Invitation, Match, Seat
from games.reading.voice import display_name


def when_up(match: Match, mine: Seat, seats: Iterable[Seat]) -> str:
    """What happens once the time of a seat is up, to its player. The seats must come with their users."""
    if mine.answered_ply is None:
        return _("If it runs out before your first move, the match is void, which counts as an absence of yours.")
    others = [seat for seat in seats if seat.pk != mine.pk]
    if match.absence == Match.Absence.LOSS or len(others) != 1 or others[0].house:
        return _("When it is up, you lose the match.")
    words = _(
        "When it is up, {name} chooses: claim the win, give you two more days, call the match off, have somebody take "
        "over your seat, or play on against the house. No choice within three days is a win for {name}."
    )
    return words.format(name=display_name(others[0].user))


def how_void(match: Match, seats: Iterable[Seat]) -> str:
    """Why a match is void in which a player was absent; empty for all others. The seats must come with their users."""
    absent = [display_name(seat.user) for seat in seats if seat.outcome == Seat.Outcome.ABSENT]
    if match.status != Match.Status.VOID or not absent:
        return ""
    words = ngettext(
        "The match is void because {names} was absent. That counts against {names} alone.",
        "The match is void because {names} were absent. That counts against each of them.",
        len(absent),
    )
    return words.format(names=", ".join(absent))


def offered_again(match: Match, user_id: int) -> Invitation | None:
    """The invitation of somebody who waited in vain for a match to begin, where it was offered again."""
    if match.status != Match.Status.VOID:
        return None
    return match.offered_again.filter(inviter=user_id).select_related("match").first()
