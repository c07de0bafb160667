"""Finding players: inviting, joining, declining, withdrawing, expiry; the last to join starts the match."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import blocks, characters as signs, leaving, people, streams
from accounts.database import rows
from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.reading import reliability
from games.core.reading.access import NotYours
from games.core.seams import bars, begin
from games.core.seams.bars import Act
from games.core.seams.begin import MatchTerms
from games.core.services import eligibility, entries, guest_stays as stays, pairs, stamps, texts, tickets
from games.core.services.eligibility import LobbyError
from games.core.services.locked import LockedMatch
from games.core.services.tickets import Ticket
from games.lobby import notices as invitations
from games.lobby.models import Invitation
from games.rules import registry
from games.rules.sentence import N_, sentence

MAX_OPEN = 20
"""Open invitations that one user may have given."""
MAX_A_DAY = 30
DAY = timedelta(hours=24)
"""Invitations that one user may make in such a time. Rematches count, and so does what was withdrawn, or is offered
again because time ran out. What is offered again because a guest resigned before the first move counts neither here nor
for MAX_OPEN: guests could use up both."""
MAX_NOTE_LENGTH = 200
RESTS = N_("This invitation isn’t open right now, so nobody can join. Come back later, or look for another one.")


@dataclass(frozen=True)
class Terms:
    """What an invitation offers, as its inviter says it; `invite` settles whether it can be.

    `game` is a slug, `options` what is chosen of the game's, by name; `pace_days` the time for a move, where no `clock`
    says more of time. `seat` is the inviter's, None draws the seats at the start. `invited` names whom a personal
    invitation is for, and is empty in any other; `language` is one of settings.LANGUAGES, "" for any. `min_reliability`
    is asked of the player who joins, in per cent, 0 for none. `rated` and `private` say what is to become of the match,
    `watchable` whether everybody may look on while it runs. `paired` asks for two at once, with sides swapped and one
    result.
    """

    game: str
    options: Mapping[str, Any]
    pace_days: int = Chosen.pace_days
    seat: int | None = None
    audience: str = Invitation.Audience.OPEN
    invited: str = ""
    note: str = ""
    language: str = ""
    min_reliability: int = 0
    rated: bool = False
    private: bool = False
    watchable: bool = False
    paired: bool = False
    clock: Chosen | None = None

    @property
    def chosen(self) -> Chosen:
        """The clock that is offered."""
        return self.clock or Chosen(self.pace_days)


@transaction.atomic
def invite(user: User, terms: Terms, *, entropy: str = "", ticket: str = "") -> Invitation:
    """Offer a match of a game's newest version; whom a personal invitation is for is told by mail.

    `entropy` is the inviter's share of chance, `ticket` the text of the one the user was shown (`tickets.once`). Raises
    UnknownGame, BadOption, TicketError, or LobbyError for everything else that cannot be.
    """
    eligibility.require_account(user)
    eligibility.require_reachable(user)
    rules = registry.current(terms.game)
    invitation = _settled(user, terms, rules.meta.seats)
    wanted = MatchTerms.newest(terms.game, terms.options, terms.chosen)
    if terms.paired:
        eligibility.require_pairs(rules.meta, wanted.options)
    wanted = replace(wanted, rated=terms.rated, private=terms.private, watchable=terms.watchable)
    made = tickets.once(ticket, terms.game, user, partial(_offered, wanted, invitation, entropy, terms.paired))
    found = Invitation.objects.filter(match=made).first()
    if found is None:  # the user has played against the house with it
        raise tickets.taken()
    return found


def _settled(user: User, terms: Terms, seats: int) -> Invitation:
    """Return the invitation to such terms, still without its match. Raises LobbyError for what cannot be."""
    eligibility.require_possible(seats, terms.chosen, terms.seat)
    _require_fair(terms.rated, terms.private)
    _require_unhidden(terms.private, terms.watchable)
    eligibility.require_share(terms.min_reliability)
    _require_unnamed(terms.min_reliability, terms.audience)
    person = _invited(user, terms.audience, terms.invited, seats)
    about = {
        "note": _cleaned(terms.note),
        "language": eligibility.known_language(terms.language),
        "audience": terms.audience,
    }
    made = Invitation(inviter=user, invited=person, seat=terms.seat, min_reliability=terms.min_reliability, **about)
    made.told_up_to = 0 if terms.audience == Invitation.Audience.OPEN else None
    return made


def _offered(terms: MatchTerms, invitation: Invitation, entropy: str, paired: bool, ticket: Ticket) -> Match:
    require_room(invitation.inviter)
    match = begin.open_match(terms, ticket, [begin.player(invitation.inviter, ticket.commitment, entropy)])
    invitation.match = match
    invitation.second_seal = pairs.second_seal(match) if paired else ""
    invitation.save(force_insert=True)
    if invitation.invited is not None:
        invitations.queue_invited(invitation)
        streams.tell({invitation.invited.pk}, match.public_id)
    return match


# --- What an invitation must be -------------------------------------------------------------------------------------


def require_room(user: User) -> None:
    """Raise LobbyError for a user with MAX_OPEN open invitations, or MAX_A_DAY made within a day.

    Holds the user's row, so that two made at once count each other.
    """
    eligibility.require_here(user)
    made = Invitation.objects.filter(inviter=user, after_guest=False)
    if made.waiting().count() >= MAX_OPEN:
        template = N_("You already have {most} open invitations. Withdraw one before you offer another match.")
        raise LobbyError(sentence(template, most=MAX_OPEN))
    if made.filter(created__gt=timezone.now() - DAY).count() >= MAX_A_DAY:
        template = N_("You’ve invited players {most} times in one day. Wait until tomorrow to invite more.")
        raise LobbyError(sentence(template, most=MAX_A_DAY))


def _require_fair(rated: bool, private: bool) -> None:
    if rated and private:
        template = N_("A rated match can’t be private: everyone must be able to check where ratings come from.")
        raise LobbyError(sentence(template))


def _require_unhidden(private: bool, watchable: bool) -> None:
    if private and watchable:
        raise LobbyError(sentence(N_("A private match can’t have spectators. Choose one or the other.")))


def _require_unnamed(least: int, audience: str) -> None:
    if least and audience == Invitation.Audience.PERSONAL:
        template = N_("You can’t require reliability when you invite a player by name. Leave it out.")
        raise LobbyError(sentence(template))


def _invited(user: User, audience: str, name: str, seats: int) -> User | None:
    """Return the user an invitation is for; `None` if it is for nobody in particular."""
    if audience not in Invitation.Audience.values:
        template = N_("An invitation must be one of these: {possible}.")
        raise LobbyError(sentence(template, possible=", ".join(Invitation.Audience.values)))
    if audience != Invitation.Audience.PERSONAL:
        _require_nameless(name)
        return None
    if seats != 2:
        raise LobbyError(
            sentence(N_("You can invite one player by name only to a two-player match. Invite by link instead."))
        )
    person = people.by_name(name)
    if person is None:
        raise LobbyError(sentence(N_("There’s no player with that name. Check the spelling.")))
    _require_invitable(user, person)
    return person


def _require_nameless(name: str) -> None:
    """Raise LobbyError for a name in an invitation that others would read too, with a note that was for one."""
    if name.strip():
        template = N_("Only a “personal” invitation can name a player. Make it personal, or leave the name out.")
        raise LobbyError(sentence(template))


def _require_invitable(user: User, person: User) -> None:
    if person.pk == user.pk:
        raise LobbyError(sentence(N_("You can’t invite yourself.")))
    if person.is_bot:
        template = N_("{name} is a computer opponent. It doesn’t need an invitation and starts playing immediately.")
        raise LobbyError(sentence(template, name=person.username))
    if person.is_guest:
        template = N_("{name} is a guest and can only play against the computer.")
        raise LobbyError(sentence(template, name=person.username))
    if blocks.blocked(user.pk, person.pk):
        mine = N_("You’ve blocked {name}. Unblock them under “Settings” first.")
        theirs = N_("{name} doesn’t accept invitations from you.")
        is_mine = blocks.blocked_by(user).filter(pk=person.pk).exists()
        raise LobbyError(sentence(mine if is_mine else theirs, name=person.username))
    eligibility.require_unsuspended(person)


def _cleaned(note: str) -> str:
    """Return a note as one line without control characters. Raises LobbyError for one that is too long."""
    note = " ".join("".join(each if texts.is_allowed(each) else " " for each in note).split())
    if len(note) > MAX_NOTE_LENGTH:
        template = N_("The note is too long: {given} characters. The limit is {longest}.")
        raise LobbyError(sentence(template, longest=MAX_NOTE_LENGTH, given=len(note)))
    return "" if signs.shows_nothing(note) else note


# --- Joining and leaving --------------------------------------------------------------------------------------------


@transaction.atomic
def join(public_id: str, user: User, entropy: str = "") -> Match:
    """Take a place; the player who takes the last one starts the match.

    Lock the match row first, so that only one of two who come at the same time gets the last place. Then hold the
    inviter, so that nobody joins an inviter who is suspended at this moment. A personal invitation exists only for the
    two it is about, a match that has begun only for its players. An invitation that a guest joins is not rated.

    Raises: `NotYours` or `LobbyError`.
    """
    locked = LockedMatch.lock(public_id=public_id)
    match = locked.match
    if not match.invitation.is_for(user.pk):
        raise NotYours
    sits = any(seat.user_id == user.pk for seat in locked.seats)
    if match.started and not sits:
        raise NotYours
    if sits:
        raise LobbyError(sentence(N_("You’re already in this match.")))
    _hold_both(match.invitation, user)
    _require_open(match.invitation)
    if match.invitation.audience != Invitation.Audience.LINK:  # a link is for all who were given it, account or not
        eligibility.require_account(user)
    eligibility.require_reachable(user)
    _require_reliable(match.invitation.min_reliability, user)
    if match.rated and not user.is_guest:  # what a guest joins is not rated
        _require_unbarred(locked, user)
    if blocks.any_blocked(user.pk, [seat.user_id for seat in locked.seats]):
        raise LobbyError(sentence(N_("You can’t join this match. Look for another one, or offer one yourself.")))
    begin.add_seats(match, [begin.player(user, match.commitment, entropy)], len(locked.seats))
    if user.is_guest and match.rated:
        _make_unrated(match)
    streams.tell({seat.user_id for seat in locked.seats}, public_id)
    if len(locked.seats) + 1 == match.rules.meta.seats:
        _start(match)
    return match


def _hold_both(invitation: Invitation, user: User) -> None:
    """Hold the rows of the inviter, whose invitation is then as open as at this moment, and of a user who would join.
    Raises LobbyError for an account that was closed in the meantime."""
    held = leaving.hold_users({invitation.inviter_id, user.pk})
    invitation.inviter = held[invitation.inviter_id]
    eligibility.require_open_account(held[user.pk].left)


def _make_unrated(match: Match) -> None:
    """Let a match that a guest joins change nobody's rating; one that is offered in its stead is rated again."""
    match.rated = False
    match.invitation.made_unrated = True
    match.save(update_fields=["rated"])
    match.invitation.save(update_fields=["made_unrated"])


