"""The card that a match closes with: how it ended for its reader, and where to go from there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.registry import about
from games.core.models import Seat
from games.core.reading import endings, log
from games.core.reading.access import Access
from games.core.reading.seen import Seen
from games.core.seams import unbegun
from games.core.seams.unbegun import Anew
from games.rules.game import Event
from games.rules.sentence import N_
from games.rules.telling import Weight

FACTS = 3
"""How many sentences of what happened the card says at most."""

TITLES: dict[str, str] = {
    Seat.Outcome.WON: N_("You won"),
    Seat.Outcome.LOST: N_("You lost"),
    Seat.Outcome.LEVEL: N_("The match is a draw"),
    Seat.Outcome.TIMEOUT: N_("You lost"),
    Seat.Outcome.ABSENT: N_("The match is void"),
    Seat.Outcome.VOID: N_("The match is void"),
}


@dataclass(frozen=True)
class Closing:
    """How the match ended for the reader.

    `outcome` is that of the seat, `title` the same in words with the score, `facts` what decided it and how it stood.
    `anew` is what goes on for the reader after a match without a start, None for nothing.
    """

    outcome: str
    title: str
    facts: list[str]
    replay_url: str
    is_guest: bool
    anew: Anew | None


def closing_of(found: Access, seen: Seen, happened: Iterable[Event]) -> Closing | None:
    """Return the card of a match that is over, after what happened last; None while it goes on."""
    seat = found.seat
    if not seat.outcome:
        return None
    title = f"{_(TITLES[seat.outcome])} {endings.final_score(found.seats, seat, seen.voice)}".strip()
    told = log.told_first(found.match.rules, happened, seat.index, seen.voice, Weight.FIGHT)[:FACTS]
    absent = endings.how_void(found.match, found.seats)
    facts = [absent] if absent else [*told[:1], *_of_position(seen), *_at_the_end(told[1:])]
    replay_url = reverse("match_ply", args=[found.match.public_id, 0]) + "?eyes=all"
    return Closing(
        outcome=seat.outcome,
        title=title,
        facts=facts,
        replay_url=replay_url,
        is_guest=seat.user.is_guest,
        anew=unbegun.anew(found.match, seat),
    )


def _at_the_end(told: Sequence[str]) -> list[str]:
    """Return what happened last beside the outcome, as one line that says so."""
    return [_("At the end: {told}").format(told=" ".join(told))] if told else []


def _of_position(seen: Seen) -> list[str]:
    """Return what the game tells of the last position, in words."""
    tells = about(seen.match.game).facts
    return [each.said(seen.voice) for each in tells(seen.view, seen.viewer)] if tells else []
