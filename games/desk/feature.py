"""The desk: where moderators find what waits, judge a case with all that belongs to it, and leave a trace."""

from games.core.seams import desk as seam, leaving, merging, sweeps
from games.desk import services as desk
from games.desk.figures import compared_weeks
from games.desk.first_page import first_page


def register() -> None:
    """Show moderators first what waits, then figures of the site. Note which pages of the admin are opened."""
    seam.on_first_page("desk", first_page, "admin/desk/first_page.html")
    seam.on_first_page("desk-figures", compared_weeks, "admin/desk/_compared.html")
    seam.on_look("desk", desk.record_look)
    sweeps.register("desk", every=3_600, do=desk.sweep)
    merging.register("desk", desk.merge_rows)
    leaving.register("desk", forget=desk.forget)
