"""The picture beside a link to a match: the position as anybody sees it who has no seat, during the match and after it.

Entries are numbered as spectators know them. So neither an address nor a picture tells of what is sealed.
"""

from django.conf import settings
from django.http import Http404
from django.urls import reverse

from games.boards import canvas
from games.boards.registry import about
from games.core.models import Match
from games.core.reading.access import InSight
from games.core.reading.seen import Seen
from games.rules.game import SPECTATOR


def picture_url(match: Match, ply: int) -> str:
    """Return the address of the picture after an entry; `""` if the game draws none."""
    counted = match.watched.counted(ply)
    return reverse("preview", args=[match.public_id, counted]) if about(match.game).preview else ""


def picture(found: InSight, counted: int) -> bytes:
    """Return the picture as PNG, after an entry as spectators count it. Raises Http404 if there is none."""
    match = found.match
    draw = about(match.game).preview
    if draw is None or counted > match.watched.counted(match.ply):
        raise Http404
    ply = match.watched.ply_of(counted)
    seen = Seen.between(match, found.seats, SPECTATOR, ply, ply)
    names = tuple(seat.user.username for seat in found.seats)
    return canvas.draw_png(draw(seen), match.rules.meta.title, names, settings.SITE_NAME)
