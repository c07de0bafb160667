"""What is sent and answered where seats of running matches are taken over, as types, and how rows become these."""

from accounts.links import absolute
from games.core.api.shapes import Seen, When
from games.core.models import Seat
from games.rules.game import OptionValue
from games.substitutes import pages as open_seats


class OpenSeatSeen(Seen, frozen=True):
    """A seat of a running match that may be taken over until `until`; `side` is what it is called there, `lines` the
    newest of what everybody may know of the match, `time` says what the seat has left, as everybody may know it."""

    id: str
    game: str
    title: str
    options: dict[str, OptionValue]
    opponents: list[str]
    side: str
    seat: int
    until: When
    clock: str
    time: str
    watchable: bool
    lines: list[str]
    page: str


class OpenSeats(Seen, frozen=True):
    """The seats that I may take over, those first that are open for the shortest time."""

    results: list[OpenSeatSeen]


def open_seat(seat: Seat) -> OpenSeatSeen:
    """Return a seat that may be taken over, as anybody may see it."""
    page = open_seats.page(seat)
    shown: open_seats.OpenSeat = page["open"]
    return OpenSeatSeen(
        id=seat.match.public_id,
        game=shown.game,
        title=shown.title,
        options=seat.match.options,
        opponents=shown.opponents,
        side=shown.side,
        seat=seat.index,
        until=shown.until,
        clock=shown.clock,
        time=shown.time,
        watchable=shown.watchable,
        lines=page["lines"],
        page=absolute("open_seat", seat.match.public_id),
    )
