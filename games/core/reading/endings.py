"""How matches end: what happens once a player's time is up, the final score, and what a void match was."""

from collections.abc import Iterable

from django.utils.translation import gettext as _, ngettext

from games.core.models import Match, Seat
from games.core.reading.voice import player_name
from games.rules.sentence import Voice, score


def chooser(match: Match, seats: Iterable[Seat], absent: Seat) -> Seat | None:
    """Return who may choose once the time of the seat `absent` is up; None where it loses the match."""
    return next(seat for seat in seats if seat.pk != absent.pk) if _may_choose(match, seats, absent) else None


def _may_choose(match: Match, seats: Iterable[Seat], absent: Seat | None = None) -> bool:
    """Say whether the player who stays may choose: in a match of two people, if they agreed so or the absent one is
    suspended.

    Without seats the match still waits for players, and no house opponent is among them.
    """
    may = match.absence == Match.Absence.CHOICE or (absent is not None and is_suspended(absent))
    return may and match.rules.meta.seats == 2 and not any(seat.house for seat in seats)


def is_suspended(seat: Seat) -> bool:
    """Say whether a seat's player can't sign in. The email about that has told them how long clocks are paused."""
    return seat.user is not None and not seat.user.is_active


def when_up(match: Match, seats: Iterable[Seat] = (), mine: Seat | None = None) -> str:
    """Return what happens once a player's time is up: said to all, or to the player of a seat.

    The seats must come with their users.
    """
    if mine is not None:
        return _when_up_for(match, seats, mine)
    guests = [seat for seat in seats if is_waited_for_in_vain(seats, seat)]
    words = _("If {name}, a guest, runs out of time, the match is void.")
    return " ".join([_when_up_for_all(match, seats), *(words.format(name=player_name(seat)) for seat in guests)])


def is_waited_for_in_vain(seats: Iterable[Seat], seat: Seat) -> bool:
    """Say whether a match is void once the time of a seat is up: a guest's, among people.

    The seat must come with its user.
    """
    return seat.user.is_guest and not any(each.house for each in seats)


def is_void_once_resigned(seats: Iterable[Seat], seat: Seat) -> bool:
    """Say whether a match is void once the player of a seat resigns: a guest, among people, who has not moved."""
    return seat.answered_ply is None and is_waited_for_in_vain(seats, seat)


def _when_up_for_all(match: Match, seats: Iterable[Seat]) -> str:
    if _may_choose(match, seats):
        return _(
            "If a player runs out of time, the opponent can claim the win, give two more days, cancel the "
            "match, find a replacement, or continue against the computer."
        )
    return _("A player who runs out of time loses.")


def _when_up_for(match: Match, seats: Iterable[Seat], mine: Seat) -> str:
    in_vain = any(seat.pk == mine.pk and is_waited_for_in_vain(seats, seat) for seat in seats)
    if in_vain or (mine.answered_ply is None and not counts_absences(seats)):
        return _("If it runs out, the match is void.")
    if mine.answered_ply is None:
        return _("If it runs out before your first move, the match is void and counts as an absence for you.")
    stayed = chooser(match, seats, mine)
    if stayed is None:
        return _("If it runs out, you lose the match.")
    words = _(
        "If it runs out, {name} can claim the win, give you two more days, cancel the match, find a "
        "replacement for you, or continue against the computer. If nothing is decided within three days, "
        "{name} wins."
    )
    return words.format(name=player_name(stayed))


def final_score(seats: Iterable[Seat], first: Seat, voice: Voice) -> str:
    """Return the points of a seat and then the others'; empty where the game counts none."""
    if first.score is None:
        return ""
    others = (seat.score or 0 for seat in seats if seat.pk != first.pk)
    return score(first.score, *others).said(voice)


def how_void(match: Match, seats: Iterable[Seat]) -> str:
    """Return why a match is void in which a player was absent; empty for all others.

    The seats must come with their users.
    """
    absent = [player_name(seat) for seat in seats if seat.outcome == Seat.Outcome.ABSENT]
    if match.status != Match.Status.VOID or not absent:
        return ""
    why = _void_counted if counts_absences(seats) else _void_uncounted
    return why(len(absent)).format(names=", ".join(absent))


def _void_counted(absent: int) -> str:
    return ngettext(
        "The match is void because {names} was absent. It counts as an absence only for {names}.",
        "The match is void because {names} were absent. It counts as an absence for each of them.",
        absent,
    )


def _void_uncounted(absent: int) -> str:
    return ngettext(
        "The match is void because {names} was absent.", "The match is void because {names} were absent.", absent
    )


def counts_absences(seats: Iterable[Seat]) -> bool:
    """Say whether absences count in a match of these seats, which must come with their users: not where a house
    opponent or a guest plays (`games/core/reading/reliability.py`).
    """
    return not any(seat.house or seat.user.is_guest for seat in seats)


def own_absence(seat: Seat, seats: Iterable[Seat]) -> str:
    """Return what is told besides to a player who has lost by time, where it counts; empty for all others.

    The seats must come with their users.
    """
    counts = seat.outcome == Seat.Outcome.TIMEOUT and counts_absences(seats)
    return _("This counts as an absence for you.") if counts else ""
