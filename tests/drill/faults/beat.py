"""Celery beat, and the file in which it notes when it last sent what."""

from pathlib import Path

from tests.drill.fault import HOUSE, fault
from tests.drill.site import Site


@fault("kill -9 of beat", harmless=True, house=HOUSE)
def killed(site: Site) -> None:
    site.kill("beat")


@fault("beat's schedule file full of garbage", harmless=True, house=HOUSE)
def garbage(site: Site) -> None:
    with site.without("beat"):
        for path in schedule_files(site):
            path.write_bytes(bytes(range(256)) * 64)


def schedule_files(site: Site) -> list[Path]:
    named = Path(site.env["CELERY_BEAT_SCHEDULE_FILENAME"])
    return sorted(named.parent.glob(f"{named.name}*"))
