"""A guest's matches become those of an account that the same person already has.

What cannot become the account's stays with the guest, who then stays as well. Otherwise the guest is closed.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import blocks, guests, leaving
from accounts.models import Endpoint, Outbox, User
from games.core.models import Match, Seat, Substitution, TimeUp
from games.core.notices import turns as notices
from games.core.reading import players, reliability
from games.core.seams import merging as of_features
from games.core.seams.merging import Merge
from games.core.services import eligibility, stamps
from games.core.services.locked import LockedMatch
from games.rules.errors import RulesError
from games.rules.sentence import N_, Sentence, sentence

LIVE = (Match.Status.OPEN, Match.Status.PLAYING)


class CannotMerge(RulesError):
    """A guest or an account that allows nothing to be merged."""

    code = "merge"
    status = 409


class Found(NamedTuple):
    """A match of a guest, and why it cannot become the account's; None where it can."""

    match: Match
    why: Sentence | None


def look(guest: User, account: User) -> list[Found]:
    """Return each match of a guest, the newest first, with why it cannot become the account's.

    Of a pair both become the account's, or none.
    """
    matches = list(_matches(guest.pk))
    reasons = _Reasons(guest, account, matches)
    why = {match.pk: reasons.of(match) for match in matches}
    of_pairs = {match.pair: why[match.pk] for match in matches if match.pair and why[match.pk]}
    return [Found(match, why[match.pk] or of_pairs.get(match.pair)) for match in matches]


@transaction.atomic
def merge(guest_id: int, user: User) -> list[Found]:
    """Make a guest's matches those of a user, as far as they can be; return what `look` found. Raises CannotMerge.

    It locks the live matches before the two users, as all do who change both.
    """
    live = list(_matches(guest_id).filter(status__in=LIVE).values_list("pk", flat=True))
    held = {locked.match.pk: locked for locked in LockedMatch.lock_each(live, wait=True, board=False)}
    guest, account = _hold(guest_id, user.pk)
    found = look(guest, account)
    taken = [each.match for each in found if each.why is None]
    _require_held(taken, held)
    for match in taken:
        if match.pk in held:
            _seat(held[match.pk], guest, account)
    _hand_over(Merge(guest, account, [match.pk for match in taken], all_of_it=len(taken) == len(found)))
    return found


def _matches(guest_id: int) -> QuerySet[Match]:
    """Return the matches in which a guest sits, or sat until somebody else took the seat over."""
    sits = Q(pk__in=Seat.objects.filter(user=guest_id).values("match"))
    sat = Q(pk__in=Substitution.objects.filter(former=guest_id).values("match"))
    return Match.objects.filter(sits | sat).select_related("invitation").order_by("-pk")


def _hold(guest_id: int, user_id: int) -> tuple[User, User]:
    """Hold the rows of both users. Raises CannotMerge."""
    held = leaving.hold_users({guest_id, user_id})
    guest = held.get(guest_id)
    account = held[user_id]
    if guest is None or not guest.is_guest or guest.left or not guest.is_active:
        template = N_(
            "This guest no longer exists: their session has ended, or their matches now belong to an account."
        )
        raise CannotMerge(sentence(template))
    if account.is_guest or account.is_bot or account.left or not account.is_active:
        raise CannotMerge(sentence(N_("This account can’t take over matches, because it’s closed or suspended.")))
    return guest, account


def _require_held(taken: Iterable[Match], held: Collection[int]) -> None:
    """Raise CannotMerge where the guest has joined a match at this very moment."""
    if any(match.status in LIVE and match.pk not in held for match in taken):
        raise CannotMerge(sentence(N_("A match has just begun, so nothing was changed. Please try again.")))


# --- What cannot become the account's -------------------------------------------------------------------------------


class _Reasons:
    """Why matches of a guest cannot become the account's, by a few queries for all of them."""

    def __init__(self, guest: User, account: User, matches: Sequence[Match]) -> None:
        self.guest = guest
        self.account = account
        self.matches = matches
        players.read_players(matches)
        self.others = {match.pk: {seat.user_id for seat in match.seats.all()} - {guest.pk} for match in matches}
        for each in Substitution.objects.filter(match__in=matches).exclude(former=guest):
            self.others[each.match_id].add(each.former_id)
        self.strangers = blocks.between(account.pk) | blocks.between(guest.pk)

    def of(self, match: Match) -> Sentence | None:
        """Return why a match cannot; None where it can. Call it once for each."""
        others = self.others[match.pk]
        if self.account.pk in others:
            return sentence(N_("Your account is already in this match, or was in it before."))
        if others & self.strangers:
            return sentence(N_("Your account can’t join this match."))
        return self._of_live(match) if match.status in LIVE else None

    def _of_live(self, match: Match) -> Sentence | None:
        if self.account.has_perm("games.view_match"):
            template = N_("Your account can see everything in any match, so you can’t add this one until it’s over.")
            return sentence(template)
        if any(seat.house for seat in match.seats.all()):
            return self._with_house()
        return self._with_people(match)

    def _with_house(self) -> Sentence | None:
        if self._house_matches < eligibility.MAX_WITH_HOUSE:
            self._house_matches += 1
            return None
        template = N_("You already have {limit} matches against the computer. Finish one first.")
        return sentence(template, limit=eligibility.MAX_WITH_HOUSE)

    def _with_people(self, match: Match) -> Sentence | None:
        try:
            eligibility.require_reachable(self.account)
        except eligibility.LobbyError as error:
            return error.sentence
        invitation = getattr(match, "invitation", None)
        return eligibility.too_low(invitation.min_reliability, self._reliability) if invitation else None

    @cached_property
    def _house_matches(self) -> int:
        return eligibility.running_with_house(self.account)

    @cached_property
    def _reliability(self) -> reliability.Reliability:
        return reliability.reliability_of(self.account.pk)


# --- What becomes the account's -------------------------------------------------------------------------------------


def _seat(locked: LockedMatch, guest: User, account: User) -> None:
    """Have the account sit in a match that goes on where the guest sat, if the guest still sits there."""
    seat = next((seat for seat in locked.seats if seat.user_id == guest.pk), None)
    if seat is None:
        return
    seat.user = account
    seat.declared = account.is_program
    turn = locked.turns.get(seat.pk)
    if turn is not None:
        turn.user_id = account.pk
        locked.batch.update(turn)
        notices.queue_turn(locked.batch, turn)
    stamps.renew_for_player(locked, seat)
    locked.write_seats()


def _hand_over(merge: Merge) -> None:
    """Give the account all else in these matches that is the guest's, and close a guest that has no match any more."""
    guest = merge.guest
    account = merge.account
    match_ids = merge.matches
    for model in (Seat, TimeUp, Substitution):
        model._default_manager.filter(match__in=match_ids, user=guest).update(user=account)
    Substitution.objects.filter(match__in=match_ids, former=guest).update(former=account)
    of_features.call_hooks(merge)
    if merge.all_of_it:
        _close(guest)


def _close(guest: User) -> None:
    Endpoint.objects.filter(user=guest).delete()
    Outbox.objects.of(guest).delete()
    guests.close_guest(guest)
