"""Notes of a player on a match, for nobody else."""

from accounts import characters as signs
from games.core.models import Seat
from games.core.reading.access import own_seat
from games.core.services import texts

MAX_LENGTH = 10_000
"""Characters of the notes on one match."""


def save(public_id: str, user_id: int, text: str) -> None:
    """Save a player's notes on a match, in place of the former ones; an empty text removes them.

    Raises NotYours for a stranger, TooLong.
    """
    seat = own_seat(user_id, public_id)
    text = "" if signs.shows_nothing(text) else texts.cleaned(text, MAX_LENGTH)
    Seat.objects.filter(pk=seat.pk).update(notes=text)
