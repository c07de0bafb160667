"""Who played on a seat before: for records, logs and pages."""

from collections.abc import Iterable

from games.core.models import Match, Seat, Substitution


def of_match(match: Match, seats: Iterable[Seat]) -> list[Substitution]:
    """Return how seats of a match were handed over, oldest first; nothing is asked where none was."""
    if all(seat.taken_ply is None for seat in seats):
        return []
    rows = Substitution.objects.filter(match=match, ply__lte=match.ply).select_related("former", "user")
    return list(rows.order_by("ply"))
