"""What a match says of time, in words: the same wherever it is offered, joined and played."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from games.core.clock.terms import Chosen
from games.core.models import Match, Seat
from games.core.reading import endings
from games.core.reading.dates import day

DAY = timedelta(days=1)


def brief(match: Match) -> str:
    """Return a match's clock in one sentence: the time for a move, what does not count, and by when all is over."""
    if match.started:
        return clock_in_a_list(match)
    return _brief(match, _("ends by {day} if it begins today"))


def clock_in_a_list(match: Match) -> str:
    """Return the same in a list, whose head says once that matches that have not begun are taken to begin today."""
    return _brief(match, _("the match ends by {day}"))


def _brief(match: Match, over_by: str) -> str:
    return ", ".join(part for part in (pace(match), _free(match), _over_by(match, over_by)) if part)


def details(match: Match, seats: Iterable[Seat] = ()) -> list[str]:
    """Return the same at length, with what it means, in sentences; the seats are those of a match that has begun."""
    return [sentence for sentence in (_time(match), _stops(match), _vacations(match), _first(match)) if sentence] + [
        _total(match),
        endings.when_up(match, seats),
    ]


def pace(match: Match) -> str:
    """Return the time for a move, or for all of them."""
    clock = match.clock
    if clock.pace:
        days = clock.pace.days
        return ngettext("%(days)s day per move", "%(days)s days per move", days) % {"days": days}
    if clock.increment:
        words = _("{bank} for all moves, plus {increment} per move, up to {cap}")
        return words.format(bank=span(clock.bank), increment=span(clock.increment), cap=span(clock.cap))
    return _("{bank} for all moves").format(bank=span(clock.bank))


def span(time: timedelta) -> str:
    """Return a time in days where it is so many, else in hours."""
    if not time % DAY:
        return ngettext("%(n)d day", "%(n)d days", time.days) % {"n": time.days}
    hours = time // timedelta(hours=1)
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def terms(match: Match) -> dict[str, Any]:
    """Return what a match was offered to say of time, by the fields of `Chosen`, with the total that it comes to."""
    return Chosen.of(match).columns | {"total_days": match.clock.total.days}


def last_moment(match: Match) -> datetime | None:
    """Return by when a match is certainly over; if it hasn't begun, as if it began now."""
    if match.started is not None:
        return match.last_moment
    return timezone.now() + match.clock.total * match.rules.meta.seats


def _free(match: Match) -> str:
    if match.nights and match.weekends:
        return _("nights and weekends don’t count")
    return _("nights don’t count") if match.nights else _("weekends don’t count") if match.weekends else ""


def _over_by(match: Match, words: str) -> str:
    last = last_moment(match)
    return "" if last is None or match.ended is not None else words.format(day=day(last))


def _time(match: Match) -> str:
    clock = match.clock
    if clock.pace:
        days = clock.pace.days
        return ngettext("You have %(n)d day for each move.", "You have %(n)d days for each move.", days) % {"n": days}
    given = {"bank": span(clock.bank), "increment": span(clock.increment), "cap": span(clock.cap)}
    if clock.increment:
        words = _(
            "Each player has a time bank of {bank} for all moves. Each move adds {increment}, but "
            "the bank never holds more than {cap}."
        )
        return words.format(**given)
    return _("Each player has a time bank of {bank} for all moves.").format(**given)


def _stops(match: Match) -> str:
    if match.nights and match.weekends:
        return _("Nights (23:00 to 7:00) and weekends don’t count, in each player’s own time zone.")
    if match.nights:
        return _("Nights (23:00 to 7:00) don’t count, in each player’s own time zone.")
    return _("Weekends don’t count, in each player’s own time zone.") if match.weekends else ""


def _vacations(match: Match) -> str:
    if match.vacations:
        return _("Your clock is paused while you’re on vacation.")
    return _("Vacations don’t pause the clock.")


def _first(match: Match) -> str:
    words = _(
        "Each player has a separate time limit for the first move: {time}. If a player misses it, the match is void."
    )
    return words.format(time=span(match.clock.first))


def _total(match: Match) -> str:
    words = _(
        "Each player has a total of {total} for the match. This time runs down whenever it’s their move, "
        "even at night, at weekends and during vacations and pauses. Nobody gets more, so there’s no point "
        "in dragging out the match."
    )
    return words.format(total=span(match.clock.total))
