"""`manage.py deeds`: look through all finished matches again for deeds, and say how long that took."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, ngettext

from games.core.models import Match
from games.deeds import queries as deeds, services as awards
from games.management.ends import require_all_read, stoppable
from games.management.progress import Progress

REST = 0.5
"""Seconds before it is tried again where the sweep is at work."""


class Command(BaseCommand):
    help = "Look through all finished matches anew for deeds. What is noted after each match comes to the same."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="slugs of games; without any: all")

    def handle(self, *args: Any, games: list[str], **options: Any) -> None:
        for game in games:
            if game not in deeds.DEEDS:
                known = ", ".join(deeds.DEEDS)
                raise CommandError(
                    _("“{game}” has no deeds here. Games with deeds: {known}.").format(game=game, known=known)
                )
        begun = time.perf_counter()
        with stoppable(self.stderr):
            count = awards.look_anew(Match.objects.filter(game__in=games or list(deeds.DEEDS)))
            failed = self.note_all(count)
        line = ngettext("{count} match, {seconds:.1f} s", "{count} matches, {seconds:.1f} s", count)
        self.stdout.write(line.format(count=count, seconds=time.perf_counter() - begun))
        require_all_read(failed)

    def note_all(self, count: int) -> dict[str, str]:
        """Note portion by portion until nothing is due: more than so many where deeds were taken back, fewer where the
        sweep has done some. Which of them cannot be played again, and why."""
        progress = Progress(self.stderr)
        done = 0
        failed = dict[str, str]()
        while (noted := award_portion()).matches:
            failed |= noted.failed
            if done < count:
                done = min(done + noted.matches, count)
                progress(done, count)
        return failed


def award_portion() -> awards.Noted:
    """Note a portion, once nobody else is at it."""
    while True:
        try:
            return awards.award_deeds()
        except awards.AwardsBusy:
            time.sleep(REST)
