"""Where the page of a match leads to reporting it."""

from games.core.seams.panels import MatchLook


def reportable(look: MatchLook) -> str | None:
    """Return the match that its reader may report: no guest, and not a match against computer opponents alone."""
    mine = look.seat
    if mine is None or mine.user.is_guest or all(seat.pk == mine.pk or seat.user.is_bot for seat in look.seats):
        return None
    return look.match.public_id