def _require_unbarred(locked: LockedMatch, user: User) -> None:
    """Raise LobbyError if the user, or somebody who waits in the match, may play no rated match for now."""
    eligibility.require_unbarred(user.pk)
    if bars.barred_among({seat.user_id for seat in locked.seats}, Act.RATED):
        raise LobbyError(sentence(RESTS))


def _require_reliable(least: int, user: User) -> None:
    if least and (low := eligibility.too_low(least, reliability.reliability_of(user.pk))):
        raise LobbyError(low)


@transaction.atomic
def leave(public_id: str, user: User) -> None:
    """Give one's place back before the match begins. Raises NotYours for a stranger, LobbyError."""
    locked = LockedMatch.lock(public_id=public_id)
    mine = next((seat for seat in locked.seats if seat.user_id == user.pk), None)
    if mine is None:
        raise NotYours
    _require_unbegun(locked.match)
    if locked.match.invitation.inviter_id == user.pk:
        raise LobbyError(sentence(N_("This is your own invitation. Withdraw it if you don’t want to play.")))
    locked.seats.remove(mine)
    locked.batch.delete(mine)
    for seat in locked.seats:
        seat.joined -= seat.joined > mine.joined  # without a gap: the next to join gets the count of all
    streams.tell({seat.user_id for seat in locked.seats}, public_id)
    locked.write_seats()


