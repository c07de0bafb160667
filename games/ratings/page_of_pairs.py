"""The other match of a pair, as the page of either shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.models import Match, Seat
from games.core.reading.voice import player_name
from games.core.seams.panels import MatchLook
from games.ratings import rated
from games.ratings.facts import Sat

HALVES = {0: "0", 1: "½", 2: "1", 3: "1½", 4: "2"}
"""Points of a match as people count them: in wins. A win gives two points."""


@dataclass(frozen=True)
class OfPair:
    """How the pair stands, in a sentence, and where the other match is, empty where the reader is not led there."""

    words: str
    url: str = ""


def below_facts(look: MatchLook) -> OfPair | None:
    """Return what the page says of the pair that its match is of, unless the card of the result says it."""
    return None if look.is_over else on_result(look)


def on_result(look: MatchLook) -> OfPair | None:
    """Return what is said of the pair that a match is of, by two queries at most; None for a match by itself. People
    who do not play it learn nothing of a match that still runs, nor that it does."""
    twin = look.match.twin()
    if twin is None:
        return None
    if twin.ended is None and not look.is_player:
        return OfPair(_("This is one of two matches with sides swapped. Together they count as one."))
    return OfPair(_words(look.match, twin, look.seats), "" if look.by_link else twin.get_absolute_url())


def _words(match: Match, twin: Match, seats: Sequence[Seat]) -> str:
    over = [each for each in (match, twin) if each.ended is not None]
    if not over:
        return _("This is one of two matches with sides swapped. Together they count as one.")
    points = _points(over)
    names = {seat.user_id: player_name(seat) for seat in seats}
    stands = ", ".join(f"{names[user]} {HALVES[number]}" for user, number in points.items() if user in names)
    if len(over) < 2:
        return _("One of the two matches of this pair is over: {stands}.").format(stands=stands)
    return _("Both matches of this pair are over: {stands}.").format(stands=stands)


def _points(over: Sequence[Match]) -> dict[int, int]:
    """Return the points of each user in the matches that are over; a void one gives none."""
    found = dict[int, int]()
    for facts in rated.rated_matches(over):
        for seat in facts.seats:
            found[seat.player] = found.get(seat.player, 0) + _of(seat, void=facts.void)
    return found


def _of(seat: Sat, *, void: bool) -> int:
    return 0 if void else seat.points
