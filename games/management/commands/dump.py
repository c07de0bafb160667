"""`manage.py dump`: write the public dump of all matches that are over, and say how large it is."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, ngettext

from games.management.ends import stoppable
from games.ratings import dump, dumps


def none_written() -> str:
    return _("Stopped. No dump was written, and existing dumps are unchanged.")


class Command(BaseCommand):
    help = "Write the public dump of all matches that are over and not private. The worker does so once a month."

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.perf_counter()
        try:
            with stoppable(self.stderr, none_written):
                made, count = dumps.write()
        except (dumps.NoDump, dump.Unreadable) as error:
            raise CommandError(str(error)) from error
        line = ngettext(
            "{name}: {count} match, {size} bytes, {seconds:.1f} s",
            "{name}: {count} matches, {size} bytes, {seconds:.1f} s",
            count,
        )
        seconds = time.perf_counter() - begun
        self.stdout.write(line.format(name=made.name, count=count, size=made.size, seconds=seconds))
