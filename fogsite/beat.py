"""Beat's note of when it last sent what: a file that it has to be able to write."""

import os
from pathlib import Path

from celery.beat import PersistentScheduler

from fogsite import env
from games.core.seams import sweeps


class Scheduler(PersistentScheduler):
    """Celery's own, which sends the sweeps of features too and ends with a sentence where it cannot keep its file."""

    schedule_filename: str

    def setup_schedule(self) -> None:
        folder = Path(self.schedule_filename).absolute().parent
        if not os.access(folder, os.W_OK | os.X_OK):
            env.exit_with(
                f"CELERY_BEAT_SCHEDULE_FILENAME names a file in {folder}, which is not there or not writable."
            )
        self.app.conf.beat_schedule = sweeps.entries()
        super().setup_schedule()
