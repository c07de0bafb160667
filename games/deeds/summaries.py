"""What a match that is over shows of its whole course: key moments and deeds, worked out once and kept.

They are kept as sentences that are put into words when they are read, so that one row does for all languages.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from games.core.models import Match, Seat
from games.core.reading import positions
from games.deeds import key_moments, queries as deeds
from games.deeds.key_moments import KeyMoment
from games.deeds.models import Summary
from games.deeds.queries import Deed
from games.rules.game import REFEREE, Viewer

EDITION = 7
"""Raise this when a game names other key moments or deeds of a match that is over: all are then worked out again by and
by. A test holds it to what the golden records come to."""
SHORT = 256
"""Entries of a match for which a page works out by itself what is not kept yet; of a longer one it shows nothing until
the sweep has come by, within a minute of its end."""


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a match: its key moments by viewer, and the keys of the deeds of each seat. A viewer who is not
    among them sees what the referee sees."""

    moments: dict[int, list[KeyMoment]]
    deeds: list[list[str]]

    def seen_by(self, viewer: Viewer) -> list[KeyMoment]:
        """Return the key moments as a viewer may know them."""
        return self.moments.get(viewer, self.moments.get(REFEREE, []))


NOTHING = Kept({}, [])
_decoder = msgspec.json.Decoder(Kept)


def summary_of(match: Match) -> Kept:
    """Return what is known of a match that is over. Raises ReplayMismatch, and Unplayable."""
    row = getattr(match, "summary", None)
    if row is not None and row.edition == EDITION:
        return _decoder.decode(row.content)
    if match.ply <= SHORT:
        return work_out(match)
    return _earlier(row) if row is not None else NOTHING


def _earlier(row: Summary) -> Kept:
    """Return what an earlier edition has kept, as far as it can be read."""
    try:
        return _decoder.decode(row.content)
    except msgspec.DecodeError:
        return NOTHING


def work_out(match: Match) -> Kept:
    """Play a match that is over again for it. Raises ReplayMismatch, and Unplayable."""
    walk = positions.walk(match, -1, match.ply)
    seats = range(match.rules.meta.seats)
    moments = {viewer: key_moments.of_match(match.game, walk.played, viewer) for viewer in (REFEREE, *seats)}
    others = {viewer: found for viewer, found in moments.items() if found != moments[REFEREE]}
    known = deeds.of_game(match.game) if match.status == Match.Status.OVER else ()
    course = deeds.course(match, walk) if known else None
    earned = [[deed.key for deed in known if course and deed.earned(course, seat)] for seat in seats]
    return Kept({REFEREE: moments[REFEREE], **others}, earned)


def save_summaries(found: Mapping[int, Kept]) -> None:
    """Keep what was worked out of matches, by their keys."""
    encode = msgspec.json.Encoder().encode
    rows = [Summary(match_id=key, edition=EDITION, content=encode(kept)) for key, kept in found.items()]
    update = {"update_conflicts": True, "update_fields": ["edition", "content"], "unique_fields": ["match"]}
    Summary.objects.bulk_create(rows, **update)  # type: ignore[arg-type]


def earned(match: Match, seats: Collection[Seat], kept: Kept) -> list[tuple[Seat, list[Deed]]]:
    """Return what each seat has earned in a match, by what is kept of it; nothing in one that does not count."""
    if not (kept.deeds and deeds.counts_for_deeds(match, seats)):
        return []
    return [(seat, _named(match.game, kept.deeds[seat.index])) for seat in seats]


def _named(slug: str, keys: Sequence[str]) -> list[Deed]:
    return [deed for deed in deeds.of_game(slug) if deed.key in keys]
