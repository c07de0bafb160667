"""End notices: players are told that a match is over."""

from django.utils.translation import gettext_lazy

from games.core.notices.turns import END, GONE
from games.core.seams import ended, notices
from games.core.seams.ended import End
from games.end_notices import notices as letters


def register() -> None:
    """Queue a letter to each player in the transaction that ends a match."""
    notices.register(END, letters.end_notice, gettext_lazy("A match is over"))
    notices.register(GONE, letters.gone_notice, gettext_lazy("A guest has left"), pool="gone")
    ended.in_transaction("end notices", _queue)


def _queue(end: End) -> None:
    letters.queue_end(end.locked.batch, end.locked.match, end.locked.seats, gone=end.gone)