def _require_open(invitation: Invitation) -> None:
    reasons = {
        "rests": RESTS,
        "withdrawn": N_("The invitation was withdrawn. Nobody can join this match any more."),
        "declined": N_("The invitation was declined. Nobody can join this match any more."),
        "expired": N_("The invitation has expired. Nobody can join this match any more."),
    }
    if invitation.state != "waits":
        raise LobbyError(sentence(reasons[invitation.state]))


def _require_unbegun(match: Match) -> None:
    if match.started:
        raise LobbyError(
            sentence(N_("The match has begun. You can resign, but you can no longer withdraw the invitation."))
        )
    if match.status != Match.Status.OPEN:
        raise LobbyError(sentence(N_("This invitation is no longer open.")))


def _start(match: Match) -> None:
    """Begin a match, and with it the other one of its pair, which is not there before."""
    match.pair = match.public_id if match.invitation.paired else ""
    locked = LockedMatch(match)
    entries.append_start(locked, begin.order_of(match.invitation.seat, match.rules.meta.seats))
    both = [locked, pairs.begin_second(locked, match.invitation.second_seal)] if match.pair else [locked]
    if match.invitation.audience == Invitation.Audience.LINK:  # by which alone guests come
        for each in both:
            stays.extend(each)
    _tell_of_rematch(match)


