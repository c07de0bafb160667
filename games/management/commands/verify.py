"""`manage.py verify`: play every match of the database again from its secret, and name what does not fit."""

import os
import random
import signal
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import date, datetime
from multiprocessing import get_context
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from accounts.faults import one_by_one, why
from games.core.documents import records
from games.core.models import Match
from games.management.chosen import require_known
from games.management.ends import stoppable
from games.management.progress import Progress
from games.rules import registry

MATCHES_TOGETHER = 20
"""Matches that are read together, and given to a process at a time."""


def faults(pks: list[int]) -> list[str]:
    """Return a line for each of these matches that is at fault, or that cannot even be read."""
    return one_by_one(faults_found, pks, unreadable)


def unreadable(pk: int, error: Exception) -> list[str]:
    """Return the line for a match that cannot be read."""
    name = Match.objects.values_list("public_id", flat=True).get(pk=pk)
    return [_("{match}: cannot be read: {why}").format(match=name, why=why(error))]


def faults_found(pks: Sequence[int]) -> list[str]:
    """Return a line for each of these matches that is at fault."""
    matches = list(Match.objects.filter(pk__in=pks).order_by("pk"))
    line = _("{match}: ply {ply}, {kind}: {words}")
    return [
        line.format(match=match.public_id, ply=fault.ply, kind=fault.kind, words=fault)
        for match, fault in zip(matches, records.check_each(matches), strict=True)
        if fault is not None
    ]


def begin() -> None:
    """Prepare a process: it leaves Ctrl-C to the one that started it, and asks the database by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connections.close_all()


@contextmanager
def verified(parts: list[list[int]], processes: int) -> Iterator[Iterator[list[str]]]:
    """Yield the faults of every part, in order, each when it is ready; use this many processes."""
    if min(processes, len(parts)) < 2:
        yield map(faults, parts)
        return
    connections.close_all()  # what is open now would be shared
    pool = ProcessPoolExecutor(processes, get_context("fork"), begin)
    try:
        yield pool.map(faults, parts)
    finally:
        pool.shutdown(cancel_futures=True)


def narrowed(rows: QuerySet[Match], *, running: bool, since: str | None) -> QuerySet[Match]:
    """Return those that are not over, where only these are wanted, and in which anything has happened since a day.

    Raises CommandError for what is no day.
    """
    if running:
        rows = rows.filter(ended=None)
    if since is None:
        return rows
    try:
        day = timezone.make_aware(datetime.combine(date.fromisoformat(since), datetime.min.time()))
    except (ValueError, OverflowError) as error:
        raise CommandError(f"{since} is not a day. Write it like 2026-11-28.") from error
    if day > timezone.now():
        raise CommandError(f"{since} is still to come, so nothing has happened since. Name a day that is past.")
    return rows.filter(Q(moved__gte=day) | Q(ended__gte=day) | Q(created__gte=day))


def keys(rows: QuerySet[Match], sample: int | None) -> list[int]:
    """Return the keys of the matches, or of a sample of them. Raises CommandError for a sample of none."""
    if sample is not None and sample < 1:
        raise CommandError(f"A sample of {sample} verifies nothing. Ask for at least one match, or leave it out.")
    found = list(rows.order_by("pk").values_list("pk", flat=True))
    return found if sample is None or sample >= len(found) else sorted(random.sample(found, sample))


class Command(BaseCommand):
    count = 0
    done = 0
    bad = 0
    """Matches that there are, that are verified, and that are at fault."""
    help = "Play every match of the database again: draws, moves, digests, result, snapshots. Name the faults."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="SLUG", help="the matches of this game alone")
        parser.add_argument("--running", action="store_true", help="those alone that are not over")
        parser.add_argument("--since", metavar="DATE", help="those alone in which anything has happened since this day")
        parser.add_argument("--sample", type=int, metavar="N", help="of those so many, drawn by lot")
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="how many (one for each core)"
        )

    def handle(self, *args: Any, game: str | None, processes: int, **options: Any) -> None:
        require_known([] if game is None else [game], registry.slugs())
        if processes < 1:
            raise CommandError(_("At least one process is needed."))
        rows = Match.objects.filter(game=game) if game else Match.objects.all()
        chosen = keys(narrowed(rows, running=options["running"], since=options["since"]), options["sample"])
        with stoppable(self.stderr, self.so_far):
            self.report(chosen, processes)
        count = self.count
        bad = self.bad
        self.stdout.write(ngettext("{count} match verified.", "{count} matches verified.", count).format(count=count))
        if bad:
            raise CommandError(
                ngettext("{count} match is faulty.", "{count} matches are faulty.", bad).format(count=bad)
            )

    def report(self, pks: list[int], processes: int) -> None:
        """Print every fault as it is found, and count them."""
        progress = Progress(self.stderr)
        parts = [pks[start : start + MATCHES_TOGETHER] for start in range(0, len(pks), MATCHES_TOGETHER)]
        self.count = len(pks)
        with verified(parts, processes) as results:
            for part, lines in zip(parts, results, strict=True):
                for line in lines:
                    self.stdout.write(line)
                self.bad += len(lines)
                self.done += len(part)
                progress(self.done, self.count)

    def so_far(self) -> str:
        template = _("Stopped: {done} of {count} matches verified, {bad} of them faulty.")
        return template.format(done=self.done, count=self.count, bad=self.bad)
