"""The rematch of a match that is over, as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.bots import services as bots
from games.core.clock.terms import Chosen
from games.core.models import Match, Seat
from games.core.reading import clocks
from games.core.seams.panels import MatchLook
from games.core.services import tickets
from games.core.services.tickets import Ticket
from games.rematch import services as rematch, streaks
from games.rematch.streaks import NOTHING, Proposed
from games.rules.levels import USUAL


@dataclass(frozen=True)
class Rematch:
    """The rematch of a `match` that is over: where it is (`url`), and while it is offered `by` whom.

    The reader can accept the one that is `offered` by the other player, with its `seals` and `clock` in view. One with
    another clock than before is not: its page says what it changes. If there is none, `may_offer` says whether one can
    be offered, with the `ticket` for it, and `is_bot` whether the computer plays in the match, at which `level`, and
    which other one is `proposed`; `terms` are those that differ from before.
    """

    match: Match
    url: str = ""
    by: str = ""
    is_mine: bool = False
    may_offer: bool = False
    ticket: Ticket | None = None
    is_bot: bool = False
    level: str = ""
    proposed: Proposed = NOTHING
    terms: str = ""
    offered: str = ""
    seals: tuple[str, ...] = ()
    clock: str = ""


def of_match(look: MatchLook) -> Rematch | None:
    """Return the rematch of a match as a player of it is shown it."""
    return rematch_of(look.match, look.seats, look.seat) if look.seat else None


def rematch_of(before: Match, seats: Sequence[Seat], seat: Seat) -> Rematch:
    """Return the rematch of a match that is over: of a pair once both of its matches are over. One that is offered and
    rests is not spoken of."""
    if before.ended is None or ((twin := before.twin()) is not None and twin.ended is None):
        return Rematch(before)
    match = rematch.existing(before)
    if match is None:
        return _possible(before, seats, seat)
    if match.status != match.Status.OPEN:
        return Rematch(before, match.get_absolute_url())
    if match.invitation.state == "rests":
        return Rematch(before)
    url = match.invitation.get_absolute_url()
    if match.invitation.inviter_id == seat.user_id:
        return Rematch(before, url, is_mine=True)
    by = match.invitation.inviter.username
    if Chosen.of(match) != Chosen.of(before):
        return Rematch(before, url, by=by)
    return Rematch(
        before,
        url,
        by=by,
        offered=match.public_id,
        seals=tuple(filter(None, (match.commitment, match.invitation.second_seal))),
        clock=clocks.brief(match),
    )


def _possible(before: Match, seats: Sequence[Seat], seat: Seat) -> Rematch:
    """Return the rematch that nobody has offered yet."""
    bot = next((each for each in seats if each.house), None)
    ticket = tickets.issue(before.game)
    if bot is None or len(seats) != 2:
        return Rematch(before, may_offer=len(seats) == 2, ticket=ticket, is_bot=bot is not None)
    level = bot.level or USUAL
    proposed = streaks.next_level(before, seat, bot.level)
    terms = _new_terms(before)
    return Rematch(before, may_offer=True, ticket=ticket, is_bot=True, level=level, proposed=proposed, terms=terms)


def _new_terms(before: Match) -> str:
    """Return the options that a rematch with the computer has and the match before had not, in words."""
    meta = before.rules.meta
    had = meta.settle(before.options)
    options = meta.settle(bots.after_trial(before.game, before.options))
    changed = [option for option in meta.options if options[option.name] != had[option.name]]
    said = [(option, next(each for each in option.choices if each.value == options[option.name])) for option in changed]
    return ", ".join(
        _(option.brief or "{name}: {value}").format(name=_(option.title), value=_(choice.label))
        for option, choice in said
    )
