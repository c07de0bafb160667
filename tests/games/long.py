"""Matches with logs of thousands of entries, written as the services would have written them, in a second or two."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from accounts.models import User
from games.core.models import Entry, Match, Snapshot
from games.core.reading.positions import SNAPSHOT_INTERVAL
from games.rules import engine
from games.rules.game import dump
from games.rules.log import Log
from tests.games.tables import ENTROPIES, SECRET, begin, now

AT = "2026-11-22T12:00:00Z"
ROUND_TRIP = 40
"""Entries that are played at most before the match goes back to its beginning."""


def lengthened(ann: User, ben: User, entries: int, **given: Any) -> Match:
    """Return a match that went back to its beginning again and again, the last time by its newest entry: so much was
    played at least, and all is asked as at first. It is En Garde where no other game is `given`.
    """
    match = begin(ann, ben, **given)
    log, lots = Log(match.rules, match.public_id, SECRET, match.options, ENTROPIES[:2]), Random(1)
    log.start((0, 1), AT)
    while len(log.entries) < entries:
        for _number in range(ROUND_TRIP):
            if not _played(log, lots):
                break
        log.rule("!rollback 0", AT)
    return _written(match, log)


def _played(log: Log, lots: Random) -> bool:
    """Make some move that does not end the match; whether it was one."""
    position, game = log.position, log.game
    seat = min(engine.to_act(game, position))
    steps: list[object] = []
    while True:
        preview = engine.preview(game, position, seat, steps)
        if (preview.complete and steps) or not preview.legal:
            break
        steps.append(lots.choice(preview.legal))
    log.move(seat, steps, AT)
    if engine.outcome(game, log.position) is None:
        return True
    del log.entries[-1], log.positions[-1]
    return False


def _written(match: Match, log: Log) -> Match:
    """Return the match with the log that follows its first entry, which is the same."""
    started = match.entries.get(ply=0)
    assert (started.text, started.digest) == (log.entries[0].text, log.entries[0].digest)
    Entry.objects.bulk_create(
        Entry(match=match, ply=e.ply, seat=e.seat, text=e.text, draws=e.draws, digest=e.digest) for e in log.entries[1:]
    )
    match.snapshots.all().delete()
    Snapshot.objects.bulk_create(_snapshots(match, log))
    Match.objects.filter(pk=match.pk).update(ply=len(log.entries) - 1, digest=log.entries[-1].digest)
    return now(match)


def _snapshots(match: Match, log: Log) -> Iterator[Snapshot]:
    """Yield those that stay while it runs."""
    for entry, position in zip(log.entries, log.positions, strict=True):
        back = entry.text.startswith("!rollback ")
        if back or entry.ply % SNAPSHOT_INTERVAL == 0 or entry.ply == len(log.entries) - 1:
            yield Snapshot(
                match=match, ply=entry.ply, version=match.version, state=dump(position), digest=entry.digest, back=back
            )