def _tell_of_rematch(match: Match) -> None:
    """Tell the open pages of the match before what has become of its rematch."""
    if match.rematch_of is not None:
        stamps.renew_for_rematch(match.rematch_of, match)


# --- Closing -------------------------------------------------------------------------------------------------------


@transaction.atomic
def withdraw(public_id: str, user: User) -> None:
    """Take an invitation back. Raises NotYours for anybody but the inviter, LobbyError once it has begun."""
    locked, invitation = _lock(public_id, inviter_id=user.pk)
    _require_unbegun(locked.match)
    invitation.withdrawn = timezone.now()
    _close(locked, invitation, invitation.withdrawn)


@transaction.atomic
def offer_again(public_id: str, user: User) -> None:
    """Let a link that rests deal again. Raises NotYours for anybody but the inviter, LobbyError once it has begun."""
    locked, invitation = _lock(public_id, inviter_id=user.pk)
    _require_unbegun(locked.match)
    invitation.resting = False
    invitation.save(update_fields=["resting"])


@transaction.atomic
def decline(public_id: str, user: User) -> None:
    """Decline a personal invitation; its inviter is told. Raises NotYours for anybody else, LobbyError."""
    locked, invitation = _lock(public_id, invited_id=user.pk)
    _require_unbegun(locked.match)
    invitation.declined = timezone.now()
    _close(locked, invitation, invitation.declined)


@transaction.atomic
def expire(match_id: int, now: datetime) -> bool:
    """Close an invitation that nobody has taken up in time; whether this call did."""
    locked = LockedMatch.lock(pk=match_id)
    if not Invitation.objects.expired(now).filter(match=locked.match).exists():
        return False
    _close(locked, _invitation_to(locked), now)
    return True


def _lock(public_id: str, **which: Any) -> tuple[LockedMatch, Invitation]:
    """Return the invitation that a user takes part in, and its match, locked. Raises: NotYours."""
    locked = LockedMatch.lock(public_id=public_id)
    return locked, _invitation_to(locked, **which)


def _invitation_to(locked: LockedMatch, **which: Any) -> Invitation:
    for invitation in rows.select(Invitation, match_id=locked.match.pk, **which):
        invitation.match = locked.match
        return invitation
    raise NotYours


def _close(locked: LockedMatch, invitation: Invitation, now: datetime) -> None:
    locked.match.ended = now
    locked.match.status = Match.Status.VOID
    locked.batch.update(locked.match)
    locked.batch.update(invitation)
    locked.batch.write()
    invitations.queue_lapsed(invitation)
    invited = [] if invitation.invited_id is None else [invitation.invited_id]
    streams.tell({seat.user_id for seat in locked.seats}.union(invited), locked.match.public_id)
    _tell_of_rematch(locked.match)
