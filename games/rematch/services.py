"""The same match again, with sides swapped: a personal invitation to the other player. That of a pair is a pair."""

from dataclasses import replace
from functools import partial

from django.db import transaction

from accounts import blocks
from accounts.models import User
from games.bots import services as bots
from games.core.clock.terms import Chosen
from games.core.models import Match, Seat
from games.core.reading.access import NotYours
from games.core.seams import begin
from games.core.seams.begin import MatchTerms
from games.core.services import eligibility, pairs, stamps, tickets
from games.core.services.eligibility import LobbyError
from games.core.services.tickets import Ticket
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.rematch import notices
from games.rules.sentence import N_, sentence


@transaction.atomic
def rematch(
    public_id: str,
    user: User,
    entropy: str = "",
    ticket: str = "",
    *,
    clock: Chosen | None = None,
    level: str = "",
) -> Match:
    """Return the rematch of a match for two that is over: the one already offered, by either, or a new one.

    It waits for the other player, who is told; a bot sits down immediately. `ticket` is the text of the one the user
    was shown (`tickets.once`). Without a `clock` of its own it has the one of the match before; without a `level`
    the bot plays at the one that it had.

    Raises: `NotYours` for a stranger, `LobbyError` if there can be none, `BadOption` if the game's options have changed
    since, and `TicketError`.
    """
    first = Match.objects.filter(public_id=public_id).exclude(pair="").values_list("pair", flat=True).first()
    held = Match.objects.select_for_update(no_key=True)  # of two who ask at once one makes it
    before = held.filter(public_id=first or public_id).first()
    if before is None:
        raise NotYours
    mine, other = _seats(before, user)
    made = existing(before)
    if made is None and other.house:
        tickets.require_untaken(ticket, before.game)
        return _with_bot(before, mine, other, level or other.level, clock=clock, entropy=entropy, ticket=ticket)
    return made or _made(before, mine, other, entropy, ticket, clock)


def existing(before: Match) -> Match | None:
    """Return the rematch that waits or has begun, if any."""
    asked = Match.objects.filter(rematch_of__pair=before.pair) if before.pair else before.rematches.all()
    made = asked.exclude(status=Match.Status.VOID, started=None)
    return made.select_related("invitation__inviter").order_by("-pk").first()


def take_up(made: Match, user: User, entropy: str = "", *, clock: Chosen | None = None) -> Match:
    """Return the rematch that a user has asked for: begun, where the other player offers the same with the same clock.

    Raises: `NotYours` or `LobbyError`.
    """
    before = made.rematch_of
    if made.status != Match.Status.OPEN or before is None or made.invitation.inviter_id == user.pk:
        return made
    is_same = Chosen.of(made) == (clock or Chosen.of(before))
    return lobby.join(made.public_id, user, entropy) if is_same else made


def _seats(before: Match, user: User) -> tuple[Seat, Seat]:
    """Return the seats of the user and of the other player of a match that is over."""
    seats = list(before.seats.filter(number__isnull=False).select_related("user"))
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    if mine is None:
        raise NotYours
    if before.ended is None or ((twin := before.twin()) is not None and twin.ended is None):
        raise LobbyError(sentence(N_("The match isn’t over yet. You can offer a rematch afterwards.")))
    if len(seats) != 2:
        raise LobbyError(sentence(N_("Rematches are possible only in two-player matches. Offer a new match instead.")))
    return mine, next(seat for seat in seats if seat is not mine)


def _with_bot(
    before: Match, mine: Seat, other: Seat, level: str, *, clock: Chosen | None, entropy: str, ticket: str
) -> Match:
    """Return the rematch with a bot, which begins at once."""
    begun = partial(bots.challenge, seat=other.index, clock=clock or Chosen.of(before), level=level)
    options = bots.after_trial(before.game, before.options)
    match = begun(mine.user, before.game, options, entropy=entropy, ticket=ticket)
    match.rematch_of = before
    match.save(update_fields=["rematch_of"])
    return match


def _made(before: Match, mine: Seat, other: Seat, entropy: str, ticket: str, clock: Chosen | None) -> Match:
    tickets.require_untaken(ticket, before.game)
    eligibility.require_account(mine.user)
    eligibility.require_reachable(mine.user)
    _require_willing(mine.user, other.user)
    chosen = clock or Chosen.of(before)
    eligibility.require_possible(2, chosen, None)
    return tickets.once(ticket, before.game, mine.user, partial(_offered, before, mine, other, chosen, entropy))


def _require_willing(user: User, other: User) -> None:
    if other.left:
        raise LobbyError(sentence(N_("Your opponent has left the site.")))
    if other.is_bot or other.is_guest or blocks.blocked(user.pk, other.pk):
        raise LobbyError(sentence(N_("Your opponent doesn’t accept invitations from you.")))
    eligibility.require_unsuspended(other)


def _offered(before: Match, mine: Seat, other: Seat, clock: Chosen, entropy: str, ticket: Ticket) -> Match:
    lobby.require_room(mine.user)
    terms = replace(MatchTerms.of(before).renewed(), clock=clock, rematch_of=before)
    match = begin.open_match(terms, ticket, [begin.player(mine.user, ticket.commitment, entropy)])
    personal = {"audience": Invitation.Audience.PERSONAL, "invited": other.user}
    seal = pairs.second_seal(match) if before.pair else ""
    Invitation.objects.create(match=match, inviter=mine.user, seat=other.index, second_seal=seal, **personal)
    notices.queue_rematch(match, mine, other)
    stamps.renew_for_rematch(before, match)
    return match
