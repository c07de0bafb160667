"""Games that are named on the command line."""

from collections.abc import Collection, Iterable

from django.core.management.base import CommandError
from django.utils.translation import gettext as _


def require_known(games: Iterable[str], known: Collection[str]) -> None:
    """Refuse what is the slug of no game that can be named. Raises CommandError."""
    for game in games:
        if game not in known:
            listed = ", ".join(known) or "–"
            raise CommandError(_("There’s no game “{game}”. The games are: {known}.").format(game=game, known=listed))
