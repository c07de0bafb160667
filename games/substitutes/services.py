"""Substitutes: a seat of a running match goes to somebody else, with the other player's consent or by a moderator.

A seat is open while somebody is sought for it (`Seat.open_until`); until it is taken its player may still move, and
with a move of one whose time was up it is open no more. From the entry that hands it over nothing leads the former
player to it: everything that opens a match asks who sits there now.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts import blocks, people, streams
from accounts.models import User
from games.bots import services as bots
from games.core.models import ChatLine, Match, Ruling, Seat, Substitution
from games.core.models.seat import CLOSED, NOTHING
from games.core.reading.access import NotYours
from games.core.reading.times import Totals
from games.core.services import absences, clocks, eligibility, entries, stamps, time_up, turns
from games.core.services.locked import LockedMatch
from games.core.services.play import Stale
from games.rules.errors import RulesError
from games.rules.sentence import N_, Sentence, sentence
from games.substitutes import notices

STANDS = timedelta(days=3)
"""For how long somebody is sought at most."""
LEAST = timedelta(days=1)
"""Time that a substitute must have at least."""


class NoSubstitute(RulesError):
    """Somebody who cannot take a seat over, or a seat that cannot be taken."""

    code = "no_substitute"
    status = 409


# --- Seeking --------------------------------------------------------------------------------------------------------


def seek_substitute(locked: LockedMatch, seat: Seat, until: datetime | None = None, *, deserted: bool = True) -> None:
    """Let all who may take a seat over, until a moment or for STANDS. `deserted`: its time is up, which counts against
    its player once somebody takes it.

    Raises NoSubstitute where nobody would have time enough. The caller writes the seats.
    """
    require_time(locked, seat)
    seat.open_until = min(until or locked.now + STANDS, locked.now + STANDS)
    seat.deserted = deserted
    stamps.renew_for_seat(locked, seat)


def require_time(locked: LockedMatch, seat: Seat) -> None:
    """Raise NoSubstitute where nobody who took the seat over would have time enough."""
    why = why_no_time(clocks.totals(locked), seat)
    if why is not None:
        raise NoSubstitute(why)


def why_paired(match: Match) -> Sentence | None:
    """Return why nobody takes a seat over in a match of a pair; None in a match by itself."""
    template = N_("You can’t hand over a seat in a pair: the same two players must play both matches.")
    return sentence(template) if match.pair else None


def why_no_time(totals: Totals, seat: Seat) -> Sentence | None:
    """Return why nobody who took a seat over would have time enough; None where there is.

    It must not tell who has sealed an answer.
    """
    if max(totals.known_left(seat), totals.sure_room(seat)) >= LEAST:
        return None
    return sentence(N_("Nobody can take over the seat, because only the other player still has time in this match."))


@transaction.atomic
def withdraw(public_id: str, user_id: int) -> None:
    """Seek nobody any more: for the player of an open seat or, where its time was up, for those who stayed.

    Raises NotYours for a stranger, GameOver, and Stale where nobody is sought.
    """
    locked = LockedMatch.lock(public_id=public_id)
    mine = locked.seat_of(user_id)
    locked.require_playing()
    sought = (seat for seat in locked.seats if seat.is_open(locked.now))
    seat = next((seat for seat in sought if seat.deserted == (seat is not mine)), None)
    if seat is None:
        raise Stale(sentence(N_("We’re no longer looking for a replacement in this match.")))
    seat.close()
    stamps.renew_for_seat(locked, seat)
    locked.write_seats()


def lapsed(now: datetime) -> QuerySet[Any, Any]:
    """Return the matches in which nobody has taken a seat over in the time there was, longest ago first."""
    rows = Seat.objects.filter(open_until__gt=CLOSED, open_until__lte=now)
    return rows.order_by("open_until").values_list("match", flat=True)


@transaction.atomic
def lapse(match_id: int, now: datetime) -> bool:
    """Note that nobody has taken a seat over in time; say whether there was such a seat.

    The players are told unless its time was up: then the match ends, or somebody chooses, and they are told of that
    anyway.
    """
    locked = LockedMatch.lock(pk=match_id)
    lapsed = [seat for seat in locked.seats if seat.has_lapsed(now)]
    for seat in lapsed:
        if not seat.deserted:
            notices.queue_untaken(locked.batch, locked.match, locked.seats, seat)
        seat.close()
        stamps.renew_for_seat(locked, seat)
    locked.write_seats()
    return bool(lapsed)


# --- Taking over ----------------------------------------------------------------------------------------------------


@transaction.atomic
def take_seat(public_id: str, user: User) -> Match:
    """Take over the seat for which somebody is sought.

    Lock the match first. So only one of two who come at the same time gets it, and of a returning player and a
    substitute the first. A user who has it already is not refused it.

    Raises: `NotYours` if nobody was ever sought, `NoSubstitute`, `LobbyError`.
    """
    locked = LockedMatch.lock(public_id=public_id)
    if all(seat.open_until is None for seat in locked.seats):
        raise NotYours
    seat = open_seat(locked.match, locked.seats, locked.now)
    if seat is None and any(each.user_id == user.pk and each.taken_ply is not None for each in locked.seats):
        return locked.match
    if seat is None:
        template = N_("This seat is no longer free. Someone has taken it over, or its player is back.")
        raise NoSubstitute(sentence(template))
    require_may(user, locked.seats)
    _hand_over(locked, seat, user, absent=seat.deserted)
    return locked.match


def open_seat(match: Match, seats: Iterable[Seat], now: datetime) -> Seat | None:
    """Return the seat of a match for which somebody is sought, if any."""
    if match.status != Match.Status.PLAYING:
        return None
    return next((seat for seat in seats if seat.is_open(now)), None)


def require_may(user: User, seats: Iterable[Seat]) -> None:
    """Raise NoSubstitute or LobbyError for a user who may not take over a seat of a match with these seats: its
    players, former ones too, whom one of them has blocked or who has blocked one, who is suspended, and who may look
    into all matches."""
    _require_new(user, seats)
    if user.is_bot:
        template = N_("{name} is a computer opponent. It takes over a seat only if the remaining player wants it to.")
        raise NoSubstitute(sentence(template, name=user.username))
    eligibility.require_account(user)
    eligibility.require_reachable(user)
    if not eligibility.require_here(user).is_active:
        raise NoSubstitute(sentence(N_("{name} is suspended and can’t take over a seat."), name=user.username))
    if user.has_perm("games.view_match"):
        template = N_("{name} can see everything in any match in progress, so they can’t take over a seat.")
        raise NoSubstitute(sentence(template, name=user.username))


def _require_new(user: User, seats: Iterable[Seat]) -> None:
    """Raise NoSubstitute for somebody who plays or has played in the match, and where a block stands between them."""
    playing = {seat.user_id for seat in seats}
    match_ids = {seat.match_id for seat in seats}
    former = set(Substitution.objects.filter(match__in=match_ids).values_list("former", flat=True))
    if user.pk in playing:
        raise NoSubstitute(sentence(N_("{name} already plays in this match."), name=user.username))
    if user.pk in former:
        template = N_("{name} has already played in this match. Another player must take over the seat.")
        raise NoSubstitute(sentence(template, name=user.username))
    if blocks.any_blocked(user.pk, playing | former):
        raise NoSubstitute(sentence(N_("You can’t join this match. Look for another one, or offer one yourself.")))


def let_bot_play_on(locked: LockedMatch, seat: Seat) -> None:
    """Let the house opponent of the game play on from a seat whose time is up, and write all that follows.

    Raises LobbyError for a game without one, NoSubstitute where it plays in the match already.
    """
    bot = bots.bot_of(locked.match.game)
    _require_new(bot, locked.seats)
    _hand_over(locked, seat, bot, absent=True)


@transaction.atomic
def replace(public_id: str, number: int, reason: str, name: str) -> None:
    """Hand a seat over to the user of this name, who has agreed, by a moderator's word, for a reason that the players
    are told.

    Raises NotYours, GameOver, NoSubstitute and LobbyError.
    """
    locked = LockedMatch.lock(public_id=public_id)
    locked.require_playing()
    seat = next((seat for seat in locked.seats if seat.number == number), None)
    if seat is None:
        raise NotYours
    user = people.by_name(name)
    if user is None:
        raise NoSubstitute(sentence(N_("There’s no player with that name. Check the spelling.")))
    require_time(locked, seat)
    require_may(user, locked.seats)
    locked.batch.insert(Ruling(match_id=locked.match.pk, ply=locked.match.ply + 1, reason=reason))
    _hand_over(locked, seat, user, absent=seat.deserted)


def _hand_over(locked: LockedMatch, seat: Seat, user: User, *, absent: bool) -> None:
    """Have somebody else sit there from the next entry on, and write that entry with all that follows from it. Who
    gives a seat away whose time is up was `absent` all the same."""
    absent = absent or time_up.is_up(locked, seat)
    former = seat.user_id
    told = [each for each in locked.seats if each is not seat or seat.pk not in locked.turns]
    turns.hand_over(locked, seat)
    time_up.hand_over(locked, user.pk, former)
    locked.batch.insert(_kept(locked, seat, user, absent))
    _seat(locked, seat, user)
    locked.match.rated = False
    for each in locked.seats:
        each.offered = NOTHING
    notices.queue_substitute(locked.batch, locked.match, told, former)
    entries.append_ruling(locked, f"!substitute {seat.number}")
    streams.tell({former}, locked.match.public_id)


def _kept(locked: LockedMatch, seat: Seat, user: User, absent: bool) -> Substitution:
    """Return what stays with the former player: notes and plan, and the absence, if it was one."""
    if absent and seat.absent_since is None:
        absences.mark_absences([seat])
    kept = Substitution(match_id=locked.match.pk, seat=seat.index, ply=locked.match.ply + 1, created=locked.now)
    kept.former_id = seat.user_id
    kept.user_id = user.pk
    kept.notes = seat.notes
    kept.plan = seat.plan
    kept.absent = absent or seat.absent
    kept.absent_since = seat.absent_since
    return kept


def _seat(locked: LockedMatch, seat: Seat, user: User) -> None:
    """Have a user sit there as one who has never looked, said or planned anything; share, bank and totals stay."""
    newest = ChatLine.objects.filter(match=locked.match).order_by("-pk").values_list("pk", flat=True).first() or 0
    seat.user = user
    seat.house = user.is_bot
    seat.level = bots.level_of(locked.match.game) if seat.house else ""
    seat.taken_ply = locked.match.ply + 1
    seat.declared = user.is_program
    seat.close()
    seat.serial = seat.serial + 1
    seat.answered = None
    seat.notes = ""
    seat.plan = ""
    seat.plan_dropped = False
    seat.chat_read = newest
    seat.chat_from = newest
    seat.absent = False
    seat.chat_muted = False
    seat.muted = False
    seat.opened_ply = -1
    seat.opened_at = None
    seat.hints = None
    seat.spared = None
    seat.absent_since = None
    seat.hinted = {}
    seat.zone = user.zone.key
    seat.away = []
    if clocks.count_vacations(locked):
        seat.away = clocks.stored_spans(clocks.vacations_of(user.pk, locked.now))
    elif seat.house:
        clocks.stop_counting(locked)
