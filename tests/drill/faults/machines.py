"""Several machines on one PostgreSQL and one Redis."""

from tests.drill.fault import fault
from tests.drill.site import Site


@fault("two webs, two workers and two beats for 60 s; then the first of each is killed")
def two(site: Site) -> None:
    site.spare = other = site.second()
    try:
        site.last(60)
        for name in ("web", "letters", "beat"):
            site.kill(name)
        site.last(20)
    finally:
        site.spare = None
        site.last(10)  # who was answered there has the answer
        other.stop()
