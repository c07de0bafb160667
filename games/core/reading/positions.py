"""Where a match stands, from its log: the newest position, an earlier one, and what happened between two.

Snapshots only save time: one that cannot be read, or does not belong to the log as it is, is passed over.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from prometheus_client import Counter

from accounts import metrics
from accounts.database import rows
from games.core.models import ROLLBACK, Entry, Match, Snapshot
from games.rules import engine
from games.rules.engine import AnyPosition, Replay
from games.rules.errors import BadState, Unplayable
from games.rules.game import Event, dump

SNAPSHOT_INTERVAL = 8
"""Plies between two snapshots that are kept: a page plays so many at most besides those it tells of."""
THINNED_INTERVAL = 128
"""The same of a match that was over long ago: most matches are shorter, and keep their newest snapshot alone."""
PORTION = 500
"""Entries that are read together where a whole log is played."""

FOUND = Counter("fogsite_positions", "Positions that were found, by a snapshot or from the whole log.", ["source"])


class PlayedEntry(NamedTuple):
    """An entry of the log and what happened in it."""

    entry: Entry
    events: list[Event]


class Walk(NamedTuple):
    """Where the match stood after entry `ply`, and the entries walked through to get there."""

    position: AnyPosition
    ply: int
    digest: str
    played: list[PlayedEntry]
    snapshot: Snapshot | None = None


def newest_position(match: Match, snapshots: Iterable[Snapshot] | None = None) -> Walk:
    """Return where the match stands now, from the newest snapshot where it is good; it may be handed in if already
    read.
    """
    if snapshots is None:
        snapshots = rows.select(Snapshot, match_id=match.pk, ply=match.ply)
    for snapshot in snapshots:
        stand = _stand(match, snapshot)
        if stand is not None and snapshot.digest == match.digest:
            metrics.count_one(FOUND, "snapshot")
            return stand
    return walk(match, match.ply, match.ply)


def newest_of(matches: Iterable[Match]) -> dict[int, Walk]:
    """Return where many matches stand, by match id, in one query.

    Left out are those without a good snapshot and those that cannot be played here.
    """
    by_id = {match.pk: match for match in matches}
    good = Snapshot.objects.filter(match__in=by_id, ply=F("match__ply"), digest=F("match__digest"))
    found = {}
    for row in good:
        with suppress(Unplayable):
            found[row.match_id] = _stand(by_id[row.match_id], row)
    return {match_id: stand for match_id, stand in found.items() if stand is not None}


def _stand(match: Match, snapshot: Snapshot) -> Walk | None:
    """Return where the match stands now by a snapshot of its newest entry; None for one that cannot be read."""
    position = _read(match, snapshot)
    return None if position is None else Walk(position, match.ply, match.digest, [], snapshot)


def walk(match: Match, first: int, last: int) -> Walk:
    """Return where the match stood after entry `last`, and at least the entries after `first` up to it.

    Where snapshots were missing, so that it had to play many entries before those, it keeps some for the next one.
    Raises ReplayMismatch where the log does not replay.
    """
    replay = _from_snapshot(match, first)
    if replay.ply == last:
        return Walk(replay.position, last, replay.digest, [])
    found = _entries(match.pk, replay.ply - 1, last)
    entries = [entry for entry in found if entry.ply > replay.ply]
    backs = [entry for entry in entries if _goes_back(entry)]
    replay.stood = _stood(match, backs)
    if replay.ply >= 0 and len(replay.stood) < len(backs):
        replay = Replay(match.rules, stood=replay.stood)
        entries = _entries(match.pk, -1, last)
    else:
        replay.log = [as_rules(entry) for entry in found if entry.ply == replay.ply]
    kept = _Kept(match, is_needed=first - replay.ply > THINNED_INTERVAL)
    played = [kept.passing(PlayedEntry(entry, replay.push(as_rules(entry))), replay.position) for entry in entries]
    kept.save()
    return Walk(replay.position, last, entries[-1].digest, [each for each in played if each.entry.ply > first])


def walk_entries(match: Match, first: int = -1) -> Iterator[tuple[PlayedEntry, AnyPosition]]:
    """Yield every entry of a match after `first`, and where it then stood; the next one changes that position.

    A portion of the log is read at a time. Raises Unplayable, and ReplayMismatch where the log does not replay.
    """
    replay = _from_snapshot(match, first)
    found = Entry.objects.filter(match=match, seat=None, text__startswith=ROLLBACK, ply__lte=match.ply)
    backs = [*found.filter(ply__gt=replay.ply)]
    replay.stood = _stood(match, backs)
    if replay.ply >= 0 and len(replay.stood) < len(backs):
        replay = Replay(match.rules)
    replay.log = [as_rules(entry) for entry in _entries(match.pk, replay.ply - 1, replay.ply)]
    while replay.ply < match.ply:
        kept = _Kept(match, is_needed=replay.ply < first - THINNED_INTERVAL)
        for entry in _entries(match.pk, replay.ply, min(replay.ply + PORTION, match.ply)):
            played = kept.passing(PlayedEntry(entry, replay.push(as_rules(entry))), replay.position)
            if entry.ply > first:
                yield played, replay.position
        kept.save()


class _Kept:
    """The snapshots that a walk makes on its way: those that stay of a match that was over long ago."""

    def __init__(self, match: Match, *, is_needed: bool) -> None:
        self._match = match
        self._is_needed = is_needed
        self._made: list[Snapshot] = []

    def passing(self, played: PlayedEntry, position: AnyPosition) -> PlayedEntry:
        """Return what was played, after its position is noted."""
        entry = played.entry
        stays = entry.ply % THINNED_INTERVAL == 0 or entry.ply == self._match.ply or _goes_back(entry)
        if self._is_needed and entry.ply and stays:
            row = Snapshot(match=self._match, ply=entry.ply, version=self._match.version, back=_goes_back(entry))
            row.state = dump(position)
            row.digest = entry.digest
            self._made.append(row)
        return played

    def save(self) -> None:
        """Write those that are not there yet."""
        if self._made:
            Snapshot.objects.bulk_create(self._made, ignore_conflicts=True)


def _goes_back(entry: Entry) -> bool:
    return entry.seat is None and entry.text.startswith(ROLLBACK)


def _stood(match: Match, backs: Collection[Entry]) -> dict[int, AnyPosition]:
    """Return where the match stood after entries that go back, by their numbers, as far as good snapshots tell."""
    if not backs:
        return {}
    digests = {entry.ply: entry.digest for entry in backs}
    found = Snapshot.objects.filter(match=match, ply__in=digests)
    read = {row.ply: _read(match, row) for row in found if row.digest == digests[row.ply]}
    return {ply: position for ply, position in read.items() if position is not None}


def as_rules(entry: Entry) -> engine.Entry:
    """Return the row as the engine knows it."""
    draws = [(n, value) for n, value in entry.draws]
    at = entry.created.isoformat()
    return engine.Entry(
        ply=entry.ply,
        seat=entry.seat,
        text=entry.text,
        draws=draws,
        digest=entry.digest,
        at=at,
        by_program=entry.by_program,
    )


def _from_snapshot(match: Match, ply: int) -> Replay[Any, Any]:
    """Return a replay that stands at the newest good snapshot up to `ply`, or before the log.

    The newest of all is read too: it says whether the match can be played here at all. Raises Unplayable.
    """
    for found in _snapshots(match.pk, ply, match.ply, match.version):
        position = _read(match, found)
        if position is not None and found.ply <= ply and found.digest == found.entry_digest:  # type: ignore[attr-defined]
            metrics.count_one(FOUND, "snapshot")
            return Replay(match.rules, position=position, ply=found.ply, digest=found.digest)
    metrics.count_one(FOUND, "log")
    return Replay(match.rules)


def _snapshots_upto(match_id: int, ply: int, newest: int, version: int) -> QuerySet[Snapshot]:
    written = Entry.objects.filter(match=OuterRef("match"), ply=OuterRef("ply")).values("digest")
    found = Snapshot.objects.filter(Q(ply__lte=ply) | Q(ply=newest), match=match_id, version=version)
    return found.annotate(entry_digest=Subquery(written)).order_by("-ply")[:2]


_snapshots = rows.Query(_snapshots_upto, 1001, 1002, 1003, 1004)
_entries = rows.Query(
    lambda match_id, after, last: Entry.objects.filter(match=match_id, ply__gt=after, ply__lte=last).order_by("ply"),
    *(1001, 1002, 1003),
)


def _read(match: Match, snapshot: Snapshot) -> AnyPosition | None:
    if snapshot.version != match.version:
        return None
    try:
        return match.rules.load(bytes(snapshot.state))
    except Unplayable:
        raise
    except BadState:
        return None


def store_snapshot(batch: rows.Batch, match: Match, position: AnyPosition, before: Walk, *, back: bool = False) -> None:
    """Write the snapshot of the newest position, over the one of the position before unless that is one to keep.

    `back`: its entry goes back to an earlier one.
    """
    row = before.snapshot
    if row is None or row.back or row.ply % SNAPSHOT_INTERVAL == 0:
        row = Snapshot(match_id=match.pk)
    row.ply = match.ply
    row.version = match.version
    row.state = dump(position)
    row.digest = match.digest
    row.back = back
    if row.pk is None:
        batch.insert(row, ignore_conflicts=True)
    else:
        batch.update(row)
