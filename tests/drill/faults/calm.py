"""Nothing fails: what the other figures are to be held against."""

from tests.drill.fault import HOUSE, fault
from tests.drill.site import Site


@fault("nothing", harmless=True, house=HOUSE)
def nothing(site: Site) -> None:
    site.last(30)
