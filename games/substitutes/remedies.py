"""What a player may choose once the other one's time is up: that a substitute or the house takes the seat over."""

from games.core.models import Seat
from games.core.reading import bot_profiles
from games.core.reading.times import Totals
from games.core.seams.remedies import Remedy
from games.core.services import time_up
from games.core.services.locked import LockedMatch
from games.rules.sentence import N_, Sentence, sentence
from games.substitutes import services as substitutes


def _why_no_search(totals: Totals, absent: Seat) -> Sentence | None:
    paired = substitutes.why_paired(absent.match)
    if paired is not None:
        return paired
    if absent.is_open(totals.now):
        return sentence(N_("We’re already looking for a replacement."))
    return substitutes.why_no_time(totals, absent)


def _search(locked: LockedMatch, absent: Seat) -> None:
    substitutes.seek_substitute(locked, absent, time_up.prolong(locked))
    locked.write_seats()


def _why_no_house(totals: Totals, absent: Seat) -> Sentence | None:
    paired = substitutes.why_paired(absent.match)
    if paired is not None:
        return paired
    has_bot = bot_profiles.has(absent.match.game)
    return None if has_bot else sentence(N_("This game has no computer opponent."))


SUBSTITUTE = Remedy(
    title=N_("Find a replacement"),
    meant=N_(
        "For up to three days, anyone can take {name}’s seat. If someone does, the match will no longer be "
        "rated. If nobody does, you win."
    ),
    why_not=_why_no_search,
    act=_search,
)
HOUSE = Remedy(
    title=N_("Continue against the computer"),
    meant=N_("The computer takes over {name}’s seat immediately, and the match will no longer be rated."),
    why_not=_why_no_house,
    act=substitutes.let_bot_play_on,
)
